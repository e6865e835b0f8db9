import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, BenchError } from './measurement';
import { freePort, type Server, startOnPort } from './processes';

/** Compiles the hello-world server and gives its path; it is compiled once a run. */
export async function compileHello({ temporary }: Bench): Promise<string> {
  const file = join(temporary, 'hello');
  if (existsSync(file)) return file;
  const source = join(import.meta.dir, 'servers', 'hello.ts');
  const compiler = Bun.spawn([process.execPath, 'build', ...(await flagsOfTheExecutable()), source, '--outfile', file], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [exitCode, errors] = await Promise.all([compiler.exited, new Response(compiler.stderr).text()]);
  if (exitCode !== 0) throw new BenchError(`The hello-world server does not compile: ${errors.trim()}`);
  return file;
}

/** Read from where the executable is built, so that both are always built alike. */
async function flagsOfTheExecutable(): Promise<string[]> {
  const list = /const flags = \[([^\]]*)\]/.exec(await Bun.file(join(import.meta.dir, '..', 'packaging', 'build.ts')).text())?.[1] ?? '';
  const flags = [...list.matchAll(/'(--[^']+)'/g)].map(([, flag]) => flag as string);
  if (!flags.includes('--compile')) throw new BenchError('packaging/build.ts has no list of flags that the benchmark understands.');
  return flags;
}

export type Started = Server & { readonly milliseconds: number };

/** Starts the executable and waits until it has answered one artist. */
export function startExecutable({ executable, catalog }: Bench): Promise<Started> {
  const port = freePort();
  return startOnPort([executable, 'serve', '--rate-limit', '0', '--data', catalog.directory, '--port', String(port)], {
    port,
    path: `/api/artists/${catalog.artistIds[0]}`,
    headers: { authorization: `Bearer ${catalog.token}` },
  });
}

/** Starts the hello-world server and waits until it has answered. */
export function startHello(file: string): Promise<Started> {
  const port = freePort();
  return startOnPort([file, String(port)], { port, path: '/', headers: {} });
}
