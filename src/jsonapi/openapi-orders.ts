import type { Resource } from './resource';

/** In which order a list comes that is asked for without one. */
export function aboutOrder({ defaultOrder, wholeOrder, filters }: Resource): string {
  const byDefault = orderedBy(defaultOrder);
  if (wholeOrder.join() === defaultOrder.join()) return `Without an order, the records come by ${byDefault}.`;
  const ranked = filters.q?.rank ? ', and those of q by how well they match' : '';
  return `Without an order, the whole list comes by ${orderedBy(wholeOrder)}; records that a filter finds come by ${byDefault}${ranked}.`;
}

/** Columns in words: some have a column beside them that is folded for the order, some point to a record by its key. */
const orderedBy = (columns: readonly string[]): string =>
  [...columns.map((column) => column.replace(/_(folded|key)$/, '').replaceAll('_', ' ')), 'id'].join(', then by ');
