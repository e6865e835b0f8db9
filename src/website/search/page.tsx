import { fold } from '../../store/values/folding';
import { type PageAnswer, seeOther } from '../http/page';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { EmptyState } from '../ui/empty-state';
import { Pager } from '../ui/pager';
import { foundTypes, type SearchResults, search } from './found';
import { Marked, stretchesOf } from './marked';
import { shownHit } from './shown-hit';

export async function get(context: RequestContext): Promise<PageAnswer> {
  const { query, t, user } = context;
  const typed = (query.get('q') ?? '').trim();
  const type = query.get('type') ?? '';
  if (typed === '') return { title: t.search.title, body: <NothingTyped /> };
  const page = query.get('page') || undefined;
  const found = await search(context, { q: typed, type: type || undefined, page, holdings: user ? true : undefined });
  const scanned = releaseOfBarcode(typed, found);
  if (scanned && type === '') return seeOther(context.to.release(scanned));
  const isNothing = Object.values(found.meta.counts).every((count) => count === 0);
  const { corrected } = found.meta;
  return {
    title: typed,
    searched: typed,
    body: isNothing ? (
      <NothingFound typed={typed} mayAdd={context.user !== undefined} />
    ) : (
      <Results typed={corrected?.to ?? typed} type={type} found={found} original={corrected?.from} />
    ),
  };
}

/** A scanned or typed barcode leads directly to its only release. */
function releaseOfBarcode(typed: string, { hits: [hit], meta: { counts } }: SearchResults) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total !== 1 || hit?.record.type !== 'Release' || hit.snippet.field !== 'barcode') return undefined;
  const found = stretchesOf(hit.snippet.snippet).map(({ text }) => text);
  return digitsOf(typed) === digitsOf(found.join('')) ? hit.record.attributes : undefined;
}

/** UPC equals EAN without the leading zero. */
const digitsOf = (barcode: string): string => barcode.replace(/\D/g, '').replace(/^0+/, '');

interface ResultsProps {
  readonly typed: string;
  readonly type: string;
  readonly found: SearchResults;
  /** Found nothing, and was corrected. */
  readonly original?: string;
}

function Results({ typed, type, found, original }: ResultsProps) {
  const { t, to, format } = useRequestContext();
  const { totalItems, atLeast } = found.meta;
  const isCounted = !atLeast.some((one) => type === '' || one === type);
  return (
    <>
      <Head typed={typed}>
        {original !== undefined && <p>{t.search.corrected({ shown: typed, typed: original })}</p>}
        {original === undefined && found.meta.didYouMean !== null && (
          <p>
            {t.search.didYouMean[0]}
            <a href={to.search({ q: found.meta.didYouMean, type: type || undefined })}>{found.meta.didYouMean}</a>
            {t.search.didYouMean[1]}
          </p>
        )}
        <Understood typed={typed} type={type} found={found} />
        <p>
          {t.search[isCounted ? 'results' : 'atLeast']({ count: format.counted(totalItems) })}
          {found.folded > 0 && `, ${t.search.folded({ count: format.counted(found.folded) })}`}
        </p>
        <ListsOfYear typed={typed} type={type} found={found} />
      </Head>
      <Kinds typed={typed} type={type} meta={found.meta} />
      <ol class="hits">
        {found.hits.map((hit) => (
          <Hit key={hit.record.id} hit={hit} found={found} />
        ))}
      </ol>
      <Pager meta={found.meta} />
    </>
  );
}

const datedTypes = ['Production', 'Album', 'Release'] as const;

/** Lists of a year with more records than results reach. */
function ListsOfYear({ typed, type, found: { meta } }: ResultsProps) {
  const { t, to, format } = useRequestContext();
  const year = meta.understood.find(({ filter, word }) => filter === 'year' && without(typed, word) === '')?.value;
  const types = datedTypes.filter((one) => meta.atLeast.includes(one) && (type === '' || type === one));
  if (year === undefined || types.length === 0) return null;
  const listOf = { Production: to.productions, Album: to.albums, Release: to.releases };
  return (
    <p>
      {types.map((one, index) => (
        <>
          {index > 0 && ' · '}
          <a href={listOf[one]({ year })}>{t.search.allOf({ kinds: format.inSentence(t.search.kinds[one]), year })}</a>
        </>
      ))}
    </p>
  );
}

