import { releases } from '../../../catalog/releases';
import type { Api } from '../../api/client';
import { type SleevedRelease, sleevedAttributes } from '../../ui/pictures';

/** As many as one read names. */
const namedAtOnce = 100;

/**
 * What sleeves are drawn of, and where they lead, by the UUIDs of releases: look-ups and imports tell less of a release,
 * and one has the same sleeve everywhere.
 */
export async function readThumbnails(
  api: Api,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SleevedRelease & { readonly slug: string; readonly country: string | null }>> {
  const all = [...new Set(ids)];
  const parts = Array.from({ length: Math.ceil(all.length / namedAtOnce) }, (_, part) =>
    all.slice(part * namedAtOnce, (part + 1) * namedAtOnce),
  );
  const fields = { 'fields[Release]': `${sleevedAttributes},country` };
  const pages = await Promise.all(parts.map((id) => api.list(releases, { id, itemsPerPage: namedAtOnce, ...fields })));
  return new Map(pages.flatMap(({ data }) => data.map(({ attributes }) => [attributes._id, attributes] as const)));
}

export type ReleaseThumbnails = Awaited<ReturnType<typeof readThumbnails>>;
