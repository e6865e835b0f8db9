import type { FetchedDocument } from '../import/single-documents';
import { country, joinPhrase, short } from '../import/sources/musicbrainz/values';
import { formatWithin } from '../import/sources/shared/formats';
import { child, children, isUuid, type Json, mbidOf, number, text } from '../import/sources/shared/json';
import { partialDateOf } from '../import/sources/shared/records';
import type { JsonSite, SiteReading } from './json-site';
import { bestFirst, mostCandidates, type OnlineCandidate, type OnlineQuery, significant } from './look-up';

// Look-ups in the MusicBrainz web service (https://musicbrainz.org/doc/MusicBrainz_API).

/** `inc` parameters that request what the dumps contain: the release with its recordings, their works and its group. */
const wholeRelease = [
  'artist-credits labels recordings release-groups media discids isrcs aliases',
  'artist-rels label-rels place-rels recording-rels series-rels url-rels work-rels',
  'recording-level-rels work-level-rels release-group-level-rels',
]
  .join(' ')
  .replaceAll(' ', '+');

/** Releases that match, best first. Discogs ids are found as far as MusicBrainz links to them. */
export async function findOnMusicbrainz(site: JsonSite, query: OnlineQuery, reading: SiteReading): Promise<readonly OnlineCandidate[]> {
  const readAll = async (ids: readonly string[]) => {
    const documents = await Promise.all(ids.map((id) => site.findRecord(pathOf.release(id), id, reading, isUuid)));
    return candidatesIn(
      documents.filter((document) => document !== undefined),
      query,
    );
  };
  const { mbid, discogs_id: discogsId, disc_id: discId } = query;
  if (mbid !== undefined) return readAll([mbid]);
  if (discId !== undefined) {
    const path = `/ws/2/discid/${encodeURIComponent(discId)}?inc=artist-credits+labels&fmt=json`;
    return candidatesIn(await site.readList(path, 'releases', reading), query);
  }
  if (query.release_group !== undefined) {
    const path = `/ws/2/release?release-group=${query.release_group}&inc=artist-credits+labels+media&limit=${mostCandidates}&fmt=json`;
    return candidatesIn(await site.readList(path, 'releases', reading), query);
  }
  if (query.discogs_master !== undefined) return [];
  if (discogsId !== undefined) {
    const page = encodeURIComponent(`https://www.discogs.com/release/${discogsId}`);
    const linked = await site.readList(`/ws/2/url?resource=${page}&inc=release-rels&fmt=json`, 'relations', reading);
    const ids = linked.map((relation) => mbidOf(child(relation, 'release')));
    return readAll(ids.filter((id) => id !== undefined).slice(0, 3));
  }
  const parameters = new URLSearchParams({ query: luceneOf(query), limit: String(mostCandidates), fmt: 'json' });
  return candidatesIn(await site.readList(`/ws/2/release?${parameters}`, 'releases', reading), query);
}

type Entity = 'release' | 'artist';

export const readMusicbrainz = async (site: JsonSite, kind: Entity, mbid: string, reading?: SiteReading): Promise<FetchedDocument> => {
  const path = pathOf[kind](mbid);
  const document = await site.readRecord(path, mbid, reading, isUuid);
  return { url: site.url(path), site: 'musicbrainz', kind, document, ...(document.id !== mbid && { mergedId: mbid }) };
};

const pathOf: Readonly<Record<Entity, (mbid: string) => string>> = {
  release: (mbid) => `/ws/2/release/${mbid}?inc=${wholeRelease}&fmt=json`,
  artist: (mbid) => `/ws/2/artist/${mbid}?inc=aliases+artist-rels+url-rels&fmt=json`,
};

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
  const significant = digits.replace(/^0+(?=\d)/, '');
  return [...new Set([digits, ...[8, 12, 13, 14].map((length) => significant.padStart(length, '0'))])];
}

const quoted = (words: string): string => `"${words.replace(/[\\"]/g, '\\$&')}"`;

function candidatesIn(documents: readonly Json[], { barcode }: OnlineQuery): readonly OnlineCandidate[] {
  const wanted = barcode === undefined ? undefined : significant(barcode);
  return bestFirst(documents.map((document) => candidateOf(document, wanted)));
}

function candidateOf(document: Json, wanted: string | undefined): OnlineCandidate | undefined {
  const id = mbidOf(document);
  if (!isUuid(id) || text(document, 'status') === 'Pseudo-Release') return undefined;
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
    track_count: countOf(number(document, 'track-count') ?? media.reduce((sum, medium) => sum + (number(medium, 'track-count') ?? 0), 0)),
    duration_seconds: countOf(seconds.reduce((sum, length) => sum + length, 0)) || null,
  };
}

/** Zero for what no release has: more than ten years of music, or a number below zero. */
const countOf = (number: number): number => (number >= 0 && number < 315_360_000 ? Math.round(number) : 0);

const creditOf = (document: Json): string | null =>
  short(
    children(document, 'artist-credit')
      .map((item) => `${text(item, 'name') ?? text(child(item, 'artist'), 'name') ?? ''}${joinPhrase(text(item, 'joinphrase')) ?? ''}`)
      .join(''),
  ) ?? null;

function formatsOf(media: readonly Json[]): OnlineCandidate['formats'] {
  const counts = new Map<OnlineCandidate['formats'][number]['format_type'], number>();
  for (const medium of media) {
    const type = formatWithin(text(medium, 'format') ?? '');
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return [...counts].map(([format_type, quantity]) => ({ format_type, quantity }));
}
