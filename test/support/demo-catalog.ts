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

/** Serves the demo from a data directory of its own, as it stands at its second start: with all but the password printed. */
export async function serveDemo({ data = 'data', flags = [], ...options }: DemoOptions): Promise<Running> {
  await copyDemo(join(options.cwd, data));
  return await serve(['--demo', '--data', data, ...flags], options);
}

/** Puts the catalog of the demo into a data directory that is not there yet, and says who its user is. */
export async function copyDemo(data: string): Promise<Account> {
  made ??= makeDemo();
  const { database, user } = await made;
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(join(data, databaseFile), database, { mode: 0o600 });
  return user;
}

const databaseFile = 'leitmotif.db';

let made: Promise<{ readonly database: Uint8Array; readonly user: Account }> | undefined;

/** The executable fills a catalog once for all tests of a process; doing so takes longer than most of them. */
async function makeDemo(): Promise<{ database: Uint8Array; user: Account }> {
  using folder = emptyFolder();
  const server = await serve(['--demo', '--data', '.'], { cwd: folder.path });
  // At its end it moves all that is in the log into the file.
  const exitCode = await server.signal('SIGTERM');
  const [, username, password] = /Sign in as (\S+) with the password (\w+)/.exec(server.said) ?? [];
  if (exitCode !== 0 || username === undefined || password === undefined) throw new Error(`There is no demo: ${server.said}`);
  const file = join(folder.path, databaseFile);
  // Most tests want a plain member; those of administration grant the role again.
  using database = new Database(file);
  database.run("update user set role = 'user' where username = ?", [username]);
  database.run('pragma wal_checkpoint(truncate)');
  return { database: readFileSync(file), user: { username, password } };
}
