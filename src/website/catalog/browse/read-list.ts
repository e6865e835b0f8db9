import type { FacetValue, List } from '../../api/client';
import type { RequestContext } from '../../http/request-context';
import type { Browsable, BrowsedFacet, BrowsedList } from './browsed-list';
import { nameOfChosen, nameOfValue, readBrowsedNames } from './names';
import { BrowseSelection, type Chosen } from './selection';

/** Enough for the decades of a century; letters are never more than 28. */
const [facetValues, letterValues] = [14, 28];

const shownOfLong = 6;

/** Each count takes a read. */
const countedChips = 6;

export interface ShownValue {
  readonly value: string;
  readonly name: string;
  readonly count: number | undefined;
  /** How many of them the viewer owns, if known. */
  readonly owned?: number | undefined;
  readonly isChosen: boolean;
}

export interface ShownFacet {
  readonly facet: BrowsedFacet;
  readonly values: readonly ShownValue[];
  readonly total: number;
}

export interface Chip extends Chosen {
  readonly label: string;
  readonly left: number | undefined;
}

export interface Browsed<R extends Browsable> {
  readonly list: BrowsedList<R>;
  readonly selection: BrowseSelection;
  readonly items: List<R>['data'];
  /** With included records. */
  readonly answer: List<R>;
  readonly meta: List<R>['meta'];
  readonly facets: readonly ShownFacet[];
  readonly chips: readonly Chip[];
}

export async function readBrowsedList<R extends Browsable>(context: RequestContext, list: BrowsedList<R>): Promise<Browsed<R>> {
  const selection = BrowseSelection.of(list, context.query);
  const [answer, nameOf, left] = await Promise.all([
    context.api.list(list.kind, {
      ...selection.filters,
      ...facetsAsked(context, list),
      sort: selection.sort ?? list.orders[0],
      page: context.query.get('page') || undefined,
      itemsPerPage: list.itemsPerPage,
      [`fields[${list.kind.type}]`]: list.fields,
      ...(context.user && list.kind.hasCompleteness && { completeness: true }),
      ...list.also,
    }),
    readBrowsedNames(context, selection),
    readLeft(context, list, selection),
  ]);
  const { data: items, meta } = answer;
  const facets = list.facets.map((facet) => shownFacet(context, facet, selection, meta, nameOf));
  const chips = selection.chosen
    // Dates are shown with the first.
    .map((one, index) => ({ ...one, left: left[index], label: nameOfChosen(context, list, one, nameOf(one) ?? namedIn(meta, one)) }));
  return { list, selection, items, answer, meta, facets: facets.filter(({ values }) => values.length > 0), chips };
}

/** Personal facets only for signed-in users. */
function facetsAsked({ user }: RequestContext, { facets, letters }: BrowsedList<Browsable>) {
  const names = facets.filter(({ isPersonal }) => !isPersonal || user !== undefined).map(({ name }) => name);
  const counted = [...names, ...(letters ? ['initial'] : [])];
  return counted.length > 0 ? { facets: counted.join(','), facetValues: letters ? letterValues : facetValues } : {};
}

/** Counts without each chosen filter. */
async function readLeft({ api }: RequestContext, { kind }: BrowsedList<Browsable>, selection: BrowseSelection): Promise<readonly number[]> {
  if (selection.chosen.length > countedChips) return [];
  const reads = selection.chosen.map(({ name, value }) =>
    api.list(kind, { ...selection.without(name, value).filters, itemsPerPage: 1, [`fields[${kind.type}]`]: '_id' }),
  );
  return (await Promise.all(reads)).map(({ meta }) => meta.totalItems);
}

type Meta = Browsed<Browsable>['meta'];

function shownFacet(
  context: RequestContext,
  facet: BrowsedFacet,
  selection: BrowseSelection,
  meta: Meta,
  nameOf: (chosen: Chosen) => string | undefined,
): ShownFacet {
  const { name } = facet;
  const all = (meta.facets?.[name] ?? []).slice(0, facetValues);
  const total = meta.facetTotals?.[name] ?? all.length;
  // The last line is one more value or the link to all.
  const first = facet.isLong && total > shownOfLong ? all.slice(0, shownOfLong - 1) : all;
  const isShown = (value: string) => first.some((one) => isSame(one, value));
  const chosen = selection.valuesOf(name).filter((value) => !isShown(value));
  const added = chosen.map((value) => all.find((one) => isSame(one, value)) ?? { value, name: nameOf({ name, value }) ?? value });
  const values = [...added, ...first].map((one: Pick<FacetValue, 'value' | 'name'> & Partial<FacetValue>) => {
    const value = String(one.value);
    return { value, name: nameOfValue(context, facet, value, one.name), count: one.count, isChosen: selection.has(name, value) };
  });
  return { facet, values, total };
}

const idOfValue = (value: string | number): string => String(value).split('/').at(-1)?.toLowerCase() ?? '';

const isSame = (one: Pick<FacetValue, 'value'>, value: string): boolean => idOfValue(one.value) === idOfValue(value);

const namedIn = (meta: Meta, { name, value }: Chosen): string | undefined => meta.facets?.[name]?.find((one) => isSame(one, value))?.name;
