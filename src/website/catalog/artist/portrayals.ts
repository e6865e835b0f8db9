import { artists } from '../../../catalog/artists';
import type { portrayals } from '../../../catalog/portrayals';
import { productions } from '../../../catalog/productions';
import type { Item } from '../../api/client';
import { includedOf } from '../../api/linked-records';
import type { ReadArtist } from './load';

export interface Portrayal {
  readonly id: string;
  readonly aspects: Item<typeof portrayals>['attributes']['aspects'];
  readonly notes: string | null;
  readonly performer: Item<typeof artists>['attributes'] | undefined;
  readonly character: Item<typeof artists>['attributes'] | undefined;
  readonly production: Item<typeof productions>['attributes'] | undefined;
}

/** By year of the production. */
export function portrayalsIn(list: ReadArtist['portrayals']): readonly Portrayal[] {
  const people = includedOf(artists, list);
  const works = includedOf(productions, list);
  const read = list.data.map(({ id, attributes: { aspects, notes }, relationships }) => ({
    id,
    aspects,
    notes,
    performer: people.get(relationships.performer.data?.id ?? '')?.attributes,
    character: people.get(relationships.fictionalArtist.data?.id ?? '')?.attributes,
    production: works.get(relationships.production.data?.id ?? '')?.attributes,
  }));
  return read.toSorted((one, other) => yearOf(one) - yearOf(other));
}

/** Unknown years last. */
const yearOf = ({ production }: Portrayal): number => production?.year || Number.MAX_SAFE_INTEGER;
