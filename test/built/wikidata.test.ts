// Wikidata files and a fake Wikidata site.
import { beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as w from '../import/wikidata-items';
import { fakeSite } from '../import/wikidata-site';
import { folderOfTests, type Options, run, start } from '../support/executable';

const cwd = folderOfTests();
beforeAll(async () => {
  writeFileSync(join(cwd, 'items.json.gz'), gzipSync(w.array(w.all)));
  writeFileSync(join(cwd, 'items.json.bz2'), Buffer.from('BZh91AY&SY with more', 'latin1'));
  writeFileSync(join(cwd, 'notes.txt'), 'A diary');
  writeFileSync(
    join(cwd, 'film.jsonl'),
    w
      .filmRecords()
      .map((record) => JSON.stringify(record))
      .join('\n'),
  );
  expect((await leitmotif('import', 'ndjson', 'film.jsonl')).exitCode).toBe(0);
}, 60_000);

const leitmotif = (...args: readonly string[]) => run([...args, '--data', 'catalog'], { cwd });
const piped = (stdin: string, ...args: readonly string[]) => run([...args, '--data', 'catalog'], { cwd, stdin });

test('Wikidata files are imported with or without naming the source, and from standard input', async () => {
  for (const args of [['wikidata', 'items.json.gz'], ['items.json.gz']]) {
    const { exitCode, stdout, stderr } = await leitmotif('import', ...args, '--dry-run');
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Artist');
  }
  expect((await piped(w.lines(w.all), 'import', 'wikidata', '-')).stdout).toContain('Import complete: 16 documents read');
}, 60_000);

test('other files are refused with one line that suggests a command', async () => {
  const complaints: [readonly string[], string, number][] = [
    [
      ['import', 'wikidata', 'film.jsonl'],
      'film.jsonl is a file of records, not a Wikidata file. Import it with: leitmotif import ndjson film.jsonl',
      1,
    ],
    [['import', 'wikidata', 'items.json.bz2'], 'Decompress it with: bzcat items.json.bz2 | leitmotif import wikidata -', 1],
    [['import', 'wikidata', 'none.json'], 'There is no file none.json.', 2],
    [['import', 'items.json.gz', '--complete'], '--complete works with MusicBrainz and Discogs dumps only. These are Wikidata files.', 2],
    [['import', 'notes.txt'], 'notes.txt was not recognized as a MusicBrainz, Discogs or Wikidata dump', 1],
  ];
  for (const [args, sentence, code] of complaints) {
    const { exitCode, stderr } = await leitmotif(...args);
    expect([exitCode, stderr]).toEqual([code, expect.stringContaining(sentence)]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  }
}, 60_000);

/** Arguments of a command that queries a fake site. */
const asking = (site: { entities: string; query: string }, ...args: readonly string[]) => [
  ...['enrich', 'wikidata', '--data', 'catalog', '--wikidata-entities', site.entities, '--wikidata-query', site.query],
  ...args,
];

test('enrich wikidata requires a contact and a consent, which is stored', async () => {
  using site = fakeSite(w.all);
  const go = (args: readonly string[], options: Partial<Options> = {}) => run(asking(site, ...args), { cwd, ...options });
  expect(await go([])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Set --contact') });
  expect(await go(['--contact', 'me\nx: y'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--contact must be an e-mail'),
  });
  const refused = await go(['--contact', 'me@films.example']);
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toMatch(
    /^leitmotif: This sends up to 10 ids .* to 127\.0\.0\.1.* Use --yes to agree\. You are asked only once\.\n$/,
  );
  expect(site.requests).toEqual([]);
  expect(await go(['--contact', 'me@films.example', '--yes', '--dry-run'])).toMatchObject({ exitCode: 0 });
  expect(await go(['--contact', 'me@films.example'])).toMatchObject({ exitCode: 2 });
  expect(await go(['--contact', 'me@films.example', '--yes', '--quiet'])).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  const again = await go(['--json'], { env: { LEITMOTIF_CONTACT: 'https://films.example/about' } });
  expect(JSON.parse(again.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
    event: 'report',
    outcome: 'done',
    added: 0,
    changed: 0,
  });
}, 60_000);

test('a missing catalog and an invalid address are refused with one line', async () => {
  const nowhere = { entities: 'http://127.0.0.1:1/w/api.php', query: 'http://127.0.0.1:1/sparql' };
  const contact = ['--contact', 'me@films.example', '--yes'];
  const missing = await run([...asking(nowhere, ...contact), '--data', 'nothing'], { cwd });
  expect(missing).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('No catalog in') });
  const bad = await run(asking({ ...nowhere, query: 'sparql' }, ...contact), { cwd });
  expect(bad).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--wikidata-query must be an http or https address.') });
}, 60_000);

test('Ctrl-C keeps what was imported so far, and the same command resumes', async () => {
  const { promise: never } = Promise.withResolvers<Response>();
  const { promise: isAsking, resolve } = Promise.withResolvers<void>();
  using site = fakeSite(w.all, (_, times) => {
    if (times !== 2) return undefined;
    resolve();
    return never;
  });
  const args = asking(site, '--contact', 'me@films.example', '--yes', '--restart');
  const child = start(args, { cwd });
  await isAsking;
  child.kill('SIGINT');
  expect(await child.exited).toBe(130);
  expect(await new Response(child.stderr).text()).toContain('Interrupted. Run the same command to resume.');
  const { exitCode, stderr } = await run(asking(site, '--contact', 'me@films.example'), { cwd });
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('Resuming after')]);
}, 60_000);
