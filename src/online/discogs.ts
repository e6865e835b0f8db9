import type { FetchedDocument } from '../import/single-documents';
import { countryCodesOf } from '../import/sources/discogs/countries';
import { durationOf, undisambiguatedName } from '../import/sources/discogs/values';
import { formatNamed } from '../import/sources/shared/formats';
import { children, type Json, number, text, texts } from '../import/sources/shared/json';
import { line, partialDateOf } from '../import/sources/shared/records';
import { normalizeBarcode } from '../store/values/identifiers';
import type { JsonSite, SiteReading } from './json-site';
import { bestFirst, mostCandidates, type OnlineCandidate, type OnlineQuery, significant } from './look-up';

// Look-ups in the Discogs API (https://www.discogs.com/developers).

/** Releases that match, best first. */
export async function findOnDiscogs(site: JsonSite, query: OnlineQuery, reading: SiteReading): Promise<readonly OnlineCandidate[]> {
  const { discogs_id: id, barcode, catalog_number: catno, label, title, artist } = query;
  if (id !== undefined) {
    const release = await site.read(pathOf(id), reading);
    return release ? bestFirst([candidateOf(release, namesIn(release), query)]) : [];
  }
  if (query.discogs_master !== undefined) {
    const path = `/masters/${query.discogs_master}/versions?per_page=${mostCandidates}`;
    const versions = await site.readList(path, 'versions', reading);
    return bestFirst(versions.map((version) => candidateOf(version, namesInVersion(version), query)));
  }
  const criteria = { barcode: barcode && asPrinted(barcode), catno, label, release_title: title, artist };
  const present = Object.entries(criteria).filter((entry): entry is [string, string] => entry[1] !== undefined);
  if (present.length === 0) return [];
  const search = new URLSearchParams([...present, ['type', 'release'], ['per_page', String(mostCandidates)]]);
  const found = await site.readList(`/database/search?${search}`, 'results', reading);
  return bestFirst(found.map((result) => candidateOf(result, namesInResult(result), query)));
}

export const fetchDiscogsRelease = async (site: JsonSite, id: string, reading?: SiteReading): Promise<FetchedDocument> => ({
  url: site.url(pathOf(id)),
  site: 'discogs',
  kind: 'release',
  document: await site.readRecord(pathOf(id), id, reading),
});

const pathOf = (id: string): string => `/releases/${id}`;

/** A UPC-A has twelve digits. */
const asPrinted = (barcode: string): string => (normalizeBarcode(barcode) ?? barcode).replace(/^0(?=\d{12}$)/, '');

type Names = Pick<OnlineCandidate, 'title' | 'artist_credit' | 'labels'> & { readonly barcodes: readonly string[] };

/** `Jerry Goldsmith - Total Recall`, with an asterisk after a name that is spelled otherwise elsewhere. */
function namesInResult(result: Json): Names {
  const [, artist, title] = /^(.+?)\*? - (.+)$/s.exec(text(result, 'title') ?? '') ?? [];
  return {
    title: line(title ?? text(result, 'title') ?? '') || '[untitled]',
    artist_credit: artist === undefined ? null : undisambiguatedName(artist),
    labels: [
      { name: undisambiguatedName(texts(result, 'label')[0] ?? '') || null, catalog_number: line(text(result, 'catno') ?? '') || null },
    ],
    barcodes: texts(result, 'barcode'),
  };
}

/** Editions of a master have the title alone. */
const namesInVersion = (version: Json): Names => ({
  title: line(text(version, 'title') ?? '') || '[untitled]',
  artist_credit: null,
  labels: [{ name: undisambiguatedName(text(version, 'label') ?? '') || null, catalog_number: line(text(version, 'catno') ?? '') || null }],
  barcodes: [],
});

function namesIn(release: Json): Names {
  const credits = children(release, 'artists').map((artist) => [
    undisambiguatedName(text(artist, 'anv') ?? text(artist, 'name') ?? ''),
    text(artist, 'join'),
  ]);
  return {
    title: line(text(release, 'title') ?? '') || '[untitled]',
    artist_credit:
      line(
        credits
          .flatMap(([name, join = ',']) => [name, join])
          .slice(0, -1)
          .join(' ')
          .replace(/ ,/g, ','),
      ) || null,
    labels: children(release, 'labels')
      .map((label) => ({
        name: undisambiguatedName(text(label, 'name') ?? '') || null,
        catalog_number: line(text(label, 'catno') ?? '') || null,
      }))
      .slice(0, 10),
    barcodes: children(release, 'identifiers').flatMap((identifier) =>
      text(identifier, 'type') === 'Barcode' ? (text(identifier, 'value') ?? []) : [],
    ),
  };
}

function candidateOf(release: Json, { barcodes, ...names }: Names, { barcode }: OnlineQuery): OnlineCandidate | undefined {
  const id = number(release, 'id');
  if (id === undefined || !Number.isSafeInteger(id) || id < 1) return undefined;
  const tracks = children(release, 'tracklist');
  const lengths = tracks.map((track) => durationOf(text(track, 'duration') ?? '') ?? { minutes: 0, seconds: 0 });
  const listed = texts(release, 'major_formats').map((name): Json => ({ name, text: text(release, 'format') }));
  const formats = [...children(release, 'formats'), ...listed].filter((format) => text(format, 'name') !== 'All Media');
  const same = barcodes.find((candidate) => barcode !== undefined && significant(candidate) === significant(barcode));
  return {
    source: 'discogs',
    id: String(id),
    url: `https://www.discogs.com/release/${id}`,
    ...names,
    note: line(formats.flatMap((format) => [text(format, 'text'), ...texts(format, 'descriptions')].filter(Boolean)).join(', ')) || null,
    release_date: partialDateOf(text(release, 'released') ?? text(release, 'year')) ?? null,
    country: countryCodesOf(text(release, 'country') ?? '')[0] ?? null,
    barcode: (same ?? barcodes[0])?.replace(/\D/g, '') || null,
    same_barcode: same !== undefined,
    formats: formats.slice(0, 10).map((format) => ({
      format_type: formatNamed(text(format, 'name') ?? ''),
      quantity: Math.max(1, Math.trunc(Number(format.qty)) || 1),
    })),
    track_count: tracks.filter((track) => text(track, 'position')).length,
    duration_seconds: lengths.reduce((sum, { minutes, seconds }) => sum + 60 * minutes + seconds, 0) || null,
  };
}
