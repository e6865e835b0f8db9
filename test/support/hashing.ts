import { spyOn } from 'bun:test';
import { hashing } from '../../src/accounts/users/passwords';

// Tests make hundreds of users, and what guards a password guards nothing there: run before them all (bunfig.toml), this
// lets a hash cost as little as Argon2 can.

const shipped = { ...hashing };
const cheap = { memoryCost: 8, timeCost: 1 };
Object.assign(hashing, cheap);

/** Hashes passwords at the cost of what is shipped, until disposed of. */
export function shippedHashing(): Disposable {
  Object.assign(hashing, shipped);
  return { [Symbol.dispose]: () => void Object.assign(hashing, cheap) };
}

/**
 * What it costs to look whether a password is right: the algorithm and its parameters of every hash that is verified while
 * the work runs, with how long its salt and its hash are. Verifying takes the time that these say.
 */
export async function verificationsOf(work: () => Promise<unknown>): Promise<string[]> {
  using verify = spyOn(Bun.password, 'verify');
  await work();
  return verify.mock.calls.map(([, hash]) =>
    String(hash).replace(/\$([^$]+)\$([^$]+)$/, (_, salt, sum) => `$${salt.length}$${sum.length}`),
  );
}
