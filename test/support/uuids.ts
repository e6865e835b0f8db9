/** A deterministic UUID for a number. */
export const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A UUID that no record has. */
export const unknownUuid = uuid(0);
