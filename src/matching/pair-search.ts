import { CatalogRows } from '../records/write/catalog-rows';
import type { Store } from '../store/database/open';
import { ArtistPairs } from './artist-pairs';
import { LabelPairs } from './label-pairs';
import { type PairedType, type PairFinder, pairedTypes } from './pair';
import { PairStore } from './pair-store';
import { ReleasePairs } from './release-pairs';

interface Progress {
  readonly round: number;
  readonly walked_to: number | null;
  readonly sequence: number;
}

/** Records per step: some milliseconds. */
const keysAtOnce = 50;

/** Feed entries per step. */
const entriesAtOnce = 200;

/** Beyond this many changes, a full scan is cheaper. */
const mostFollowed = 5_000;

/**
 * Finds possible duplicates: one full scan, then changes from the feed. Works in steps of some milliseconds in the caller's
 * transaction, and resumes.
 */
export class DuplicateSearch {
  readonly #rows: CatalogRows;
  readonly #pairs: PairStore;
  readonly #finders: Readonly<Record<PairedType, PairFinder>>;

  constructor(store: Store) {
    this.#rows = new CatalogRows(store);
    this.#pairs = new PairStore(this.#rows);
    this.#finders = { Release: new ReleasePairs(this.#rows), Artist: new ArtistPairs(this.#rows), Label: new LabelPairs(this.#rows) };
  }

  /** Called at the start of a transaction: drops what others may have changed since. */
  begin(): void {
    this.#pairs.begin();
    for (const type of pairedTypes) this.#finders[type].begin?.();
  }

  /** Whether anything is left to scan. */
  isUnfinished(type: PairedType): boolean {
    const progress = this.#progress(type);
    return progress === undefined || progress.walked_to !== null || progress.sequence !== this.#newest();
  }

  /** Fraction of a full scan that is done; 1 if complete. */
  shareDone(type: PairedType): number {
    const progress = this.#progress(type);
    if (progress === undefined) return 0;
    if (progress.walked_to === null) return 1;
    const { last } = this.#rows.one<{ last: number | null }>(`SELECT max(key) AS last FROM "${this.#finders[type].table}"`) ?? {};
    return last ? Math.min(1, progress.walked_to / last) : 1;
  }

  /** Scans a little further; returns whether there is more. */
  step(type: PairedType): boolean {
    const progress = this.#progress(type) ?? this.#begin(type, 1);
    if (progress.walked_to !== null) return this.#walk(type, progress, progress.walked_to);
    const newest = this.#newest();
    if (progress.sequence === newest) return false;
    const behind = newest - progress.sequence;
    if (behind < 0 || behind > mostFollowed || this.#isAnew(progress.sequence)) {
      this.#begin(type, progress.round + 1);
      return true;
    }
    return this.#follow(type, progress, newest);
  }

  #walk(type: PairedType, { round }: Progress, from: number): boolean {
    const finder = this.#finders[type];
    const block = this.#rows.one<{ first: number | null; last: number | null }>(
      `SELECT min(key) AS first, max(key) AS last FROM (SELECT key FROM "${finder.table}" WHERE key > ? ORDER BY key LIMIT ${keysAtOnce})`,
      from,
    );
    const { first = null, last = null } = block ?? {};
    if (first === null || last === null) {
      this.#pairs.deleteOlder(type, round);
      this.#rows.run('UPDATE duplicate_search SET walked_to = NULL WHERE resource_type = ?', type);
      return this.#progress(type)?.sequence !== this.#newest();
    }
    finder.prepare?.(first, last);
    for (const key of finder.sharing(first, last)) for (const pair of finder.pairsOf(key)) this.#pairs.save(type, pair, round);
    this.#rows.run('UPDATE duplicate_search SET walked_to = ? WHERE resource_type = ?', last, type);
    return true;
  }

  #follow(type: PairedType, { sequence, round }: Progress, newest: number): boolean {
    const entries = this.#rows.all<ChangedEntry>(
      `SELECT sequence, resource_type AS type, resource_id AS id, merged_into_id AS "into" FROM change
       WHERE sequence > ? ORDER BY sequence LIMIT ${entriesAtOnce}`,
      sequence,
    );
    const finder = this.#finders[type];
    for (const id of recordsToRescan(this.#rows, type, entries)) this.#lookAgain(finder, id, round);
    const reached = entries.at(-1)?.sequence ?? newest;
    this.#rows.run('UPDATE duplicate_search SET sequence = ? WHERE resource_type = ?', reached, type);
    return reached < newest;
  }

  #lookAgain(finder: PairFinder, id: string, round: number): void {
    const { type, table } = finder;
    this.#pairs.delete(type, id);
    const key = this.#rows.one<{ key: number }>(`SELECT key FROM "${table}" WHERE id = ?`, id)?.key;
    if (key === undefined) {
      if (type === 'Release') this.#rows.run('DELETE FROM release_fingerprint WHERE release_id = ?', id);
      return;
    }
    finder.prepare?.(key, key);
    for (const pair of finder.pairsOf(key)) this.#pairs.save(type, pair, round);
  }

  /** Rescans an unchanged record whose pairs may have changed. */
  lookAgain(type: PairedType, id: string): void {
    const progress = this.#progress(type);
    if (progress) this.#lookAgain(this.#finders[type], id, progress.round);
  }

  #begin(type: PairedType, round: number): Progress {
    const progress = { round, walked_to: 0, sequence: this.#newest() };
    this.#rows.run(
      `INSERT INTO duplicate_search (resource_type, round, walked_to, sequence) VALUES (?1, ?2, 0, ?3)
       ON CONFLICT (resource_type) DO UPDATE SET round = ?2, walked_to = 0, sequence = ?3`,
      type,
      round,
      progress.sequence,
    );
    return progress;
  }

  /** Whether the catalog was restored since, which the feed does not list by record. */
  #isAnew(sequence: number): boolean {
    return (
      this.#rows.one(
        `SELECT 1 WHERE EXISTS (SELECT 1 FROM change WHERE sequence > ?1 AND action = 'restored')
         OR (SELECT min(sequence) FROM change) > ?1 + 1`,
        sequence,
      ) !== undefined
    );
  }

  #progress(type: PairedType): Progress | undefined {
    return this.#rows.one<Progress>('SELECT round, walked_to, sequence FROM duplicate_search WHERE resource_type = ?', type);
  }

  #newest(): number {
    return this.#rows.one<{ last: number | null }>('SELECT max(sequence) AS last FROM change')?.last ?? 0;
  }
}

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
