import { packedId, typeKey } from '../database/packed-id';
import { writtenQuery } from '../database/prepare';
import type { Statements } from '../database/statements';
import type { Kind } from '../kinds';
import { namesIn } from './field-hashes';
import { nameHash } from './hashes';
import { editors } from './held-fields';
import { fieldOf } from './plan';

/** Reads which attributes and relationships of a record people wrote: what imports leave alone. */
export class HeldAttributes {
  readonly #names = new Map<Kind, ReadonlyMap<number, string>>();

  constructor(private readonly statements: Statements) {}

  of(kind: Kind, key: number): string[] {
    const found = this.statements
      .get<{ name_hashes: Uint8Array }>(`held of ${kind.table}`, () =>
        writtenQuery(
          `SELECT f.name_hashes FROM "${kind.table}" AS x
           CROSS JOIN imported_record AS r ON r.type_key = ${typeKey('?2')} AND r.id = ${packedId('x.id')}
             AND r.source_key = (SELECT key FROM import_source WHERE name = ?3)
           CROSS JOIN said_fields AS f ON f.key = r.fields_key WHERE x.key = ?1`,
          'key',
          'type',
          'editors',
        ),
      )
      .get({ key, type: kind.type, editors });
    if (!found) return [];
    const names = this.#namesOf(kind);
    return [...new Set(namesIn(found.name_hashes).flatMap((hash) => names.get(hash) ?? []))].sort();
  }

  /** The names of fields as clients have them, by their hashes. */
  #namesOf(kind: Kind): ReadonlyMap<number, string> {
    let names = this.#names.get(kind);
    if (!names) {
      const { entrance } = kind;
      const columns = [...Object.keys(entrance.columns({}, noKey)), ...Object.values(entrance.relationships).map(({ column }) => column)];
      const fields = [
        ...columns.map((column) => [column, entrance.originOf(column) ?? column] as const),
        ...entrance.owned({}, noKey).map((list) => [fieldOf(list), list.attribute] as const),
        ...[kind.parts?.attribute ?? [], 'slug'].flat().map((name) => [name, name] as const),
      ];
      names = new Map(fields.map(([field, name]) => [nameHash(field), entrance.relationshipOf(name) ?? name]));
      this.#names.set(kind, names);
    }
    return names;
  }
}

/** What says nothing names no records. */
const noKey = (): number => {
  throw new Error('A record without attributes names no other.');
};
