import type { CatalogRows } from '../records/write/catalog-rows';
import {
  artistWays,
  candidatesOf,
  comparedProduction,
  keysSharing,
  labelsNamedLike,
  productionWays,
  readArtist,
  readLabel,
  readRelease,
  releaseWays,
  shareWork,
} from './candidates';
import { type Compared, type Judgement, judgeArtists, judgeLabels, judgeProductions, judgeReleases, survivorFirst } from './decide';
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
  /** Called before records are scanned, by their keys. */
  readonly prepare?: (keys: readonly number[]) => void;
}

/** Cached records: each is compared with several others in turn. */
const maximumCached = 10_000;

function finderOf<R extends Compared>({ table, sharing, candidates, read, judge, prepare }: Steps<R>) {
  const compared = new Map<number, R>();
  const readOnce = (key: number): R => {
    if (compared.size >= maximumCached) compared.clear();
    return compared.getOrInsertComputed(key, read);
  };
  return {
    table,
    sharing,
    begin: () => compared.clear(),
    prepare: (keys: readonly number[]) => {
      prepare?.(keys);
      for (const key of keys) compared.delete(key);
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
    prepare: (keys) => writeFingerprints(rows, keys),
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
  SELECT r.id, (SELECT json_group_array(t.title_folded ORDER BY f.position, t.position) FROM release_format AS f
    CROSS JOIN release_track AS t ON t.release_format_key = f.key AND t.parent_key IS NULL WHERE f.release_key = r.key) AS titles
  FROM "release" AS r WHERE r.key IN (SELECT value FROM json_each(?))`;

/** Writes the track hashes of releases, for finding equal track lists. */
function writeFingerprints(rows: CatalogRows, keys: readonly number[]): void {
  const [few, enough]: [string[], [id: string, tracks: number][]] = [[], []];
  for (const { id, titles } of rows.all<{ id: string; titles: string }>(tracks, JSON.stringify(keys))) {
    const all: string[] = JSON.parse(titles);
    if (all.length < fewestTracks) few.push(id);
    else enough.push([id, hashOf(all)]);
  }
  deleteFingerprints(rows, few);
  rows.run(upsert, JSON.stringify(enough));
}

export const deleteFingerprints = (rows: CatalogRows, ids: readonly string[]): void =>
  rows.run('DELETE FROM release_fingerprint WHERE release_id IN (SELECT value FROM json_each(?))', JSON.stringify(ids));

const upsert = `
  INSERT INTO release_fingerprint (release_id, tracks) SELECT value ->> 0, value ->> 1 FROM json_each(?) WHERE TRUE
  ON CONFLICT (release_id) DO UPDATE SET tracks = excluded.tracks WHERE tracks <> excluded.tracks`;

/** As many bits as a JavaScript integer holds. */
const hashOf = (titles: readonly string[]): number => Number(Bun.hash.xxHash64(titles.join('\n')) >> 11n);

/** A feed entry with the fields needed to find affected records. */
export interface ChangedEntry {
  readonly sequence: number;
  readonly type: string;
  readonly id: string;
  readonly into: string | null;
}

/** SQL that joins the changed records of a type to the `affected` ones of a paired type. */
const affectedBy: Readonly<Record<PairedType, Readonly<Record<string, string>>>> = {
  Release: {
    ReleaseFormat: 'release_format AS changed CROSS JOIN "release" AS affected ON affected.key = changed.release_key',
    ReleaseTrack: `release_track AS changed CROSS JOIN release_format AS f ON f.key = changed.release_format_key
      CROSS JOIN "release" AS affected ON affected.key = f.release_key`,
    ReleaseExternalLink: 'release_external_link AS changed CROSS JOIN "release" AS affected ON affected.key = changed.release_key',
  },
  Artist: {
    ArtistExternalLink: 'artist_external_link AS changed CROSS JOIN artist AS affected ON affected.key = changed.artist_key',
    // Their artists may now share another work.
    Release: `"release" AS changed CROSS JOIN release_credit AS c ON c.release_key = changed.key
      CROSS JOIN artist AS affected ON affected.key = c.artist_key`,
    Production: `production AS changed CROSS JOIN production_credit AS c ON c.production_key = changed.key
      CROSS JOIN artist AS affected ON affected.key = c.artist_key`,
  },
  Label: {},
  Production: {
    ProductionExternalLink:
      'production_external_link AS changed CROSS JOIN production AS affected ON affected.key = changed.production_key',
    ProductionEntry: 'production_entry AS changed CROSS JOIN production AS affected ON affected.key = changed.production_key',
  },
};

/** Artists rescanned per release or production; long player lists are cut. */
const mostArtists = 100;

/** Records to rescan after feed entries, by UUID, deleted ones included. */
export function recordsToRescan(rows: CatalogRows, type: PairedType, entries: readonly ChangedEntry[]): Set<string> {
  const pairs = Object.entries(affectedBy[type]).flatMap(([changed, joined]) => {
    const ids = entries.flatMap((entry) => (entry.type === changed ? entry.id : []));
    const sql = `SELECT changed.id AS changed, affected.id FROM ${joined} WHERE changed.id IN (SELECT value FROM json_each(?))`;
    return ids.length > 0 ? rows.all<{ changed: string; id: string }>(sql, JSON.stringify(ids)) : [];
  });
  const affected = Map.groupBy(pairs, ({ changed }) => changed);
  return new Set(
    entries.flatMap(({ type: changed, id, into }) => {
      if (changed === type) return into === null ? [id] : [id, into];
      const isNested = changed.startsWith(type) && Object.hasOwn(affectedBy[type], changed);
      const found = affected.get(id)?.slice(0, mostArtists) ?? [];
      return isNested && found.length === 0 ? ownerOfDeleted(rows, changed, id) : found.map((row) => row.id);
    }),
  );
}

/** The address of a deleted record tells its owner. */
function ownerOfDeleted(rows: CatalogRows, type: string, id: string): string[] {
  const deleted = rows.one<{ iri: string }>('SELECT iri FROM deleted_record WHERE resource_type = ? AND id = ?', type, id);
  const owner = deleted?.iri.split('/')[3];
  return owner === undefined ? [] : [owner];
}
