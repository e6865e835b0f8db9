import { parameter, type Statements } from '../../store/database/sql';

/** The fields that sources say something of, as they are kept for many records at once (table `said_fields`). */
export class FieldSets {
  readonly #keys = new Map<string, number>();
  readonly #names = new Map<number, Uint8Array>();

  constructor(private readonly statements: Statements) {}

  /** The key of the hashes of some names, which are kept from now on where they are new. */
  key(names: Uint8Array): number {
    const text = Buffer.from(names.buffer, names.byteOffset, names.byteLength).toString('latin1');
    let key = this.#keys.get(text);
    if (key === undefined) {
      key = this.#find(names) ?? this.#add(names);
      this.#keys.set(text, key);
    }
    return key;
  }

  /** The hashes of the names of a key. */
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

  /** Forgets all keys: what made them was rolled back. */
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
