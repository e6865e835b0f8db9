import type { ComponentChildren } from 'preact';
import type { SentForm } from '../../http/form';
import { withNotice } from '../../http/notice';
import { type Page, type PageAnswer, seeOther } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogLink } from '../../ui/catalog-text';
import { Confirmation } from '../../ui/confirmation';
import { decadeClass } from '../../ui/decade-class';
import { Joined } from '../../ui/facts';
import { Form, Hidden, Submit } from '../../ui/form';
import { Pager } from '../../ui/pager';
import { Frame, Sleeve } from '../../ui/pictures';
import { Section } from '../../ui/section';
import { wishes } from '../items/items';
import { additionOfWish, keepSteps } from '../items/undo';
import { inUnits } from './figure';
import { numbersIn, Picture, rangesOf } from './picture';
import { choicesIn, type ListedScore, missingAtOnce, type ReadCompleteness, readCompleteness } from './read';

/** More wishes at once are confirmed. */
const wishesWithoutQuestion = 20;

/** Maximum of the API. */
const wishesAtOnce = 200;

/** Titles without a release; the aside counts all. */
const unreleasedAtOnce = 300;

/** Rows of what is missing; others are folded. */
const unfolded = 10;

interface ReadProps {
  readonly read: ReadCompleteness;
}

const headingOf = (context: RequestContext, { completeness, unit }: ReadCompleteness): string =>
  context.t.completeness.heading({ owned: context.format.counted(completeness.owned), all: inUnits(context, unit, completeness.total) });

export async function get(context: RequestContext): Promise<Page> {
  const read = await readCompleteness(context);
  return { title: read.name + context.format.colon + headingOf(context, read), ...read.frame, body: <Completeness read={read} /> };
}

/** Adds the release `want`, or those of all that is missing, to the wishlist. */
export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const { api, t, to, path, query, format } = context;
  const read = await readCompleteness(context);
  const want = form.text('want');
  const wanted = read.missing.filter(({ state, release }) => state === 'missing' && (want === 'all' || release === want));
  const back = to.same(path, Object.fromEntries(query));
  if (wanted.length > wishesWithoutQuestion && !form.has('confirmed')) {
    const all = inUnits(context, read.unit, wanted.length);
    const title = t.completeness.wantAllHead({ all });
    const act = t.completeness.wantAll({ count: format.number(wanted.length) });
    const fields = <Hidden fields={{ want: 'all', confirmed: 'yes' }} />;
    return {
      title,
      ...read.frame,
      body: (
        <Confirmation {...{ title, act, back, fields }} isHarmless>
          {t.completeness.wantRule}
        </Confirmation>
      ),
    };
  }
  const added: Parameters<typeof additionOfWish>[0][] = [];
  // A release may have several scores.
  const ids = [...new Set(wanted.map(({ release }) => release))];
  for (let from = 0; from < ids.length; from += wishesAtOnce) {
    const data = ids
      .slice(from, from + wishesAtOnce)
      .map((id) => ({ type: wishes.type, attributes: { release: { id }, any_edition: read.unit === 'scores' } }));
    const { document } = await api.change('POST', wishes.path, { data });
    added.push(...document.data.map(({ attributes }: { attributes: (typeof added)[number] }) => attributes));
  }
  if (added.length === 0) return seeOther(withNotice(context, back, 'nothing-changed'));
  const undo = await keepSteps(context, added.map(additionOfWish));
  const title = added.length === 1 ? wanted[0]?.title : undefined;
  return seeOther(withNotice(context, back, 'wishes-added', { count: added.length, title, undo }));
}

function Completeness({ read }: ReadProps) {
  const { t } = useRequestContext();
  const { completeness, counted } = read;
  const known = new Set(counted.map(({ number }) => number));
  const unknown = completeness.numbers ? numbersIn(completeness.numbers).filter((number) => !known.has(number)) : [];
  const unreleased = completeness.scores.filter(({ state }) => state === 'not_in_catalog');
  const without = completeness.numbers ? completeness.scores.filter(({ number }) => number === null).slice(0, missingAtOnce) : [];
  return (
    <>
      <Head read={read} />
      {read.missing.length > 0 && <Missing read={read} />}
      {unknown.length > 0 && (
        <Unreleased title={t.completeness.unknownNumbers} read={read} count={unknown.length}>
          <Numbers numbers={unknown} />
        </Unreleased>
      )}
      {unreleased.length > 0 && (
        <Unreleased title={t.completeness.notKnown} read={read} count={unreleased.length}>
          <p>
            <Joined parts={unreleased.slice(0, unreleasedAtOnce).map((score) => <InLine score={score} />)} by=", " />
          </p>
        </Unreleased>
      )}
      {without.length > 0 && (
        <Section title={t.completeness.withoutNumber} aside={t.completeness.withoutNumberAside}>
          <Rows read={read} scores={without} aside={({ state }) => t.completeness.states[state]} />
        </Section>
      )}
      <WhatCounts read={read} />
    </>
  );
}

function Head({ read }: ReadProps) {
  const context = useRequestContext();
  const { t } = context;
  const { type, name, page, label, completeness } = read;
  const { roles, complete } = t.completeness;
  const kinds = {
    Label: t.fields.entries,
    LabelSeries: t.fields.series,
    Album: t.albums.editions,
    Organization: t.fields.entries,
    Work: t.fields.recordings,
  };
  const heading = headingOf(context, read);
  return (
    <div class="hero">
      <div>
        <p class="over">
          <CatalogLink href={label?.page ?? page} text={label?.name ?? name} /> ·{' '}
          {type === 'Artist' || type === 'Franchise' ? roles[completeness.role ?? 'composer'] : kinds[type]}
        </p>
        <h1>{label ? <CatalogLink href={page} text={name} /> : heading}</h1>
        {label && <p class="number">{heading}</p>}
        {completeness.total > 0 && completeness.owned === completeness.total && <p class="yes">{complete}</p>}
        <Picture read={read} />
      </div>
    </div>
  );
}

