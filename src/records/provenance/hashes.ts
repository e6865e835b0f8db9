import type { Connection, Value } from '../../store/database/connection';

/** 53-bit hash, the size of a safe integer. */
export const contentHash = (text: string): number => Number(BigInt.asUintN(53, Bun.hash(text) as bigint));

const nameHashes = new Map<string, number>();

/** 32-bit hash of a field name. */
export function nameHash(name: string): number {
  let hash = nameHashes.get(name);
  if (hash === undefined) {
    hash = Bun.hash.xxHash32(name);
    nameHashes.set(name, hash);
  }
  return hash;
}

/** 32-bit hash of a value; 0 for null. */
export const valueHash = (value: Value): number => (value === null ? 0 : Bun.hash.xxHash32(String(value)) || 1);

/** 32-bit hash of JSON rows in any order; 0 if empty. */
export const listHash = (rows: readonly string[]): number => (rows.length === 0 ? 0 : Bun.hash.xxHash32([...rows].sort().join('\n')) || 1);

/** 32-bit hash of a JSON value; never 0. */
export const jsonHash = (value: unknown): number => Bun.hash.xxHash32(JSON.stringify(value)) || 1;

/** Value hashes by name hash, for fields with a value. */
export type FieldHashes = Map<number, number>;

/** Little-endian, written byte by byte, which is faster than viewing the buffer. */
export function packFields(fields: ReadonlyMap<number, number>): Uint8Array {
  const bytes = Buffer.allocUnsafe(fields.size * 8);
  let at = 0;
  for (const [name, value] of fields) {
    at = bytes.writeUInt32LE(name, at);
    at = bytes.writeUInt32LE(value, at);
  }
  return bytes;
}

/** Names only, in order. */
export const packNames = (fields: ReadonlyMap<number, number>): Uint8Array => packed(fields.size, fields.keys());

/** Values only, in order. */
export const packValues = (fields: ReadonlyMap<number, number>): Uint8Array => packed(fields.size, fields.values());

function packed(size: number, hashes: Iterable<number>): Uint8Array {
  const bytes = Buffer.allocUnsafe(size * 4);
  let at = 0;
  for (const hash of hashes) at = bytes.writeUInt32LE(hash, at);
  return bytes;
}

/** Combines names and values packed separately. */
export function pairFields(names: Uint8Array, values: Uint8Array): FieldHashes {
  const [name, value] = [bytesOf(names), bytesOf(values)];
  const fields: FieldHashes = new Map();
  for (let at = 0; at + 4 <= name.length; at += 4) fields.set(name.readUInt32LE(at), value.readUInt32LE(at));
  return fields;
}

const bytesOf = (packed: Uint8Array): Buffer => Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);

export function unpackFields(packed: Uint8Array): FieldHashes {
  const bytes = bytesOf(packed);
  const fields: FieldHashes = new Map();
  for (let at = 0; at + 8 <= bytes.length; at += 8) fields.set(bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4));
  return fields;
}

/** Field sets shared by many records (table `field_set`). */
export class FieldSets {
  readonly #keys = new Map<string, number>();
  readonly #names = new Map<number, Uint8Array>();

  constructor(private readonly connection: Connection) {}

  /** Key of a set of name hashes, created if new. */
  key(names: Uint8Array): number {
    const text = Buffer.from(names.buffer, names.byteOffset, names.byteLength).toString('latin1');
    return this.#keys.getOrInsertComputed(text, () => this.#find(names) ?? this.#add(names));
  }

  /** Name hashes of a key. */
  names(key: number): Uint8Array {
    const query = 'SELECT name_hashes FROM field_set WHERE key = :key';
    return this.#names.getOrInsertComputed(
      key,
      () => this.connection.get<{ name_hashes: Uint8Array }>(query, { key })?.name_hashes as Uint8Array,
    );
  }

  /** Clears the cache after a rollback. */
  forget(): void {
    this.#keys.clear();
    this.#names.clear();
  }

  #find(names: Uint8Array): number | undefined {
    return this.connection.get<{ key: number }>('SELECT key FROM field_set WHERE name_hashes = :names', { names })?.key;
  }

  #add(names: Uint8Array): number {
    return this.connection.get<{ key: number }>('INSERT INTO field_set (name_hashes) VALUES (:names) RETURNING key', { names })
      ?.key as number;
  }
}
