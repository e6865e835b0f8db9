import type { Context } from '../../context';
import { randomCode } from '../codes/one-time-codes';
import { hashToken } from '../token';
import { hasNoUsers } from './users';

/**
 * The code by which the first administrator registers on a new server. It is made where a server starts without users,
 * printed once in its log, and kept in memory as a hash; the first user makes it void, and nothing else does: whoever opens
 * the link has only looked at it.
 */
export class SetUpCode {
  #hash: string | undefined;

  constructor({ store, log, origin, settings }: Context) {
    if (!hasNoUsers(store.reader)) return;
    const code = randomCode();
    this.#hash = hashToken(code);
    // Once whoever made the app listens: a server that finds its port taken has no use for a code.
    setImmediate(() =>
      log(
        'there are no users: create the first administrator with this link, or with this set-up code at POST /api/users',
        {
          setUpCode: code,
          ...(origin && { link: `${settings.publicUrl || origin() + settings.basePath}/set-up?code=${code}` }),
        },
        'warn',
      ),
    );
  }

  /** Whether there is a code that could fit. */
  get isAwaited(): boolean {
    return this.#hash !== undefined;
  }

  fits(code: string): boolean {
    return this.#hash !== undefined && hashToken(code) === this.#hash;
  }

  end(): void {
    this.#hash = undefined;
  }
}
