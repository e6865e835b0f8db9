import { type RawBuilder, sql } from 'kysely';
import type { Schema } from './schema';

// Lists inside a row, as JSON text that SQLite writes. Each is typed as what it holds once it is parsed.

/** An artist in a credit line or list. */
export interface Credit {
  iri: string;
  id: string;
  name: string;
  name_variation: string | null;
  position: number;
  join_phrase: string | null;
  credit_role: string;
}

type CreditTable = keyof Schema & `${string}_credit`;

/** The owner of a credit list: its table, and the column of the credit table that holds its key. */
const ownerColumn = (table: CreditTable): string => `${table.slice(0, -'_credit'.length)}_key`;

/** A list of credits of the row whose key is `owner`. */
export function credits(table: CreditTable, list: string, owner: string): RawBuilder<Credit[]> {
  return sql<Credit[]>`(
    SELECT json_group_array(json_object(
      'iri', '/api/artists/' || a.id, 'id', a.id, 'name', a.name, 'name_variation', c.name_variation,
      'position', c.position, 'join_phrase', c.join_phrase, 'credit_role', r.slug
    ) ORDER BY c.position)
    FROM ${sql.table(table)} AS c JOIN artist AS a ON a.key = c.artist_key JOIN artist_role AS r ON r.key = c.role_key
    WHERE c.${sql.ref(ownerColumn(table))} = ${sql.ref(owner)} AND c.list = ${sql.lit(list)}
  )`;
}

/** The names of a credit list as one line, with the phrases that join them; NULL where the list is empty. */
export function creditLine(table: CreditTable, list: string, owner: string): RawBuilder<string | null> {
  const isOfList = (alias: 'c' | 'next') =>
    sql`${sql.ref(`${alias}.${ownerColumn(table)}`)} = ${sql.ref(owner)} AND ${sql.ref(`${alias}.list`)} = ${sql.lit(list)}`;
  const isLast = sql`NOT EXISTS (SELECT 1 FROM ${sql.table(table)} AS next WHERE ${isOfList('next')} AND next.position > c.position)`;
  return sql<string | null>`(
    SELECT group_concat(coalesce(c.name_variation, a.name) || coalesce(c.join_phrase, iif(${isLast}, '', ', ')), '' ORDER BY c.position)
    FROM ${sql.table(table)} AS c JOIN artist AS a ON a.key = c.artist_key WHERE ${isOfList('c')}
  )`;
}

/** One column of other rows, as an array. */
export function values<V>(table: keyof Schema & string, column: string, where: { column: string; equals: string }): RawBuilder<V[]> {
  return sql<V[]>`(
    SELECT json_group_array(v.${sql.ref(column)} ORDER BY v.position) FROM ${sql.table(table)} AS v
    WHERE v.${sql.ref(where.column)} = ${sql.ref(where.equals)}
  )`;
}

/** A production named within a track. */
export interface ProductionReference {
  iri: string;
  id: string;
  title: string;
}

/** The productions that a track belongs to. */
export function trackProductions(track: string): RawBuilder<ProductionReference[]> {
  return sql<ProductionReference[]>`(
    SELECT json_group_array(json_object('iri', '/api/productions/' || p.id, 'id', p.id, 'title', p.title) ORDER BY tp.position)
    FROM release_track_production AS tp JOIN production AS p ON p.key = tp.production_key
    WHERE tp.release_track_key = ${sql.ref(track)}
  )`;
}

/** A label named within a track. */
export interface LabelReference {
  iri: string;
  id: string;
  name: string;
}

/** The label of a track; NULL where it has none of its own. */
export function trackLabel(labelKey: string): RawBuilder<LabelReference | null> {
  return sql<LabelReference | null>`(
    SELECT json_object('iri', '/api/labels/' || l.id, 'id', l.id, 'name', l.name) FROM label AS l WHERE l.key = ${sql.ref(labelKey)}
  )`;
}

/** The artist line of a track: as it was given, else made from its artists, else the free text. */
export const trackArtistCredit = (track: string): RawBuilder<string | null> =>
  sql<
    string | null
  >`coalesce(${sql.ref(`${track}.artist_credit`)}, ${creditLine('release_track_credit', 'artists', `${track}.key`)}, ${sql.ref(`${track}.artist_text`)})`;

/** A part of a compound track. */
export interface SubTrack {
  iri: string;
  id: string;
  position: number;
  title: string;
  variant: string | null;
  artists: Credit[];
  artist_text: string | null;
  artist_credit: string | null;
  minutes: number;
  seconds: number;
  type: string;
  isrc_code: string | null;
  content_components: string[];
  source_cue: boolean;
  notes: string | null;
  label: LabelReference | null;
  credits: Credit[];
  productions: ProductionReference[];
}

/**
 * The parts of a compound track, in order.
 * @param release the column with the UUID of its release, and `format` with that of its format
 */
export function subTracks(track: string, release: string, format: string): RawBuilder<SubTrack[]> {
  return sql<SubTrack[]>`(
    SELECT json_group_array(json_object(
      'iri', '/api/releases/' || ${sql.ref(release)} || '/formats/' || ${sql.ref(format)} || '/tracks/' || s.id,
      'id', s.id, 'position', s.position, 'title', s.title, 'variant', s.variant,
      'artists', json(${credits('release_track_credit', 'artists', 's.key')}), 'artist_text', s.artist_text, 'artist_credit', ${trackArtistCredit('s')},
      'minutes', coalesce(s.duration_seconds, 0) / 60, 'seconds', coalesce(s.duration_seconds, 0) % 60, 'type', s.track_type,
      'isrc_code', s.isrc_code, 'content_components', json(s.content_components), 'source_cue', json(iif(s.source_cue, 'true', 'false')),
      'notes', s.notes, 'label', json(${trackLabel('s.label_key')}),
      'credits', json(${credits('release_track_credit', 'credits', 's.key')}), 'productions', json(${trackProductions('s.key')})
    ) ORDER BY s.position, s.id)
    FROM release_track AS s WHERE s.parent_key = ${sql.ref(track)}
  )`;
}

/** A name that an artist goes by. */
export interface Variation {
  id: string;
  variation: string;
  type: string | null;
  notes: string | null;
}

/** The further names of an artist. */
export function variations(artist: string): RawBuilder<Variation[]> {
  return sql<Variation[]>`(
    SELECT json_group_array(json_object('id', v.id, 'variation', v.variation, 'type', v.type, 'notes', v.notes) ORDER BY v.position, v.id)
    FROM artist_alias AS v WHERE v.artist_key = ${sql.ref(artist)}
  )`;
}

/** A company named within a recording. */
export interface OrganizationReference {
  iri: string;
  id: string;
  name: string;
  role: string | null;
}

/** The companies of a production recording. */
export function recordingOrganizations(recording: string): RawBuilder<OrganizationReference[]> {
  return sql<OrganizationReference[]>`(
    SELECT json_group_array(json_object('iri', '/api/organizations/' || o.id, 'id', o.id, 'name', o.name, 'role', ro.role) ORDER BY ro.position)
    FROM production_recording_organization AS ro JOIN organization AS o ON o.key = ro.organization_key
    WHERE ro.production_recording_key = ${sql.ref(recording)}
  )`;
}
