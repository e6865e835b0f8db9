import { beforeAll, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectRefusal, folderOfTests, isOneLine, run } from '../support/executable';
import { generatedRecords } from '../support/imports';

// Arguments and formats of the import commands.

const cwd = folderOfTests();
beforeAll(async () => {
  for (const dump of ['discogs-masters.xml.gz', 'musicbrainz-blocks.tar.xz'])
    cpSync(join(import.meta.dir, '../import/fixtures', dump), join(cwd, dump));
  writeFileSync(join(cwd, 'few.jsonl'), generatedRecords(10));
  mkdirSync(join(cwd, 'a-folder'));
  expect((await run(['migrate', '--data', 'existing'], { cwd })).exitCode).toBe(0);
}, 60_000);

test('a dump given to the wrong command is refused with the right one, with or without a catalog', async () => {
  for (const [command, file, right] of [
    ['musicbrainz', 'discogs-masters.xml.gz', 'discogs'],
    ['ndjson', 'discogs-masters.xml.gz', 'discogs'],
    ['discogs', 'musicbrainz-blocks.tar.xz', 'musicbrainz'],
    ['ndjson', 'musicbrainz-blocks.tar.xz', 'musicbrainz'],
    ['discogs', 'few.jsonl', 'ndjson'],
  ] as const)
    for (const data of ['unmade', 'existing']) {
      const { exitCode, stdout, stderr } = await run(['import', command, file, '--data', data], { cwd });
      expect([exitCode, stdout, isOneLine(stderr)]).toEqual([1, '', true]);
      expect(stderr).toEndWith(`Import it with: leitmotif import ${right} ${file}\n`);
    }
  expect(existsSync(join(cwd, 'unmade'))).toBe(false);
});

test('import without a source recognizes the format of a file', async () => {
  for (const [file, documents] of [
    ['discogs-masters.xml.gz', 28],
    ['few.jsonl', 10],
  ] as const) {
    const finished = await run(['import', file, '--data', 'recognized', '--json'], { cwd });
    expect([finished.exitCode, JSON.parse(finished.stdout.trim().split('\n').at(-1) ?? '').documents]).toEqual([0, documents]);
  }
  const dump = await run(['import', '--dry-run', 'musicbrainz-blocks.tar.xz', '--data', 'recognized'], { cwd });
  expect([dump.exitCode, dump.stdout.startsWith('Import complete (dry run')]).toEqual([0, true]);
  writeFileSync(join(cwd, 'notes.txt'), 'Buy more shelves.');
  const none = await run(['import', 'notes.txt', '--data', 'unmade'], { cwd });
  expect([none.exitCode, none.stderr]).toEqual([
    1,
    'leitmotif: notes.txt was not recognized as a MusicBrainz, Discogs or Wikidata dump or a file of records.\n',
  ]);
  writeFileSync(join(cwd, 'collection.csv'), 'Catalog#,Artist,Title\nUKLM 1001,Bernard Herrmann,Psycho\n');
  const csv = await run(['import', 'collection.csv', '--data', 'unmade'], { cwd });
  expect([csv.exitCode, csv.stderr]).toEqual([
    1,
    'leitmotif: collection.csv is not a dump. Import a collection with: leitmotif collection import --user NAME collection.csv\n',
  ]);
});

test('a file or standard input without JSON is refused with one line instead of a reject per line', async () => {
  writeFileSync(join(cwd, 'notes.txt'), 'Buy more shelves.\nDust the records.\n');
  for (const [source, noun] of [
    ['ndjson', 'a file of records'],
    ['wikidata', 'a Wikidata file'],
  ] as const)
    for (const [file, name] of [
      ['notes.txt', 'notes.txt'],
      ['-', 'Standard input'],
    ] as const) {
      const refused = await run(['import', source, file, '--data', 'existing'], { cwd, stdin: 'Buy more shelves.\nDust the records.\n' });
      const stderr = `leitmotif: ${name} is not ${noun}: none of its first lines is a JSON object.\n`;
      expect(refused).toEqual({ exitCode: 1, stdout: '', stderr });
    }
});

test('wrong arguments are refused with one line and exit code 2, and no catalog is created', async () => {
  for (const [args, named] of [
    [['import', 'ndjson', 'nowhere.jsonl'], 'nowhere.jsonl'],
    [['import', 'ndjson', 'a-folder'], 'a-folder'],
    [['import', 'ndjson'], 'files'],
    [['import', 'musicbrainz', 'a-folder'], 'a-folder'],
    [['import', 'ndjson', 'few.jsonl', '--complete'], '--complete'],
    [['import', 'ndjson', '-', 'few.jsonl'], 'Standard input'],
    [['import', 'discogs', '-'], 'Standard input'],
    [['import', 'discogs', 'nowhere.xml.gz'], 'nowhere.xml.gz'],
    [['import', 'ndjson', 'few.jsonl', '--limit', 'many'], '--limit'],
    [['import', 'ndjson', 'few.jsonl', '--quiet', '--json'], '--quiet'],
    [['import', 'ndjson', 'few.jsonl', '--include-noncommercial'], '--include-noncommercial'],
    [['import', 'stones', 'few.jsonl'], 'stones'],
    [['import', '-'], 'import ndjson -'],
    [['import', 'few.jsonl', '--complete'], '--complete'],
    [
      ['import', 'few.jsonl', 'discogs-masters.xml.gz'],
      'leitmotif import ndjson few.jsonl; leitmotif import discogs discogs-masters.xml.gz',
    ],
  ] as const)
    await expectRefusal([...args, '--data', 'unmade'], 2, named, { cwd });
  expect(existsSync(join(cwd, 'unmade'))).toBe(false);
  expect(await run(['import'], { cwd })).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'leitmotif: Name files or a command. leitmotif help import lists the commands.\n',
  });
});
