import { placeGathered } from '../../store/database/first-load';
import { type Statements, type Values, writtenQuery } from '../../store/database/sql';
import { packedId } from '../../store/values/packed-id';

/** Columns of source values, in this order. */
export const saidColumns = ['source', 'type', 'id', 'hash', 'fields', 'values', 'authorities'] as const;

const gather = `
  INSERT INTO gathered_memory (source_key, type_key, id, content_hash, fields_key, value_hashes, authorities)
  VALUES (?1, ?2, ${packedId('?3')}, ?4, ?5, ?6, ?7)`;

/** Source values collected during a first load, before they are moved to their table. */
export class ProvenanceBatch {
  /** Whether there may be any, possibly from an interrupted run. */
  #isAny = true;

  constructor(private readonly statements: Statements) {}

  add(said: Values): void {
    this.statements.get('gather', () => writtenQuery(gather, ...saidColumns)).run(said);
    this.#isAny = true;
  }

  place(): void {
    if (!this.#isAny) return;
    this.statements.get('place gathered', () => writtenQuery(placeGathered)).run({});
    this.statements.get('empty gathered', () => writtenQuery('DELETE FROM gathered_memory')).run({});
    this.#isAny = false;
  }

  forget(): void {
    this.#isAny = true;
  }
}
