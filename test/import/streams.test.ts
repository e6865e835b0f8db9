import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { packTar } from 'modern-tar';
import { SetupError } from '../../src/errors';
import { isTar, LineSplitter, openPlain, TarReader } from '../../src/import/streams';
import { folderOfTests } from '../support/executable';
import { runs } from '../support/runs';
import { fileOf, removeFiles } from './discogs-fakes';

afterAll(removeFiles);

const folder = folderOfTests();

async function read(file: string, options: { from?: number; workers?: number } = {}): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of openPlain(file, options).chunks) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The message of the error that reading a file throws. */
async function faultOf(file: string): Promise<string> {
  const error = await read(file).catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(SetupError);
  return (error as SetupError).message.replace(file, 'FILE');
}

/** An archive of 45,056 bytes in six xz blocks. */
const blocks = readFileSync(join(import.meta.dir, 'fixtures/musicbrainz-blocks.tar.xz'));

/** Decoding with the xz program if it is installed, and without it. */
const decoders = [
  <T>(work: () => Promise<T>) => work(),
  async <T>(work: () => Promise<T>) => {
    const path = process.env.PATH;
    process.env.PATH = '';
    try {
      return await work();
    } finally {
      process.env.PATH = path;
    }
  },
];
const plainText = Buffer.from('A line of text.\n'.repeat(20_000));

test('several gzip members or zstd frames in a file are read as one content', async () => {
  for (const pack of [gzipSync, zstdCompressSync]) {
    const twice = Buffer.concat([pack(plainText), pack('the end')]);
    expect(String((await read(fileOf(twice))).subarray(-11))).toBe('ext.\nthe end'.slice(-11));
  }
});

test('concatenated xz files are decoded with and without the xz program', async () => {
  const one = await read(fileOf(blocks));
  expect(one).toHaveLength(45_056);
  const padded = fileOf(Buffer.concat([blocks, new Uint8Array(8), blocks]));
  for (const decode of decoders) expect((await decode(() => read(padded))).equals(Buffer.concat([one, one]))).toBe(true);
});

test('reading an xz archive starts at any position of the plain content', async () => {
  const whole = await read(fileOf(blocks));
  for (const from of [0, 1, 8_191, 8_192, 8_193, 30_000, 45_055, 45_056])
    for (const decode of decoders) expect((await decode(() => read(fileOf(blocks), { from }))).equals(whole.subarray(from))).toBe(true);
});

test('a truncated xz file fails with its position, with and without the xz program', async () => {
  for (const decode of decoders)
    expect(await decode(() => faultOf(fileOf(blocks.subarray(0, blocks.length - 20))))).toMatch(
      /^FILE is damaged at byte \d+ after decompression: it ends too early\.$/,
    );
});

test('a damaged xz block fails after the blocks before it', async () => {
  const damaged = Buffer.from(blocks);
  damaged[4_000] = (damaged[4_000] as number) ^ 0xff;
  const file = fileOf(damaged);
  for (const decode of decoders) {
    let bytes = 0;
    const reading = async () => {
      for await (const chunk of openPlain(file).chunks) bytes += chunk.length;
    };
    await expect(decode(reading)).rejects.toBeInstanceOf(SetupError);
    if (decode === decoders[0]) expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(45_056);
  }
});

test('any damaged byte or truncation of an xz file is read or fails with a setup error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(blocks.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), async (at, change, cut) => {
      const damaged = cut ? Buffer.from(blocks.subarray(0, at)) : Buffer.from(blocks);
      if (!cut) damaged[at] = (damaged[at] as number) ^ change;
      const result = await read(fileOf(damaged)).catch((error: unknown) => error);
      expect(Buffer.isBuffer(result) || result instanceof SetupError).toBe(true);
    }),
    { numRuns: runs(30) },
  );
});

test('a file is read again after an abandoned read', async () => {
  const file = fileOf(blocks);
  for (let time = 0; time < 3; time++)
    for (const decode of decoders)
      await decode(async () => {
        for await (const chunk of openPlain(file).chunks) {
          expect(chunk.length).toBeGreaterThan(0);
          break;
        }
      });
  expect(await read(file)).toHaveLength(45_056);
});

test('a missing file and a folder are refused', () => {
  expect(() => openPlain(join(folder, 'missing'))).toThrow(SetupError);
  expect(() => openPlain(folder)).toThrow(`${folder} is a folder, not a file.`);
});

test('progress is measured in bytes on disk', async () => {
  for (const packed of [plainText, gzipSync(plainText), blocks]) {
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
    'a.tar is damaged at byte 0 after decompression: the header of a file has no readable size.',
  );
  expect(pushed(headerWithSize([0x39, 0x39]))).toThrow('no readable size');
  const damaged = headerWithSize([0x31]);
  damaged[0] = 0x41;
  expect(pushed(damaged)).toThrow('the header of a file does not match its checksum');
  expect(pushed(headerWithSize([0x31, 0x30, 0x30]))).toThrow('it ends within mbdump/release');
  expect(pushed(headerWithSize([0x31]).subarray(0, 100))).toThrow('it ends within the header of a file');
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
