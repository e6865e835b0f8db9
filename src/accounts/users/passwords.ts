/** The maximum keeps hashing cheap. */
export const minimumPasswordLength = 10;
export const maximumPasswordLength = 200;

/** Argon2id with the parameters of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes. Not configurable; tests use less. */
export const hashing = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } satisfies Bun.Password.Argon2Algorithm;

const ofNobody = `$${'A'.repeat(43)}`;

/** The hash of no known password, which takes as long to verify as a real one. Accounts without a password have it. */
export const nobodysHash = (): string => `$argon2id$v=19$m=${hashing.memoryCost},t=${hashing.timeCost},p=1${ofNobody}${ofNobody}`;

/** Condition on `user`. */
export const hasPassword = `user.password_hash NOT LIKE '%${ofNobody}'`;

/** Completes the sentence "A password …". */
export const passwordRule = `has ${minimumPasswordLength} to ${maximumPasswordLength} characters`;

/** Completes the sentence "A password …"; undefined if valid. */
export function passwordFault(password: string): string | undefined {
  const length = [...password.normalize('NFC')].length;
  return length < minimumPasswordLength || length > maximumPasswordLength ? passwordRule : undefined;
}

/**
 * The Argon2id hash in PHC format. The password is normalized to NFC first (RFC 8265, section 4.2.2), because systems encode the
 * same letters differently.
 */
export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(password.normalize('NFC'), hashing);
}

export const isPassword = (password: string, hash: string): Promise<boolean> => Bun.password.verify(password.normalize('NFC'), hash);
