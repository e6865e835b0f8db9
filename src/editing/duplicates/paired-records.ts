import { plainPresentation } from '../../api/read/reading';
import type { Reads } from '../../api/read/reads';
import type { Kinds } from '../../kinds';
import type { PairedType } from '../../matching/duplicate-kinds';
import type { Connection } from '../../store/database/connection';
import { followMerges } from '../../store/database/merges';
import type { Store } from '../../store/database/store';

const tables = { Release: 'release', Artist: 'artist', Label: 'label', Production: 'production' } as const;

/** An existing record of a pair. */
export interface PairedRecord {
  readonly type: PairedType;
  readonly key: number;
  readonly id: string;
}

/** Finds and shows the records of pairs. */
export class PairedRecords {
  readonly #connection: Connection;

  constructor(
    store: Store,
    private readonly kinds: Kinds,
    on: 'reader' | 'writer' = 'reader',
  ) {
    this.#connection = store[on];
  }

  /** Record with a UUID, following merges. */
  find(type: PairedType, id: string): PairedRecord | undefined {
    const { table } = this.#kind(type);
    const query = `SELECT key FROM "${table}" WHERE id = :id${table === 'release' ? ' AND unreviewed_by IS NULL' : ''}`;
    const current = followMerges(
      this.#connection,
      type,
      id.toLowerCase(),
      (id) => this.#connection.get<{ key: number }>(query, { id })?.key,
    );
    return current && { type, key: current.found, id: current.id };
  }

  identifier = (type: PairedType, id: string) => ({ type, id: this.#kind(type).iri({ id }) });

  /** Full records, each once. */
  included(reads: Reads, records: readonly PairedRecord[]) {
    return [...Map.groupBy(records, ({ type }) => type)].flatMap(([type, ofType]) => {
      const keys = [...new Set(ofType.map(({ key }) => key))];
      return reads.manyDocument(this.#kind(type), plainPresentation, keys).data;
    });
  }

  #kind(type: PairedType) {
    return this.kinds.ofTable(tables[type]);
  }
}
