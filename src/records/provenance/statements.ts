import type { Statements } from '../../store/database/sql';
import { packedId, typeKey } from '../../store/values/packed-id';
import { editors } from './field-locks';
import { packFields, pairFields, unpackFields } from './hashes';
import type { SourceValues } from './source-values';

/** Source values of a record under its own UUID, base64-encoded. */
export interface StoredStatement {
  readonly source: string;
  readonly hash: number;
  readonly fields: string;
  readonly authorities: string | null;
}

interface StatementRow {
  readonly source: string;
  readonly hash: number;
  readonly names: Uint8Array;
  readonly hashes: Uint8Array;
  readonly authorities: Uint8Array | null;
}

// Sources are few, so each is looked up by primary key.
const statements = `
  SELECT s.name AS source, r.content_hash AS hash, f.name_hashes AS names, r.value_hashes AS hashes, r.authorities
  FROM import_source AS s CROSS JOIN imported_record AS r
    ON r.source_key = s.key AND r.type_key = ${typeKey(':type')} AND r.id = ${packedId(':id')}
  CROSS JOIN said_fields AS f ON f.key = r.fields_key
  WHERE s.name <> :editors`;

/** Preserves the source values of a merged record, for undoing the merge. */
export class SourceStatements {
  constructor(
    private readonly statements: Statements,
    private readonly sourceValues: SourceValues,
  ) {}

  read(type: string, id: string): StoredStatement[] {
    return this.statements
      .text<StatementRow>(statements)
      .all({ type, id, editors })
      .map(({ source, hash, names, hashes, authorities }) => ({
        source,
        hash,
        fields: text(packFields(pairFields(names, hashes))),
        authorities: authorities && text(authorities),
      }));
  }

  /** Values imported since went to the other record; the next import reads them again. */
  restore(type: string, id: string, kept: readonly StoredStatement[]): void {
    for (const { source, hash } of this.read(type, id)) {
      const before = kept.find((one) => one.source === source);
      if (!before) this.sourceValues.delete(source, type, id);
      else if (before.hash !== hash) {
        const { fields, authorities } = before;
        this.sourceValues.restore(source, type, id, unpackFields(bytes(fields)), authorities === null ? null : bytes(authorities));
      }
    }
  }
}

const text = (packed: Uint8Array): string => Buffer.from(packed).toString('base64');

const bytes = (packed: string): Uint8Array => Buffer.from(packed, 'base64');
