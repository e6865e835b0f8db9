import type { productions } from '../../../catalog/productions';
import type { Visit } from '../../http/request-context';
import type { Browsed } from './read-list';

/** A row of pictures as wide as a screen. */
const shownOfDecade = 4;

/** Records of one decade. */
export interface DecadeShelf<A> {
  /** Its first year; `undefined` for what is not dated. */
  readonly decade: number | undefined;
  readonly records: readonly { readonly attributes: A }[];
  /** How many there are, where only the first are here. */
  readonly count: number | undefined;
}

/** Records by their decades, as they come. */
export function groupedByDecade<A extends { readonly year: number | null }>(
  records: readonly { readonly attributes: A }[],
): DecadeShelf<A>[] {
  const groups = Map.groupBy(records, ({ attributes: { year } }) => (year ? Math.floor(year / 10) * 10 : undefined));
  return [...groups].map(([decade, ofDecade]) => ({ decade, records: ofDecade, count: undefined }));
}

/** Of each decade that the facet of a list tells, the first few productions. */
export async function decadesOf({ api }: Visit, { list, selection, meta }: Browsed<typeof productions>) {
  const decades = meta.facets?.decade ?? [];
  return Promise.all(
    decades.map(async ({ value, count }) => {
      const { data } = await api.list(list.kind, {
        ...selection.filters,
        decade: value,
        sort: 'year',
        itemsPerPage: shownOfDecade,
        [`fields[${list.kind.type}]`]: list.fields,
      });
      return { decade: Number(value), records: data, count };
    }),
  );
}
