import type { Visit } from '../../http/request-context';
import { wishlistPath } from '../items/items';

/** What stands in the head of the pages of one's own lists. */
export interface Summary {
  readonly copies: number;
  readonly releases: number;
  readonly spending: readonly Spending[];
  readonly wishes: number;
}

export interface Spending {
  readonly currency: string | null;
  readonly year: number | null;
  readonly amount_cents: number;
  readonly items: number;
}

/** How many items have something in common. */
interface Counted {
  readonly items: number;
  readonly copies: number;
}

/** What copies are filed under, the most used first. */
export interface Filed {
  readonly by_folder: readonly (Counted & { readonly folder: string | null })[];
  readonly by_tag: readonly (Counted & { readonly tag: string })[];
  readonly by_storage_location: readonly (Counted & { readonly storage_location: string | null })[];
  readonly by_decade: readonly (Counted & { readonly decade: number | null })[];
}

interface Statistics<A> {
  readonly data: { readonly attributes: A };
}

/** Reads parts of what the collection adds up to. */
export async function readStatistics<A>({ api }: Pick<Visit, 'api'>, parts: readonly string[]): Promise<A> {
  const query = { 'fields[CollectionStatistics]': parts.join(',') };
  return (await api.read<Statistics<A>>('/api/users/me/collection/statistics', query)).data.attributes;
}

export async function readSummary(visit: Visit): Promise<Summary> {
  const [counts, wishes] = await Promise.all([
    readStatistics<Omit<Summary, 'wishes'>>(visit, ['copies', 'releases', 'spending']),
    visit.api.read<{ meta: { totalItems: number } }>(wishlistPath, { itemsPerPage: 1, 'fields[WishlistItem]': '_id' }),
  ]);
  return { ...counts, wishes: wishes.meta.totalItems };
}

export const readFiled = (visit: Visit): Promise<Filed> =>
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
