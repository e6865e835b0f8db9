// UUIDs as the tables have them of which a catalog has more rows than records: 16 bytes instead of 36.

/** In SQL, the bytes of a UUID that is a text. */
export const packedId = (id: string): string => `unhex(${id}, '-')`;

/** In SQL, the text of a UUID that is bytes. */
export const writtenId = (bytes: string): string =>
  `lower(${[hex(bytes, 1, 4), hex(bytes, 5, 2), hex(bytes, 7, 2), hex(bytes, 9, 2), hex(bytes, 11, 6)].join(" || '-' || ")})`;

const hex = (bytes: string, first: number, length: number): string => `hex(substr(${bytes}, ${first}, ${length}))`;

/** In SQL, the key of a type of records. */
export const typeKey = (type: string): string => `(SELECT key FROM record_type WHERE name = ${type})`;
