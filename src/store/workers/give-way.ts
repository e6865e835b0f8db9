import { setPriority } from 'node:os';

/** For what nobody waits for: a tenth of the time of whoever else wants the same processor. */
export const leastOfAll = 10;

/**
 * Has this thread wait where others want its processor, as many times as long as `niceness` says (setpriority(2)): what it
 * does can wait, and whoever asks the event loop cannot. Only Linux has a priority for each thread; elsewhere it would be
 * that of the whole process.
 */
export function giveWay(niceness: number): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, niceness);
  } catch {
    // Where a sandbox forbids it, all are alike.
  }
}
