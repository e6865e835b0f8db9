import { sql } from 'kysely';
import { artistLineOf } from '../kinds/lists';
import { barcodeShown, numbersShown } from '../records/edit/unreviewed';
import type { Connection } from '../store/database/connection';
import { readSearchText } from '../store/database/full-text';
import { textOf } from '../store/database/sql';
import { fold, labelSpellings } from '../store/values/folding';
import { normalizeCatalogNumber, readBarcode } from '../store/values/identifiers';
import { keysOf, releasesWith } from './candidates';
import { onlyOf } from './decide';
import { filmsTitled, releasesTitled } from './release-titles';
import { productionTitleOf } from './titles/production-title';
import { isVarious } from './various';
import { foundBy as ways } from './vocabulary';

// Releases that a typed line may mean, and records by a name. An ambiguous name matches none.

type Way = (typeof ways)[number];

/** Releases that a line may mean, best first. */
export interface Candidates {
  readonly foundBy: Way | null;
  readonly keys: readonly number[];
  /** Whether the first is unambiguous. */
  readonly isClear: boolean;
}

/** More candidates would not help. */
const maximumCandidates = 5;

/** Frequent words occur on tens of thousands of releases: the best of this many hits suffice. */
const maximumHits = 1_000;

const nothing: Candidates = { foundBy: null, keys: [], isClear: false };

/** What the form of an unreviewed release says, normalized. No index has it. */
export interface UnreviewedDisc {
  readonly key: number;
  readonly title: string;
  readonly barcode: string | null;
  readonly numbers: readonly string[];
}

/** All of a contributor, who may add a limited number. */
export const unreviewedDiscs = (reader: Connection, user: number): readonly UnreviewedDisc[] =>
  reader
    .all<Omit<UnreviewedDisc, 'numbers'> & { numbers: string }>(ofContributor, { user })
    .map((disc) => ({ ...disc, numbers: JSON.parse(disc.numbers) }));

const ofContributor = textOf(sql`
  SELECT "release".key, "release".title_folded AS title, ${barcodeShown} AS barcode,
    (SELECT json_group_array(number) FROM (${numbersShown(sql`("release".key)`)})) AS numbers
  FROM "release" WHERE unreviewed_by = :user ORDER BY "release".id`);

/**
 * Finds releases for a line: by barcode, else catalog number, else title with or without artist.
 * @param unreviewed further releases that may be meant
 */
export function candidatesFor(reader: Connection, line: string, unreviewed: readonly UnreviewedDisc[] = []): Candidates {
  const reviewed = reviewedFor(reader, line);
  const [barcode, number, titles] = [readBarcode(line), normalizeCatalogNumber(line), partsOf(line)];
  const found = {
    barcode: unreviewed.filter((disc) => disc.barcode !== null && disc.barcode === barcode),
    catalog_number: unreviewed.filter(({ numbers }) => number !== null && numbers.includes(number)),
    title: unreviewed.filter(({ title }) => titles.includes(title)),
  };
  const way = ways.find((way) => way === reviewed.foundBy || found[way].length > 0);
  if (!way || found[way].length === 0) return reviewed;
  const keys = [...found[way].map(({ key }) => key), ...(reviewed.foundBy === way ? reviewed.keys : [])].slice(0, maximumCandidates);
  return { foundBy: way, keys, isClear: keys.length === 1 };
}

function reviewedFor(reader: Connection, line: string): Candidates {
  const barcode = readBarcode(line);
  const byBarcode = barcode === null ? [] : keysOf(reader, ofBarcode, { values: JSON.stringify([barcode]) });
  if (byBarcode.length > 0) return { foundBy: 'barcode', keys: byBarcode, isClear: byBarcode.length === 1 };
  const number = normalizeCatalogNumber(line);
  const byNumber = number === null ? [] : keysOf(reader, ofNumber, { values: JSON.stringify([number]) });
  if (byNumber.length > 0) return { foundBy: 'catalog_number', keys: byNumber, isClear: byNumber.length === 1 };
  return barcode === null ? byTitle(reader, line) : nothing;
}

const ofBarcode = `${releasesWith.barcode} LIMIT ${maximumCandidates}`;

const ofNumber = `${releasesWith.number} ORDER BY release_key LIMIT ${maximumCandidates}`;

/** "Bernard Herrmann - Psycho", "Psycho – Bernard Herrmann", "Bernard Herrmann: Psycho". */
const separator = /\s[-–—/]\s|:\s|\t/;

/** The line, and what may be its artist and title, folded. */
const partsOf = (line: string): readonly string[] => [
  ...new Set([line, ...line.split(separator)].map((part) => fold(part).trim()).filter((part) => part !== '')),
];

interface TitleHit {
  readonly key: number;
  readonly isTitle: 0 | 1;
  readonly artist: string | null;
}

