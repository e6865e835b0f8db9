// How many SQL statements common requests run. Each limit may only be lowered.
import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { runImport } from '../src/import/run/run';
import { discogs } from '../src/import/sources/discogs';
import { fileOf, release, releases, removeFiles } from './import/discogs-fakes';
import { type EditorOf, editedDemo } from './support/edited-server';

afterAll(removeFiles);

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

async function rename(editor: EditorOf, iri: string): Promise<string[]> {
  const { body, headers } = await editor.read(iri);
  const data = { type: 'Release', id: iri, attributes: { title: `${body.data.attributes.title} again` } };
  return statementsOf(() => editor.send('PATCH', iri, { data }, { 'if-match': headers.get('etag') as string }));
}

test('a change of a title runs at most 47 statements, however many tracks the release has', async () => {
  const editor = await editedDemo();
  const { data } = (await editor.read('/api/releases?itemsPerPage=100')).body;
  const tracks = (one: { attributes: { track_count: number } }) => one.attributes.track_count;
  data.sort((one: never, other: never) => tracks(other) - tracks(one));
  expect(tracks(data[1])).toBeGreaterThan(20);
  const found: number[] = [];
  for (const { id } of data.slice(0, 3)) found.push((await rename(editor, id)).length);
  // The first one prepares the writer.
  for (const count of found.slice(1)) expect(count).toBeLessThanOrEqual(47);
});

test('a filtered list runs at most 4 statements', async () => {
  const editor = await editedDemo();
  await editor.read('/api/artists?bornBefore=1940');
  expect((await statementsOf(() => editor.read('/api/artists?bornBefore=1950'))).length).toBeLessThanOrEqual(4);
});

test('a row of a collection file that is there already runs at most 8 statements', async () => {
  const editor = await editedDemo();
  const header = 'barcode,release_title,year\n';
  const put = (rows: string) => editor.sendText('POST', '/api/users/me/collection/import', header + rows, { 'content-type': 'text/csv' });
  const rows = (count: number) => Array.from({ length: count }, (_, at) => `,Vertigo,1958,${at}\n`).join('');
  await put(rows(1));
  const [few, many] = [await statementsOf(() => put(rows(10))), await statementsOf(() => put(rows(60)))];
  expect((many.length - few.length) / 50).toBeLessThanOrEqual(8);
});

test('a Discogs release that is imported again runs at most 6 statements', async () => {
  const editor = await editedDemo();
  const scores = (count: number) =>
    fileOf(
      releases(
        ...Array.from({ length: count }, (_, at) =>
          release(
            at + 1,
            `<artists><artist><id>5</id><name>Ana Lund</name></artist></artists><styles><style>Score</style></styles>
             <labels><label name="Intrada" catno="ISC ${at}" id="7"/></labels><formats><format name="CD" qty="1" text=""/></formats>
             <tracklist><track><position>1</position><title>Main Title</title></track></tracklist>`,
            `Score ${at}`,
          ),
        ),
      ),
    );
  const run = (count: number) => runImport(editor.server.store, discogs([scores(count)]), { maxRejects: 0 });
  await run(60);
  const [few, many] = [await statementsOf(() => run(10)), await statementsOf(() => run(60))];
  expect((many.length - few.length) / 50).toBeLessThanOrEqual(6);
});
