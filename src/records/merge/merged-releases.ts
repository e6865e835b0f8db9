import type { FieldValue } from '../../messages/message';
import type { Connection, Value } from '../../store/database/connection';
import { now } from '../../store/values/dates';
import { fold } from '../../store/values/folding';
import type { LeftOut } from '../history/revisions';
import { copyLocks } from '../write/field-locks';
import { noKey, rowsOf, type WritePlan } from '../write/plan';
import { fillingPrecedence } from '../write/precedence';
import type { ExistingRecord } from '../write/record';
import { changeRow, planOf } from '../write/rows';
import type { WriteSession } from '../write/session';

/** Tracks of an unreviewed release have no key and id. */
type Track = ExistingRecord & Readonly<{ position: number; title: string; parts?: readonly Track[] | null }>;

interface Disc {
  /** Null for a disc of an unreviewed release, which has no record yet. */
  readonly key: number | null;
  readonly id: string;
  readonly position: number;
  readonly format: string;
  readonly tracks: readonly Track[];
}

/** A record of the merged release and the survivor's counterpart. */
interface RecordPair {
  readonly table: 'release_format' | 'release_track' | 'release_recording';
  readonly goes: ExistingRecord;
  readonly stays: ExistingRecord;
  /** Disc or track to name with values that are left out. */
  readonly of: string;
  /** Whether the discs are the same, so that empty fields are filled. */
  readonly isSame: boolean;
}

/** @returns everything left out: "2", "1-3 Title", "1-3 Title: Part", and values of labels, discs, tracks and recordings that both have */
export function combineReleases(session: WriteSession, from: number, into: number): LeftOut {
  const { connection } = session;
  const numbers = combineCatalogNumbers(connection, from, into);
  const pairs: RecordPair[] = [];
  const discs = combineDiscs(connection, from, into, pairs);
  const bound = { from, into, pairs: JSON.stringify(pairs) };
  connection.change(moveFirstRecordings, { ...bound, at: now() });
  const recordings = connection
    .all<{ key: number; id: string; stays: string; of: string; isSame: number }>(pairedRecordings, bound)
    .map(({ key, id, stays, of, isSame }) => ({ goes: { key, id }, stays: JSON.parse(stays), of, isSame: isSame === 1 }));
  const all = [...pairs, ...recordings.map((pair) => ({ ...pair, table: 'release_recording' as const }))];
  return [...numbers, ...discs, ...all.flatMap((pair) => combinePair(session, pair))];
}

/** Fills catalog numbers of labels that both releases have. */
function combineCatalogNumbers(connection: Connection, from: number, into: number): FieldValue[] {
  const at = now();
  if (connection.change(fillCatalogNumbers, { from, into }) > 0)
    connection.change('UPDATE "release" SET updated_at = :at WHERE key = :into', { at, into });
  return connection
    .all<{ of: string; value: string }>(otherCatalogNumbers, { from, into })
    .map((number) => ({ ...number, field: 'catalog_number' }));
}

/**
 * Moves the discs, tracks and parts that only the merged release has. Discs are paired by position. A pair is the same disc if the
 * formats agree, or one is `other`, and one track list with its parts is the beginning of the other; then the additional ones move.
 * Discs without a counterpart move unless a pair differs in format. Tracks stay behind if one of them is elsewhere in the survivor,
 * where each track counts once.
 * @param paired receives the discs and tracks that both have
 */
