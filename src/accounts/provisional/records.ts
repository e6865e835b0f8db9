import { authorities } from '../../records/authority';
import { releaseLink } from '../../records/discogs-ids';
import type { GivenRecord } from '../../records/given-record';
import { provisionalSlug } from '../../records/provisional-slugs';
import { plainSlug } from '../../records/slugs';
import { uuidOf } from '../../records/uuid-v5';
import type { Disc, DiscFormat, DiscTrack } from './disc';

/** What is made for owners of discs is remembered as of this source. */
export const ownersSource = 'owners';

const given = (type: string, id: string, attributes: object): GivenRecord => ({
  mode: 'whole',
  authority: authorities.owner,
  record: { type, id, attributes },
});

/**
 * The records of a release that stands in for a disc.
 * @param labels where its labels stand, in their order; none for one that has no record
 */
export function recordsOfDisc(
  disc: Disc,
  id: string,
  labels: readonly (string | undefined)[],
): [release: GivenRecord, ...others: GivenRecord[]] {
  const release = `/api/releases/${id}`;
  const { title, artist, date, country, barcode, discogsId, formats } = disc;
  const numbered = disc.labels
    .map(({ number }, index) => ({ iri: labels[index] ?? null, catalog_number: number ?? null }))
    .filter(({ iri, catalog_number }) => iri !== null || catalog_number !== null);
  const attributes = {
    title,
    ...(artist !== undefined && { artist_credit: artist }),
    ...(date !== undefined && { release_date: date }),
    ...(country !== undefined && { country }),
    ...(barcode !== undefined && { barcode }),
    ...(numbered.length > 0 && { labels: numbered }),
    slug: provisionalSlug(plainSlug({ table: 'release' }, title), id),
    provisional: true,
  };
  const link = discogsId === undefined ? undefined : releaseLink(discogsId);
  return [
    given('Release', release, attributes),
    ...(link ? [given('ReleaseExternalLink', `${release}/external-links/${link.id}`, link.attributes)] : []),
    ...formats.flatMap((format, index) => recordsOfFormat(format, id, index + 1)),
  ];
}

function recordsOfFormat({ type, quantity, descriptions, tracks = [] }: DiscFormat, release: string, position: number): GivenRecord[] {
  const id = uuidOf(`provisional:${release}:format:${position}`);
  const iri = `/api/releases/${release}/formats/${id}`;
  return [
    given('ReleaseFormat', iri, { position, format_type: type, quantity, ...(descriptions.length > 0 && { descriptions }) }),
    ...tracks.map((track, index) => recordOfTrack(track, iri, `${release}:${position}`, index + 1)),
  ];
}

function recordOfTrack({ title, number, seconds }: DiscTrack, format: string, name: string, position: number): GivenRecord {
  const length = seconds === undefined ? {} : { minutes: Math.trunc(seconds / 60), seconds: seconds % 60 };
  const attributes = { position, title, ...(number !== undefined && { number }), ...length };
  return given('ReleaseTrack', `${format}/tracks/${uuidOf(`provisional:${name}:track:${position}`)}`, attributes);
}
