import { Database } from 'bun:sqlite';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyFolder, type Options, type Running, serve } from './executable';

export interface Account {
  readonly username: string;
  readonly password: string;
}

interface DemoOptions extends Options {
  readonly data?: string;
  readonly flags?: readonly string[];
}

/** Serves the demo from a temporary data directory that was filled before, so that no password is printed. */
export async function serveDemo({ data = 'data', flags = [], ...options }: DemoOptions): Promise<Running> {
  await copyDemo(join(options.cwd, data));
  return await serve(['--demo', '--data', data, ...flags], options);
}

/** Creates a data directory with the demo catalog and returns its user. */
export async function copyDemo(data: string): Promise<Account> {
  made ??= makeDemo();
  const { database, user } = await made;
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(join(data, databaseFile), database, { mode: 0o600 });
  return user;
}

const databaseFile = 'leitmotif.db';

let made: Promise<{ readonly database: Uint8Array; readonly user: Account }> | undefined;

/** Filled once per process, which takes longer than most tests. */
async function makeDemo(): Promise<{ database: Uint8Array; user: Account }> {
  using folder = emptyFolder();
  const server = await serve(['--demo', '--data', '.'], { cwd: folder.path });
  // When it ends, it checkpoints the WAL.
  const exitCode = await server.signal('SIGTERM');
  const [, username, password] = /Sign in as (\S+) with the password (\w+)/.exec(server.said) ?? [];
  if (exitCode !== 0 || username === undefined || password === undefined) throw new Error(`There is no demo: ${server.said}`);
  const file = join(folder.path, databaseFile);
  // Most tests need a user without a role; those of administration grant it again.
  using database = new Database(file);
  database.run("update user set role = 'user' where username = ?", [username]);
  database.run('pragma wal_checkpoint(truncate)');
  return { database: readFileSync(file), user: { username, password } };
}
