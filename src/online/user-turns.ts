import { DomainError } from '../errors';
import { message } from '../messages/message';

/** More would take the places of others in the queues of sites. */
const mostAtOnce = 3;

/** At a second each, these wait no longer than clients do. */
const mostWaiting = 20;

const retryAfterSeconds = 5;

export interface Asker {
  /** Undefined for a command. */
  readonly userKey?: number | undefined;
  readonly isBackground?: boolean | undefined;
}

interface Turns {
  running: number;
  /** Starts the next ones. */
  readonly waiting: (() => void)[];
}

/** Runs a few look-ups of each user at a time, the others in order. */
export class UserTurns {
  readonly #turns = new Map<string, Turns>();

  /**
   * Look-ups in the background do not delay those that the user waits for.
   * @param userKey undefined for a command
   * @throws {DomainError} unavailable, if too many wait
   */
  async run<T>({ userKey, isBackground = false }: Asker, work: () => Promise<T>): Promise<T> {
    if (userKey === undefined) return work();
    const user = `${userKey} ${isBackground}`;
    const turns = this.#turns.get(user) ?? { running: 0, waiting: [] };
    this.#turns.set(user, turns);
    if (turns.running < mostAtOnce) turns.running++;
    else if (turns.waiting.length >= mostWaiting) throw tooMany();
    else await new Promise<void>((resolve) => turns.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = turns.waiting.shift();
      if (next) next();
      else if (--turns.running === 0) this.#turns.delete(user);
    }
  }
}

const tooMany = (): DomainError =>
  new DomainError('unavailable', message('look_ups_busy', { count: mostWaiting, seconds: retryAfterSeconds }), { retryAfterSeconds });
