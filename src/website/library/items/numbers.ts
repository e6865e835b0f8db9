import type { Visit } from '../../http/request-context';
import { type Filed, readStatistics, type Spending } from '../statistics/summary';
import type { Condition, FormatType } from './items';

interface Named {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

interface Count {
  readonly items: number;
  readonly copies: number;
}

interface Price {
  readonly currency: string | null;
  readonly amount_cents: number;
}

/** What the page of the collection's numbers shows. */
export interface Numbers extends Pick<Filed, 'by_decade' | 'by_folder' | 'by_tag' | 'by_storage_location'> {
  readonly copies: number;
  readonly spending: readonly Spending[];
  readonly spending_by_month: readonly (Price & { readonly month: string; readonly items: number })[];
  readonly spending_by_shop: readonly (Price & { readonly shop: string; readonly items: number })[];
  readonly most_expensive: readonly (Price & {
    readonly item: string;
    readonly release: { readonly id: string; readonly title: string; readonly slug: string };
  })[];
  readonly by_format: readonly (Count & { readonly format_type: FormatType | null })[];
  readonly by_condition: readonly (Count & { readonly condition: Condition | null })[];
  readonly by_rating: readonly (Count & { readonly rating: number | null })[];
  readonly by_label: readonly (Count & { readonly label: Named | null })[];
  readonly composers: readonly (Count & { readonly artist: Named })[];
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
] as const satisfies readonly (keyof Numbers)[];

export const readNumbers = (visit: Visit): Promise<Numbers> => readStatistics(visit, parts);
