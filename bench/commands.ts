import { readFileSync } from 'node:fs';
import { BenchError } from './measurement';
import { endWithBench } from './processes';

interface Finished {
  /** Standard output. */
  readonly output: string;
  /** Peak RSS; 0 on systems without /proc. */
  readonly peakBytes: number;
}

/** Runs a command until it exits. @throws {BenchError} if the exit code is not 0 */
export async function runCommand(command: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Finished> {
  const child = Bun.spawn([...command], { env: { ...process.env, ...environment }, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  endWithBench(child);
  let peakBytes = 0;
  const sampling = setInterval(() => {
    peakBytes = Math.max(peakBytes, peakOf(child.pid));
  }, samplingIntervalMilliseconds);
  try {
    const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    if ((await child.exited) === 0) return { output, peakBytes };
    throw new BenchError(`${command.slice(0, 3).join(' ')} failed: ${errors.trim().split('\n').at(-1)}`);
  } finally {
    clearInterval(sampling);
  }
}

const samplingIntervalMilliseconds = 50;

/** Peak RSS of a running process. `resourceUsage` of an exited process would include that of the parent before `exec`. */
function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024;
  } catch {
    return 0;
  }
}
