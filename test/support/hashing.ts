import { spyOn } from 'bun:test';
import { hashing } from '../../src/accounts/users/passwords';

// Tests create hundreds of users whose passwords need no protection: preloaded by bunfig.toml, this
// sets the lowest costs of Argon2.

const shipped = { ...hashing };
const cheap = { memoryCost: 8, timeCost: 1 };
Object.assign(hashing, cheap);

/** Hashes passwords at production cost until disposed. */
export function shippedHashing(): Disposable {
  Object.assign(hashing, shipped);
  return { [Symbol.dispose]: () => void Object.assign(hashing, cheap) };
}

/**
 * Costs of password verification: algorithm, parameters, and lengths of salt and hash of every hash verified
 * during the work. They determine how long a verification takes.
 */
export async function verificationsOf(work: () => Promise<unknown>): Promise<string[]> {
  using verify = spyOn(Bun.password, 'verify');
  await work();
  return verify.mock.calls.map(([, hash]) =>
    String(hash).replace(/\$([^$]+)\$([^$]+)$/, (_, salt, sum) => `$${salt.length}$${sum.length}`),
  );
}
