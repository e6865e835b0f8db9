import type { Context } from '../../context';
import { randomCode } from '../codes/one-time-codes';
import { hashToken } from '../token';
import { hasNoUsers } from './users';

/**
 * The code for the first administrator of a new server. Created when a server starts without users and when the last user leaves,
 * logged once, kept in memory as a hash, and void after the first registration. Opening the link does not spend it.
 */
export class SetUpCode {
  #hash: string | undefined;

  constructor(private readonly context: Context) {
    this.issue();
  }

  /** Unless there are users. */
  issue(): void {
    const { store, log, origins, settings } = this.context;
    if (!hasNoUsers(store.reader)) return;
    const code = randomCode();
    this.#hash = hashToken(code);
    // After listening: a server whose port is taken must not print a code.
    setImmediate(() =>
      log(
        'there are no users: create the first administrator with this link, or with this set-up code at POST /api/users',
        {
          setUpCode: code,
          ...(origins && { url: `${settings.publicUrl || origins()[0] + settings.basePath}/set-up?code=${code}` }),
        },
        'warn',
      ),
    );
  }

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
