import { readFileSync } from 'node:fs';
import { BenchError } from './measurement';

/** A running child process that serves HTTP. */
export interface Server {
  readonly pid: number;
  /** Origin without a trailing slash. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Generous, for busy machines. */
const startTimeoutMilliseconds = 30_000;

/** Delay between SIGTERM and SIGKILL. */
const stopTimeoutMilliseconds = 8_000;

const running = new Set<Bun.Subprocess>();

/** Starts a server and waits until it prints its address on standard output. */
export async function startServer(command: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Server> {
  const child = spawn(command, environment, 'pipe');
  const timeout = setTimeout(() => child.kill('SIGKILL'), startTimeoutMilliseconds);
  const url = await printedAddress(child);
  clearTimeout(timeout);
  if (url) return { pid: child.pid, url, stop: () => stop(child) };
  await stop(child);
  throw new BenchError(`${command.join(' ')} did not print its address.`);
}

/** Starts a server on a port, waits for its first response, and reports the time until then. @throws {BenchError} if it is not a 200 */
export async function startOnPort(
  command: readonly string[],
  request: { readonly port: number; readonly path: string; readonly headers: Readonly<Record<string, string>> },
): Promise<Server & { readonly milliseconds: number }> {
  const url = `http://127.0.0.1:${request.port}`;
  const started = performance.now();
  const child = spawn(command, {}, 'ignore');
  try {
    while (!(await isReady(url + request.path, request.headers))) {
      if (child.exitCode !== null) throw new BenchError(`${command.join(' ')} exited with code ${child.exitCode}.`);
      if (performance.now() - started > startTimeoutMilliseconds) throw new BenchError(`${command.join(' ')} does not respond.`);
      Atomics.wait(sleepCell, 0, 0, pollingIntervalMilliseconds);
    }
    return { pid: child.pid, url, milliseconds: performance.now() - started, stop: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

/** Short compared with a startup, but long enough not to take processor time from it. */
const pollingIntervalMilliseconds = 0.25;

/** For `Atomics.wait`, since `Bun.sleepSync` only sleeps whole milliseconds. */
const sleepCell = new Int32Array(new SharedArrayBuffer(4));

/** A port of the loopback interface that is free at the moment of the call. */
export function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}

/** Stops all child processes that are still running. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map(stop));
}

/** Memory of a process, in megabytes of 1,000,000 bytes. */
export interface Memory {
  /** Resident set size: shared pages count in full. */
  readonly rss: number;
  /** Proportional set size: shared pages count in part. `undefined` if the kernel does not report it. */
  readonly pss: number | undefined;
}

export function memoryOf(pid: number): Memory {
  const rss = kilobytes(`/proc/${pid}/status`, 'VmRSS');
  if (rss === undefined) throw new BenchError('This system has no /proc to read memory from. Run the benchmark on Linux.');
  return { rss, pss: kilobytes(`/proc/${pid}/smaps_rollup`, 'Pss') };
}

/** Processor time of a process's main thread, which runs the event loop. 0 on systems without /proc. */
export function eventLoopMilliseconds(pid: number): number {
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

/** By default, a server makes a backup some seconds after its first start, in the middle of a measurement. */
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

/** Registers a process to be stopped by `stopAll`, when the benchmark ends or a measurement fails. */
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

/** Error codes of `fetch` for a refused connection: Bun's own and the system's. */
const refusals = new Set<unknown>(['ConnectionRefused', 'ECONNREFUSED']);

/** Whether the server accepts connections. @throws {BenchError} if it responds with anything but a 200 */
async function isReady(url: string, headers: Readonly<Record<string, string>>): Promise<boolean> {
  let response: Response;
  try {
    response = await fetch(url, { headers: { ...headers, connection: 'close' } });
  } catch (error) {
    if (refusals.has((error as { code?: string }).code)) return false;
    throw error;
  }
  await response.arrayBuffer();
  if (response.status !== 200) throw new BenchError(`${url} returned ${response.status}.`);
  return true;
}

async function stop(child: Bun.Subprocess): Promise<void> {
  child.kill('SIGTERM');
  const timeout = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMilliseconds);
  await child.exited;
  clearTimeout(timeout);
}
