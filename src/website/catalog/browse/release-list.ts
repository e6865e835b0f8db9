import { albums } from '../../../catalog/albums';
import { releaseFormats } from '../../../catalog/release-formats';
import type { releases } from '../../../catalog/releases';
import { type Item, type List, type ListExtras, uuidOfIri } from '../../api/client';
import { includedOf } from '../../api/linked-records';
import type { RequestContext } from '../../http/request-context';

type Formats = readonly Item<typeof releaseFormats>['attributes'][];

/** By release. */
export function formatsIn(list: List<typeof releases>): (release: Item<typeof releases>) => Formats {
  const formats = includedOf(releaseFormats, list);
  return ({ relationships }) => (relationships.formats.data ?? []).flatMap(({ id }) => formats.get(id)?.attributes ?? []);
}

export const withAlbum = { include: 'album', 'fields[Album]': 'title,slug,release_count' } as const;

/** A release, possibly representing its album. */
type Grouped = ReturnType<typeof onceAnAlbum>[number];

/** Each album once, at its first edition. */
export function onceAnAlbum(list: List<typeof releases>) {
  const known = includedOf(albums, list);
  const groups = Map.groupBy(list.data, ({ id, relationships }) => relationships.album.data?.id ?? id);
  return [...groups].flatMap(([id, [first, ...others]]) => {
    if (!first) return [];
    const album = known.get(id)?.attributes;
    /** UUIDs of the releases in the list that it represents. */
    const ids = [first, ...others].map(({ attributes }) => attributes._id);
    return [{ attributes: first.attributes, album: album && album.release_count > 1 ? album : undefined, ids }];
  });
}

/** Number of albums if the list fits on one page, else of releases. */
export function countOfGroups(
  { t, format }: RequestContext,
  { data, meta: { totalItems } }: List<typeof releases>,
  groups: readonly Grouped[],
): string {
  return data.length === totalItems
    ? t.words.albums({ count: format.counted(groups.length) })
    : t.words.releases({ count: format.counted(totalItems) });
}

/** UUIDs. */
export const ownedIn = ({ meta }: List<typeof releases>): ReadonlySet<string> => editionsOf(meta.owned);
export const wantedIn = ({ meta }: List<typeof releases>): ReadonlySet<string> => editionsOf(meta.wanted);

const editionsOf = (holdings: ListExtras['owned'] = []): ReadonlySet<string> =>
  new Set(holdings.filter(({ edition }) => edition === 'this').map(({ release }) => uuidOfIri(release)));

/** The most frequent decade, which colors the page; needs the facet. */
export function mainDecadeOf({ meta }: List<typeof releases>): number | undefined {
  const [first, ...others] = (meta.facets as Record<string, { value: unknown; count: number }[]> | undefined)?.decade ?? [];
  if (!first) return undefined;
  return Number(others.reduce((most, one) => (one.count > most.count ? one : most), first).value);
}
