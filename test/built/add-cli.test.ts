import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { serveDemo } from '../support/demo-catalog';
import { emptyFolder, type Finished, type Running, run, tokenOf } from '../support/executable';

let folder: ReturnType<typeof emptyFolder>;
let server: Running;
const cli = (args: readonly string[], stdin = ''): Promise<Finished> => run([...args, '--data', 'data'], { cwd: folder.path, stdin });
const add = async (...args: string[]) => JSON.parse((await cli(['add', 'release', '--json', ...args])).stdout);
const ask = (path: string) => fetch(server.url + path, { headers: { authorization: `Bearer ${tokenOf(server)}` } });
// biome-ignore lint/suspicious/noExplicitAny: tests look into documents of every kind.
const read = async (path: string): Promise<any> => (await ask(path)).json();

const releasesOf = (title: string): number => {
  using database = new Database(join(folder.path, 'data', 'leitmotif.db'), { readonly: true });
  return database.query('SELECT 1 FROM "release" WHERE title = ?').all(title).length;
};

beforeAll(async () => {
  folder = emptyFolder();
  server = await serveDemo({ cwd: folder.path });
  await cli(['user', 'create', 'anna', '--password-stdin'], 'correct horse battery\n');
}, 30_000);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const tracks = 'Disc 1: The Score\nA1 Prelude (2:10)\n2. Suite 9:00\n  a. Night 4:00\nDisc 2\n1. Song\n';

test('add release creates a release with tracks, label and item from options, while a server runs', async () => {
  const described = ['--title', 'My Disc', '--artist', 'Bernard Herrmann', '--format', '2xLP', '--date', '1975-08'];
  const options = [...described, '--barcode', '4006381333931', '--label', 'Own', '--number', 'X 1', '--tracks', '-', '--user', 'anna'];
  const { stdout, stderr, exitCode } = await cli(['add', 'release', '--json', ...options], tracks);
  expect([stderr, exitCode]).toEqual(['', 0]);
  const { release, slug, item } = JSON.parse(stdout);
  expect([slug, item]).toEqual([expect.stringMatching(/^my-disc-[0-9a-f]{12}$/), expect.stringMatching(/\/collection\//)]);
  const { attributes } = (await read(release)).data;
  expect(attributes).toMatchObject({
    provisional: true,
    artists: [{ name: 'Bernard Herrmann' }],
    labels: [{ name: 'Own', catalog_number: 'X 1' }],
  });
  expect(attributes).toMatchObject({ format_count: 2, track_count: 3 });

  const again = await add('--title', 'My Disc', '--barcode', '4006381333931', '--user', 'anna');
  expect(again.release).toBe(release);
  const dry = await add('--title', 'my disc', '--number', 'x-1', '--user', 'anna', '--dry-run');
  const byNumber = await add('--title', 'my disc', '--number', 'x-1', '--user', 'anna');
  expect([dry, byNumber]).toEqual([
    { release, slug },
    { release, slug, item: expect.stringMatching(/\/collection\//) },
  ]);
  const other = await cli(['add', 'release', '--title', 'Another', '--number', 'X 1', '--user', 'anna']);
  expect([other.exitCode, other.stderr]).toEqual([1, expect.stringContaining('Already in the catalog: My Disc')]);
  const refused = await cli(['add', 'release', '--title', 'My Disc', '--barcode', '4006381333931']);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('Already in the catalog: My Disc')]);
}, 60_000);

test('invalid lines of a track list are reported, and a dry run writes nothing', async () => {
  const lost = await cli(['add', 'release', '--title', 'Lost', '--tracks', '-'], `1. One 2:3O\n2. ${'x'.repeat(300)}\n`);
  expect([lost.exitCode, lost.stderr]).toEqual([2, expect.stringContaining('Line 2: A title may have at most 255 characters')]);
  const dry = await cli(['add', 'release', '--title', 'Lost', '--tracks', '-', '--dry-run'], '1. One 2:3O\n');
  expect(dry.stderr).toContain('Line 1: “2:3O” is not a length. Is the O a letter?');
  expect(releasesOf('Lost')).toBe(0);
  const wrong = await cli(['add', 'release', '--title', 'x'.repeat(300), '--country', 'XYZ', '--label', 'Never Made']);
  expect(wrong.stderr).toMatch(/title: .*\n.*country: /);
  expect((await read('/api/labels?q=Never Made')).data).toEqual([]);
}, 60_000);

test('add release names a missing option', async () => {
  expect(await cli(['add', 'release', '--artist', 'Somebody'])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--title') });
}, 60_000);

test('an unusual barcode is accepted with a warning, and unclear tracks only with --anyway', async () => {
  const none = await cli(['add', 'release', '--title', 'None', '--barcode', 'none']);
  expect([none.exitCode, none.stderr]).toEqual([1, expect.not.stringContaining('is saved as entered')]);
  const short = await cli(['add', 'release', '--title', 'Short', '--barcode', '123']);
  expect([short.exitCode, short.stderr]).toEqual([0, 'Barcode 123 is saved as entered, but barcodes have 8, 12, 13 or 14 digits.\n']);
  const misread = ['add', 'release', '--title', 'Misread', '--barcode', '4006381333932', '--tracks', '-', '--dry-run'];
  const { exitCode, stderr } = await cli(misread, '1. One 2:30\nodd\n');
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('its check digit is wrong.')]);
  expect(stderr).toContain('Line 2: This has neither number nor length. Is it a track or a heading?');
  const unclear = ['add', 'release', '--title', 'Unclear', '--tracks', '-'];
  const refused = await cli(unclear, '1. One 2:30\nodd\n');
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('Line 2: This has neither number nor length.')]);
  expect(releasesOf('Unclear')).toBe(0);
  expect((await cli([...unclear, '--anyway'], '1. One 2:30\nodd\n')).exitCode).toBe(0);
}, 60_000);
