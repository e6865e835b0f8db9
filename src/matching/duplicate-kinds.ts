import type { CatalogRows } from '../records/write/catalog-rows';
import {
  artistWays,
  candidatesOf,
  keysSharing,
  labelsNamedLike,
  readArtist,
  readLabel,
  readRelease,
  releaseWays,
  shareWork,
} from './candidates';
import { type Compared, type Judgement, judgeArtists, judgeLabels, judgeProductions, judgeReleases, survivorFirst } from './decide';
import { comparedProduction, productionWays } from './production-candidates';
import type { ComparedArtist } from './score';

/** Kinds scanned for duplicates. */
export const pairedTypes = ['Release', 'Artist', 'Label', 'Production'] as const;

export type PairedType = (typeof pairedTypes)[number];

/** Two possible duplicates, by UUID. */
export interface FoundPair extends Judgement {
  /** The record to keep. */
  readonly one: string;
  readonly other: string;
  /** Whether the other is a provisional record of the first. */
  readonly isProvisional: boolean;
}

/** The three steps that find the pairs of one kind. */
interface Steps<R extends Compared> {
  readonly table: 'release' | 'artist' | 'label' | 'production';
  /** Records in a key range (inclusive) that share something with others and need comparing. */
  readonly sharing: (first: number, last: number) => number[];
  readonly candidates: (record: R) => readonly number[];
  readonly read: (key: number) => R;
  readonly judge: (one: R, other: R) => Judgement | undefined;
  /** Called before a key range is scanned. */
  readonly prepare?: (first: number, last: number) => void;
}

/** Cached records: each is compared with several others in turn. */
const maximumCached = 10_000;

function finderOf<R extends Compared>({ table, sharing, candidates, read, judge, prepare }: Steps<R>) {
  const compared = new Map<number, R>();
  const readOnce = (key: number): R => {
    const known = compared.get(key);
    if (known) return known;
    if (compared.size >= maximumCached) compared.clear();
    const record = read(key);
    compared.set(key, record);
    return record;
  };
  return {
    table,
    sharing,
    begin: () => compared.clear(),
    prepare: (first: number, last: number) => {
      prepare?.(first, last);
      for (const key of compared.keys()) if (key >= first && key <= last) compared.delete(key);
    },
    pairsOf: (key: number): FoundPair[] => {
      const own = readOnce(key);
      return candidates(own).flatMap((candidate) => {
        const [one, other] = survivorFirst(own, readOnce(candidate));
        const judgement = judge(one, other);
        const isProvisional = other.isProvisional === true && !one.isProvisional;
        return judgement ? [{ one: one.id, other: other.id, isProvisional, ...judgement }] : [];
      });
    },
  };
}

/** Finds the pairs of each kind. */
export const findersIn = (rows: CatalogRows) => ({
  Release: finderOf({
    table: 'release',
    sharing: (first, last) => keysSharing(rows, 'release', releaseWays, first, last),
    candidates: ({ key }) => candidatesOf(rows, releaseWays, key),
    read: (key) => readRelease(rows, key),
    judge: judgeReleases,
    prepare: (first, last) => writeFingerprints(rows, first, last),
  }),
  Artist: finderOf({
    table: 'artist',
    sharing: (first, last) => keysSharing(rows, 'artist', artistWays, first, last),
    candidates: ({ key }) => candidatesOf(rows, artistWays, key),
    read: (key) => readArtist(rows, key),
    judge: (one: ComparedArtist, other: ComparedArtist) => judgeArtists(one, other, () => shareWork(rows, one, other)),
  }),
  Label: finderOf({
    table: 'label',
    sharing: (first, last) =>
      rows
        .all<{ key: number; name: string }>('SELECT key, name FROM label WHERE key BETWEEN ?1 AND ?2 ORDER BY key', first, last)
        .flatMap((label) => (labelsNamedLike(rows, label).length > 0 ? [label.key] : [])),
    candidates: (label) => labelsNamedLike(rows, label),
    read: (key) => readLabel(rows, key),
    judge: judgeLabels,
  }),
  Production: finderOf({
    table: 'production',
    sharing: (first, last) => keysSharing(rows, 'production', productionWays, first, last),
    candidates: ({ key }) => candidatesOf(rows, productionWays, key),
    read: (key) => comparedProduction(rows, key),
    judge: judgeProductions,
  }),
});

/** With fewer tracks, fingerprints collide: a theme and its reprise. */
const fewestTracks = 4;

