import { artists } from '../../catalog/artists';
import { productions } from '../../catalog/productions';
import { releases } from '../../catalog/releases';
import { sleevedAttributes } from '../components/pictures';
import { includedOf } from '../included';
import { formatsIn } from '../release-list';
import type { Visit } from '../visit';

/**
 * The release that a day shows: everybody sees the same, and another tomorrow.
 * @param total how many releases there are; `undefined` is answered where there is none
 */
export async function releaseOfTheDay({ api, now }: Visit, total: number) {
  if (total === 0) return undefined;
  const list = await api.list(releases, {
    sort: 'createdAt',
    page: 1 + chosenOf(total, dayNumber(now)),
    itemsPerPage: 1,
    include: 'productions,artists,formats',
    'fields[Release]': `${sleevedAttributes},artists,track_count,productions,formats`,
    'fields[Artist]': '_id,slug',
    'fields[Production]': '_id,_type,slug,title,year,description',
    'fields[ReleaseFormat]': 'format_type,quantity',
  });
  const [release] = list.data;
  if (!release) return undefined;
  const [first] = release.relationships.productions.data ?? [];
  const slugs = new Map([...includedOf(artists, list).values()].map(({ attributes }) => [attributes._id, attributes.slug]));
  return {
    release: release.attributes,
    production: first && includedOf(productions, list).get(first.id)?.attributes,
    formats: formatsIn(list)(release),
    slugs,
  };
}

/** The days since 1970, where the server is. */
const dayNumber = (now: Date): number => Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / 86_400_000);

/**
 * Chooses one of some, evenly. With one more of them the choice stays as it is, or is the new one: a release that is
 * added in the course of a day hardly ever changes it (Lamping and Veach, "A Fast, Minimal Memory, Consistent Hash
 * Algorithm", 2014).
 */
export function chosenOf(total: number, day: number): number {
  let key = BigInt.asUintN(64, Bun.hash(`day ${day}`) as bigint);
  let chosen = 0;
  for (let next = 0; next < total; ) {
    chosen = next;
    key = BigInt.asUintN(64, key * 2862933555777941757n + 1n);
    next = Math.floor((chosen + 1) * (2 ** 31 / (Number(key >> 33n) + 1)));
  }
  return chosen;
}
