import { artists } from '../../../catalog/artists';
import type { portrayals } from '../../../catalog/portrayals';
import { productions } from '../../../catalog/productions';
import type { Item } from '../../api/client';
import { includedOf } from '../../api/linked-records';
import type { ReadArtist } from './load';

/** A portrayal with whom it names. */
export interface Portrayal {
  readonly id: string;
  readonly aspects: Item<typeof portrayals>['attributes']['aspects'];
  readonly notes: string | null;
  readonly performer: Item<typeof artists>['attributes'] | undefined;
  readonly character: Item<typeof artists>['attributes'] | undefined;
  readonly production: Item<typeof productions>['attributes'] | undefined;
}

/** The portrayals of a list with what that brought along, by the years of their productions. */
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

/** Those of unknown years come last. */
const yearOf = ({ production }: Portrayal): number => production?.year || Number.MAX_SAFE_INTEGER;