const tracks = `
  SELECT r.id, json_group_array(t.title_folded ORDER BY f.position, t.position) FILTER (WHERE t.title_folded IS NOT NULL) AS titles
  FROM "release" AS r
  LEFT JOIN release_format AS f ON f.release_key = r.key
  LEFT JOIN release_track AS t ON t.release_format_key = f.key AND t.parent_key IS NULL
  WHERE r.key BETWEEN ? AND ? GROUP BY r.key`;

/** Writes the track hashes of releases in a key range, for finding equal track lists. */
function writeFingerprints(rows: CatalogRows, first: number, last: number): void {
  for (const { id, titles } of rows.all<{ id: string; titles: string }>(tracks, first, last)) {
    const all: string[] = JSON.parse(titles);
    if (all.length < fewestTracks) deleteFingerprint(rows, id);
    else rows.run(upsert, id, hashOf(all));
  }
}

export const deleteFingerprint = (rows: CatalogRows, id: string): void =>
  rows.run('DELETE FROM release_fingerprint WHERE release_id = ?', id);

const upsert = `
  INSERT INTO release_fingerprint (release_id, tracks) VALUES (?1, ?2)
  ON CONFLICT (release_id) DO UPDATE SET tracks = ?2 WHERE tracks <> ?2`;

/** As many bits as a JavaScript integer holds. */
const hashOf = (titles: readonly string[]): number => Number(Bun.hash.xxHash64(titles.join('\n')) >> 11n);

/** A feed entry with the fields needed to find affected records. */
export interface ChangedEntry {
  readonly sequence: number;
  readonly type: string;
  readonly id: string;
  readonly into: string | null;
}

/** Nested types, with the SQL of their owners. */
const below: Readonly<Record<string, readonly [PairedType, sql: string]>> = {
  ReleaseFormat: ['Release', 'SELECT r.id FROM release_format AS f JOIN "release" AS r ON r.key = f.release_key WHERE f.id = ?'],
  ReleaseTrack: [
    'Release',
    `SELECT r.id FROM release_track AS t JOIN release_format AS f ON f.key = t.release_format_key JOIN "release" AS r ON r.key = f.release_key
     WHERE t.id = ?`,
  ],
  ReleaseExternalLink: [
    'Release',
    'SELECT r.id FROM release_external_link AS l JOIN "release" AS r ON r.key = l.release_key WHERE l.id = ?',
  ],
  ProductionExternalLink: [
    'Production',
    'SELECT p.id FROM production_external_link AS l JOIN production AS p ON p.key = l.production_key WHERE l.id = ?',
  ],
  ProductionEntry: ['Production', 'SELECT p.id FROM production_entry AS e JOIN production AS p ON p.key = e.production_key WHERE e.id = ?'],
  ArtistExternalLink: ['Artist', 'SELECT a.id FROM artist_external_link AS l JOIN artist AS a ON a.key = l.artist_key WHERE l.id = ?'],
};

/** Records whose artists may now share another work. */
const artistsOf: Readonly<Record<string, string>> = {
  Release:
    'SELECT a.id FROM "release" AS r JOIN release_credit AS c ON c.release_key = r.key JOIN artist AS a ON a.key = c.artist_key WHERE r.id = ?',
  Production:
    'SELECT a.id FROM production AS p JOIN production_credit AS c ON c.production_key = p.key JOIN artist AS a ON a.key = c.artist_key WHERE p.id = ?',
};

/** Artists rescanned per release or production; long player lists are cut. */
const mostArtists = 100;

/** Records to rescan after feed entries, by UUID, deleted ones included. */
export function recordsToRescan(rows: CatalogRows, type: PairedType, entries: readonly ChangedEntry[]): Set<string> {
  const changed = new Set<string>();
  for (const entry of entries) for (const id of changedBy(rows, type, entry)) changed.add(id);
  return changed;
}

function changedBy(rows: CatalogRows, type: PairedType, { type: changed, id, into }: ChangedEntry): readonly string[] {
  if (changed === type) return into === null ? [id] : [id, into];
  const owner = below[changed];
  if (owner?.[0] === type) return ownersOf(rows, changed, owner[1], id);
  const artists = type === 'Artist' ? artistsOf[changed] : undefined;
  return artists === undefined ? [] : rows.all<{ id: string }>(`${artists} LIMIT ${mostArtists}`, id).map((row) => row.id);
}

/** For deleted records, the address tells their owner. */
function ownersOf(rows: CatalogRows, type: string, sql: string, id: string): readonly string[] {
  const existing = rows.one<{ id: string }>(sql, id);
  if (existing) return [existing.id];
  const deleted = rows.one<{ iri: string }>('SELECT iri FROM deleted_record WHERE resource_type = ? AND id = ?', type, id);
  const owner = deleted?.iri.split('/')[3];
  return owner === undefined ? [] : [owner];
}
