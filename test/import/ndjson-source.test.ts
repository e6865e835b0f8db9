import { afterAll, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { KnownRecords, Position, SourceItem } from '../../src/import/source';
import { type NdjsonSource, ndjsonSource } from '../../src/import/sources/ndjson';
import { nonEmpty } from '../support/non-empty';
import { runs } from '../support/runs';
import { fileOf, removeFiles } from './discogs-fakes';

afterAll(removeFiles);

const known = {} as KnownRecords;

async function all(source: NdjsonSource, from?: Position): Promise<SourceItem[]> {
  const items: SourceItem[] = [];
  for await (const item of source.items(known, from)) items.push(item);
  return items;
}

const itemsOf = (content: string | Uint8Array): Promise<SourceItem[]> => all(ndjsonSource([fileOf(content)]));

const valuesOf = (items: readonly SourceItem[]) => items.map(({ records, rejected }) => rejected?.reason ?? records[0]?.record);

const header = (attributes: object): string => `${JSON.stringify({ type: 'Export', id: '/api/export', attributes })}\n`;

test('each line is read as a record with its position, skipping blank lines and a byte order mark', async () => {
  const items = await itemsOf('\uFEFF{"a":1}\r\n\n  \n{"b":"ä"}\n{"c":3}');
  expect(valuesOf(items)).toEqual([{ a: 1 }, { b: 'ä' }, { c: 3 }]);
  expect(items.map(({ line, offset, source }) => [line, offset, source])).toEqual([
    [1, 0, 'ndjson'],
    [4, 16, 'ndjson'],
    [5, 27, 'ndjson'],
  ]);
});

test('an invalid line is rejected with a reason, and the next ones are read', async () => {
  const bytes = Buffer.concat([
    Buffer.from('{"a":1}\n{"broken\n'),
    Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]),
    Buffer.from(`${'['.repeat(100)}${']'.repeat(100)}\n`),
    Buffer.from(`${'['.repeat(1_000_000)}\n`),
    Buffer.from('{"z":1}\n'),
  ]);
  const items = await itemsOf(bytes);
  expect(valuesOf(items)).toEqual([
    { a: 1 },
    expect.stringContaining('not JSON'),
    expect.stringContaining('not UTF-8'),
    expect.stringContaining('64 levels'),
    expect.stringMatching(/not JSON|64 levels/),
    { z: 1 },
  ]);
  for (const { rejected } of items) expect((rejected?.raw ?? '').length).toBeLessThanOrEqual(10_000);
});

test('a line of more than 16 MB is rejected, and the next ones are read', async () => {
  const items = await itemsOf(`{"a":1}\n${'x'.repeat(16 * 1024 * 1024 + 1)}\n{"z":1}\n`);
  expect(valuesOf(items)).toEqual([{ a: 1 }, expect.stringContaining('16 MB'), { z: 1 }]);
  expect(items[2]?.line).toBe(3);
});

test('reading resumes after any item of any files', async () => {
  const line = fc.oneof(fc.json(), fc.string(), fc.constant(''), fc.constant('{"type":"Artist"}'));
  const file = fc.tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('plain', 'gzip'), fc.boolean());
  const files = fc.array(file, { minLength: 1, maxLength: 3 }).filter((all) => all.some(([lines]) => lines.includes('{"type":"Artist"}')));
  await fc.assert(
    fc.asyncProperty(files, async (contents) => {
      const paths = contents.map(([lines, packing, endsInFeed]) => {
        const text = lines.join('\n') + (endsInFeed ? '\n' : '');
        return fileOf(packing === 'gzip' ? gzipSync(text) : text);
      });
      const whole = await all(ndjsonSource(paths));
      for (const [index, { position }] of nonEmpty([...whole.entries()])) {
        expect(await all(ndjsonSource(paths), JSON.parse(JSON.stringify(position)))).toEqual(whole.slice(index + 1));
      }
    }),
    { numRuns: runs(30) },
  );
});

test('an export is recognized by its header, which has its sequence number', async () => {
  const source = ndjsonSource([fileOf(`${header({ format_version: 1, sequence: 9, counts: { Artist: 1 } })}{"a":1}\n`)]);
  expect(valuesOf(await all(source))).toEqual([{ a: 1 }]);
  expect([source.exportSequence, source.progress.documents]).toEqual([9, 1]);
});

test('a partial export or one of several files has no sequence number', async () => {
  const part = fileOf(header({ format_version: 1, sequence: 9, since: 4, counts: {} }));
  const whole = fileOf(header({ format_version: 1, sequence: 9, counts: {} }));
  for (const names of [[part], [whole, fileOf('{"a":1}')], [fileOf('{"a":1}')]]) {
    const source = ndjsonSource(names);
    await all(source);
    expect(source.exportSequence).toBeUndefined();
  }
});

test('an export with a newer format version or an invalid sequence number is refused', async () => {
  await expect(itemsOf(header({ format_version: 2, sequence: 9, counts: {} }))).rejects.toThrow('format version 2');
  for (const sequence of [-5, 1.5, '9', null, 2 ** 53])
    await expect(itemsOf(header({ format_version: 1, sequence, counts: {} }))).rejects.toThrow('It must be a whole number of 0 or more.');
});

test('a truncated export is refused, also when reading resumed within it', async () => {
  const path = fileOf(`${header({ format_version: 1, sequence: 9, counts: { Artist: 2, Label: 2 } })}{"a":1}\n{"b":1}\n{"c":1}\n`);
  await expect(all(ndjsonSource([path]))).rejects.toThrow('4 records, but it contains 3');
  const items: SourceItem[] = [];
  for await (const item of ndjsonSource([path]).items(known, undefined)) {
    items.push(item);
    if (items.length === 2) break;
  }
  await expect(all(ndjsonSource([path]), items[1]?.position)).rejects.toThrow('4 records, but it contains 3');
});

test('progress is measured in bytes of the files on disk', async () => {
  const paths = [fileOf(gzipSync('{"a":1}\n'.repeat(1_000))), fileOf('{"b":2}\n')];
  const source = ndjsonSource(paths);
  await all(source);
  expect(source.progress.bytes).toBe(source.progress.totalBytes as number);
  expect(ndjsonSource(['-']).progress.totalBytes).toBeUndefined();
});
