import type { Finished } from '../support/executable';

/** A line of a stack trace, and what the runtime says when it dies. */
const traces = /^\s+at .+:\d+|panic|Bun has crashed|oh no/m;

export const crashesIn = (what: string, log: string): string[] => (traces.test(log) ? [`${what} has a trace: ${log.slice(0, 600)}`] : []);

/** A process that a signal ended has 128 and more. */
export function crashOf(what: string, { exitCode, stderr }: Finished): string[] {
  return exitCode >= 128 || traces.test(stderr) ? [`${what} crashed with ${exitCode}: ${stderr.slice(0, 600)}`] : [];
}
