import { Database } from 'bun:sqlite';
import { expect, setDefaultTimeout, test } from 'bun:test';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { folderOfTests, run, start, withoutNews } from '../support/executable';
import { generatedRecords } from '../support/imports';

setDefaultTimeout(60_000);

const cwd = folderOfTests();

const fixtures = join(import.meta.dir, '../import/fixtures');
const mostMemory = 350_000_000;

interface Imported {
  readonly exitCode: number;
  readonly said: readonly string[];
  readonly report: { readonly rejected?: number; readonly added?: number; readonly rejectFile?: string };
  readonly reasons: readonly string[];
  readonly peakBytes: number;
}

/** Large content is given in parts: the peak memory of a child includes that of this process. */
type Content = string | Uint8Array | readonly string[];

let catalogs = 0;

/** Imports a file into a new catalog, and checks the integrity of the catalog if one was created. */
async function importing(kind: 'ndjson' | 'musicbrainz' | 'discogs' | 'wikidata', name: string, content: Content): Promise<Imported> {
  writeFileSync(join(cwd, name), '');
  for (const part of Array.isArray(content) ? content : [content]) appendFileSync(join(cwd, name), part);
  const data = `catalog-${catalogs++}`;
  const child = start(['import', kind, name, '--data', data, '--json'], { cwd });
  const [exitCode, stdout, stderr] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  // For a file that is not recognized, no catalog is created.
  if (stdout === '') expect(existsSync(join(cwd, data))).toBe(false);
  else requireIntact(data);
  const report = JSON.parse(stdout.trim().split('\n').at(-1) || '{}');
  const rejects = report.rejectFile ? readFileSync(report.rejectFile, 'utf8').trim().split('\n') : [];
  return {
    exitCode,
    said: withoutNews(stderr)
      .split('\n')
      .filter((line) => line !== ''),
    report,
    reasons: rejects.map((line) => JSON.parse(line).reason),
    peakBytes: child.resourceUsage()?.maxRSS ?? 0,
  };
}

function requireIntact(data: string): void {
  const database = new Database(join(cwd, data, 'leitmotif.db'));
  const checks = ['PRAGMA integrity_check', 'PRAGMA foreign_key_check'].map((sql) => database.query(sql).values());
  database.close();
  expect(checks).toEqual([[['ok']], []]);
}

/** A failure with one line that names the file. */
const failed = (name: string) => ({ exitCode: 1, said: [expect.stringMatching(new RegExp(`^leitmotif: .*${name}`))] });

const blocks = readFileSync(join(fixtures, 'musicbrainz-blocks.tar.xz'));
const artist = (name: string): string =>
  JSON.stringify({ type: 'Artist', id: '/api/artists/0b7e3f5c-1d2a-5c4b-9e8f-000000000001', attributes: { name, _type: 'person' } });

test('truncated and damaged archives fail with one line', async () => {
  expect(await importing('musicbrainz', 'cut-release.tar.xz', blocks.subarray(0, -200))).toMatchObject(failed('cut-release'));
  const damaged = Buffer.from(blocks);
  const middle = damaged.length >> 1;
  damaged.fill(damaged.readUInt8(middle) ^ 0xff, middle, middle + 4);
  expect(await importing('musicbrainz', 'damaged-release.tar.xz', damaged)).toMatchObject(failed('damaged-release'));
});

test('a tar entry with a base-256 size is imported', async () => {
  const body = '{"id":"00000000-0000-4000-8000-000000000001","name":"A Label"}';
  const tar = Buffer.from(await packTar([{ header: { name: 'mbdump/label', size: body.length }, body }]));
  tar.fill(0, 124, 136);
  tar.writeUInt8(0x80, 124);
  tar.writeUInt32BE(body.length, 132);
  tar.write('        ', 148, 'latin1');
  const sum = tar.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  expect(await importing('musicbrainz', 'label.tar', tar)).toMatchObject({ exitCode: 0, report: { documents: 1, rejected: 0 } });
});