function combineDiscs(connection: Connection, from: number, into: number, paired: RecordPair[]): string[] {
  const [staying, at] = [discsOf(connection, into), now()];
  const pairs = pairsOf(discsOf(connection, from), [...staying]);
  const sameAs = (disc: Disc) => pairs.find(({ other, is }) => is === 'same' && other === disc)?.disc;
  const unmatched = byTitle(staying.flatMap((disc) => disc.tracks.slice(sameAs(disc)?.tracks.length)));
  const pair = (goes: Track, stays: Track, of: string, isSame: boolean): void => {
    if (goes.key && stays.key) paired.push({ table: 'release_track', goes, stays, of, isSame });
    if (isSame) for (const [part, same] of both(goes.parts ?? [], stays.parts ?? [])) pair(part, same, `${of}: ${part.title}`, true);
  };
  const isOneEdition = pairs.every(({ is }) => is !== 'other format');
  const move = (going: readonly Track[], staying: readonly Track[], disc: number | null, parent: number | null) => {
    if (going.length <= staying.length) return;
    const tracks = JSON.stringify(going.slice(staying.length).map(({ key }) => key));
    // Positions may have gaps.
    const shift = (staying.at(-1)?.position ?? 0) - (going[staying.length - 1]?.position ?? 0);
    connection.change(moveRecordings, { from, into, tracks, at });
    connection.change(moveTracks, { disc, parent, tracks, shift, at });
    connection.change("UPDATE release_track SET track_type = 'compound', updated_at = :at WHERE key = :parent", { parent, at });
  };
  return pairs.flatMap(({ disc, other, is }) => {
    if (is === 'other format') return [String(disc.position)];
    if (is !== 'alone' && disc.key !== null && other.key !== null) {
      if (is === 'same') connection.change(fillFormat, { disc: other.key, format: disc.format, at });
      const records = { goes: { key: disc.key, id: disc.id }, stays: { key: other.key, id: other.id } };
      paired.push({ table: 'release_format', ...records, of: String(disc.position), isSame: is === 'same' });
    }
    const nameOf = ({ position, title }: Track) => `${disc.position}-${position} ${title}`;
    if (is === 'same') for (const [track, same] of both(disc.tracks, other.tracks)) pair(track, same, nameOf(track), true);
    const added = is === 'same' ? disc.tracks.slice(other.tracks.length) : disc.tracks;
    const isElsewhere = added.some((track) => unmatched.get(titleOf(track))?.length);
    if (is === 'same')
      for (const [n, { key, parts }] of other.tracks.entries()) move(disc.tracks[n]?.parts ?? [], parts ?? [], other.key, key);
    if (!isElsewhere && (is === 'same' || (is === 'alone' && disc.key !== null && isOneEdition))) {
      if (is === 'alone') connection.change(moveDisc, { disc: disc.key, into, at });
      move(disc.tracks, other.tracks, other.key, null);
      return [];
    }
    const missing = missingOf(added, unmatched, nameOf, (track, same, of) => pair(track, same, of, false));
    return missing.length > 0 || is !== 'alone' ? missing : [String(disc.position)];
  });
}

/** A disc without a counterpart is paired with itself, empty. */
function pairsOf(going: readonly Disc[], unpaired: Disc[]) {
  return going.map((disc) => {
    const at = unpaired.findIndex(({ position }) => position === disc.position);
    const [other] = at < 0 ? [] : unpaired.splice(at, 1);
    if (!other) return { disc, other: { ...disc, tracks: [] }, is: 'alone' } as const;
    if (disc.format !== other.format && ![disc.format, other.format].includes('other')) return { disc, other, is: 'other format' } as const;
    const isSame = disc.key !== null && other.key !== null && isBeginning(disc.tracks, other.tracks);
    return { disc, other, is: isSame ? 'same' : 'differs' } as const;
  });
}

/** Whether one of two track lists is the beginning of the other. */
const isBeginning = (one: readonly Track[], other: readonly Track[]): boolean =>
  one.every((track, at) => {
    const same = other[at];
    return !same || (titleOf(track) === titleOf(same) && isBeginning(track.parts ?? [], same.parts ?? []));
  });

/** Names tracks and parts without a counterpart. Each of the others is the counterpart of one. */
function missingOf(
  tracks: readonly Track[],
  others: ReadonlyMap<string, Track[]>,
  nameOf: (track: Track) => string,
  pair: (track: Track, same: Track, name: string) => void,
): string[] {
  return tracks.flatMap((track) => {
    const same = others.get(titleOf(track))?.shift();
    if (!same) return [nameOf(track)];
    pair(track, same, nameOf(track));
    return missingOf(track.parts ?? [], byTitle(same.parts ?? []), (part) => `${nameOf(track)}: ${part.title}`, pair);
  });
}

