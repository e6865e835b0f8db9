import { releaseTracks } from '../../../catalog/tracks/release-tracks';
import type { Api, Item, List } from '../../api/client';

const tracksOfRead = 100;

/** @param from first position */
export async function readTracks(
  api: Api,
  release: string,
  { count, from = 0 }: { readonly count: number; readonly from?: number },
): Promise<Item<typeof releaseTracks>[]> {
  const { path } = releaseTracks.listOfAll ?? releaseTracks;
  const reads = Math.max(0, Math.ceil(count / tracksOfRead));
  const found = await Promise.all(
    Array.from({ length: reads }, (_, read) =>
      api.read<List<typeof releaseTracks>>(path, {
        release,
        names: true,
        itemsPerPage: tracksOfRead,
        page: from / tracksOfRead + read + 1,
      }),
    ),
  );
  return found.flatMap(({ data }) => data).slice(0, count);
}
