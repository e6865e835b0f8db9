import { type RawBuilder, sql } from 'kysely';
import type { AnyRow } from '../api/read/queries';
import type { Kind, Kinds } from '../kinds';
import { parameter } from '../store/database/sql';

/** A text that may have matched, with its attribute. */
export interface FoundText {
  readonly field: string;
  readonly text: string;
}

export interface SearchedKind {
  readonly resource: Kind;
  /** Full-text index whose rowid is the record's key; its words are in the table with the suffix `_word`. */
  readonly index: string;
  /** Column of the folded name. */
  readonly name: string;
  /** Whether an index covers the folded name. */
  readonly hasNameIndex: boolean;
  /** Whether the index has other names beside the name. */
  readonly hasOtherNames?: boolean;
  readonly boost: number;
  /** Whether a common word is in hundreds of thousands of records. */
  readonly isVast?: boolean;
  /** Whether the row `named` has the text as another name. */
  readonly isOtherName?: RawBuilder<unknown>;
  /** Query for records that may have the text as another name. */
  readonly otherNames?: RawBuilder<unknown>;
  /** Query for records of which another title, in a table of its own, begins with the text. */
  readonly otherTitles?: RawBuilder<unknown>;
  /** Query for records of productions that match. */
  readonly related?: RawBuilder<unknown>;
  /** Query for records that credit an artist of a filter. */
  readonly credited?: RawBuilder<unknown>;
  /** Number of records that depend on the row `named`, up to a maximum. */
  readonly weight?: RawBuilder<unknown>;
  /** Indexed texts of a row, name first. */
  readonly texts: (row: AnyRow) => Iterable<FoundText>;
}

/** Weights double from level to level. Those of labels and albums are limited further: a large label is not what most look for. */
export const maximumWeight = 63;

const upTo = (most: number, rows: RawBuilder<unknown>) => sql`(SELECT count(*) FROM (${rows} LIMIT ${sql.lit(most)}))`;

/** Their titles, other titles and people find what has their music. */
export const maximumProductions = 200;

/** Productions that match the words. */
export const matchingProductions = sql`(SELECT value AS key FROM json_each(${parameter('productions')}))`;

const artistsByAlias = sql`SELECT artist_key AS key FROM artist_alias WHERE variation_folded = ${parameter('exact')}`;

/** Records of which another title begins with the text. */
const titledOtherwise = (table: 'album' | 'release' | 'release_track') => sql`
  SELECT DISTINCT ${sql.ref(`${table}_key`)} AS key FROM ${sql.table(`${table}_other_title`)}
  WHERE title_folded >= ${parameter('exact')} AND title_folded < ${parameter('beyond')}`;

const chosenArtists = sql`(SELECT value FROM json_each(${parameter('artist')}))`;

type Treatment = Omit<SearchedKind, 'resource' | 'index' | 'name'>;

