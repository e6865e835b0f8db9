import { CatalogRows } from '../records/write/catalog-rows';
import type { Store } from '../store/database/open';
import {
  type ChangedEntry,
  deleteFingerprints,
  type FoundPair,
  findersIn,
  type PairedType,
  pairedTypes,
  recordsToRescan,
} from './duplicate-kinds';
import { pairReasons, suggestions, sureness } from './vocabulary';

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
  readonly #finders: ReturnType<typeof findersIn>;
  #isAnySettled: boolean | undefined;

  constructor(store: Store) {
    this.#rows = new CatalogRows(store);
    this.#finders = findersIn(this.#rows);
  }

  /** Called at the start of a transaction: drops what others may have changed since. */
  begin(): void {
    this.#isAnySettled = undefined;
    for (const type of pairedTypes) this.#finders[type].begin();
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
    if (behind < 0 || behind > mostFollowed || this.#hasRestarted(progress.sequence)) {
      this.#begin(type, progress.round + 1);
      return true;
    }
    return this.#follow(type, progress, newest);
  }

  /** Rescans an unchanged record whose pairs may have changed. */
  rescan(type: PairedType, id: string): void {
    const progress = this.#progress(type);
    if (progress) this.#rescan(type, [id], progress.round);
  }

  deletePair(type: PairedType, one: string, other: string): void {
    this.#rows.run(
      `DELETE FROM likely_duplicate WHERE resource_type = ?1 AND min(one_id, other_id) = min(?2, ?3) AND max(one_id, other_id) = max(?2, ?3)`,
      type,
      one,
      other,
    );
  }

  #walk(type: PairedType, { round }: Progress, from: number): boolean {
    const finder = this.#finders[type];
    const sql = `SELECT key FROM "${finder.table}" WHERE key > ? ORDER BY key LIMIT ${keysAtOnce}`;
    const keys = this.#rows.all<{ key: number }>(sql, from).map(({ key }) => key);
    const [first, last] = [keys[0], keys.at(-1)];
    if (first === undefined || last === undefined) {
      // Pairs not found again.
      this.#rows.run('DELETE FROM likely_duplicate WHERE resource_type = ? AND round < ?', type, round);
      this.#rows.run('UPDATE duplicate_search SET walked_to = NULL WHERE resource_type = ?', type);
      return this.#progress(type)?.sequence !== this.#newest();
    }
    finder.prepare(keys);
    for (const key of finder.sharing(first, last)) this.#save(type, finder.pairsOf(key), round);
    this.#rows.run('UPDATE duplicate_search SET walked_to = ? WHERE resource_type = ?', last, type);
    return true;
  }

  #follow(type: PairedType, { sequence, round }: Progress, newest: number): boolean {
    const entries = this.#rows.all<ChangedEntry>(
      `SELECT sequence, resource_type AS type, resource_id AS id, merged_into_id AS "into" FROM change
       WHERE sequence > ? ORDER BY sequence LIMIT ${entriesAtOnce}`,
      sequence,
    );
    this.#rescan(type, [...recordsToRescan(this.#rows, type, entries)], round);
    const reached = entries.at(-1)?.sequence ?? newest;
    this.#rows.run('UPDATE duplicate_search SET sequence = ? WHERE resource_type = ?', reached, type);
    return reached < newest;
  }

  #rescan(type: PairedType, ids: readonly string[], round: number): void {
    if (ids.length === 0) return;
    const finder = this.#finders[type];
    const sql = `SELECT id, key FROM "${finder.table}" WHERE id IN (SELECT value FROM json_each(?))`;
    const keys = new Map(this.#rows.all<{ id: string; key: number }>(sql, JSON.stringify(ids)).map(({ id, key }) => [id, key]));
    finder.prepare([...keys.values()]);
    const deleted = ids.filter((id) => !keys.has(id));
    if (type === 'Release') deleteFingerprints(this.#rows, deleted);
    for (const id of ids) {
      this.#rows.run('DELETE FROM likely_duplicate WHERE (one_id = ?1 OR other_id = ?1) AND resource_type = ?2', id, type);
      const key = keys.get(id);
      if (key !== undefined) this.#save(type, finder.pairsOf(key), round);
    }
  }

  /** Saves pairs, unless settled. */
  #save(type: PairedType, pairs: readonly FoundPair[], round: number): void {
    for (const pair of pairs) {
      const { one, other, suggestion, sureness, reasons, isProvisional } = pair;
      this.#isAnySettled ??= this.#rows.one('SELECT 1 FROM settled_pair LIMIT 1') !== undefined;
      if (this.#isAnySettled && this.#rows.one(settled, type, one, other) !== undefined) continue;
      const values = [suggestion, sureness, JSON.stringify(reasons), isProvisional ? 1 : 0, rankOf(pair), round];
      this.#rows.run(upsert, type, one, other, ...values);
    }
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
  #hasRestarted(sequence: number): boolean {
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

/** UUIDs of a record, including those merged into it. */
const idsOf = (id: string): string =>
  `(SELECT ${id} UNION ALL SELECT id FROM merged_record WHERE resource_type = ?1 AND merged_into_id = ${id})`;

/** Whether a pair was settled, possibly under ids merged since. */
const settled = `
  SELECT 1 FROM settled_pair WHERE resource_type = ?1 AND one_id IN ${idsOf('?2')} AND other_id IN ${idsOf('?3')}
  UNION ALL SELECT 1 FROM settled_pair WHERE resource_type = ?1 AND one_id IN ${idsOf('?3')} AND other_id IN ${idsOf('?2')} LIMIT 1`;

const upsert = `
  INSERT INTO likely_duplicate (resource_type, one_id, other_id, suggestion, sureness, reasons, provisional, place, round)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
  ON CONFLICT (resource_type, min(one_id, other_id), max(one_id, other_id)) DO UPDATE
    SET one_id = ?2, other_id = ?3, suggestion = ?4, sureness = ?5, reasons = ?6, provisional = ?7, place = ?8, round = ?9`;

/** Rank in the list: provisional records first, then by certainty and number of reasons. */
function rankOf({ suggestion, sureness: sure, reasons, isProvisional }: FoundPair): number {
  const unsure = sureness.indexOf(sure) * 2 + suggestions.indexOf(suggestion);
  const [best] = reasons;
  const place = best === undefined ? 9 : pairReasons.indexOf(best);
  return (isProvisional ? 0 : 1_000) + unsure * 100 + (pairReasons.length - reasons.length) * 10 + place;
}

const sliceMilliseconds = 15;

/** Enough for manual edits, without a noticeable delay. */
const patienceMilliseconds = 250;

/** A full scan leaves most of the time to other work. */
const restMilliseconds = 30;

/** Processes changes before duplicates are listed. */
export class BackgroundSearch {
  readonly #search: DuplicateSearch;
  readonly #running = new Map<PairedType, Promise<void>>();

  constructor(private readonly store: Store) {
    this.#search = new DuplicateSearch(store);
  }

  /**
   * Waits briefly until all changes of a kind are processed; longer scans continue in the background. Returns the fraction done.
   */
  async wait(type: PairedType): Promise<number> {
    if (!this.#search.isUnfinished(type)) return 1;
    const running = this.#running.get(type) ?? this.#run(type);
    await Promise.race([running, Bun.sleep(patienceMilliseconds)]);
    return this.#search.isUnfinished(type) ? Math.min(this.#search.shareDone(type), 0.99) : 1;
  }

  #run(type: PairedType): Promise<void> {
    const run = this.#continue(type)
      // On a locked database or shutdown, the next request resumes.
      .catch(() => undefined)
      .finally(() => this.#running.delete(type));
    this.#running.set(type, run);
    return run;
  }

  async #continue(type: PairedType): Promise<void> {
    const patientUntil = performance.now() + patienceMilliseconds;
    while (this.#search.isUnfinished(type)) {
      if (!this.store.tryWrite(() => searchFor(this.#search, type, sliceMilliseconds))) return;
      if (performance.now() < patientUntil) await new Promise((resolve) => setImmediate(resolve));
      else await Bun.sleep(restMilliseconds);
    }
  }
}

interface Pacing {
  readonly milliseconds: number;
  /** Yields to other writers. */
  rest(): Promise<void>;
}

/** Processes all changes of all kinds, unless stopped. */
export async function findDuplicates(store: Store, pace: Pacing, signal: AbortSignal | undefined): Promise<void> {
  const search = new DuplicateSearch(store);
  for (const type of pairedTypes)
    while (search.isUnfinished(type) && !signal?.aborted) {
      await store.write(() => searchFor(search, type, pace.milliseconds));
      await pace.rest();
    }
}

/** Continues until the time slice is used. */
function searchFor(search: DuplicateSearch, type: PairedType, milliseconds: number): void {
  search.begin();
  const until = performance.now() + milliseconds;
  while (search.step(type) && performance.now() < until);
}
