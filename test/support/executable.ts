import { afterAll, expect } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const executable = new URL('../../dist/leitmotif', import.meta.url).pathname;

/** Whether an error output is a single line of the program. */
export const isOneLine = (text: string): boolean => /^leitmotif: [^\n]+\n$/.test(text);

export interface Finished {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Options {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly program?: string;
}

/** A temporary folder of one test, with its disposal. */
export function emptyFolder(): { readonly path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), 'leitmotif-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** A temporary folder of all tests of a file. */
export function folderOfTests(): string {
  const folder = emptyFolder();
  afterAll(() => folder[Symbol.dispose]());
  return folder.path;
}

/** Starts a command of the executable, with an empty home. */
export const start = (args: readonly string[], { cwd, env = {}, stdin = '', program = executable }: Options) =>
  Bun.spawn([program, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: cwd, ...env },
    stdin: Buffer.from(stdin),
    stdout: 'pipe',
    stderr: 'pipe',
  });

/** Runs a command of the executable to its end, with an empty home. */
export async function run(args: readonly string[], options: Options): Promise<Finished> {
  const child = start(args, options);
  const [exitCode, stdout, stderr] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { exitCode, stdout, stderr };
}

/** Expects that a command prints nothing but one line of an error, which names something. */
export async function expectRefusal(args: readonly string[], exitCode: 1 | 2, named: string, options: Options): Promise<void> {
  const { stderr, ...finished } = await run(args, options);
  expect({ args, stderr, ...finished }).toEqual({ args, stderr: expect.stringContaining(named), exitCode, stdout: '' });
  expect(isOneLine(stderr)).toBe(true);
}

/**
 * Runs a command of the executable on a terminal to its end, with an empty home.
 * @param answer reads what is shown so far, and may type or end the command
 */
export async function runOnTerminal(
  args: readonly string[],
  { cwd, cols = 1_000, env = {} }: Options & { readonly cols?: number },
  answer: (shown: string, terminal: Bun.Terminal, interrupt: () => void) => void = () => {},
): Promise<{ readonly exitCode: number; readonly shown: string }> {
  let shown = '';
  const child = Bun.spawn([executable, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: cwd, ...env },
    terminal: {
      cols,
      data(terminal, chunk) {
        shown += new TextDecoder().decode(chunk);
        answer(shown, terminal, () => child.kill('SIGINT'));
      },
    },
  });
  const exitCode = await child.exited;
  return { exitCode, shown: shown.replaceAll('\r\n', '\n') };
}

/** Standard error without the line about a new catalog, which commands that fill one print first. */
export const withoutNews = (stderr: string): string => stderr.replace(/^leitmotif: Created a new catalog in [^\n]+\n/, '');

export interface Running {
  readonly url: string;
  readonly pid: number;
  readonly said: string;
  readonly log: ReadableStream<Uint8Array>;
  readonly signal: (name: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGKILL') => Promise<number>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a server on a free port and waits until it prints its address. */
export async function serve(args: readonly string[], options: Options): Promise<Running> {
  const child = start(['serve', '--port', '0', ...args], options);
  const signal: Running['signal'] = async (name) => {
    child.kill(name);
    return await child.exited;
  };
  let said = '';
  const decoder = new TextDecoder();
  for await (const chunk of child.stdout) {
    said += decoder.decode(chunk, { stream: true });
    if (said.includes('/api-reference\n') && (!args.includes('--demo') || /Try:.*\n|not added/.test(said))) break;
  }
  const url = /https?:\/\/[\d.]+:\d+/.exec(said)?.[0];
  if (!url) throw new Error(`The server did not start: ${said}${await new Response(child.stderr).text()}`);
  return { url, pid: child.pid, said, log: child.stderr, signal, [Symbol.asyncDispose]: async () => void (await signal('SIGKILL')) };
}

/** The events that a server logs until it ends. */
export async function eventsOf({ log }: Pick<Running, 'log'>): Promise<Record<string, unknown>[]> {
  const lines = (await new Response(log).text()).split('\n');
  return lines.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
}

/** Writes a program that runs the executable with a limit of the size of files: writing more fails as on a full disk. */
export function limitedProgram(folder: string, kilobytes: number, kind: '-H' | '-S' | '' = ''): string {
  const path = join(folder, `limited-to-${kilobytes}`);
  writeFileSync(path, `#!/bin/bash\ntrap '' XFSZ\nulimit ${kind} -f ${kilobytes}\nexec ${executable} "$@"\n`, { mode: 0o755 });
  return path;
}

/** The token in the example request that `--demo` prints. */
export const tokenOf = (running: Running): string => /lm_pat_\w+/.exec(running.said)?.[0] ?? '';
