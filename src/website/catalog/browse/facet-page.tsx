import { fold } from '../../../store/values/folding';
import type { ApiQuery } from '../../api/client';
import type { Page } from '../../http/page';
import { problemPage } from '../../http/problem-page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { Hidden, Submit } from '../../ui/form';
import { lastingParametersOf, Pager } from '../../ui/pager';
import type { Browsable, BrowsedFacet, BrowsedList } from './browsed-list';
import { FacetLink } from './facets';
import { Letters } from './letters';
import { albumList, artistList, labelList, organizationList, productionList, releaseList } from './lists';
import { countedIn, initialOf, nameOfChosen, nameOfValue, readBrowsedNames } from './names';
import type { ShownValue } from './read-list';
import { BrowseSelection } from './selection';

const lists: readonly BrowsedList<Browsable>[] = [albumList, artistList, labelList, organizationList, productionList, releaseList];

/** All values of a facet, such as `/albums/by/director`. */
export async function get(context: RequestContext, { facet: name }: { readonly facet: string }): Promise<Page> {
  const list = lists.find((one) => context.path.startsWith(`/${one.name}/`));
  const facet = list?.facets.find((one) => one.name === name && !one.isPersonal);
  if (!list || !facet) return problemPage(context, undefined, '');
  const { t, to } = context;
  const read = await readFacet(context, list, facet);
  return {
    title: `${t.browse.lists[list.name].by} ${t.browse.facets[facet.name].word}`,
    current: list.name,
    about: { canonical: to.facet(list.name, facet.name, read.selection.query) },
    body: <FacetValues list={list} facet={facet} read={read} />,
  };
}

interface FacetValuesProps {
  readonly list: BrowsedList<Browsable>;
  readonly facet: BrowsedFacet;
  readonly read: Awaited<ReturnType<typeof readFacet>>;
}

