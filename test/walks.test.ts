// How many SQL statements common requests run, and how many files they enter. Each limit may only be lowered.
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyFolder } from './support/executable';
import { walks } from './support/walks';

type WalkName = keyof typeof walks;

const limits = {
  edit: { statements: 24, files: 40 },
  track: { statements: 36, files: 45 },
  list: { statements: 4, files: 24 },
  row: { statements: 3, files: 25 },
  discogsRelease: { statements: 6, files: 42 },
} as const satisfies Record<WalkName, object>;

let counted: string[] | undefined;

type Make = (this: Database, sql: string, ...more: unknown[]) => Record<string, (...values: unknown[]) => unknown>;

const seen = new WeakSet<object>();

// A statement of bun:sqlite has its methods as members of its own, so each is wrapped as it is made.
for (const name of ['prepare', 'query'] as const) {
  const made = Database.prototype[name] as unknown as Make;
  const counting: Make = function (sql, ...more) {
    const statement = made.call(this, sql, ...more);
    if (seen.has(statement)) return statement;
    seen.add(statement);
    for (const method of ['all', 'get', 'run', 'values'] as const) {
      const run = statement[method]?.bind(statement);
      statement[method] = (...values) => {
        counted?.push(sql);
        return run?.(...values);
      };
    }
    return statement;
  };
  Object.assign(Database.prototype, { [name]: counting });
}

/** The statements that something runs; those of transactions do not count. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  counted = [];
  try {
    await work();
    return counted.filter((sql) => !/^(?:BEGIN|COMMIT|SAVEPOINT|RELEASE|PRAGMA)/.test(sql));
  } finally {
    counted = undefined;
  }
}

type Lines = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** How often each line of our sources was run, by file, in a process of its own that does a walk so many times. */
async function linesOf(walk: WalkName, count: number): Promise<Lines> {
  using folder = emptyFolder();
  const options = ['--coverage', '--coverage-reporter=lcov', `--coverage-dir=${folder.path}`, '--timeout=60000'];
  const env = { ...process.env, WALK: walk, COUNT: String(count) };
  const child = Bun.spawn([process.execPath, 'test', ...options, './test/support/traced-walk.ts'], {
    cwd: join(import.meta.dir, '..'),
    env,
    stdout: 'ignore',
    stderr: 'pipe',
  });
  if ((await child.exited) !== 0) throw new Error(await new Response(child.stderr).text());
  const files = new Map<string, Map<number, number>>();
  let lines = new Map<number, number>();
  for (const line of readFileSync(join(folder.path, 'lcov.info'), 'utf8').split('\n')) {
    if (line.startsWith('SF:')) {
      lines = new Map();
      files.set(line.slice(3), lines);
    }
    const [, number, times] = /^DA:(\d+),(\d+)/.exec(line) ?? [];
    if (number) lines.set(Number(number), Number(times));
  }
  return files;
}

/** The files of which a walk runs a line each time that it is done; timers beside it run less often. */
async function filesOf(walk: WalkName): Promise<string[]> {
  const [few, many] = await Promise.all([linesOf(walk, 1), linesOf(walk, 1 + further)]);
  const isEntered = (file: string) =>
    [...(many.get(file) ?? [])].some(([line, times]) => times - (few.get(file)?.get(line) ?? 0) >= further);
  return [...many.keys()].filter((file) => file.startsWith('src/') && isEntered(file));
}

/** How many more walks one process does than the other. */
const further = 5;

for (const walk of Object.keys(limits) as WalkName[]) {
  const { statements, files } = limits[walk];

  test(`${walk}: at most ${statements} statements`, async () => {
    const { run, end } = await walks[walk]();
    await run(2);
    const [few, many] = [await statementsOf(() => run(1)), await statementsOf(() => run(6))];
    expect((many.length - few.length) / 5).toBeLessThanOrEqual(statements);
    end?.();
  });

  test(`${walk}: at most ${files} files`, async () => {
    const entered = await filesOf(walk);
    expect(entered.length).toBeGreaterThan(5);
    if (entered.length > files) throw new Error(`${walk} enters ${entered.length} files:\n${entered.join('\n')}`);
  });
}