/** Words that count as filters, each of which can be removed. */
function Understood({ typed, type, found: { meta } }: ResultsProps) {
  const { t, to, format } = useRequestContext();
  const understood = meta.understood.filter(({ word }) => without(typed, word) !== '');
  if (understood.length === 0) return null;
  const textOf = ({ filter, value }: (typeof meta.understood)[number]): string => {
    if (filter === 'country') return format.country(value);
    return filter === 'format_type' ? t.words.formatTypes[value as keyof typeof t.words.formatTypes] : value;
  };
  return (
    <p class="chips">
      {understood.map((one) => (
        <a key={one.word} href={to.search({ q: without(typed, one.word), type: type || undefined })}>
          {textOf(one)} <span class="hidden">{t.search.remove}</span> <span aria-hidden="true">×</span>
        </a>
      ))}
    </p>
  );
}

/** The text without a word, ignoring case and accents. */
function without(typed: string, word: string): string {
  const removed = fold(word).split(' ');
  return typed
    .split(/\s+/)
    .filter((one) => !removed.includes(fold(one)))
    .join(' ');
}

function Head({ typed, children }: { readonly typed: string; readonly children?: preact.ComponentChildren }) {
  const { t } = useRequestContext();
  return (
    <div class="head">
      <h1>
        <span class="soft">{t.search.title}</span> {typed}
      </h1>
      {children}
    </div>
  );
}

function Kinds({
  typed,
  type,
  meta: { counts, atLeast },
}: {
  readonly typed: string;
  readonly type: string;
  readonly meta: SearchResults['meta'];
}) {
  const { t, to, format } = useRequestContext();
  const all = foundTypes.reduce((sum, one) => sum + counts[one], 0);
  const types = foundTypes.filter((one) => counts[one] > 0);
  const more = (isMore: boolean) => (isMore ? '+' : '');
  return (
    <nav class="tabs" aria-label={t.browse.kinds}>
      <a href={to.search({ q: typed })} aria-current={type === '' ? 'page' : undefined}>
        {t.browse.tabs.all} {format.number(all) + more(atLeast.length > 0)}
      </a>
      {types.map((one) => (
        <a key={one} href={to.search({ q: typed, type: one })} aria-current={one === type ? 'page' : undefined}>
          {t.search.kinds[one]} {format.number(counts[one]) + more(atLeast.includes(one))}
        </a>
      ))}
    </nav>
  );
}

function Hit({ hit, found }: { readonly hit: SearchResults['hits'][number]; readonly found: SearchResults }) {
  const context = useRequestContext();
  const { picture, href, title, year, kind, facts, elsewhere } = shownHit(context, hit, found);
  return (
    <li>
      <span>{picture}</span>
      <div>
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
      </div>
      <span class="kind">
        {kind}
        <Own ids={found.editions.get(hit.record.id) ?? [hit.record.id]} meta={found.meta} />
      </span>
    </li>
  );
}

function Own({ ids, meta: { owned = [], wanted = [] } }: { readonly ids: readonly string[]; readonly meta: SearchResults['meta'] }) {
  const { t } = useRequestContext();
  const has = (list: typeof owned) => list.some(({ release, edition }) => ids.includes(release) && edition === 'this');
  const word = has(owned) ? t.words.yours : has(wanted) ? t.words.wanted : undefined;
  return word === undefined ? null : (
    <>
      <br /> <span class="yes">{word}</span>
    </>
  );
}

function NothingFound({ typed, mayAdd }: { readonly typed: string; readonly mayAdd: boolean }) {
  const { t, to } = useRequestContext();
  return (
    <>
      <Head typed={typed} />
      <EmptyState text={t.search.nothing({ typed })} more={<HowItSearches />}>
        {mayAdd && <a href={to.addRelease(/^[\d\s-]+$/.test(typed) ? { code: typed } : { title: typed })}>{t.releaseForm.add.addThis}</a>}
      </EmptyState>
    </>
  );
}

function NothingTyped() {
  const { t } = useRequestContext();
  return (
    <>
      <div class="head">
        <h1>{t.search.title}</h1>
      </div>
      <EmptyState text={t.search.nothingTyped} more={<HowItSearches />} />
    </>
  );
}

function HowItSearches() {
  const { t } = useRequestContext();
  const { before, example, after } = t.search.how;
  return (
    <p class="soft">
      {before}
      <em>{example}</em>
      {after}
    </p>
  );
}