/** Pairs of two lists by place, as long as both go on. */
const both = <T>(one: readonly T[], other: readonly T[]): (readonly [T, T])[] =>
  one.flatMap((item, at) => (other[at] === undefined ? [] : [[item, other[at]] as const]));

const discsOf = (connection: Connection, release: number): Disc[] =>
  connection
    .all<Omit<Disc, 'tracks'> & { readonly tracks: string }>(discs, { release })
    .map(({ tracks, ...disc }) => ({ ...disc, tracks: JSON.parse(tracks) }));

const titleOf = ({ title }: Track): string => fold(title).trim();

/** Comparing each pair of two long lists took most of a merge. */
const byTitle = (tracks: readonly Track[]): ReadonlyMap<string, Track[]> => Map.groupBy(tracks, titleOf);

/** @returns values left out, since the counterpart has others or is on a disc that differs */
function combinePair(session: WriteSession, { table, goes, stays, of, isSame }: RecordPair): FieldValue[] {
  const kind = session.kinds.ofTable(table);
  const [plan, current] = [{ ...planOf(session.connection, kind, goes.key), id: stays.id }, planOf(session.connection, kind, stays.key)];
  const { accepted } = isSame ? changeRow(session, plan, stays.key, fillingPrecedence) : { accepted: new Set<string | undefined>() };
  if (accepted.size > 0) copyLocks(session.connection, kind.type, goes.id, stays.id, accepted);
  return lostFields(plan, current, isSame).map((field) => ({ of, ...field }));
}

/** By field once, even if it has several columns. */
function lostFields({ deserializer, columns, owned }: WritePlan, current: WritePlan, isFilled: boolean): Omit<FieldValue, 'of'>[] {
  const lost = new Map<string, string | number | undefined>();
  const defaults = deserializer.columns({}, noKey);
  for (const [column, value] of Object.entries(columns)) {
    const [origin, ours = null] = [deserializer.originOf(column), current.columns[column]];
    const isLost = value !== null && value !== defaults[column] && !isSameText(value, ours) && !(isFilled && isEmpty(ours));
    if (origin === undefined || origin === 'position' || !isLost) continue;
    const relationship = deserializer.relationshipOf(origin);
    // Recordings are a pair of their own.
    if (relationship === 'recording' && ours !== null) continue;
    const isShown =
      relationship === undefined && !deserializer.pointerOf(origin) && defaults[column] !== '[]' && String(value).length <= 100;
    lost.set(relationship ?? origin, isShown ? (value as string | number) : undefined);
  }
  for (const [at, list] of owned.entries()) {
    const ours = current.owned[at];
    const others = new Set(ours && withoutPositions(ours));
    if (!(isFilled && others.size === 0) && withoutPositions(list).some((row) => !others.has(row))) lost.set(list.attribute, undefined);
  }
  return [...lost].map(([field, value]) => ({ field, ...(value !== undefined && { value }) }));
}

const isEmpty = (value: Value): boolean => value === null || value === '[]';

/** Spelling alone is no loss: titles are compared like this, too. */
const isSameText = (one: Value, other: Value): boolean => one === other || fold(String(one)).trim() === fold(String(other ?? '')).trim();

const withoutPositions = (list: WritePlan['owned'][number]): string[] =>
  rowsOf({ ...list, rows: list.rows.map((row) => row.filter((_, column) => list.columns[column] !== 'position')) });

