import { hostname } from 'node:os';

/** A run gives a sign of life every minute; after three that failed to come it is gone. */
const silenceMilliseconds = 180_000;

/** A run as it was written last. */
export interface WrittenRun {
  readonly state: 'running' | 'done' | 'failed' | 'interrupted';
  readonly updated_at: string;
  readonly pid: number;
  readonly host: string;
}

/**
 * How a run stands: one that was to go on and whose process is gone was interrupted. A process of this machine is looked
 * for; of another one, or in another container, only its silence tells.
 */
export function standingOf({ state, updated_at, pid, host }: WrittenRun): WrittenRun['state'] {
  if (state !== 'running') return state;
  // A sign of a time to come was given before the clock was set back.
  const isSilent = Math.abs(Date.now() - Date.parse(updated_at)) > silenceMilliseconds;
  return isSilent || (host === hostname() && !isThere(pid)) ? 'interrupted' : 'running';
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process cannot be sent a signal.
    return (error as { code?: string }).code === 'EPERM';
  }
}
