import { releaseFormats } from '../catalog/release-formats';
import type { releases } from '../catalog/releases';
import type { Item, List } from './api';
import { includedOf } from './included';

type Formats = readonly Item<typeof releaseFormats>['attributes'][];

/** The formats of each release of a list that brought them along. */
export function formatsIn(list: List<typeof releases>): (release: Item<typeof releases>) => Formats {
  const formats = includedOf(releaseFormats, list);
  return ({ relationships }) => (relationships.formats.data ?? []).flatMap(({ id }) => formats.get(id)?.attributes ?? []);
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
