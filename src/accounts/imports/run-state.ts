import { hostname } from 'node:os';

/** Runs send a heartbeat every minute. After three missed ones a run is considered dead. */
const silenceMilliseconds = 180_000;

/** `interrupted` if the process of a run ended early. */
export const runStates = ['running', 'done', 'failed', 'interrupted'] as const;

/** A run as last stored. */
export interface WrittenRun {
  readonly state: (typeof runStates)[number];
  readonly updated_at: string;
  readonly pid: number;
  readonly host: string;
}

/**
 * A run counts as interrupted if its process is gone. Processes on this machine are checked by pid; on other machines and in
 * other containers, only the heartbeat tells.
 */
export function runStateOf({ state, updated_at, pid, host }: WrittenRun): WrittenRun['state'] {
  if (state !== 'running') return state;
  // A heartbeat from the future predates a clock correction.
  const isSilent = Math.abs(Date.now() - Date.parse(updated_at)) > silenceMilliseconds;
  return isSilent || (host === hostname() && !isThere(pid)) ? 'interrupted' : 'running';
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Processes of other users cannot be signaled.
    return (error as { code?: string }).code === 'EPERM';
  }
}
