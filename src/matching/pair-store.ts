import type { CatalogRows } from '../records/write/catalog-rows';
import { type FoundPair, type PairedType, pairRankOf } from './pair';

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

/** Pairs found. Runs in the caller's transaction. */
export class PairStore {
  #isAnySettled: boolean | undefined;

  constructor(private readonly rows: CatalogRows) {}

  /** Called at the start of a transaction: pairs may have been settled since. */
  begin(): void {
    this.#isAnySettled = undefined;
  }

  /** Saves a pair, unless settled. */
  save(type: PairedType, pair: FoundPair, round: number): void {
    const { one, other, suggestion, sureness, reasons, isProvisional } = pair;
    if (this.isSettled(type, one, other)) return;
    this.rows.run(upsert, type, one, other, suggestion, sureness, JSON.stringify(reasons), isProvisional ? 1 : 0, pairRankOf(pair), round);
  }

  isSettled(type: PairedType, one: string, other: string): boolean {
    this.#isAnySettled ??= this.rows.one('SELECT 1 FROM settled_pair LIMIT 1') !== undefined;
    return this.#isAnySettled && this.rows.one(settled, type, one, other) !== undefined;
  }

  /** Deletes a record's pairs. */
  delete(type: PairedType, id: string): void {
    this.rows.run('DELETE FROM likely_duplicate WHERE one_id = ? AND resource_type = ?', id, type);
    this.rows.run('DELETE FROM likely_duplicate WHERE other_id = ? AND resource_type = ?', id, type);
  }

  deletePair(type: PairedType, one: string, other: string): void {
    const [first, second] = one < other ? [one, other] : [other, one];
    this.rows.run(
      'DELETE FROM likely_duplicate WHERE resource_type = ? AND min(one_id, other_id) = ? AND max(one_id, other_id) = ?',
      type,
      first,
      second,
    );
  }

  /** Deletes pairs not found again in a round. */
  deleteOlder(type: PairedType, round: number): void {
    this.rows.run('DELETE FROM likely_duplicate WHERE resource_type = ? AND round < ?', type, round);
  }
}