test('lines with invalid UTF-8, invalid JSON, deep nesting or control characters are rejected one by one', async () => {
  const lines = [
    Buffer.from(artist('Good')),
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    Buffer.from('['.repeat(200_000) + ']'.repeat(200_000)),
    Buffer.from('{"type":'.repeat(50_000)),
    Buffer.from(artist('with\u0000nothing')),
  ];
  const imported = await importing('ndjson', 'lines.jsonl', Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')])));
  expect([imported.exitCode, imported.report.added, imported.report.rejected]).toEqual([0, 1, 4]);
  expect(imported.reasons.every((reason) => reason.length > 10 && reason.length < 200)).toBe(true);
});

test('lines of 50 MB and 100 MB are rejected in bounded memory', async () => {
  const megabyte = 'x'.repeat(1_000_000);
  const parts = ['{"type":"', ...Array(50).fill(megabyte), '"}\n"', ...Array(100).fill(megabyte), `"\n${artist('Good')}\n`];
  const imported = await importing('ndjson', 'long.jsonl', parts);
  expect([imported.exitCode, imported.report.added, imported.report.rejected]).toEqual([0, 1, 2]);
  expect(imported.peakBytes).toBeLessThan(mostMemory);
});

test('a decompression bomb is one reject, in bounded memory', async () => {
  // Concatenated gzip members decompress to one stream.
  const member = gzipSync(new Uint8Array(8_000_000), { level: 9 });
  const bombOf = (megabytes: number) => Buffer.concat(Array.from({ length: megabytes / 8 }, () => member));
  // Each exceeds the memory limit, and one has two gigabytes.
  for (const [kind, megabytes] of [
    ['ndjson', 2_048],
    ['musicbrainz', 512],
    ['discogs', 512],
  ] as const) {
    const bomb = bombOf(megabytes);
    const { exitCode, said, report, peakBytes } = await importing(kind, kind === 'musicbrainz' ? 'release.gz' : 'bomb.gz', bomb);
    expect([kind, said.length <= 1, exitCode === 1 || report.rejected === 1]).toEqual([kind, true, true]);
    expect([kind, peakBytes < mostMemory]).toEqual([kind, true]);
  }
});

test('a zstd bomb of 64 kB for two gigabytes is one reject, in bounded memory', async () => {
  // A window of 2 MiB, then blocks that repeat one byte 131,072 times (RFC 8878, section 3.1.1).
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]);
  const block = (isLast: boolean) => {
    const bytes = Buffer.alloc(4, 'x');
    bytes.writeUIntLE((131_072 << 3) | (1 << 1) | Number(isLast), 0, 3);
    return bytes;
  };
  const blocks = Array.from({ length: 16_384 }, (_, index) => block(index === 16_383));
  const { exitCode, report, peakBytes } = await importing('ndjson', 'bomb.jsonl.zst', Buffer.concat([header, ...blocks]));
  expect([exitCode, report.rejected]).toEqual([0, 1]);
  expect(peakBytes).toBeLessThan(mostMemory);
});

test('recursive XML entities are not expanded', async () => {
  const entities = Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');
  const bomb = `<?xml version="1.0"?><!DOCTYPE releases [<!ENTITY e0 "boom">${entities}]>
<releases><release id="1"><title>&e20;</title><genres><genre>Stage &amp; Screen</genre></genres></release></releases>`;
  const imported = await importing('discogs', 'releases.xml', bomb);
  expect(imported.peakBytes).toBeLessThan(mostMemory);
  expect([imported.exitCode, imported.report.rejected ?? 0, imported.report.added ?? 0]).not.toEqual([0, 0, 0]);
});

test('files of other formats and empty files fail with one line', async () => {
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), crypto.getRandomValues(Buffer.alloc(5_000))]);
  expect(await importing('musicbrainz', 'picture.png', png)).toMatchObject(failed('picture.png'));
  expect(await importing('discogs', 'picture.png', png)).toMatchObject(failed('picture.png'));
  for (const [name, content] of [
    ['picture.png', png],
    ['notes.md', '# Notes\n\n1\n'.repeat(20)],
    ['diary.txt', 'Buy more shelves.'],
  ] as const)
    for (const kind of ['ndjson', 'wikidata'] as const) expect(await importing(kind, name, content)).toMatchObject(failed(name));
  expect(await importing('musicbrainz', 'empty.jsonl', '')).toMatchObject(failed('empty.jsonl'));
  expect(await importing('discogs', 'empty.xml', '')).toMatchObject(failed('empty.xml'));
  expect(await importing('ndjson', 'empty.jsonl', '')).toMatchObject({ exitCode: 0, report: { documents: 0 } });
});

test('a catalog that rejected hostile files imports valid ones', async () => {
  writeFileSync(join(cwd, 'good.jsonl'), generatedRecords(50));
  const { exitCode, stdout } = await run(['import', 'ndjson', 'good.jsonl', '--data', 'catalog-0', '--json'], { cwd });
  expect([exitCode, JSON.parse(stdout).added]).toEqual([0, 50]);
});
