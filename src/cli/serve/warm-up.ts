import type { Context } from '../../context';
import { type Repeated, repeat } from '../../repeated';
import type { Listener } from './listener';

/** Who starts a server asks it something at once, and is answered by then. */
const lookMilliseconds = 2_000;

/**
 * Loads what a start leaves for later at a moment at which nobody waits for an answer: it takes some 30 ms, which the first
 * to need it would wait for, and everybody who asks beside them. On a server that has no such moment it is they who wait.
 */
export function loadWhenQuiet(
  load: () => Promise<unknown>,
  listener: Pick<Listener, 'pendingRequests'>,
  log: Context['log'],
  everyMilliseconds = lookMilliseconds,
): Repeated {
  const looking = repeat(
    async () => {
      if (listener.pendingRequests() > 0) return;
      looking.stop();
      await load();
    },
    everyMilliseconds,
    (error) => log('not loaded ahead', { error: error.message }, 'error'),
  );
  return looking;
}
