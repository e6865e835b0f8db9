import type { CollectionStatistics } from '../../../collection/statistics/routes';
import { type ApiQuery, readAttributesAt } from '../../api/client';
import type { RequestContext } from '../../http/request-context';
import { wishlistPath } from '../items/items';
import { loanList } from '../loans/loans';

export type Summary = Pick<CollectionStatistics, 'copies' | 'releases' | 'spending'> & { readonly wishes: number; readonly loans: number };

export type Spending = CollectionStatistics['spending'][number];

const filedParts = ['by_folder', 'by_tag', 'by_storage_location', 'by_decade', 'by_label', 'composers'] as const;

/** Most used first. */
export type Filed = Pick<CollectionStatistics, (typeof filedParts)[number]>;

export async function readCollectionStatistics<A>(
  { api }: Pick<RequestContext, 'api'>,
  parts: readonly string[],
  currency?: string | null,
): Promise<A> {
  const query = { 'fields[CollectionStatistics]': parts.join(','), ...(currency && { currency }) };
  return readAttributesAt(api, '/api/users/me/collection/statistics', query);
}

export async function readSummary(context: RequestContext): Promise<Summary> {
  const countOf = (path: string, query: ApiQuery) =>
    context.api.read<{ meta: { totalItems: number } }>(path, { itemsPerPage: 1, ...query });
  const [counts, wishes, loans] = await Promise.all([
    readCollectionStatistics<Omit<Summary, 'wishes' | 'loans'>>(context, ['copies', 'releases', 'spending']),
    countOf(wishlistPath, { 'fields[WishlistItem]': '_id' }),
    countOf(loanList.path, { open: true, 'fields[Loan]': '_id' }),
  ]);
  return { ...counts, wishes: wishes.meta.totalItems, loans: loans.meta.totalItems };
}

export const readFiled = (context: RequestContext): Promise<Filed> => readCollectionStatistics(context, filedParts);

export type Total = ReturnType<typeof totalsOf>[number];

/** Totals by currency, most used first. */
export function totalsOf(spending: readonly Spending[]) {
  const byCurrency = Map.groupBy(spending, ({ currency }) => currency);
  const totals = [...byCurrency].map(([currency, all]) => ({
    currency,
    amount: all.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    items: all.reduce((sum, { items }) => sum + items, 0),
  }));
  return totals.toSorted((a, b) => b.items - a.items);
}

const parts = [
  'dated_by_added',
  'spending',
  'spending_by_decade',
  'spending_by_shop',
  'most_expensive',
  'least_expensive',
  'extremes',
  'acquired_by_year',
  'acquired_by_month',
  'years',
  'by_label_country',
  'composers',
  'composers_by_duration',
] as const satisfies readonly (keyof CollectionStatistics)[];

export type CollectionNumbers = Pick<CollectionStatistics, (typeof parts)[number]>;

/** @param currency that prices convert to */
export const readNumbers = (context: RequestContext, currency: string | null): Promise<CollectionNumbers> =>
  readCollectionStatistics(context, parts, currency);

/** `value` is in seconds, a year, or minor units. */
export interface RecordOf {
  readonly kind: 'longest' | 'shortest' | 'oldest' | 'mostExpensive' | 'bargain';
  readonly item: string;
  readonly value: number;
  readonly currency: string | null;
}

export function recordsIn(
  { extremes, most_expensive: dearest, least_expensive: cheapest }: CollectionNumbers,
  currency: string | null,
): readonly RecordOf[] {
  const priced = (kind: RecordOf['kind'], all: CollectionNumbers['most_expensive']) =>
    all
      .filter((one) => one.currency === currency)
      .slice(0, 1)
      .map(({ item, amount_cents: value }) => ({ kind, item, value, currency }));
  return [
    ...extremes.flatMap(({ record, item, duration_seconds: seconds, year }) => {
      const value = record === 'oldest' ? year : seconds;
      return value === null ? [] : [{ kind: record, item, value, currency: null }];
    }),
    ...priced('mostExpensive', dearest),
    // A single price is no bargain.
    ...priced('bargain', cheapest).filter(({ item }) => item !== dearest.find((one) => one.currency === currency)?.item),
  ];
}
