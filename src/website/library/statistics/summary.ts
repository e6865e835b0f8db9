import type { CollectionStatistics } from '../../../collection/statistics/routes';
import type { RequestContext } from '../../http/request-context';
import { wishlistPath } from '../items/items';

export type Summary = Pick<CollectionStatistics, 'copies' | 'releases' | 'spending'> & { readonly wishes: number };

export type Spending = CollectionStatistics['spending'][number];

/** What copies are filed under, the most used first. */
export type Filed = Pick<CollectionStatistics, 'by_folder' | 'by_tag' | 'by_storage_location' | 'by_decade'>;

interface Statistics<A> {
  readonly data: { readonly attributes: A };
}

/** Reads parts of what the collection adds up to. */
export async function readStatistics<A>({ api }: Pick<RequestContext, 'api'>, parts: readonly string[]): Promise<A> {
  const query = { 'fields[CollectionStatistics]': parts.join(',') };
  return (await api.read<Statistics<A>>('/api/users/me/collection/statistics', query)).data.attributes;
}

export async function readSummary(visit: RequestContext): Promise<Summary> {
  const [counts, wishes] = await Promise.all([
    readStatistics<Omit<Summary, 'wishes'>>(visit, ['copies', 'releases', 'spending']),
    visit.api.read<{ meta: { totalItems: number } }>(wishlistPath, { itemsPerPage: 1, 'fields[WishlistItem]': '_id' }),
  ]);
  return { ...counts, wishes: wishes.meta.totalItems };
}

export const readFiled = (visit: RequestContext): Promise<Filed> =>
  readStatistics(visit, ['by_folder', 'by_tag', 'by_storage_location', 'by_decade']);

/** What was spent by currency, of all years together: first what most items were bought in, for amounts of several do not compare. */
export function totalsOf(spending: readonly Spending[]): readonly { readonly currency: string | null; readonly amount: number }[] {
  const byCurrency = Map.groupBy(spending, ({ currency }) => currency);
  const totals = [...byCurrency].map(([currency, all]) => ({
    currency,
    amount: all.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    items: all.reduce((sum, { items }) => sum + items, 0),
  }));
  return totals.toSorted((a, b) => b.items - a.items);
}

const parts = [
  'copies',
  'spending',
  'spending_by_month',
  'spending_by_shop',
  'most_expensive',
  'by_format',
  'by_condition',
  'by_rating',
  'by_folder',
  'by_tag',
  'by_storage_location',
  'by_decade',
  'by_label',
  'composers',
] as const satisfies readonly (keyof CollectionStatistics)[];

export type Numbers = Pick<CollectionStatistics, (typeof parts)[number]>;

export const readNumbers = (visit: RequestContext): Promise<Numbers> => readStatistics(visit, parts);
