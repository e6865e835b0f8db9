import { readFileSync } from 'node:fs';
import { BenchError } from './measurement';
import { endWithBench } from './processes';

interface Finished {
  /** What it printed on standard output. */
  readonly told: string;
  /** The most memory that it had; 0 where the system does not say. */
  readonly peakBytes: number;
}

/** Runs a command to its end. */
export async function runCommand(command: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Finished> {
  const child = Bun.spawn([...command], { env: { ...process.env, ...environment }, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  endWithBench(child);
  let peakBytes = 0;
  const watching = setInterval(() => {
    peakBytes = Math.max(peakBytes, peakOf(child.pid));
  }, betweenLooksMilliseconds);
  try {
    const [told, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    if ((await child.exited) === 0) return { told, peakBytes };
    throw new BenchError(`${command.slice(0, 3).join(' ')} failed: ${errors.trim().split('\n').at(-1)}`);
  } finally {
    clearInterval(watching);
  }
}

const betweenLooksMilliseconds = 50;

/** What the kernel says of the process itself. The usage that it tells at the end has in it what started the process, too. */
function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024;
  } catch {
    return 0;
  }
}