function InLine({ score }: { readonly score: ListedScore }) {
  const { to } = useRequestContext();
  return (
    <>
      <CatalogLink href={to.production(score)} text={score.title} /> {score.year && <span class="soft n">{score.year}</span>}
    </>
  );
}

interface UnreleasedProps extends ReadProps {
  readonly title: string;
  readonly count: number;
  readonly children: ComponentChildren;
}

function Unreleased({ read, title, count, children }: UnreleasedProps) {
  const context = useRequestContext();
  const { t, to } = context;
  return (
    <Section title={title} aside={inUnits(context, read.unit, count)}>
      {children}
      <p class="aside">
        {t.completeness.notKnownNote} <a href={to.addRelease()}>{t.releaseForm.add.title}</a>
      </p>
    </Section>
  );
}

function Missing({ read }: ReadProps) {
  const context = useRequestContext();
  const { t, to, path, query, format } = context;
  const { missing, onPage, meta, unit } = read;
  const words = t.completeness;
  const unwanted = missing.filter(({ state }) => state === 'missing').length;
  const button = ({ state, title, release }: ListedScore) =>
    state === 'wanted' ? (
      words.isWanted
    ) : (
      <button class="plain" type="submit" name="want" value={release ?? ''} aria-label={words.wantOf({ title })}>
        {words.want}
      </button>
    );
  return (
    <Section
      id="missing"
      title={unit === 'numbers' ? words.missingNumbers : words.states.missing}
      aside={`${inUnits(context, unit, missing.length)}. ${words.wantRule}`}
    >
      {unit === 'numbers' && <Numbers id="numbers" numbers={missing.map(({ number }) => Number(number))} />}
      <Form action={to.same(path, Object.fromEntries(query))}>
        <Rows read={read} scores={onPage.slice(0, unfolded)} aside={button} />
        {onPage.length > unfolded && (
          <details class="more">
            <summary>{t.words.more({ count: format.number(onPage.length - unfolded) })}</summary>
            <Rows read={read} scores={onPage.slice(unfolded)} aside={button} />
          </details>
        )}
        <p class="row">
          {unwanted > 1 && <Submit name="want" value="all" text={words.wantAll({ count: format.number(unwanted) })} />}
          {unit === 'numbers' && (
            <button type="button" data-copy="numbers" data-copied={t.words.copied} hidden>
              {t.words.copy}
            </button>
          )}
          <button type="button" class="plain" data-print hidden>
            {t.collection.print}
          </button>
        </p>
      </Form>
      <Pager meta={meta} part="missing" />
    </Section>
  );
}

interface RowsProps extends ReadProps {
  readonly scores: readonly ListedScore[];
  readonly aside: (score: ListedScore) => ComponentChildren;
}

const Rows = ({ scores, read: { unit, sleeves, frames }, aside }: RowsProps) => {
  const { t, to, format } = useRequestContext();
  return (
    <ol class="years wants">
      {scores.map((score) => {
        const [sleeve, frame] = [sleeves.get(score.release ?? ''), frames.get(score.iri)];
        const editions = t.words.editions({ count: format.counted(score.editions) });
        return (
          <li key={score.id} class={decadeClass(score.year)}>
            <time>{score.number ?? score.year}</time>
            <span class="thumb">{frame ? <Frame of={frame} size="s" /> : sleeve && <Sleeve of={sleeve} size="s" />}</span>
            <div>
              <b>
                <CatalogLink href={unit === 'scores' ? to.production(score) : to.release(score)} text={score.title} />
              </b>
              <br />
              <span class="soft tiny">
                {unit === 'scores' ? editions : [sleeve?.artist_credit, score.number && score.year].filter(Boolean).join(' · ')}
              </span>
            </div>
            <span class="soft">{aside(score)}</span>
          </li>
        );
      })}
    </ol>
  );
};

/** Ranges, for the shop. */
const Numbers = ({ numbers, id }: { readonly numbers: readonly number[]; readonly id?: string }) => (
  <p class="numbers-missing" id={id}>
    <Joined parts={rangesOf(numbers).map((range) => <span class="n">{range}</span>)} by=", " />
  </p>
);

/** Choices that the catalog has data for. */
const choicesOf = {
  scores: ['television', 'games', 'shorts', 'compilations'],
  releases: ['editions'],
  numbers: ['editions'],
  editions: [],
} as const;

function WhatCounts({ read: { completeness, unit } }: ReadProps) {
  const context = useRequestContext();
  const { t, to, path, query } = context;
  if (unit === 'editions') return null;
  const on = new Set([...completeness.counted, ...choicesIn(context)]);
  const role = query.get('role');
  return (
    <Section title={t.completeness.whatCounts}>
      <form class="row" action={to.same(path, {})}>
        {role && <input type="hidden" name="role" value={role} />}
        {choicesOf[unit].map((choice) => (
          <label class="check" key={choice}>
            <input type="checkbox" name={choice} value="true" checked={on.has(choice)} /> {t.completeness.choices[choice]}
          </label>
        ))}
        <Submit text={t.collection.apply} />
      </form>
      {unit === 'scores' && <p class="aside">{t.completeness.rule}</p>}
    </Section>
  );
}
