import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { flags } from '../packaging/flags';
import { type Bench, BenchError } from './measurement';
import { freePort, type Server, startOnPort } from './processes';

/** A hello-world server on plain Bun, or on Elysia, the executable's framework. */
export type Hello = 'hello' | 'hello-elysia';

/** Compiles a hello-world server with the executable's compiler flags, once per run, and returns its path. */
export async function compileHello({ temporary }: Bench, name: Hello = 'hello'): Promise<string> {
  const file = join(temporary, name);
  if (existsSync(file)) return file;
  const source = join(import.meta.dir, 'servers', `${name}.ts`);
  const compiler = Bun.spawn([process.execPath, 'build', ...flags, source, '--outfile', file], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [exitCode, errors] = await Promise.all([compiler.exited, new Response(compiler.stderr).text()]);
  if (exitCode !== 0) throw new BenchError(`Cannot compile the hello-world server: ${errors.trim()}`);
  return file;
}

export type Started = Server & { readonly milliseconds: number };

/** Starts the executable and waits for its first response, a single artist. */
export function startExecutable({ executable, catalog }: Bench): Promise<Started> {
  const port = freePort();
  return startOnPort([executable, 'serve', '--rate-limit', '0', '--data', catalog.directory, '--port', String(port)], {
    port,
    path: `/api/artists/${catalog.artistIds[0]}`,
    headers: { authorization: `Bearer ${catalog.token}` },
  });
}

/** Starts a compiled hello-world server and waits for its first response. */
export function startHello(file: string): Promise<Started> {
  const port = freePort();
  return startOnPort([file, String(port)], { port, path: '/', headers: {} });
}
