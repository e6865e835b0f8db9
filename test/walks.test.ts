// SQL statements and source files per common request or import, and API requests per page. Each limit may only be lowered.
import { Database } from 'bun:sqlite';
import { beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from '../src/website/api/client';
import { editedDemo } from './support/edited-server';
import { folderOfTests } from './support/executable';
import { demoServer } from './support/server';
import { signedIn } from './support/visitor';
import { type PageWalk, pageWalks, walks } from './support/walks';

type WalkName = keyof typeof walks;
type PageName = keyof typeof pageWalks;

const limits = {
  edit: { statements: 17, files: 43 },
  track: { statements: 32, files: 47 },
  list: { statements: 5, files: 25 },
  row: { statements: 3, files: 31 },
  newRow: { statements: 28, files: 60 },
  discogsRelease: { statements: 6, files: 38 },
  newDiscogsRelease: { statements: 34, files: 62 },
} as const satisfies Record<WalkName, object>;

const pageLimits = {
  releasePage: 2,
  ownedReleasePage: 4,
  artistPage: 5,
  formOpened: 4,
  formSaved: 2,
  formWithChildrenSaved: 5,
  pageOfSavedForm: 2,
} as const satisfies Record<PageName, number>;

let executed: string[] | undefined;

type Prepare = (this: Database, sql: string, ...more: unknown[]) => Record<string, (...values: unknown[]) => unknown>;

const wrapped = new WeakSet<object>();

// The methods of a bun:sqlite statement are own properties, so each statement is wrapped when it is prepared.
for (const name of ['prepare', 'query'] as const) {
  const original = Database.prototype[name] as unknown as Prepare;
  const counting: Prepare = function (sql, ...more) {
    const statement = original.call(this, sql, ...more);
    if (wrapped.has(statement)) return statement;
    wrapped.add(statement);
    for (const method of ['all', 'get', 'run', 'values'] as const) {
      const run = statement[method]?.bind(statement);
      statement[method] = (...values) => {
        executed?.push(sql);
        return run?.(...values);
      };
    }
    return statement;
  };
  Object.assign(Database.prototype, { [name]: counting });
}

/** The statements that `work` executes, without transaction control and pragmas. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  executed = [];
  try {
    await work();
    return executed.filter((sql) => !/^(?:BEGIN|COMMIT|SAVEPOINT|RELEASE|PRAGMA)/.test(sql));
  } finally {
    executed = undefined;
  }
}

type Lines = ReadonlyMap<string, ReadonlyMap<number, number>>;

const folder = folderOfTests();
const demo = join(folder, 'demo.db');
beforeAll(async () => {
  await Bun.write(demo, (await demoServer()).store.writer.serialize());
});

/** Executions of each line by source file, in a process that runs a walk `count` times after its warm-up. */
async function linesOf(walk: WalkName, count: number): Promise<Lines> {
  const coverage = join(folder, `${walk}-${count}`);
  const options = ['--coverage', '--coverage-reporter=lcov', `--coverage-dir=${coverage}`, '--timeout=60000'];
  const env = { ...process.env, WALK: walk, COUNT: String(count), DEMO: demo };
  const child = Bun.spawn([process.execPath, 'test', ...options, './test/support/traced-walk.ts'], {
    cwd: join(import.meta.dir, '..'),
    env,
    stdout: 'ignore',
    stderr: 'pipe',
  });
  if ((await child.exited) !== 0) throw new Error(await new Response(child.stderr).text());
  const files = new Map<string, Map<number, number>>();
  let lines = new Map<number, number>();
  for (const line of readFileSync(join(coverage, 'lcov.info'), 'utf8').split('\n')) {
    if (line.startsWith('SF:')) {
      lines = new Map();
      files.set(line.slice(3), lines);
    }
    const [, number, times] = /^DA:(\d+),(\d+)/.exec(line) ?? [];
    if (number) lines.set(Number(number), Number(times));
  }
  return files;
}

/** Files with a line that every repetition of a walk executes; lines of timers run less often. */
async function filesOf(walk: WalkName): Promise<string[]> {
  const [few, many] = await Promise.all([linesOf(walk, 1), linesOf(walk, 1 + further)]);
  const isEntered = (file: string) =>
    [...(many.get(file) ?? [])].some(([line, times]) => times - (few.get(file)?.get(line) ?? 0) >= further);
  return [...many.keys()].filter((file) => file.startsWith('src/') && isEntered(file));
}

/** Repetitions that one process runs more than the other. */
const further = 5;

describe.each(Object.keys(limits) as WalkName[])('the walk %s', (walk) => {
  const { statements, files } = limits[walk];

  test(`runs at most ${statements} statements`, async () => {
    const { run, end } = await walks[walk]();
    // Imports pause by the clock, and look at the database anew.
    const clock = spyOn(performance, 'now').mockReturnValue(performance.now());
    await run(2);
    const [few, many] = [await statementsOf(() => run(1)), await statementsOf(() => run(6))];
    clock.mockRestore();
    // Those of a batch are fewer than one for each record.
    expect(Math.floor((many.length - few.length) / 5)).toBeLessThanOrEqual(statements);
    end?.();
  });

  test(`runs code of at most ${files} files`, async () => {
    let run = await filesOf(walk);
    expect(run.length).toBeGreaterThan(5);
    // On a busy machine, timers can add a file; a second measurement leaves it out.
    if (run.length > files) run = (await filesOf(walk)).filter((file) => run.includes(file));
    if (run.length > files) throw new Error(`${walk} runs code of ${run.length} files:\n${run.join('\n')}`);
  });
});

describe.each(Object.keys(pageLimits) as PageName[])('the page walk %s', (walk) => {
  const limit = pageLimits[walk];

  test(`sends at most ${limit} API requests`, async () => {
    const editor = await editedDemo();
    const visitor = await signedIn(editor.server, 'erika');
    const { begin, context, part }: PageWalk = pageWalks[walk];
    await begin?.(editor, visitor);
    const requests = spyOn(Api.prototype, 'fetch');
    try {
      expect((await context(visitor)).status).toBe(200);
      const all = requests.mock.calls.map(([method, path]) => `${method} ${path}`);
      const end = all.findLastIndex((line) => !line.startsWith('GET')) + 1;
      const sent = part === undefined ? all : part === 'change' ? all.slice(0, end) : all.slice(end);
      expect(sent.length).toBeGreaterThan(0);
      if (sent.length > limit) throw new Error(`${walk} sends ${sent.length} API requests:\n${sent.join('\n')}`);
    } finally {
      requests.mockRestore();
    }
  });
});
