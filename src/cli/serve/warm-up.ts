import type { Context } from '../../context';
import { type Repeated, repeat } from '../../interval';
import type { Listener } from './listener';

/** Leaves time for the first request after a start. */
const lookMilliseconds = 2_000;

/**
 * Loads deferred modules (about 30 ms) when no request is waiting. Without a quiet moment, the first request that needs them
 * waits.
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
