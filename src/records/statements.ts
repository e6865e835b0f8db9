import type { Kysely } from 'kysely';
import type { Store } from '../database/open';
import { Statement, type Values } from '../database/prepare';

/** The statements of a writer, each prepared the first time it is needed. */
export class Statements {
  readonly #prepared = new Map<string, Statement<unknown>>();

  constructor(private readonly store: Store) {}

  /** The statement of this name. Tables and columns may be chosen when it is built, so their types are not checked. */
  // biome-ignore lint/suspicious/noExplicitAny: the schema itself checks what is written.
  get<O = never>(name: string, build: (db: Kysely<any>) => { compile(): unknown }): Statement<O, Values> {
    let statement = this.#prepared.get(name);
    if (!statement) {
      statement = new Statement<unknown>(this.store.writer, build(this.store.db) as never);
      this.#prepared.set(name, statement);
    }
    return statement as Statement<O, Values>;
  }

  close(): void {
    for (const statement of this.#prepared.values()) statement.close();
    this.#prepared.clear();
  }
}
