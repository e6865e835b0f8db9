import { DomainError } from '../errors';
import type { DocumentKind } from '../import/single-documents';
import { country, joinPhrase, short } from '../import/sources/musicbrainz/values';
import { formatWithin } from '../import/sources/shared/formats';
import { child, children, idOf, isObject, isUuid, type Json, number, text } from '../import/sources/shared/json';
import { partialDateOf } from '../import/sources/shared/values';
import { message } from '../messages/message';
import { sameBarcodes } from '../store/values/identifiers';
import type { JsonSite } from './json-site';
import type { Candidate, OnlineQuery } from './look-up';

// Look-ups in the MusicBrainz web service (https://musicbrainz.org/doc/MusicBrainz_API).

/** Editions beyond these do not help a person to choose. */
const mostCandidates = 25;

/** What the dumps have of a release; the switches include what hangs on its recordings, their works and its group. */
const wholeRelease = [
  'artist-credits labels recordings release-groups media discids isrcs aliases',
  'artist-rels label-rels place-rels recording-rels series-rels url-rels work-rels',
  'recording-level-rels work-level-rels release-group-level-rels',
]
  .join(' ')
  .replaceAll(' ', '+');

/** Releases that match, best first. */
export async function findReleases(site: JsonSite, query: OnlineQuery): Promise<readonly Candidate[]> {
  const { mbid, discogs_id: discogsId, disc_id: discId } = query;
  if (mbid !== undefined) return candidatesIn([await site.read(pathOf.release(mbid))], query);
  if (discId !== undefined) {
    const disc = await site.read(`/ws/2/discid/${encodeURIComponent(discId)}?inc=artist-credits+labels&fmt=json`);
    return candidatesIn(membersOf(disc, 'releases'), query);
  }
  if (discogsId !== undefined) {
    const page = encodeURIComponent(`https://www.discogs.com/release/${discogsId}`);
    const linked = await site.read(`/ws/2/url?resource=${page}&inc=release-rels&fmt=json`);
    const ids = membersOf(linked, 'relations').map((relation) => idOf(child(relation, 'release')));
    const found = ids.filter((id) => id !== undefined).slice(0, 3);
    return candidatesIn(await Promise.all(found.map((id) => site.read(pathOf.release(id)))), query);
  }
  const asked = new URLSearchParams({ query: luceneOf(query), limit: String(mostCandidates), fmt: 'json' });
  return candidatesIn(membersOf(await site.read(`/ws/2/release?${asked}`), 'releases'), query);
}

/**
 * The document of one release or artist.
 * @param maximumAge of the copy, in milliseconds
 * @throws {DomainError} not_found; unavailable, if the site sends another
 */
export async function readDocument(site: JsonSite, kind: DocumentKind, mbid: string, maximumAge?: number): Promise<Json> {
  const document = await site.read(pathOf[kind](mbid), maximumAge);
  if (document === undefined) throw new DomainError('not_found', message('source_lacks', { source: 'MusicBrainz', id: mbid }));
  if (!isObject(document) || idOf(document) !== mbid)
    throw new DomainError('unavailable', message('source_unusable', { source: 'MusicBrainz' }), { retryAfterSeconds: 60 });
  return document;
}

export const pathOf: Readonly<Record<DocumentKind, (mbid: string) => string>> = {
  release: (mbid) => `/ws/2/release/${mbid}?inc=${wholeRelease}&fmt=json`,
  artist: (mbid) => `/ws/2/artist/${mbid}?inc=aliases+artist-rels+url-rels&fmt=json`,
};

const membersOf = (document: unknown, key: string): readonly Json[] => (isObject(document) ? children(document, key) : []);

/** Lucene syntax; quoted phrases match in any field analysis. */
function luceneOf({ barcode, catalog_number: number, label, title, artist }: OnlineQuery): string {
  const terms = [
    barcode !== undefined && `barcode:(${spellingsOf(barcode).join(' OR ')})`,
    number !== undefined && `catno:${quoted(number)}`,
    label !== undefined && `label:${quoted(label)}`,
    title !== undefined && `release:${quoted(title)}`,
    artist !== undefined && `artist:${quoted(artist)}`,
  ];
  return terms.filter((term) => term !== false).join(' AND ');
}

/** With and without leading zeros, as people and shops write a barcode. */
function spellingsOf(barcode: string): string[] {
  const digits = barcode.replace(/\D/g, '');
  return [...new Set([digits, ...sameBarcodes(digits), digits.replace(/^0+(?=\d)/, '').padStart(12, '0')])];
}

/** Leading zeros do not change a GTIN. */
const significant = (barcode: string): string => barcode.replace(/\D/g, '').replace(/^0+/, '');

const quoted = (words: string): string => `"${words.replace(/[\\"]/g, '\\$&')}"`;

function candidatesIn(documents: readonly unknown[], { barcode }: OnlineQuery): readonly Candidate[] {
  const wanted = barcode === undefined ? undefined : significant(barcode);
  const found = documents.filter(isObject).flatMap((document) => candidateOf(document, wanted) ?? []);
  return found.toSorted((a, b) => Number(b.same_barcode) - Number(a.same_barcode)).slice(0, mostCandidates);
}

function candidateOf(document: Json, wanted: string | undefined): Candidate | undefined {
  const id = idOf(document);
  if (!isUuid(id)) return undefined;
  const media = children(document, 'media');
  const barcode = short(text(document, 'barcode')) ?? null;
  const seconds = media.flatMap((medium) => children(medium, 'tracks').map((track) => (number(track, 'length') ?? 0) / 1000));
  return {
    source: 'musicbrainz',
    id,
    url: `https://musicbrainz.org/release/${id}`,
    title: short(text(document, 'title')) ?? '[untitled]',
    artist_credit: creditOf(document),
    note: short(text(document, 'disambiguation')) ?? null,
    release_date: partialDateOf(text(document, 'date')) ?? null,
    country: country(text(document, 'country')) ?? null,
    barcode,
    same_barcode: barcode !== null && wanted === significant(barcode),
    labels: children(document, 'label-info')
      .map((info) => ({
        name: short(text(child(info, 'label'), 'name')) ?? null,
        catalog_number: short(text(info, 'catalog-number')) ?? null,
      }))
      .slice(0, 10),
    formats: formatsOf(media),
    track_count: number(document, 'track-count') ?? media.reduce((sum, medium) => sum + (number(medium, 'track-count') ?? 0), 0),
    duration_seconds: Math.round(seconds.reduce((sum, length) => sum + length, 0)) || null,
  };
}

const creditOf = (document: Json): string | null =>
  short(
    children(document, 'artist-credit')
      .map((item) => `${text(item, 'name') ?? text(child(item, 'artist'), 'name') ?? ''}${joinPhrase(text(item, 'joinphrase')) ?? ''}`)
      .join(''),
  ) ?? null;

function formatsOf(media: readonly Json[]): Candidate['formats'] {
  const counts = new Map<Candidate['formats'][number]['format_type'], number>();
  for (const medium of media) {
    const type = formatWithin(text(medium, 'format') ?? '');
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return [...counts].map(([format_type, quantity]) => ({ format_type, quantity }));
}
