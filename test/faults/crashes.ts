import type { Finished } from '../support/executable';

/** A line of a stack trace, or a crash message of the runtime. */
const traces = /^\s+at .+:\d+|panic|Bun has crashed|oh no/m;

export const crashesIn = (what: string, log: string): string[] => (traces.test(log) ? [`${what} has a trace: ${log.slice(0, 600)}`] : []);

/** A process killed by a signal has an exit code of at least 128. */
export function crashOf(what: string, { exitCode, stderr }: Finished): string[] {
  return exitCode >= 128 || traces.test(stderr) ? [`${what} crashed with ${exitCode}: ${stderr.slice(0, 600)}`] : [];
}
