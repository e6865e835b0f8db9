import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { SetupError } from '../../src/errors';
import { isTar, LineSplitter, openPlain, TarReader } from '../../src/import/streams';
import { folderOfTests } from '../support/executable';
import { xz } from '../support/xz';
import { fileOf, removeFiles } from './discogs-fakes';

afterAll(removeFiles);

const folder = folderOfTests();

async function read(file: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of openPlain(file).chunks) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const plainText = Buffer.from('A line of text.\n'.repeat(20_000));

test('several gzip members or zstd frames in a file are read as one content', async () => {
  for (const pack of [gzipSync, zstdCompressSync]) {
    const twice = Buffer.concat([pack(plainText), pack('the end')]);
    expect(String((await read(fileOf(twice))).subarray(-11))).toBe('ext.\nthe end'.slice(-11));
  }
});

test('a missing file and a folder are refused', () => {
  expect(() => openPlain(join(folder, 'missing'))).toThrow(SetupError);
  expect(() => openPlain(folder)).toThrow(`${folder} is a folder, not a file.`);
});

test('progress is measured in bytes on disk', async () => {
  for (const packed of [plainText, gzipSync(plainText), xz(plainText, 40_000)]) {
    const plain = openPlain(fileOf(packed));
    for await (const _ of plain.chunks);
    expect([plain.bytesRead(), plain.totalBytes]).toEqual([packed.length, packed.length]);
  }
});

const entry = (name: string, body: string) => ({ header: { name, size: Buffer.byteLength(body) }, body });

function unpack(archive: Uint8Array, pieceBytes: number): Record<string, string> {
  const reader = new TarReader('a.tar');
  const found: Record<string, string> = {};
  for (let at = 0; at < archive.length; at += pieceBytes)
    for (const { name, bytes, offset } of reader.push(archive.subarray(at, at + pieceBytes))) {
      expect(Buffer.from(bytes).equals(archive.subarray(offset, offset + bytes.length))).toBe(true);
      found[name] = (found[name] ?? '') + Buffer.from(bytes).toString();
    }
  reader.finish();
  return found;
}

test('an archive is read the same in chunks of any size', async () => {
  const long = `${'a-long-name/'.repeat(20)}file`;
  const archive = await packTar([
    entry('a', 'x'.repeat(1_000)),
    entry('empty', ''),
    entry(long, 'deep'),
    entry('mbdump/release', '{}\n{}'),
  ]);
  expect(isTar(archive)).toBe(true);
  const whole = unpack(archive, archive.length);
  expect(whole).toEqual({ a: 'x'.repeat(1_000), empty: '', [long]: 'deep', 'mbdump/release': '{}\n{}' });
  for (const pieceBytes of [1, 7, 511, 512, 513, 1_000]) expect(unpack(archive, pieceBytes)).toEqual(whole);
});

/** A tar header with this size field and a valid checksum. */
function headerWithSize(size: readonly number[]): Buffer {
  const header = Buffer.alloc(512);
  header.write('mbdump/release');
  header.set(size, 124);
  header.fill(' ', 148, 156);
  header.write('0', 156);
  header.write('ustar', 257);
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  return header;
}

test('sizes beyond 8 GiB are read in base 256', () => {
  const nineGiB = headerWithSize([0x80, 0, 0, 0, 0, 0, 0, 2, 0x40, 0, 0, 0]);
  const [piece] = new TarReader('a.tar').push(Buffer.concat([nineGiB, Buffer.from('{}')]));
  expect(piece?.end).toBe(512 + 9 * 1024 ** 3);
});

test('invalid sizes, wrong checksums and truncated archives fail with an error', () => {
  const pushed = (bytes: Uint8Array) => () => {
    const reader = new TarReader('a.tar');
    for (const _ of reader.push(bytes));
    reader.finish();
  };
  expect(pushed(headerWithSize([0xff, ...Array(11).fill(0xff)]))).toThrow(
    'a.tar is damaged at byte 0 of the tar archive: the header of a file has no readable size. Download or copy it again.',
  );
  expect(pushed(headerWithSize([0x39, 0x39]))).toThrow('no readable size');
  const damaged = headerWithSize([0x31]);
  damaged[0] = 0x41;
  expect(pushed(Buffer.concat([headerWithSize([0x30]), damaged]))).toThrow('the header of a file does not match its checksum');
  expect(pushed(damaged)).toThrow('a.tar is not a tar archive, or its beginning is damaged.');
  expect(pushed(headerWithSize([0x31, 0x30, 0x30]))).toThrow('it ends within mbdump/release');
  expect(pushed(Buffer.concat([headerWithSize([0x30]), damaged.subarray(0, 100)]))).toThrow('it ends within the header of a file');
  expect(pushed(new Uint8Array())).toThrow('a.tar is empty.');
});

test('lines are split the same in chunks of any size', () => {
  const text = 'first\n\n{"third":3}\nlast';
  for (let pieceBytes = 1; pieceBytes <= text.length; pieceBytes++) {
    const splitter = new LineSplitter(1, 100);
    const lines: string[] = [];
    const keep = (line: { number: number; offset: number; bytes: Uint8Array }) =>
      lines.push(`${line.number} ${line.offset} ${Buffer.from(line.bytes)}`);
    for (let at = 0; at < text.length; at += pieceBytes)
      for (const line of splitter.push(Buffer.from(text.slice(at, at + pieceBytes)))) keep(line);
    for (const line of splitter.end()) keep(line);
    expect(lines).toEqual(['1 100 first', '2 106 ', '3 107 {"third":3}', '4 119 last']);
  }
});

test('a line that is too long is truncated, and the next one is complete', () => {
  const splitter = new LineSplitter(1, 0, 1_000);
  const lines = [];
  for (let piece = 0; piece < 50; piece++) for (const line of splitter.push(Buffer.from('x'.repeat(1_000)))) lines.push(line);
  for (const line of splitter.push(Buffer.from('y\nnext\n'))) lines.push({ ...line, bytes: Buffer.from(line.bytes) });
  expect(lines.map(({ tooLong, length, number, offset }) => [tooLong, length, number, offset])).toEqual([
    [true, 50_002, 1, 0],
    [false, 5, 2, 50_002],
  ]);
});
