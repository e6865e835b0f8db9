import { plainPresentation } from '../../api/read/reading';
import type { Reads } from '../../api/read/reads';
import type { Kinds } from '../../kinds';
import type { PairedType } from '../../matching/duplicate-kinds';
import { MergeRedirects } from '../../store/database/merges';
import type { Statements } from '../../store/database/sql';

const tables = { Release: 'release', Artist: 'artist', Label: 'label', Production: 'production' } as const;

/** An existing record of a pair. */
export interface PairedRecord {
  readonly type: PairedType;
  readonly key: number;
  readonly id: string;
}

/** Finds and shows the records of pairs. */
export class PairedRecords {
  readonly #merges: MergeRedirects;

  constructor(
    private readonly statements: Statements,
    private readonly kinds: Kinds,
  ) {
    this.#merges = new MergeRedirects(statements);
  }

  /** Record with a UUID, following merges. */
  find(type: PairedType, id: string): PairedRecord | undefined {
    const { table } = this.#kind(type);
    const statement = this.statements.text<{ key: number }>(
      `SELECT key FROM "${table}" WHERE id = :id${table === 'release' ? ' AND unreviewed_by IS NULL' : ''}`,
    );
    const current = this.#merges.follow(type, id.toLowerCase(), (id) => statement.get({ id })?.key);
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
