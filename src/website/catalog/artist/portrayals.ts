import { artists } from '../../../catalog/artists';
import type { portrayals } from '../../../catalog/portrayals';
import { productions } from '../../../catalog/productions';
import type { List } from '../../api/client';
import { includedOf } from '../../api/linked-records';

export type Portrayal = ReturnType<typeof portrayalsIn>[number];

/** By year of the production. */
export function portrayalsIn(list: List<typeof portrayals>) {
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
const yearOf = ({ production }: { readonly production: { readonly year: number } | undefined }): number =>
  production?.year || Number.MAX_SAFE_INTEGER;
