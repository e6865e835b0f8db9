import { albums } from '../../../catalog/albums';
import { releaseFormats } from '../../../catalog/release-formats';
import type { releases } from '../../../catalog/releases';
import type { Item, List } from '../../api/client';
import { includedOf } from '../../api/linked-records';
import type { RequestContext } from '../../http/request-context';
import type { ShelvedAlbum } from '../../ui/shelves';

type Formats = readonly Item<typeof releaseFormats>['attributes'][];

/** The formats of each release of a list that brought them along. */
export function formatsIn(list: List<typeof releases>): (release: Item<typeof releases>) => Formats {
  const formats = includedOf(releaseFormats, list);
  return ({ relationships }) => (relationships.formats.data ?? []).flatMap(({ id }) => formats.get(id)?.attributes ?? []);
}

export const withAlbum = { include: 'album', 'fields[Album]': 'title,slug,release_count' } as const;

/** A release, and the album of several editions that it stands for. */
interface Grouped {
  readonly attributes: Item<typeof releases>['attributes'];
  readonly album: ShelvedAlbum | undefined;
  /** The UUIDs of the releases of the list that it stands for. */
  readonly ids: readonly string[];
}

/** The releases of a list that brought their albums along, each album once, where its first edition of the list stands. */
export function onceAnAlbum(list: List<typeof releases>): Grouped[] {
  const known = includedOf(albums, list);
  const groups = Map.groupBy(list.data, ({ id, relationships }) => relationships.album.data?.id ?? id);
  return [...groups].flatMap(([id, [first, ...others]]) => {
    if (!first) return [];
    const album = known.get(id)?.attributes;
    const ids = [first, ...others].map(({ attributes }) => attributes._id);
    return [{ attributes: first.attributes, album: album && album.release_count > 1 ? album : undefined, ids }];
  });
}

/** How many albums a list is of where all of it is on the page, else how many releases. */
export function countOfGroups(
  { t, format }: RequestContext,
  { data, meta: { totalItems } }: List<typeof releases>,
  groups: readonly Grouped[],
): string {
  return data.length === totalItems ? t.words.albums(...format.counted(groups.length)) : t.words.releases(...format.counted(totalItems));
}

/** The UUIDs of releases of a list that the reader owns. */
export const ownedIn = ({ meta }: List<typeof releases>): ReadonlySet<string> =>
  new Set((meta.owned ?? []).filter(({ edition }) => edition === 'this').map(({ release }) => release.slice(release.lastIndexOf('/') + 1)));

/** The first year of the decade that most of a list is of: the page takes its inks. Asked for as a facet. */
export function mainDecadeOf({ meta }: List<typeof releases>): number | undefined {
  const [first, ...others] = (meta.facets as Record<string, { value: unknown; count: number }[]> | undefined)?.decade ?? [];
  if (!first) return undefined;
  return Number(others.reduce((most, one) => (one.count > most.count ? one : most), first).value);
}