/** Order of kinds for equal hits; others follow. */
const treatments = {
  Artist: {
    hasNameIndex: true,
    hasOtherNames: true,
    boost: 1,
    isOtherName: sql`(named.real_name_folded = ${parameter('exact')} OR named.key IN (${artistsByAlias}))`,
    otherNames: artistsByAlias,
    weight: upTo(
      maximumWeight,
      sql`SELECT 1 FROM production_credit WHERE artist_key = named.key UNION ALL SELECT 1 FROM release_credit WHERE artist_key = named.key`,
    ),
    *texts(row) {
      yield* one('name', row.name);
      yield* one('real_name', row.real_name);
      yield* items(row.variations).flatMap(({ variation }) => one('variations', variation));
    },
  },
  Production: {
    hasNameIndex: true,
    hasOtherNames: true,
    boost: 0.95,
    isOtherName: sql`named.key IN (SELECT value FROM json_each(${parameter('others')}))`,
    otherNames: sql`SELECT rowid AS key FROM production_search WHERE production_search MATCH ${parameter('phrase')}`,
    credited: sql`SELECT DISTINCT production_key AS key FROM production_credit WHERE artist_key IN ${chosenArtists}`,
    weight: upTo(maximumWeight, sql`SELECT 1 FROM production_entry WHERE production_key = named.key`),
    *texts(row) {
      yield* one('title', row.title);
      yield* titlesIn(row.akas).flatMap((aka) => one('akas', aka));
      yield* items(row.composers).flatMap(({ name }) => one('composers', name));
      yield* items(row.credits).flatMap(({ name, credit_role }) => (credit_role === 'composer' ? [] : one('credits', name)));
    },
  },
  // Before its editions, which have the same name.
  Album: {
    hasNameIndex: true,
    hasOtherNames: true,
    boost: 0.92,
    related: sql`SELECT DISTINCT r.album_key AS key FROM ${matchingProductions} AS p CROSS JOIN production_entry AS e ON e.production_key = p.key
      CROSS JOIN "release" AS r ON r.key = e.release_key WHERE r.album_key IS NOT NULL`,
    otherTitles: titledOtherwise('album'),
    credited: sql`SELECT DISTINCT album_key AS key FROM album_credit WHERE artist_key IN ${chosenArtists}`,
    weight: upTo(15, sql`SELECT 1 FROM "release" AS r WHERE r.album_key = named.key`),
    *texts(row) {
      yield* one('title', row.title);
      yield* items(row.other_titles).flatMap(({ title }) => one('other_titles', title));
      yield* items(row.artists).flatMap(({ name }) => one('artists', name));
    },
  },
  Release: {
    hasNameIndex: true,
    hasOtherNames: true,
    boost: 0.9,
    related: sql`SELECT DISTINCT e.release_key AS key FROM ${matchingProductions} AS p
      CROSS JOIN production_entry AS e ON e.production_key = p.key`,
    otherTitles: titledOtherwise('release'),
    credited: sql`SELECT DISTINCT release_key AS key FROM release_credit WHERE artist_key IN ${chosenArtists}`,
    *texts(row) {
      yield* one('title', row.title);
      yield* items(row.other_titles).flatMap(({ title }) => one('other_titles', title));
      yield* items(row.artists).flatMap(({ name }) => one('artists', name));
      yield* items(row.labels).flatMap(({ name, catalog_number }) => [...one('labels', name), ...one('catalog_number', catalog_number)]);
      yield* items(row.series).flatMap(({ name, number }) => one('series', [name, number].filter(Boolean).join(' ')));
    },
  },
  Label: {
    hasNameIndex: true,
    boost: 0.85,
    weight: upTo(3, sql`SELECT 1 FROM release_label AS l WHERE l.label_key = named.key`),
    texts: (row) => one('name', row.name),
  },
  Organization: { hasNameIndex: true, boost: 0.84, texts: (row) => one('name', row.name) },
  LabelSeries: { hasNameIndex: false, boost: 0.84, texts: (row) => one('name', row.name) },
  ArtistRole: { hasNameIndex: true, boost: 0.83, texts: (row) => one('role', row.role) },
  ProductionRecording: {
    hasNameIndex: false,
    boost: 0.8,
    weight: upTo(maximumWeight, sql`SELECT 1 FROM release_recording AS r WHERE r.production_recording_key = named.key`),
    texts: (row) => one('title', row.title),
  },
  Work: {
    hasNameIndex: true,
    boost: 0.87,
    weight: upTo(15, sql`SELECT 1 FROM release_recording_work AS r WHERE r.work_key = named.key`),
    texts: (row) => one('title', row.title),
  },
  Franchise: { hasNameIndex: true, boost: 0.86, texts: (row) => one('name', row.name) },
  ReleaseTrack: {
    hasNameIndex: false,
    boost: 0.75,
    isVast: true,
    otherTitles: titledOtherwise('release_track'),
    *texts(row) {
      yield* one('title', row.title);
      yield* items(row.other_titles).flatMap(({ title }) => one('other_titles', title));
    },
  },
} as const satisfies Readonly<Record<string, Treatment>>;

export type SearchedType = keyof typeof treatments;

/** Kinds with a full-text index. */
export function searchedKindsOf({ shown }: Kinds): SearchedKind[] {
  const all = shown.filter(({ searched }) => searched !== undefined);
  const known = Object.entries(treatments).flatMap(([type, treatment]) => {
    const resource = all.find((kind) => kind.type === type);
    return resource ? [{ ...searchedBy(resource), ...treatment }] : [];
  });
  return [...known, ...all.filter(({ type }) => !Object.hasOwn(treatments, type)).map(searchedBy)];
}

function searchedBy(resource: Kind): SearchedKind {
  const { table, searched, slugFrom } = resource;
  const name = searched === 'by hand' ? `${slugFrom}_folded` : (searched as string);
  const attribute = name.replace(/_folded$/, '');
  return {
    resource,
    index: `${table}_search`,
    name,
    hasNameIndex: false,
    boost: 0.75,
    texts: (row) => one(attribute, row[attribute]),
  };
}

/** Other titles, one per line. */
export const titlesIn = (text: unknown): string[] => (typeof text === 'string' ? text.split('\n') : []);

const one = (field: string, text: unknown): FoundText[] => (typeof text === 'string' && text !== '' ? [{ field, text }] : []);

/** Lists in rows are JSON text. */
const items = (list: unknown): Record<string, unknown>[] => (typeof list === 'string' ? JSON.parse(list) : []);
