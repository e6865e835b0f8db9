import type { Kind } from '../../kinds';
import { parameter, type Statements, writtenQuery } from '../../store/database/sql';
import { packedId, typeKey } from '../../store/values/packed-id';
import type { Columns } from '../write/kind-table';
import { fieldOf, type Plan, rowsHash, rowsOf } from '../write/plan';
import { type FieldHashes, nameHash, namesIn, packFields, unpackFields, valueHash } from './hashes';
import type { SourceMemory } from './memory';

/** Hashes of what people wrote of a record, by the hashes of the fields' names: what sources leave alone. */
export type LockedFields = ReadonlyMap<number, number>;

/** What people write is remembered beside what sources say, under this name. */
export const editors = 'editor';

/** Of a field that is held as a whole, whatever it has: the slug, the parts. */
const heldWhole = 1;

/** Remembers which fields of which records people wrote. */
export class FieldLocks {
  #isAny: boolean | undefined;

  constructor(
    private readonly statements: Statements,
    private readonly memory: SourceMemory,
  ) {}

  /** Asks anew whether anything is held: others may have written. */
  forget(): void {
    this.#isAny = undefined;
  }

  find(type: string, id: string): LockedFields | undefined {
    this.#isAny ??= this.#askIfAny();
    return this.#isAny ? this.memory.find(editors, type, id)?.fields : undefined;
  }

  /** Holds what a plan says of these attributes and relationships, beside what is held already. */
  hold({ kind, entrance, id, columns, owned, parts }: Plan, names: ReadonlySet<string>): void {
    const fields: FieldHashes = new Map(this.find(kind.type, id));
    for (const column in columns) {
      const origin = entrance.originOf(column);
      if (origin !== undefined && names.has(origin)) fields.set(nameHash(column), valueHash(columns[column] as Columns[string]));
    }
    for (const list of owned) if (names.has(list.attribute)) fields.set(nameHash(fieldOf(list)), rowsHash(list, rowsOf(list)));
    if (parts && kind.parts && names.has(kind.parts.attribute)) fields.set(nameHash(kind.parts.attribute), heldWhole);
    if (names.has('slug')) fields.set(nameHash('slug'), heldWhole);
    this.memory.remember(editors, kind.type, id, 0, fields);
    this.#isAny = true;
  }

  /** Leaves these attributes and relationships of a record to its sources again; says which of them were held. */
  letGo({ kind, entrance, id, columns, owned }: Plan, names: ReadonlySet<string>): ReadonlySet<number> {
    const held = new Map(this.find(kind.type, id));
    const fields = new Set(
      [
        ...Object.keys(columns).filter((column) => names.has(entrance.originOf(column) ?? '')),
        ...owned.filter(({ attribute }) => names.has(attribute)).map(fieldOf),
        ...[kind.parts?.attribute ?? '', 'slug'].filter((name) => names.has(name)),
      ]
        .map(nameHash)
        .filter((name) => held.delete(name)),
    );
    if (fields.size > 0) this.memory.remember(editors, kind.type, id, 0, held);
    return fields;
  }

  /** What is held of a record, as text. */
  packed(held: LockedFields): string {
    return Buffer.from(packFields(held)).toString('base64');
  }

  /** Holds what was held of a record before it went. */
  restore({ type }: Kind, id: string, packed: string): void {
    this.memory.remember(editors, type, id, 0, unpackFields(Buffer.from(packed, 'base64')));
    this.#isAny = true;
  }

  /** Holds these fields of a record, and no others. */
  replace(type: string, id: string, held: LockedFields): void {
    this.memory.remember(editors, type, id, 0, new Map(held));
    this.#isAny = true;
  }

  /**
   * Holds what was held of a record at the one that it was merged into, where nobody wrote that.
   * @param only the hashes of the names of fields, where not all that was written went there
   */
  pass(type: string, from: string, into: string, only?: ReadonlySet<number>): void {
    const passed = [...(this.find(type, from) ?? [])].filter(([name]) => only?.has(name) ?? true);
    if (passed.length > 0) this.memory.remember(editors, type, into, 0, new Map([...passed, ...(this.find(type, into) ?? [])]));
  }

  /** Forgets what was held of a record that is gone. */
  release({ type }: Kind, id: string): void {
    this.memory.unsay(editors, type, id);
  }

  #askIfAny(): boolean {
    const query = this.statements.get<{ key: number }>('editors', (db) =>
      db.selectFrom('import_source').select('key').where('name', '=', parameter('name')),
    );
    return query.get({ name: editors }) !== undefined;
  }
}

/** Reads which attributes and relationships of a record people wrote: what imports leave alone. */
export class LockedFieldNames {
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

const noKey = (): number => {
  throw new Error('A record without attributes names no other.');
};
