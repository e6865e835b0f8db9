import type { CollectionStatistics } from '../../../collection/statistics/routes';
import type { Visit } from '../../http/request-context';
import { readStatistics } from '../statistics/summary';

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

/** What the page of the collection's numbers shows. */
export type Numbers = Pick<CollectionStatistics, (typeof parts)[number]>;

export const readNumbers = (visit: Visit): Promise<Numbers> => readStatistics(visit, parts);