function FacetValues({ list, facet, read }: FacetValuesProps) {
  const { t, to, format, path, query } = useRequestContext();
  const { selection, groups, total, most, others, letters } = read;
  const words = t.browse.facets[facet.name];
  const { by } = t.browse.lists[list.name];
  const count = words.values({ count: format.counted(total) });
  return (
    <>
      <div class="head">
        <h1>
          <span class="soft">{by}</span> {words.word}
        </h1>
        <p>{[count, ...others].join(' · ')}</p>
        <FacetTabs list={list} facet={facet} read={read} />
      </div>
      <br />
      <NarrowForm list={list} facet={facet} read={read} />
      <Letters
        known={new Set(letters.keys())}
        hrefOf={(initial) => {
          const { page, head } = letters.get(initial) ?? {};
          return to.same(path, { ...lastingParametersOf(query), page: page === 1 ? undefined : page }, `letter-${head}`);
        }}
      />
      {most !== undefined && <p class="soft">{t.browse.mostFrequent({ count: format.number(most) })}</p>}
      {groups.length === 0 && <p class="prose">{t.browse.noneSo}</p>}
      <div class="facets many">
        {groups.map(({ head, values }) => (
          <section key={head} id={`letter-${head}`}>
            <h2>{head}</h2>
            <ul>
              {values.map((value) => (
                <FacetLink key={value.value} href={to[list.name](selection.choosing(facet.name, value.value).query)} value={value} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Pager meta={read.meta} />
    </>
  );
}

function FacetTabs({ list, facet, read: { selection } }: FacetValuesProps) {
  const { t, to } = useRequestContext();
  return (
    <nav class="tabs slide" aria-label={t.browse.facetsName}>
      {list.facets
        .filter(({ isPersonal }) => !isPersonal)
        .map(({ name }) => (
          <a key={name} href={to.facet(list.name, name, selection.query)} aria-current={name === facet.name ? 'page' : undefined}>
            {t.browse.facets[name].title}
          </a>
        ))}
    </nav>
  );
}

function NarrowForm({ list, facet, read: { selection, contains, isByNumber } }: FacetValuesProps) {
  const { t, to } = useRequestContext();
  const at = (order: 'number' | undefined) => to.facet(list.name, facet.name, { ...selection.query, contains, order });
  return (
    <form class="bar" action={to.facet(list.name, facet.name)}>
      <Hidden fields={selection.chosen.map(({ name, value }) => [name, value])} />
      {isByNumber && <input type="hidden" name="order" value="number" />}
      <label class="hidden" for="narrow">
        {t.browse.facets[facet.name].narrow}
      </label>
      <input id="narrow" name="contains" value={contains} placeholder={t.browse.contains} maxLength={200} autocomplete="off" />{' '}
      <Submit text={t.browse.narrow} />
      <span class="row">
        {isByNumber ? <a href={at(undefined)}>{t.browse.byLetter}</a> : <span>{t.browse.byLetter}</span>}
        {isByNumber ? <span>{t.browse.byNumber}</span> : <a href={at('number')}>{t.browse.byNumber}</a>}
        <a href={to[list.name](selection.query)}>{t.browse.lists[list.name].back}</a>
      </span>
    </form>
  );
}

/** The API's maximum, most frequent first. */
const mostValues = 1_000;

/** About 150 bytes each: within 60 kB. */
const valuesPerPage = 200;

interface Group {
  readonly head: string;
  readonly values: readonly ShownValue[];
}

async function readFacet(context: RequestContext, list: BrowsedList<Browsable>, facet: BrowsedFacet) {
  const { api, query } = context;
  const selection = BrowseSelection.of(list, query).without(facet.name);
  /** As typed. */
  const contains = (query.get('contains') ?? '').trim().slice(0, 200);
  // Words of the API are translated, so they are filtered here.
  const isNamed = facet.values === 'named';
  const read = (filters: ApiQuery) =>
    api.list(list.kind, {
      ...selection.filters,
      ...filters,
      facets: facet.name,
      facetValues: mostValues,
      facetQuery: isNamed && contains !== '' ? contains : undefined,
      itemsPerPage: 1,
      [`fields[${list.kind.type}]`]: '_id',
    });
  const hasHoldings = context.user && list.facets.some(({ isPersonal }) => isPersonal);
  const [{ meta }, own, nameOf] = await Promise.all([
    read({}),
    hasHoldings ? read({ holding: 'owned' }) : undefined,
    readBrowsedNames(context, selection),
  ]);
  const owned = new Map(own?.meta.facets?.[facet.name]?.map(({ value, count }) => [value, count]));
  const isByNumber = query.get('order') === 'number';
  const all = (meta.facets?.[facet.name] ?? [])
    .map(({ value, name, count }) => ({
      value: String(value),
      name: nameOfValue(context, facet, String(value), name),
      count,
      owned: owned.get(value),
      isChosen: false,
    }))
    .filter(({ name }) => isNamed || fold(name).includes(fold(contains)))
    .sort((a, b) => (isByNumber ? b.count - a.count : 0) || context.format.compare(a.name, b.name));
  const total = isNamed ? (meta.facetTotals?.[facet.name] ?? all.length) : all.length;
  const currentPage = Math.min(pageIn(query), Math.max(1, Math.ceil(all.length / valuesPerPage)));
  const values = all.slice((currentPage - 1) * valuesPerPage, currentPage * valuesPerPage);
  return {
    selection,
    others: selection.chosen.map((one) => nameOfChosen(context, list, one, nameOf(one))),
    groups: isByNumber ? byNumber(context, list, values) : byLetter(context, values),
    total,
    /** If not all are listed. */
    most: total > all.length ? all.length : undefined,
    contains,
    isByNumber,
    letters: isByNumber ? new Map<string, never>() : lettersOf(context, all),
    meta: { totalItems: all.length, itemsPerPage: valuesPerPage, currentPage },
  };
}

const pageIn = (query: URLSearchParams): number => Math.max(1, Number(/^\d{1,6}$/.exec(query.get('page') ?? '')?.[0] ?? 1));

const byNumber = (context: RequestContext, { name }: BrowsedList<Browsable>, values: readonly ShownValue[]): Group[] =>
  [...Map.groupBy(values, ({ count = 0 }) => count)].map(([count, ofCount]) => ({
    head: countedIn(context, name, count),
    values: ofCount,
  }));

/** By first letter. Large scripts share one heading at the end. */
function byLetter({ t }: RequestContext, values: readonly ShownValue[]): Group[] {
  const groups = Map.groupBy(values, ({ name }) => headOf(name) ?? t.browse.others);
  const others = groups.get(t.browse.others);
  groups.delete(t.browse.others);
  const named = [...groups].map(([head, ofLetter]) => ({ head, values: ofLetter }));
  return others ? [...named, { head: t.browse.others, values: others }] : named;
}

/** Where each letter begins: its page and heading. */
function lettersOf({ t }: RequestContext, values: readonly ShownValue[]) {
  const places = values.map(({ name }, index) => {
    const place = { head: headOf(name) ?? t.browse.others, page: Math.floor(index / valuesPerPage) + 1 };
    return [initialOf(name), place] as const;
  });
  return new Map<string, (typeof places)[number][1]>(places.toReversed());
}

function headOf(name: string): string | undefined {
  const [first = ''] = fold(name).trim();
  if (/\p{Nd}/u.test(first)) return '0–9';
  return /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/u.test(first) ? first.toUpperCase() : undefined;
}
