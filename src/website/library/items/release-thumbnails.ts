import { releases } from '../../../catalog/releases';
import { type Api, readInParts, valuesAtOnce } from '../../api/client';
import { sleevedAttributes } from '../../ui/pictures';

/** Sleeves and addresses by UUID, which look-ups and imports lack. */
export async function readThumbnails(api: Api, ids: readonly string[]) {
  const fields = { 'fields[Release]': `${sleevedAttributes},country` };
  const pages = await readInParts(ids, (id) => api.list(releases, { id, itemsPerPage: valuesAtOnce, ...fields }));
  return new Map(pages.flatMap(({ data }) => data.map(({ attributes }) => [attributes._id, attributes] as const)));
}

export type ReleaseThumbnails = Awaited<ReturnType<typeof readThumbnails>>;
