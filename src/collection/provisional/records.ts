import { isVarious } from '../../matching/various';
import type { Pending, UnreviewedRow } from '../../records/edit/unreviewed';
import { authorities } from '../../records/provenance/ranks';
import type { ImportedRecord } from '../../records/write/record';
import { plainSlug, provisionalSlug } from '../../records/write/slugs';
import { fold } from '../../store/values/folding';
import { normalizeBarcode, normalizeCatalogNumber, ownReleaseId, releaseLink, uuidOf } from '../../store/values/identifiers';
import type { Disc, DiscFormat, DiscTrack } from './disc';

export const ownersSource = 'owners';

const record = (type: string, id: string, attributes: object): ImportedRecord => ({
  mode: 'whole',
  authority: authorities.owner,
  record: { type, id, attributes },
});

/** The row of an unreviewed release. */
export const rowOfDisc = ({ title, artist, date, country, barcode }: Disc): UnreviewedRow => ({
  title,
  title_folded: fold(title),
  artist_credit: artist ?? null,
  release_date: date ?? null,
  country: country ?? null,
  barcode: barcode ?? null,
});

/** What an unreviewed release becomes when accepted. Labels that the catalog lacks are created then. */
export function pendingOfDisc(
  disc: Disc,
  { labels, artists, production }: { labels: readonly (string | undefined)[]; artists: readonly object[]; production: string | undefined },
): Pending {
  const { id, discogsId, barcode, formats, artist = '' } = disc;
  const { slug: _, ...attributes } = attributesOf(
    disc,
    '',
    disc.labels.map(({ name, number }, index) => ({ iri: labels[index] ?? null, name: name ?? null, catalog_number: number ?? null })),
  );
  const link = discogsId === undefined ? undefined : releaseLink(discogsId);
  return {
    attributes: {
      ...attributes,
      ...((artists.length > 0 || isVarious(artist)) && { artists }),
      formats: formats.map(({ type, quantity, descriptions, tracks = [] }) => ({
        format_type: type,
        quantity,
        ...(descriptions.length > 0 && { descriptions: [...descriptions] }),
        ...(tracks.length > 0 && { tracks: tracks.map(attributesOfTrack) }),
      })),
    },
    relationships: {},
    ...(production !== undefined && { productions: [production] }),
    links: link ? [link.attributes] : [],
    known: {
      ids: [...(id === undefined ? [] : [id]), ...(discogsId === undefined ? [] : [ownReleaseId(discogsId)])],
      barcode: barcode === undefined ? null : normalizeBarcode(barcode),
      numbers: disc.labels.flatMap(({ number }) => normalizeCatalogNumber(number ?? '') || []),
      formats: Object.fromEntries(
        formats.map(({ type }) => [
          type,
          formats.filter((format) => format.type === type).reduce((sum, { quantity }) => sum + quantity, 0),
        ]),
      ),
    },
  };
}

/**
 * Records of a provisional release.
 * @param labels by position; undefined for one without a record
 */
export function recordsOfDisc(
  disc: Disc,
  id: string,
  labels: readonly (string | undefined)[],
  artists: readonly object[],
): [release: ImportedRecord, ...others: ImportedRecord[]] {
  const release = `/api/releases/${id}`;
  const { discogsId, formats } = disc;
  const numbered = disc.labels
    .map(({ number }, index) => ({ iri: labels[index] ?? null, catalog_number: number ?? null }))
    .filter(({ iri, catalog_number }) => iri !== null || catalog_number !== null);
  const attributes = { ...attributesOf(disc, id, numbered), ...(artists.length > 0 && { artists }) };
  const link = discogsId === undefined ? undefined : releaseLink(discogsId);
  return [
    record('Release', release, attributes),
    ...(link ? [record('ReleaseExternalLink', `${release}/external-links/${link.id}`, link.attributes)] : []),
    ...formats.flatMap((format, index) => recordsOfFormat(format, id, index + 1)),
  ];
}

/** Pages of a disc at other sites. MBIDs are random; UUIDs made here are derived from something or from the time. */
export const linksOf = ({ id, discogsId }: Pick<Disc, 'id' | 'discogsId'>) => [
  ...(discogsId === undefined ? [] : [releaseLink(discogsId)]),
  ...(id?.[14] === '4'
    ? [
        {
          id: uuidOf(`musicbrainz:release:${id}:link:musicbrainz`),
          attributes: { provider: 'musicbrainz', external_id: id, url: `https://musicbrainz.org/release/${id}` },
        },
      ]
    : []),
];

export const recordOfLink = (release: string, { id, attributes }: ReturnType<typeof linksOf>[number]): ImportedRecord =>
  record('ReleaseExternalLink', `/api/releases/${release}/external-links/${id}`, attributes);

const attributesOf = ({ title, artist, date, country, barcode }: Disc, id: string, labels: readonly object[]) => ({
  title,
  ...(artist !== undefined && { artist_credit: artist }),
  ...(date !== undefined && { release_date: date }),
  ...(country !== undefined && { country }),
  ...(barcode !== undefined && { barcode }),
  ...(labels.length > 0 && { labels }),
  slug: provisionalSlug(plainSlug({ table: 'release' }, title), id),
  provisional: true,
});

function recordsOfFormat({ type, quantity, descriptions, tracks = [] }: DiscFormat, release: string, position: number): ImportedRecord[] {
  const id = uuidOf(`provisional:${release}:format:${position}`);
  const iri = `/api/releases/${release}/formats/${id}`;
  return [
    record('ReleaseFormat', iri, { position, format_type: type, quantity, ...(descriptions.length > 0 && { descriptions }) }),
    ...tracks.map((track, index) => recordOfTrack(track, iri, `${release}:${position}`, index + 1)),
  ];
}

function recordOfTrack(track: DiscTrack, format: string, name: string, position: number): ImportedRecord {
  const attributes = { position, ...attributesOfTrack(track) };
  return record('ReleaseTrack', `${format}/tracks/${uuidOf(`provisional:${name}:track:${position}`)}`, attributes);
}

function attributesOfTrack({ title, number, seconds }: DiscTrack) {
  const length = seconds === undefined ? {} : { minutes: Math.trunc(seconds / 60), seconds: seconds % 60 };
  return { title, ...(number !== undefined && { number }), ...length };
}
