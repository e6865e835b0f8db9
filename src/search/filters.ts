import { type RawBuilder, sql } from 'kysely';
import { parameter } from '../store/database/sql';
import { matchingProductions, type SearchedKind } from './kinds';

/** The filters that words of a search text can stand for. */
export const filterNames = ['year', 'format_type', 'country', 'label', 'artist', 'production', 'role'] as const;

export type FilterName = (typeof filterNames)[number];

export interface WordFilter {
  /** The value of the list filter, or the record's name. */
  readonly value: string;
  /** Primary keys of the records with that name. */
  readonly keys?: readonly number[];
}

export type Filters = Readonly<Partial<Record<FilterName, WordFilter>>>;

const oneOf = (name: FilterName) => sql`(SELECT value FROM json_each(${parameter(name)}))`;

const isYear = sql`named.year = ${parameter('year')} + 0`;
/** Entries of the productions of the year that match the other words: their music is often released later. */
const entriesOfYear = sql`${matchingProductions} AS found JOIN production AS p ON p.key = found.key AND p.year = ${parameter('year')} + 0
  JOIN production_entry AS e ON e.production_key = p.key`;
const isOfCountry = sql`named.country = ${parameter('country')}`;
const isFormat = sql`f.format_type = ${parameter('format_type')}`;

const exists = (rows: RawBuilder<unknown>) => sql`EXISTS (SELECT 1 FROM ${rows})`;
const among = (key: string, column: string, table: string, filter: 'artist' | 'production') =>
  sql`${sql.ref(key)} IN (SELECT ${sql.ref(column)} FROM ${sql.table(table)} WHERE ${sql.ref(`${filter}_key`)} IN ${oneOf(filter)})`;
/** Credits are read by release: most artists have more of them. */
const ofTrack = (rows: RawBuilder<unknown>) => exists(sql`release_format AS f ${rows} AND f.key = named.release_format_key`);

/** Filter conditions by kind. Conditions on the hit's key alone are checked before the record is read. */
const conditions: Readonly<Record<string, Readonly<Partial<Record<FilterName, RawBuilder<unknown>>>>>> = {
  Artist: {
    role: sql`(${exists(sql`production_credit AS c WHERE c.artist_key = hit.key AND c.role_key IN ${oneOf('role')}`)}
      OR ${exists(sql`release_credit AS c WHERE c.artist_key = hit.key AND c.role_key IN ${oneOf('role')}`)})`,
  },
  Production: {
    year: isYear,
    country: isOfCountry,
    artist: among('hit.key', 'production_key', 'production_credit', 'artist'),
    production: sql`hit.key IN ${oneOf('production')}`,
  },
  Album: {
    year: sql`(${isYear} OR hit.key IN (SELECT r.album_key FROM ${entriesOfYear} JOIN "release" AS r ON r.key = e.release_key))`,
    artist: among('hit.key', 'album_key', 'album_credit', 'artist'),
    production: sql`hit.key IN (SELECT r.album_key FROM production_entry AS e JOIN "release" AS r ON r.key = e.release_key
      WHERE e.production_key IN ${oneOf('production')})`,
  },
  Release: {
    year: sql`(${isYear} OR hit.key IN (SELECT e.release_key FROM ${entriesOfYear}))`,
    country: isOfCountry,
    format_type: exists(sql`release_format AS f WHERE f.release_key = hit.key AND ${isFormat}`),
    label: exists(sql`release_label AS l WHERE l.release_key = hit.key AND l.label_key IN ${oneOf('label')}`),
    artist: among('hit.key', 'release_key', 'release_credit', 'artist'),
    production: among('hit.key', 'release_key', 'production_entry', 'production'),
  },
  ProductionRecording: {
    artist: sql`(${among('named.production_key', 'production_key', 'production_credit', 'artist')}
      OR ${among('hit.key', 'production_recording_key', 'production_recording_credit', 'artist')})`,
    production: sql`named.production_key IN ${oneOf('production')}`,
  },
  ReleaseTrack: {
    year: ofTrack(sql`CROSS JOIN "release" AS r ON r.key = f.release_key WHERE r.year = ${parameter('year')} + 0`),
    format_type: ofTrack(sql`WHERE ${isFormat}`),
    artist: ofTrack(sql`CROSS JOIN release_credit AS c ON c.release_key = f.release_key WHERE +c.artist_key IN ${oneOf('artist')}`),
    production: sql`hit.key IN (SELECT t.key FROM production_entry AS e JOIN release_format AS f ON f.release_key = e.release_key
      JOIN release_track AS t ON t.release_format_key = f.key WHERE e.production_key IN ${oneOf('production')})`,
  },
};

/** Whether the records of a kind have a year of their own, in an index. */
export const isDated = ({ resource: { type } }: SearchedKind): boolean => ['Production', 'Album', 'Release'].includes(type);

/** Undefined if a kind lacks one of the filters. */
export function conditionsOf({ resource: { type } }: SearchedKind, filters: Filters): readonly RawBuilder<unknown>[] | undefined {
  const found = filterNames.filter((name) => filters[name]).map((name) => conditions[type]?.[name]);
  return found.every((condition) => condition !== undefined) ? found : undefined;
}
