import { setPriority } from 'node:os';

/** Lowest priority: a tenth of the time of competing work. */
export const lowestPriority = 10;

/**
 * Lowers the priority of this thread by a nice value (setpriority(2)), since its work can wait and the event loop cannot. Only
 * Linux has priorities per thread; elsewhere it would affect the process.
 */
export function lowerPriority(niceness: number): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, niceness);
  } catch {
    // A sandbox may forbid it.
  }
}
