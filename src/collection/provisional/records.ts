import type { Pending, UnreviewedRow } from '../../records/edit/unreviewed';
import { authorities } from '../../records/provenance/ranks';
import { plainSlug } from '../../records/write/plain-slug';
import type { ImportedRecord } from '../../records/write/record';
import { provisionalSlug } from '../../records/write/slugs';
import { ownReleaseId, releaseLink, uuidOf } from '../../records/write/uuid-v5';
import { fold } from '../../store/values/folding';
import { normalizeBarcode, normalizeCatalogNumber } from '../../store/values/identifiers';
import type { Disc, DiscFormat, DiscTrack } from './disc';

export const ownersSource = 'owners';

const given = (type: string, id: string, attributes: object): ImportedRecord => ({
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

/** What an unreviewed release becomes when accepted. Labels are found or created then. */
export function pendingOfDisc(disc: Disc): Pending {
  const { id, discogsId, barcode, formats } = disc;
  const { slug: _, ...attributes } = attributesOf(
    disc,
    '',
    disc.labels.map(({ name, number }) => ({ iri: null, name: name ?? null, catalog_number: number ?? null })),
  );
  const link = discogsId === undefined ? undefined : releaseLink(discogsId);
  return {
    attributes: {
      ...attributes,
      formats: formats.map(({ type, quantity, descriptions, tracks = [] }) => ({
        format_type: type,
        quantity,
        ...(descriptions.length > 0 && { descriptions: [...descriptions] }),
        ...(tracks.length > 0 && { tracks: tracks.map(attributesOfTrack) }),
      })),
    },
    relationships: {},
    links: link ? [link.attributes] : [],
    known: {
      ids: [...(id === undefined ? [] : [id]), ...(discogsId === undefined ? [] : [ownReleaseId(discogsId)])],
      barcode: barcode === undefined ? null : normalizeBarcode(barcode),
      numbers: disc.labels.flatMap(({ number }) => normalizeCatalogNumber(number ?? '') || []),
      formats: Object.fromEntries(
        formats.map(({ type }) => [type, formats.filter((one) => one.type === type).reduce((sum, { quantity }) => sum + quantity, 0)]),
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
    given('Release', release, attributes),
    ...(link ? [given('ReleaseExternalLink', `${release}/external-links/${link.id}`, link.attributes)] : []),
    ...formats.flatMap((format, index) => recordsOfFormat(format, id, index + 1)),
  ];
}

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
    given('ReleaseFormat', iri, { position, format_type: type, quantity, ...(descriptions.length > 0 && { descriptions }) }),
    ...tracks.map((track, index) => recordOfTrack(track, iri, `${release}:${position}`, index + 1)),
  ];
}

function recordOfTrack(track: DiscTrack, format: string, name: string, position: number): ImportedRecord {
  const attributes = { position, ...attributesOfTrack(track) };
  return given('ReleaseTrack', `${format}/tracks/${uuidOf(`provisional:${name}:track:${position}`)}`, attributes);
}

function attributesOfTrack({ title, number, seconds }: DiscTrack) {
  const length = seconds === undefined ? {} : { minutes: Math.trunc(seconds / 60), seconds: seconds % 60 };
  return { title, ...(number !== undefined && { number }), ...length };
}
