import { useRequestContext } from '../http/request-context';
import { type HadCounts, Have, inUnits } from '../library/completeness/figure';
import { unitOfType } from '../library/completeness/read';
import { Section } from '../ui/section';
import { foundTypes, type SearchedRecord, type SearchResults } from './found';
import { Marked } from './marked';
import { shownHit } from './shown-hit';

/** Shown of each kind, beside the best hit of all. */
const shownPerType = 4;

/** With the best hit of all. */
export const hitsPerType = shownPerType + 1;

export interface HitProps {
  readonly hit: SearchResults['hits'][number];
  readonly found: SearchResults;
}

interface HitGroupsProps {
  readonly typed: string;
  readonly found: SearchResults;
  /** What the viewer has of the best hit. */
  readonly counts: HadCounts | undefined;
}

/** The best hit as a card, and the next ones of each kind, kinds with better hits first. */
export function HitGroups({ typed, found, counts }: HitGroupsProps) {
  const { t, to, format } = useRequestContext();
  const [top, ...others] = found.hits;
  if (!top) return null;
  const groups = Map.groupBy(others, ({ record }) => record.type);
  // Albums stand for their editions, but a link leads to them.
  for (const type of foundTypes) if (found.meta.counts[type] > 1 && !groups.has(type)) groups.set(type, []);
  return (
    <>
      <TopHit hit={top} found={found} counts={counts} />
      {[...groups].map(([type, hits]) => {
        const shown = hits.slice(0, shownPerType);
        const [total, isMore] = [found.meta.counts[type], found.meta.atLeast.includes(type)];
        const count = format.number(total) + (isMore ? '+' : '');
        return (
          <Section key={type} title={t.search.kinds[type]}>
            {shown.length > 0 && (
              <ol class="hits">
                {shown.map((hit) => (
                  <Hit key={hit.record.id} hit={hit} found={found} />
                ))}
              </ol>
            )}
            {(isMore || total > shown.length + Number(top.record.type === type)) && (
              <p class="row">
                <a href={to.search({ q: typed, type })}>{t.search.allOfKind({ count, kinds: format.inSentence(t.search.kinds[type]) })}</a>
              </p>
            )}
          </Section>
        );
      })}
    </>
  );
}

function TopHit({ hit, found, counts }: HitProps & Pick<HitGroupsProps, 'counts'>) {
  const context = useRequestContext();
  const { record } = hit;
  const shown = shownHit(context, hit, found, 'm');
  const { href } = shown;
  const units: Readonly<Record<string, Parameters<typeof inUnits>[1]>> = unitOfType;
  return (
    <article class="top-hit">
      <span>{shown.picture}</span>
      <div>
        <p class="over">{shown.kind}</p>
        <h2>
          <HitTitle shown={shown} />
        </h2>
        <HitFacts shown={shown} />
        {counts && counts.total > 0 && href !== undefined && (
          <Have
            counts={counts}
            all={inUnits(context, units[record.type] ?? 'releases', counts.total)}
            href={record.type === 'Production' ? href : context.to.below(href, 'completeness')}
          />
        )}
        {!counts && <Own record={record} found={found} />}
      </div>
    </article>
  );
}

export function Hit({ hit, found }: HitProps) {
  const shown = shownHit(useRequestContext(), hit, found);
  return (
    <li>
      <span>{shown.picture}</span>
      <div>
        <HitTitle shown={shown} />
        <HitFacts shown={shown} />
      </div>
      <span class="kind">
        {shown.kind}
        <Own record={hit.record} found={found} />
      </span>
    </li>
  );
}

interface ShownProps {
  readonly shown: ReturnType<typeof shownHit>;
}

const HitTitle = ({ shown: { href, title, year } }: ShownProps) => (
  <>
    {href === undefined ? (
      <b>
        <Marked stretches={title} />
      </b>
    ) : (
      <a href={href}>
        <b>
          <Marked stretches={title} />
        </b>
      </a>
    )}
    {!!year && <span class="soft"> {year}</span>}
  </>
);

const HitFacts = ({ shown: { facts, elsewhere } }: ShownProps) => (
  <div class="soft">
    {facts.map(({ text, isMarked }) => (isMarked ? <mark>{text}</mark> : text))}
    {elsewhere && (
      <>
        {facts.some(({ text }) => text !== '') && ' · '}
        {elsewhere.word !== '' && `${elsewhere.word} `}
        <Marked stretches={elsewhere.text} />
      </>
    )}
  </div>
);

function Own({ record: { id }, found: { editions, meta } }: { readonly record: SearchedRecord; readonly found: SearchResults }) {
  const { t } = useRequestContext();
  const ids = editions.get(id) ?? [id];
  const has = (list: typeof meta.owned = []) => list.some(({ release, edition }) => ids.includes(release) && edition === 'this');
  const word = has(meta.owned) ? t.words.yours : has(meta.wanted) ? t.words.wanted : undefined;
  return word === undefined ? null : (
    <>
      <br /> <span class="yes">{word}</span>
    </>
  );
}
