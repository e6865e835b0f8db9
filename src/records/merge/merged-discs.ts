import type { Statements } from '../../store/database/sql';
import { now } from '../../store/values/dates';
import { fold } from '../../store/values/folding';

type Track = Readonly<{ key: number; position: number; title: string; parts?: readonly Track[] | null }>;

interface Disc {
  /** Null for a disc of an unreviewed release, which has no record yet. */
  readonly key: number | null;
  readonly position: number;
  readonly format: string;
  readonly tracks: readonly Track[];
}

/**
 * Moves the discs, tracks and parts that only the merged release has. Discs are paired by position. A pair is the same disc if the
 * formats agree, or one is `other`, and one track list with its parts is the beginning of the other; then the additional ones move.
 * Discs without a counterpart move unless a pair differs in format. Tracks stay behind if one of them is elsewhere in the survivor,
 * where each track counts once.
 * @returns everything left out: "2", "1-3 Title", "1-3 Title: Part"
 */
export function combineDiscs(statements: Statements, from: number, into: number): string[] {
  const [staying, at] = [discsOf(statements, into), now()];
  const pairs = pairsOf(discsOf(statements, from), [...staying]);
  const sameAs = (disc: Disc) => pairs.find(({ other, is }) => is === 'same' && other === disc)?.disc;
  const unmatched = staying.flatMap((disc) => disc.tracks.slice(sameAs(disc)?.tracks.length));
  const isOneEdition = pairs.every(({ is }) => is !== 'other format');
  const move = (going: readonly Track[], staying: readonly Track[], disc: number | null, parent: number | null) => {
    if (going.length <= staying.length) return;
    const tracks = JSON.stringify(going.slice(staying.length).map(({ key }) => key));
    // Positions may have gaps.
    const shift = (staying.at(-1)?.position ?? 0) - (going[staying.length - 1]?.position ?? 0);
    statements.text(moveRecordings).run({ from, into, tracks, at });
    statements.text(moveTracks).run({ disc, parent, tracks, shift, at });
    statements.text("UPDATE release_track SET track_type = 'compound' WHERE key = :parent").run({ parent });
  };
  return pairs.flatMap(({ disc, other, is }) => {
    if (is === 'other format') return [String(disc.position)];
    const added = is === 'same' ? disc.tracks.slice(other.tracks.length) : disc.tracks;
    const isElsewhere = added.some((track) => unmatched.some((one) => titleOf(one) === titleOf(track)));
    if (is === 'same')
      for (const [n, { key, parts }] of other.tracks.entries()) move(disc.tracks[n]?.parts ?? [], parts ?? [], other.key, key);
    if (!isElsewhere && (is === 'same' || (is === 'alone' && disc.key !== null && isOneEdition))) {
      if (is === 'alone') statements.text(moveDisc).run({ disc: disc.key, into, at });
      move(disc.tracks, other.tracks, other.key, null);
      return [];
    }
    const missing = missingOf(added, unmatched, ({ position, title }) => `${disc.position}-${position} ${title}`);
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
const missingOf = (tracks: readonly Track[], others: Track[], nameOf: (track: Track) => string): string[] =>
  tracks.flatMap((track) => {
    const at = others.findIndex((one) => titleOf(one) === titleOf(track));
    const [same] = at < 0 ? [] : others.splice(at, 1);
    return same ? missingOf(track.parts ?? [], [...(same.parts ?? [])], (part) => `${nameOf(track)}: ${part.title}`) : [nameOf(track)];
  });

const discsOf = (statements: Statements, release: number): Disc[] =>
  statements
    .text<Omit<Disc, 'tracks'> & { readonly tracks: string }>(discs)
    .all({ release })
    .map(({ tracks, ...disc }) => ({ ...disc, tracks: JSON.parse(tracks) }));

const titleOf = ({ title }: Track): string => fold(title).trim();

const discs = `
  SELECT f.key, f.position, f.format_type AS format, (
    SELECT json_group_array(json_object('key', t.key, 'position', t.position, 'title', t.title, 'parts', json((
      SELECT json_group_array(json_object('key', p.key, 'position', p.position, 'title', p.title) ORDER BY p.position, p.id)
      FROM release_track AS p WHERE p.parent_key = t.key
    ))) ORDER BY t.position, t.id) FROM release_track AS t WHERE t.release_format_key = f.key AND t.parent_key IS NULL
  ) AS tracks FROM release_format AS f WHERE f.release_key = :release
  UNION ALL SELECT NULL, f.key + 1, coalesce(f.value ->> 'format_type', 'other'), (
    SELECT json_group_array(json_object('position', t.key + 1, 'title', t.value ->> 'title', 'parts', t.value -> 'sub_tracks') ORDER BY t.key)
    FROM json_each(f.value, '$.tracks') AS t
  ) FROM unreviewed_release AS u, json_each(u.pending, '$.attributes.formats') AS f WHERE u.release_key = :release
  ORDER BY 2, 1`;

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
