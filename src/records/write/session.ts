import type { Kinds } from '../../kinds';
import type { Connection } from '../../store/database/connection';
import type { Store } from '../../store/database/open';
import { rollbacksOf, Savepoint } from '../../store/database/transactions';
import { SourceValues } from '../provenance/source-values';
import { References } from './references';
import { Slugs } from './slugs';

/** The connection of a writer, with what it has cached of the catalog. */
export class WriteSession {
  readonly connection: Connection;
  readonly references: References;
  readonly sourceValues: SourceValues;
  readonly slugs: Slugs;
  readonly #rehearsal: Savepoint;
  #dataVersion: number | undefined;
  #rollbacks = 0;

  constructor(
    private readonly store: Store,
    readonly kinds: Kinds,
  ) {
    this.connection = store.writer;
    this.references = new References(this.connection, kinds);
    this.sourceValues = new SourceValues(this.connection, kinds);
    this.slugs = new Slugs(this.connection, this.references);
    this.#rehearsal = new Savepoint(store.writer, 'rehearsal');
  }

  /**
   * Called at the start of a transaction; drops caches invalidated by other writers and rollbacks.
   * @param isShared whether other writers use this connection, which `data_version` does not reveal
   */
  begin(isShared: boolean): void {
    const { data_version } = this.store.writer.query('PRAGMA data_version').get() as { data_version: number };
    if (rollbacksOf(this.store.writer) !== this.#rollbacks) this.forget();
    else if (isShared || data_version !== this.#dataVersion) this.references.forget();
    this.references.begin();
    this.#dataVersion = data_version;
  }

  /** Drops all caches after a rollback. */
  forget(): void {
    this.references.forget();
    this.sourceValues.forget();
    this.#rollbacks = rollbacksOf(this.store.writer);
  }

  /** Runs work and rolls back everything it wrote. */
  rehearse<T>(work: () => T): T {
    try {
      return this.#rehearsal.undone(work);
    } finally {
      this.forget();
    }
  }

  /** Frees connection and memory. */
  close(): void {
    this.#rehearsal.close();
    this.sourceValues.close();
  }
}
