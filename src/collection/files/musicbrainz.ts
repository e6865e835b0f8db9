import type { Cells } from './cells';

// A collection of releases as the web service of MusicBrainz gives it: /ws/2/collection/<id>/releases?fmt=json, or
// /ws/2/release?collection=<id>&inc=artist-credits+labels+media&fmt=json (https://musicbrainz.org/doc/MusicBrainz_API).

/** The cells that a release stands for. What was not asked for with `inc` is not there. */
export function cellsOfMusicBrainz(release: Cells): Cells {
  const [info] = itemsOf(release['label-info']);
  return {
    release_id: release.id,
    release_title: release.title,
    barcode: release.barcode,
    artist_credit: itemsOf(release['artist-credit'])
      .map(({ name, joinphrase = '' }) => `${name}${joinphrase}`)
      .join(''),
    label: memberOf(info?.label).name,
    catalog_number: info?.['catalog-number'],
    year: release.date,
    country: release.country,
    format: itemsOf(release.media)
      .flatMap(({ format }) => format ?? [])
      .join(' + '),
  };
}

const memberOf = (value: unknown): Cells => (typeof value === 'object' && value !== null ? (value as Cells) : {});

const itemsOf = (value: unknown): Cells[] => (Array.isArray(value) ? value.map(memberOf) : []);
