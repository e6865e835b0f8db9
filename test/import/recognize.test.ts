import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { type FileSource, recognize } from '../../src/import/sources/recognize';
import { xz } from '../support/xz';
import { fileOf, fixture, release, releases, removeFiles } from './discogs-fakes';
import * as w from './wikidata-items';

afterAll(removeFiles);

const uuid = '00000000-0000-4000-8000-000000000001';
const long = 'x'.repeat(200_000);

const area = `{"id":"${uuid}","name":"Vienna","type":"City","attributes":[],"relations":[]}`;

const contents: readonly (readonly [FileSource | undefined, string | Uint8Array])[] = [
  ['musicbrainz', await packTar([{ header: { name: 'mbdump/area', size: area.length }, body: area }])],
  ['musicbrainz', area],
  ['musicbrainz', `{"name":"${long}","id":"${uuid}"}\n{"id":1}`],
  ['musicbrainz', readFileSync(join(import.meta.dir, 'fixtures/musicbrainz-release.json'))],
  ['discogs', releases(release(1, ''))],
  ['discogs', release(1, `<notes>${long}</notes>`)],
  ['discogs', '<masters>\n<master id="1">'],
  ...[w.lines, w.array, w.apiResponse, JSON.stringify].map((format) => ['wikidata', format(w.all)] as const),
  ['ndjson', `{"type":"Export","id":"x","attributes":{"format_version":1}}\n`],
  ['ndjson', `{"type":"Artist","id":"/api/artists/${uuid}","attributes":{"name":"${long}"}}`],
  ['ndjson', `{"type":"Label","id":"/api/labels/${uuid}"}`],
  [undefined, ''],
  [undefined, 'A diary of releases <release of tension>'],
  [undefined, '<html><body></body></html>'],
  [undefined, '{"id":7}'],
  [undefined, 'null'],
  [undefined, '{"type":'],
];

test('the source of a file is recognized from its content with any compression', async () => {
  for (const [source, content] of contents)
    for (const pack of [(bytes: Uint8Array) => bytes, gzipSync, zstdCompressSync, xz])
      expect([String(content).slice(0, 40), await recognize(fileOf(pack(Buffer.from(content))))]).toEqual([
        String(content).slice(0, 40),
        source,
      ]);
  for (const name of ['releases', 'masters', 'artists', 'labels'] as const) expect(await recognize(fixture(name))).toBe('discogs');
});

test('the source of a truncated file is recognized from its start', async () => {
  const cut = (content: string) => fileOf(gzipSync(content).subarray(0, -9));
  expect(await recognize(cut(releases(release(1, ''))))).toBe('discogs');
  expect(await recognize(cut(`${area}\n${area}\n${area}`))).toBe('musicbrainz');
});

test('a bzip2 file is refused with an alternative', async () => {
  await expect(recognize(fileOf('BZh91AY&SYxxxxxxxx'))).rejects.toThrow('bzcat');
});
