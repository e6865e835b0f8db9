/** Long enough to stand guessing at; the upper bound keeps hashing one cheap. */
export const minimumPasswordLength = 10;
export const maximumPasswordLength = 200;

/** Argon2id as OWASP's Password Storage Cheat Sheet has it: 19 MiB, two passes. No setting changes it; only tests hash at less cost. */
export const hashing = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } satisfies Bun.Password.Argon2Algorithm;

/** Costs as much to verify as a real one, and no password is known that fits it. */
export const nobodysHash = (): string =>
  `$argon2id$v=19$m=${hashing.memoryCost},t=${hashing.timeCost},p=1$${'A'.repeat(43)}$${'A'.repeat(43)}`;

/** Completes the sentence "A password …". */
export const passwordRule = `has ${minimumPasswordLength} to ${maximumPasswordLength} characters`;

/** What is wrong with a password, to complete the sentence "A password …"; `undefined` where nothing is. */
export function passwordFault(password: string): string | undefined {
  const length = [...password.normalize('NFC')].length;
  return length < minimumPasswordLength || length > maximumPasswordLength ? passwordRule : undefined;
}

/**
 * The Argon2id hash of a password, in PHC form. The password is composed first (Unicode NFC; RFC 8265, section 4.2.2):
 * the same letters typed on another system may come as other code points.
 */
export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(password.normalize('NFC'), hashing);
}

export const isPassword = (password: string, hash: string): Promise<boolean> => Bun.password.verify(password.normalize('NFC'), hash);