function byTitle(reader: Connection, line: string): Candidates {
  const { match } = readSearchText(line);
  if (match === null) return nothing;
  const parts = partsOf(line);
  const hits = reader.all<TitleHit>(withWords, { match, titles: JSON.stringify(parts) });
  const meant = onlyOf(hits) ?? onlyOf(hits.filter(({ isTitle }) => isTitle)) ?? onlyOf(hits.filter((hit) => isNamedWhole(hit, parts)));
  if (meant) return { foundBy: 'title', keys: [meant.key], isClear: true };
  const others = hits.some(({ isTitle }) => isTitle) ? [] : parts.flatMap((part) => namedOtherwise(reader, part));
  const keys = [...new Set([...others, ...hits.map(({ key }) => key)])].slice(0, maximumCandidates);
  return keys.length === 0 ? nothing : { foundBy: 'title', keys, isClear: keys.length === 1 && parts.length === 1 };
}

/** Releases by other titles, and by those of their albums and films. */
function namedOtherwise(reader: Connection, title: string): readonly number[] {
  const { own, ofWork, ofAlbum } = releasesTitled(reader, title, 0);
  return [...own, ...ofWork, ...ofAlbum];
}

/** Whether both title and artist were typed. */
const isNamedWhole = ({ isTitle, artist }: TitleHit, parts: readonly string[]): boolean =>
  isTitle === 1 && artist !== null && parts.includes(fold(artist).trim());

/**
 * Exact titles and artists first, and titles contained in the line: not missed for frequent words or unknown spellings of the
 * artist.
 */
const withWords = `
  SELECT best.key, best.isTitle, ${textOf(artistLineOf('shown'))} AS artist FROM (
  SELECT r.key, r.title_folded IN (SELECT value FROM json_each(:titles)) AS isTitle, hit.score, r.id
  FROM (
    SELECT key, min(score) AS score FROM (
      SELECT * FROM (
        SELECT rowid AS key, bm25(release_search, 10, 5) AS score FROM release_search WHERE release_search MATCH :match
        LIMIT ${maximumHits})
      UNION ALL
      SELECT * FROM (
        SELECT key, 0 AS score FROM "release" WHERE title_folded IN (SELECT value FROM json_each(:titles))
          AND unreviewed_by IS NULL
        LIMIT ${maximumHits})
    ) GROUP BY key
  ) AS hit JOIN "release" AS r ON r.key = hit.key
  ORDER BY isTitle DESC, hit.score, r.id LIMIT ${maximumCandidates}
  ) AS best JOIN "release" AS shown ON shown.key = best.key
  ORDER BY best.isTitle DESC, best.score, best.id`;

/** Catalog numbers are short and have a digit: "VSD-5267", "MSM 6116". */
const longestNumber = 24;

interface DescribedCode {
  readonly url?: string;
  readonly barcode?: string;
  readonly catalog_number?: string;
  readonly title?: string;
  readonly artist?: string;
}

/** Classifies a typed line by its form, for look-ups on other sites: a URL, barcode, catalog number, or title with or without artist. */
export function describedCode(line: string): DescribedCode {
  if (/^https?:/i.test(line)) return { url: line };
  const barcode = readBarcode(line);
  if (barcode !== null) return { barcode };
  const number = normalizeCatalogNumber(line);
  if (number !== null && /\d/.test(number) && line.length <= longestNumber && line.split(' ').length < 4) return { catalog_number: line };
  const [artist = '', title = ''] = line.split(/\s[-–—]\s/);
  return title.trim() && artist.trim() ? { title: title.trim(), artist: artist.trim() } : { title: line };
}

/** Discogs disambiguation: "John Williams (4)". */
const numberAtDiscogs = / \(\d+\)$/;

/** Longer credits list performers rather than cover names. */
const mostNames = 10;

/** An item of a release's `artists`. */
export interface CreditedArtist {
  readonly iri: string;
  readonly join_phrase: string | null;
}

/**
 * IRI of a label by name. Exact matches first, those of MusicBrainz before others; else the only one that differs by a word such
 * as Records.
 */
export function labelNamed(reader: Connection, name: string): string | undefined {
  const labels = reader.all<{ id: string; name_folded: string }>(
    `SELECT id, name_folded FROM label WHERE name_folded IN (SELECT value FROM json_each(:names)) ORDER BY substr(id, 15, 1) = '5', id`,
    { names: JSON.stringify(labelSpellings(name)) },
  );
  const exact = labels.find(({ name_folded }) => name_folded === fold(name));
  const found = exact ?? (labels.length === 1 ? labels[0] : undefined);
  return found && `/api/labels/${found.id}`;
}

/**
 * Artists of a credit such as "Hans Zimmer & Lisa Gerrard": all, or none if a name is unknown or ambiguous.
 * @param add creates an artist of an unknown name
 */
