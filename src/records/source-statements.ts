import { sql } from 'kysely';
import { parameter } from '../database/prepare';
import type { Statements } from '../database/statements';
import { editors } from './held-fields';
import type { SourceMemory } from './source-memory';

/** What a source said of a record under its own UUID, with its bytes as base64. */
export interface KeptStatement {
  readonly source: string;
  readonly hash: number;
  readonly fields: string;
  readonly authorities: string | null;
}

interface StatementRow {
  readonly source: string;
  readonly hash: number;
  readonly fields: Uint8Array;
  readonly authorities: Uint8Array | null;
}

/** Keeps what sources said of a record that is merged into another, and gives it back where the two are two again. */
export class SourceStatements {
  constructor(
    private readonly statements: Statements,
    private readonly memory: SourceMemory,
  ) {}

  read(type: string, id: string): KeptStatement[] {
    return this.statements
      .get<StatementRow>('said of', (db) =>
        db
          .selectFrom('import_source')
          .innerJoin('imported_record', 'imported_record.source_key', 'import_source.key')
          .select(['name as source', 'content_hash as hash', 'field_hashes as fields', 'authorities'])
          .where('imported_record.resource_type', '=', parameter('type'))
          .where('imported_record.id', '=', parameter('id'))
          .where('name', '<>', parameter('editors')),
      )
      .all({ type, id, editors })
      .map(({ source, hash, fields, authorities }) => ({
        source,
        hash,
        fields: text(fields),
        authorities: authorities && text(authorities),
      }));
  }

  /** What a source said since is read anew the next time that it gives the record: that went into another one. */
  restore(type: string, id: string, kept: readonly KeptStatement[]): void {
    for (const { source, hash } of this.read(type, id)) {
      const before = kept.find((one) => one.source === source);
      if (!before) this.#forget(source, type, id);
      else if (before.hash !== hash) this.#restore(type, id, before);
    }
  }

  #restore(type: string, id: string, { source, fields, authorities }: KeptStatement): void {
    this.statements
      .get('say again', (db) =>
        db
          .updateTable('imported_record')
          .set({ content_hash: sql`0`, field_hashes: parameter('fields'), authorities: parameter('authorities') })
          .where('source_key', '=', parameter('source'))
          .where('resource_type', '=', parameter('type'))
          .where('id', '=', parameter('id')),
      )
      .run({ source: this.memory.source(source), type, id, fields: bytes(fields), authorities: authorities && bytes(authorities) });
  }

  #forget(source: string, type: string, id: string): void {
    this.statements
      .get('unsay', (db) =>
        db
          .deleteFrom('imported_record')
          .where('source_key', '=', parameter('source'))
          .where('resource_type', '=', parameter('type'))
          .where('id', '=', parameter('id')),
      )
      .run({ source: this.memory.source(source), type, id });
  }
}

const text = (packed: Uint8Array): string => Buffer.from(packed).toString('base64');

const bytes = (packed: string): Uint8Array => Buffer.from(packed, 'base64');
