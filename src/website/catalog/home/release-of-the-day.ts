import { productions } from '../../../catalog/productions';
import { releases } from '../../../catalog/releases';
import { dayMilliseconds } from '../../../store/values/dates';
import { includedOf } from '../../api/linked-records';
import type { RequestContext } from '../../http/request-context';
import { sleevedAttributes } from '../../ui/pictures';
import { formatsIn } from '../browse/release-list';

/**
 * The same for everyone, another tomorrow.
 * @param total number of releases
 */
export async function releaseOfTheDay({ api, now }: RequestContext, total: number) {
  if (total === 0) return undefined;
  const list = await api.list(releases, {
    sort: 'createdAt',
    page: 1 + (await presentable(api, chosenOf(total, dayNumber(now)))),
    itemsPerPage: 1,
    include: 'productions,formats',
    names: true,
    'fields[Release]': `${sleevedAttributes},artists,track_count,productions,formats`,
    'fields[Production]': '_id,_type,slug,title,year,description',
    'fields[ReleaseFormat]': 'format_type,quantity',
  });
  const [release] = list.data;
  if (!release) return undefined;
  const [first] = release.relationships.productions.data ?? [];
  return {
    release: release.attributes,
    production: first && includedOf(productions, list).get(first.id)?.attributes,
    formats: formatsIn(list)(release),
  };
}

/** One read of these finds a presentable release. */
const candidates = 30;

/**
 * The first presentable release from `index` on among the candidates: with tracks and a production, preferably a cover. Else
 * `index`.
 */
async function presentable(api: RequestContext['api'], index: number): Promise<number> {
  const page = Math.floor(index / candidates);
  const { data } = await api.list(releases, {
    sort: 'createdAt',
    page: 1 + page,
    itemsPerPage: candidates,
    include: 'productions',
    'fields[Release]': 'track_count,cover,provisional,productions',
    'fields[Production]': '_id',
  });
  const offset = index - page * candidates;
  const fitting = [...data.slice(offset), ...data.slice(0, offset)].filter(
    ({ attributes, relationships }) => attributes.track_count > 0 && !attributes.provisional && relationships.productions.data?.length,
  );
  const chosen = fitting.find(({ attributes }) => attributes.cover) ?? fitting[0];
  return chosen ? page * candidates + data.indexOf(chosen) : index;
}

/** Since 1970, in the server's time zone. */
const dayNumber = (now: Date): number => Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / dayMilliseconds);

/**
 * Consistent hashing: adding a release rarely changes the choice (Lamping and Veach, "A Fast, Minimal Memory, Consistent Hash
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
