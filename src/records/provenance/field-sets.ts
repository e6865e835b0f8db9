import { parameter, type Statements } from '../../store/database/sql';

/** Field sets shared by many records (table `said_fields`). */
export class FieldSets {
  readonly #keys = new Map<string, number>();
  readonly #names = new Map<number, Uint8Array>();

  constructor(private readonly statements: Statements) {}

  /** Key of a set of name hashes, created if new. */
  key(names: Uint8Array): number {
    const text = Buffer.from(names.buffer, names.byteOffset, names.byteLength).toString('latin1');
    let key = this.#keys.get(text);
    if (key === undefined) {
      key = this.#find(names) ?? this.#add(names);
      this.#keys.set(text, key);
    }
    return key;
  }

  /** Name hashes of a key. */
  names(key: number): Uint8Array {
    let names = this.#names.get(key);
    if (!names) {
      const query = this.statements.get<{ name_hashes: Uint8Array }>('names said', (db) =>
        db.selectFrom('said_fields').select('name_hashes').where('key', '=', parameter('key')),
      );
      names = query.get({ key })?.name_hashes as Uint8Array;
      this.#names.set(key, names);
    }
    return names;
  }

  /** Clears the cache after a rollback. */
  forget(): void {
    this.#keys.clear();
    this.#names.clear();
  }

  #find(names: Uint8Array): number | undefined {
    return this.statements
      .get<{ key: number }>('said fields', (db) => db.selectFrom('said_fields').select('key').where('name_hashes', '=', parameter('names')))
      .get({ names })?.key;
  }

  #add(names: Uint8Array): number {
    return this.statements
      .get<{ key: number }>('add said fields', (db) =>
        db
          .insertInto('said_fields')
          .values({ name_hashes: parameter('names') })
          .returning('key'),
      )
      .get({ names })?.key as number;
  }
}
