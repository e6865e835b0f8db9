/** Hashes of the fields that have a value, by the hashes of their names. */
export type FieldHashes = Map<number, number>;

/** Little-endian, byte by byte: to see numbers as bytes through their buffer takes longer. */
export function packFields(fields: ReadonlyMap<number, number>): Uint8Array {
  const bytes = Buffer.allocUnsafe(fields.size * 8);
  let at = 0;
  for (const [name, value] of fields) {
    at = bytes.writeUInt32LE(name, at);
    at = bytes.writeUInt32LE(value, at);
  }
  return bytes;
}

/** The names of fields alone, in their order. */
export const packNames = (fields: ReadonlyMap<number, number>): Uint8Array => packed(fields.size, fields.keys());

/** The values of fields alone, in their order. */
export const packValues = (fields: ReadonlyMap<number, number>): Uint8Array => packed(fields.size, fields.values());

function packed(size: number, hashes: Iterable<number>): Uint8Array {
  const bytes = Buffer.allocUnsafe(size * 4);
  let at = 0;
  for (const hash of hashes) at = bytes.writeUInt32LE(hash, at);
  return bytes;
}

/** The hashes of names that were kept alone. */
export const namesIn = (packed: Uint8Array): number[] => [...pairFields(packed, packed).keys()];

/** Fields whose names and values were kept apart. */
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
