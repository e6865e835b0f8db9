// UUIDs as 16 bytes instead of 36, in tables with more rows than records.

/** SQL for the bytes of a textual UUID. */
export const packedId = (id: string): string => `unhex(${id}, '-')`;

/** SQL for the text of a binary UUID. */
export const writtenId = (bytes: string): string =>
  `lower(${[hex(bytes, 1, 4), hex(bytes, 5, 2), hex(bytes, 7, 2), hex(bytes, 9, 2), hex(bytes, 11, 6)].join(" || '-' || ")})`;

const hex = (bytes: string, first: number, length: number): string => `hex(substr(${bytes}, ${first}, ${length}))`;

/** SQL for the key of a record type. */
export const typeKey = (type: string): string => `(SELECT key FROM record_type WHERE name = ${type})`;
