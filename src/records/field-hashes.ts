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

export function unpackFields(packed: Uint8Array): FieldHashes {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const fields: FieldHashes = new Map();
  for (let at = 0; at + 8 <= bytes.length; at += 8) fields.set(bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4));
  return fields;
}