const discs = `
  SELECT f.key, f.id, f.position, f.format_type AS format, (
    SELECT json_group_array(json_object('key', t.key, 'id', t.id, 'position', t.position, 'title', t.title, 'parts', json((
      SELECT json_group_array(json_object('key', p.key, 'id', p.id, 'position', p.position, 'title', p.title) ORDER BY p.position, p.id)
      FROM release_track AS p WHERE p.parent_key = t.key
    ))) ORDER BY t.position, t.id) FROM release_track AS t WHERE t.release_format_key = f.key AND t.parent_key IS NULL
  ) AS tracks FROM release_format AS f WHERE f.release_key = :release
  UNION ALL SELECT NULL, '', f.key + 1, coalesce(f.value ->> 'format_type', 'other'), (
    SELECT json_group_array(json_object('position', t.key + 1, 'title', t.value ->> 'title', 'parts', t.value -> 'sub_tracks') ORDER BY t.key)
    FROM json_each(f.value, '$.tracks') AS t
  ) FROM unreviewed_release AS u, json_each(u.pending, '$.attributes.formats') AS f WHERE u.release_key = :release
  ORDER BY 3, 1`;

const moveDisc = 'UPDATE release_format SET release_key = :into, updated_at = :at WHERE key = :disc';

const isPart = 'parent_key IN (SELECT value FROM json_each(:tracks))';

const withParts = `key IN (SELECT value FROM json_each(:tracks)) OR ${isPart}`;

const moveTracks = `
  UPDATE release_track SET release_format_key = :disc, parent_key = iif(${isPart}, parent_key, :parent),
    position = position + iif(${isPart}, 0, :shift), updated_at = :at
  WHERE ${withParts}`;

const moveRecordings = `
  UPDATE release_recording SET release_key = :into, updated_at = :at
  WHERE release_key = :from AND key IN (SELECT release_recording_key FROM release_track WHERE ${withParts})`;

const fillFormat =
  "UPDATE release_format SET format_type = :format, updated_at = :at WHERE key = :disc AND format_type = 'other' AND :format <> 'other'";

/** By keys only: statistics of a catalog with few recordings suggest a scan of their index for each pair. */
const pairedTracks = `
  json_each(:pairs) AS p CROSS JOIN release_track AS goes NOT INDEXED ON goes.key = p.value ->> '$.goes.key'
  CROSS JOIN release_track AS stays NOT INDEXED ON stays.key = p.value ->> '$.stays.key'
  CROSS JOIN release_recording AS r ON r.key = goes.release_recording_key AND r.release_key IN (:from, :into)
  LEFT JOIN release_recording AS s ON s.key = stays.release_recording_key
  WHERE p.value ->> 'table' = 'release_track'`;

/** Of tracks whose counterpart has none. */
const moveFirstRecordings = `
  UPDATE release_recording SET release_key = :into, updated_at = :at
  WHERE release_key = :from AND key IN (SELECT r.key FROM ${pairedTracks} AND p.value ->> 'isSame' AND s.key IS NULL)`;

const pairedRecordings = `
  SELECT r.key, r.id, json_object('key', s.key, 'id', s.id) AS stays, p.value ->> 'of' AS of, p.value ->> 'isSame' AS isSame
  FROM ${pairedTracks} AND s.key <> r.key GROUP BY r.key ORDER BY p.key`;

const catalogNumbersOf = `
  release_label AS goes WHERE goes.release_key = :from AND goes.catalog_number IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM release_label AS same WHERE same.release_key = :into AND same.label_key = goes.label_key
      AND same.catalog_number_normalized IS goes.catalog_number_normalized
  )`;

const fillCatalogNumbers = `
  UPDATE release_label AS stays SET (catalog_number, catalog_number_normalized) = (
    SELECT goes.catalog_number, goes.catalog_number_normalized FROM ${catalogNumbersOf} AND goes.label_key = stays.label_key
    ORDER BY goes.position LIMIT 1
  ) WHERE release_key = :into AND catalog_number IS NULL AND label_key IN (SELECT goes.label_key FROM ${catalogNumbersOf})`;

const otherCatalogNumbers = `
  SELECT l.name AS of, goes.catalog_number AS value FROM label AS l CROSS JOIN ${catalogNumbersOf}
    AND goes.label_key = l.key AND l.key IN (SELECT label_key FROM release_label WHERE release_key = :into)
  ORDER BY goes.position`;
