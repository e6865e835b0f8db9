import { fold } from '../../../store/values/folding';
import type { ApiQuery } from '../../api/client';
import type { RequestContext } from '../../http/request-context';
import type { Browsable, BrowsedFacet, BrowsedList } from './browsed-list';
import { countedIn, nameOfChosen, nameOfValue, readBrowsedNames } from './names';
import type { ShownValue } from './read-list';
import { BrowseSelection } from './selection';

/** The API's maximum, most frequent first. */
const mostValues = 1_000;

/** About 150 bytes each: within 60 kB. */
const valuesPerPage = 200;

interface Group {
  readonly head: string;
  readonly values: readonly ShownValue[];
}

export type FacetInFull = Awaited<ReturnType<typeof readFacet>>;

export async function readFacet(context: RequestContext, list: BrowsedList<Browsable>, facet: BrowsedFacet) {
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
  const groups = Map.groupBy(values, ({ name }) => initialOf(name) ?? t.browse.others);
  const others = groups.get(t.browse.others);
  groups.delete(t.browse.others);
  const named = [...groups].map(([head, ofLetter]) => ({ head, values: ofLetter }));
  return others ? [...named, { head: t.browse.others, values: others }] : named;
}

/** Where each letter begins: its page and heading. */
function lettersOf({ t }: RequestContext, values: readonly ShownValue[]) {
  const heads = values.map(({ name }, index) => ({
    head: initialOf(name) ?? t.browse.others,
    page: Math.floor(index / valuesPerPage) + 1,
  }));
  const initialOfHead = (head: string) => (head === '0–9' ? '0-9' : /^[A-Z]$/.test(head) ? head.toLowerCase() : 'other');
  return new Map(heads.toReversed().map((one) => [initialOfHead(one.head), one]));
}

function initialOf(name: string): string | undefined {
  const [first = ''] = fold(name).trim();
  if (/\p{Nd}/u.test(first)) return '0–9';
  return /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/u.test(first) ? first.toUpperCase() : undefined;
}
