import type { Statements } from '../../store/database/sql';
import { now } from '../../store/values/dates';
import { fold } from '../../store/values/folding';

type Track = Readonly<{ key: number; position: number; title: string }>;

interface Disc {
  /** Null for a disc of an unreviewed release, which has no record yet. */
  readonly key: number | null;
  readonly position: number;
  readonly format: string;
  readonly tracks: readonly Track[];
}

/**
 * Moves the discs and tracks that only the merged release has. If a disc differs in both, as in other pressings, nothing moves.
 * @returns discs and tracks left out then: "2", "1-3 Title"
 */
export function combineDiscs(statements: Statements, from: number, into: number): string[] {
  const [going, staying] = [discsOf(statements, from), discsOf(statements, into)];
  const pairs = going.map((disc) => ({ disc, other: staying.find(({ position }) => position === disc.position) }));
  if (pairs.some(({ disc, other }) => disc.key === null || (other && !isBeginning(disc, other)))) {
    const titles = new Set(staying.flatMap(({ tracks }) => tracks.map(titleOf)));
    return pairs.flatMap(({ disc: { position: disc, tracks }, other }) => {
      const lacking = tracks.filter((track) => !titles.has(titleOf(track)));
      return other || lacking.length > 0 ? lacking.map(({ position, title }) => `${disc}-${position} ${title}`) : [String(disc)];
    });
  }
  for (const { disc, other } of pairs) {
    const most = other?.tracks.length ?? 0;
    const tracks = JSON.stringify(disc.tracks.slice(most).map(({ key }) => key));
    const at = now();
    // Positions may have gaps.
    const shift = (other?.tracks.at(-1)?.position ?? 0) - (disc.tracks[most - 1]?.position ?? 0);
    if (other) statements.text(moveTracks).run({ disc: other.key, tracks, shift, at });
    else statements.text(moveDisc).run({ disc: disc.key, into, at });
    statements.text(moveRecordings).run({ from, into, tracks, at });
  }
  return [];
}

/** Whether one of two discs has the first tracks of the other. */
function isBeginning(one: Disc, other: Disc): boolean {
  const isSameFormat = one.format === other.format || [one.format, other.format].includes('other');
  const most = Math.min(one.tracks.length, other.tracks.length);
  const [titles, others] = [one, other].map(({ tracks }) => tracks.slice(0, most).map(titleOf));
  return isSameFormat && Bun.deepEquals(titles, others);
}

const discsOf = (statements: Statements, release: number): Disc[] =>
  statements
    .text<Omit<Disc, 'tracks'> & { readonly tracks: string }>(discs)
    .all({ release })
    .map(({ tracks, ...disc }) => ({ ...disc, tracks: JSON.parse(tracks) }));

const titleOf = ({ title }: Track): string => fold(title).trim();

const discs = `
  SELECT f.key, f.position, f.format_type AS format, (
    SELECT json_group_array(json_object('key', t.key, 'position', t.position, 'title', t.title) ORDER BY t.position, t.id)
    FROM release_track AS t WHERE t.release_format_key = f.key AND t.parent_key IS NULL
  ) AS tracks FROM release_format AS f WHERE f.release_key = :release
  UNION ALL SELECT NULL, f.key + 1, coalesce(f.value ->> 'format_type', 'other'), (
    SELECT json_group_array(json_object('position', t.key + 1, 'title', t.value ->> 'title') ORDER BY t.key)
    FROM json_each(f.value, '$.tracks') AS t
  ) FROM unreviewed_release AS u, json_each(u.pending, '$.attributes.formats') AS f WHERE u.release_key = :release
  ORDER BY 2`;

const moveDisc = 'UPDATE release_format SET release_key = :into, updated_at = :at WHERE key = :disc';

const withParts = 'key IN (SELECT value FROM json_each(:tracks)) OR parent_key IN (SELECT value FROM json_each(:tracks))';

const moveTracks = `
  UPDATE release_track SET release_format_key = :disc, position = position + iif(parent_key IS NULL, :shift, 0), updated_at = :at
  WHERE ${withParts}`;

const moveRecordings = `
  UPDATE release_recording SET release_key = :into, updated_at = :at
  WHERE release_key = :from AND key IN (SELECT release_recording_key FROM release_track WHERE ${withParts})`;
