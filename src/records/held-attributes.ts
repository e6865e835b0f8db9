import { parameter } from '../database/prepare';
import type { Statements } from '../database/statements';
import type { Kind } from '../kinds';
import { unpackFields } from './field-hashes';
import { nameHash } from './hashes';
import { editors } from './held-fields';
import { fieldOf } from './plan';

/** Reads which attributes and relationships of a record people wrote: what imports leave alone. */
export class HeldAttributes {
  readonly #names = new Map<Kind, ReadonlyMap<number, string>>();

  constructor(private readonly statements: Statements) {}

  of(kind: Kind, key: number): string[] {
    const found = this.statements
      .get<{ fields: Uint8Array }>(`held of ${kind.table}`, (db) =>
        db
          .selectFrom(kind.table)
          .innerJoin('imported_record', (join) =>
            // biome-ignore lint/suspicious/noExplicitAny: the tables of named statements are not typed.
            (join as any).onRef('imported_record.id', '=', `${kind.table}.id`).on('imported_record.resource_type', '=', parameter('type')),
          )
          .innerJoin('import_source', 'import_source.key', 'imported_record.source_key')
          .select('imported_record.field_hashes as fields')
          .where(`${kind.table}.key`, '=', parameter('key'))
          .where('import_source.name', '=', parameter('editors')),
      )
      .get({ key, type: kind.type, editors });
    if (!found) return [];
    const names = this.#namesOf(kind);
    return [...new Set([...unpackFields(found.fields).keys()].flatMap((hash) => names.get(hash) ?? []))].sort();
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