export function artistsNamed(reader: Connection, credit: string, add?: (name: string) => string | undefined): readonly CreditedArtist[] {
  const whole = artistNamed(reader, credit) ?? artistNamed(reader, credit.replace(/^(\S+), (\S+)$/, '$2 $1'));
  if (whole !== undefined) return [{ iri: whole, join_phrase: null }];
  const [first = '', ...rest] = credit.split(/((?:(?<!\s)\s+)?[,/;]\s+|(?<!\s)\s+(?:&|and|und|et|with|feat\.)\s+)/iu, mostNames * 2);
  const names = [first, ...rest.filter((_, index) => index % 2 === 1)];
  const known = names.map((name) => artistNamed(reader, name));
  if (add && credit !== '' && !isVarious(credit) && known.includes(undefined)) return added(reader, credit, names, rest, add);
  if (names.length < 2 || known.includes(undefined) || new Set(known).size < known.length) return [];
  return known.flatMap((iri, index) => (iri === undefined ? [] : [{ iri, join_phrase: rest[index * 2] ?? null }]));
}

/** The artists of a credit, those unknown added. Several people have names of several words: not "Earth, Wind & Fire" or "Williams, John". */
function added(
  reader: Connection,
  credit: string,
  names: readonly string[],
  phrases: readonly string[],
  add: (name: string) => string | undefined,
) {
  const areSeveral = names.length <= mostNames && names.every((name) => /\S\s+\S/.test(name.trim()));
  if (!areSeveral && /^\S+, \S+$/.test(credit)) return [];
  const people = (areSeveral ? names : [credit]).map((name) => name.replace(numberAtDiscogs, '').trim());
  // Several artists of one name are told apart by people.
  const isAmbiguous = (name: string): boolean => artistNamed(reader, name) === undefined && isArtist(reader, name);
  if (people.some(isAmbiguous)) return [];
  const artists = people.map((name) => artistNamed(reader, name) ?? add(name));
  if (artists.includes(undefined) || new Set(artists).size < artists.length) return [];
  return artists.flatMap((iri, index) => (iri === undefined ? [] : [{ iri, join_phrase: (areSeveral && phrases[index * 2]) || null }]));
}

const isArtist = (reader: Connection, name: string): boolean =>
  reader.get(
    `SELECT 1 FROM artist WHERE name_folded = :folded UNION ALL SELECT 1 FROM artist_alias WHERE variation_folded = :folded LIMIT 1`,
    { folded: fold(name) },
  ) !== undefined;

function artistNamed(reader: Connection, name: string): string | undefined {
  const folded = fold(name.replace(numberAtDiscogs, '')).trim();
  const only = (query: string) => onlyOf(reader.all<{ id: string }>(query, { folded }));
  const found =
    only('SELECT id FROM artist WHERE name_folded = :folded LIMIT 2') ??
    only(`SELECT DISTINCT artist.id FROM artist_alias JOIN artist ON artist.key = artist_key
          WHERE variation_folded = :folded AND NOT EXISTS (SELECT 1 FROM artist WHERE name_folded = :folded) LIMIT 2`);
  return found && `/api/artists/${found.id}`;
}

/**
 * IRI of the only production that a release title names by any of its titles, with or without marker words. One of its composers must be
 * among the release's artists. If it has none, its title must be equal.
 */
export function productionNamed(reader: Connection, title: string, artists: readonly Pick<CreditedArtist, 'iri'>[]): string | undefined {
  const keys = artists.length === 0 ? [] : filmsTitled(reader, title);
  if (keys.length === 0) return undefined;
  const titles = [title, productionTitleOf(title).title].map((title) => fold(title).trim());
  const productions = reader.all<{ id: string }>(
    `SELECT p.id FROM production AS p WHERE p.key IN (SELECT value FROM json_each(:keys))
     AND (EXISTS (SELECT 1 FROM production_credit AS c JOIN artist ON artist.key = c.artist_key
         WHERE c.production_key = p.key AND c.list = 'composers'
           AND '/api/artists/' || artist.id IN (SELECT value FROM json_each(:artists)))
       OR p.title_folded IN (SELECT value FROM json_each(:titles))
         AND NOT EXISTS (SELECT 1 FROM production_credit WHERE production_key = p.key AND list = 'composers'))
     LIMIT 2`,
    { keys: JSON.stringify(keys), titles: JSON.stringify(titles), artists: JSON.stringify(artists.map(({ iri }) => iri)) },
  );
  const production = onlyOf(productions);
  return production && `/api/productions/${production.id}`;
}

/** Entry of a release, by its UUID, under the production that its title names, unless it has one. */
export function entryNamed(reader: Connection, id: string) {
  const release = reader.get<{ title: string; artists: string }>(
    `SELECT title, (SELECT json_group_array(json_object('iri', '/api/artists/' || artist.id)) FROM release_credit AS c
       JOIN artist ON artist.key = c.artist_key WHERE c.release_key = "release".key AND c.list = 'artists') AS artists
     FROM "release" WHERE id = :id AND NOT EXISTS (SELECT 1 FROM production_entry WHERE release_key = "release".key)`,
    { id },
  );
  const production = release && productionNamed(reader, release.title, JSON.parse(release.artists));
  return (
    production && {
      type: 'ProductionEntry',
      id: `${production}/entries/${Bun.randomUUIDv7()}`,
      attributes: {},
      relationships: { release: { data: { type: 'Release', id: `/api/releases/${id}` } } },
    }
  );
}
