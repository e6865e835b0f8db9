import { readFileSync } from 'node:fs';
import { BenchError } from './measurement';

/** A server that this program has started. */
export interface Server {
  readonly pid: number;
  /** Its origin, without a slash at the end. */
  readonly url: string;
  stop(): Promise<void>;
}

/** No server here takes longer to start, however busy the machine. */
const startWithinMilliseconds = 30_000;

/** Servers stop within seconds of SIGTERM; one that does not is ended. */
const stopWithinMilliseconds = 8_000;

const running = new Set<Bun.Subprocess>();

/** Starts a server that prints its address on standard output, and waits for that. */
export async function startServer(command: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Server> {
  const child = spawn(command, environment, 'pipe');
  const tooLong = setTimeout(() => child.kill('SIGKILL'), startWithinMilliseconds);
  const url = await printedAddress(child);
  clearTimeout(tooLong);
  if (url) return { pid: child.pid, url, stop: () => stop(child) };
  await stop(child);
  throw new BenchError(`${command.join(' ')} did not say where it listens.`);
}

/** Starts a server on a port and waits for its first answer, which must be a 200; says how long that took. */
export async function startOnPort(
  command: readonly string[],
  request: { readonly port: number; readonly path: string; readonly headers: Readonly<Record<string, string>> },
): Promise<Server & { readonly milliseconds: number }> {
  const url = `http://127.0.0.1:${request.port}`;
  const started = performance.now();
  const child = spawn(command, {}, 'ignore');
  try {
    while (!(await isAnswered(url + request.path, request.headers))) {
      if (child.exitCode !== null) throw new BenchError(`${command.join(' ')} ended with exit code ${child.exitCode}.`);
      if (performance.now() - started > startWithinMilliseconds) throw new BenchError(`${command.join(' ')} does not answer.`);
      Atomics.wait(asleep, 0, 0, betweenTriesMilliseconds);
    }
    return { pid: child.pid, url, milliseconds: performance.now() - started, stop: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

/** Short against what is measured, and long enough to leave the processor to the one that starts. */
const betweenTriesMilliseconds = 0.25;

/** Bun's own sleep knows whole milliseconds only. */
const asleep = new Int32Array(new SharedArrayBuffer(4));

/** A port of the loopback that was free a moment ago. */
export function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}

/** Ends what is still running, where the program itself is told to end. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map(stop));
}

/** The memory of a process, in megabytes of 1,000,000 bytes. */
export interface Memory {
  /** Resident: the pages of files it shares with other processes count in full. */
  readonly rss: number;
  /** Resident: shared pages count in part. `undefined` where the kernel does not say. */
  readonly pss: number | undefined;
}

export function memoryOf(pid: number): Memory {
  const rss = kilobytes(`/proc/${pid}/status`, 'VmRSS');
  if (rss === undefined) throw new BenchError('Memory is read from /proc, which this system does not have. Run the benchmark on Linux.');
  return { rss, pss: kilobytes(`/proc/${pid}/smaps_rollup`, 'Pss') };
}

/** How long the thread that a process began with has had a processor: of a server, its event loop. 0 where the system does not say. */
export function workedMilliseconds(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000;
  } catch {
    return 0;
  }
}

function kilobytes(file: string, name: string): number | undefined {
  try {
    const found = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(file, 'utf8'))?.[1];
    return found === undefined ? undefined : (Number(found) * 1_024) / 1_000_000;
  } catch {
    return undefined;
  }
}

/** A server with the settings that it is shipped with makes a backup some seconds after its first start, whoever measures then. */
const withoutBackups = { LEITMOTIF_BACKUP_EVERY: 'off' };

function spawn(command: readonly string[], environment: Readonly<Record<string, string>>, stdout: 'pipe' | 'ignore'): Bun.Subprocess {
  const child = Bun.spawn([...command], {
    env: { ...process.env, ...withoutBackups, ...environment },
    stdin: 'ignore',
    stdout,
    stderr: 'inherit',
  });
  endWithBench(child);
  return child;
}

/** Has a process ended where the program or the measurement that needs it ends before. */
export function endWithBench(child: Bun.Subprocess): void {
  running.add(child);
  void child.exited.then(() => running.delete(child));
}

async function printedAddress(child: Bun.Subprocess): Promise<string | undefined> {
  let printed = '';
  const decoder = new TextDecoder();
  const reader = (child.stdout as ReadableStream<Uint8Array>).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return undefined;
    printed += decoder.decode(value, { stream: true });
    const url = /http:\/\/127\.0\.0\.1:\d+(?=\s)/.exec(printed)?.[0];
    if (url) return url;
  }
}

/** What `fetch` says where nobody listens: Bun has a name of its own for it, and the system's. */
const refusals = new Set<unknown>(['ConnectionRefused', 'ECONNREFUSED']);

/** Whether anyone listens there yet. Throws where the answer is not a 200. */
async function isAnswered(url: string, headers: Readonly<Record<string, string>>): Promise<boolean> {
  let response: Response;
  try {
    response = await fetch(url, { headers: { ...headers, connection: 'close' } });
  } catch (error) {
    if (refusals.has((error as { code?: string }).code)) return false;
    throw error;
  }
  await response.arrayBuffer();
  if (response.status !== 200) throw new BenchError(`${url} was answered with ${response.status}.`);
  return true;
}

async function stop(child: Bun.Subprocess): Promise<void> {
  child.kill('SIGTERM');
  const tooLong = setTimeout(() => child.kill('SIGKILL'), stopWithinMilliseconds);
  await child.exited;
  clearTimeout(tooLong);
}
