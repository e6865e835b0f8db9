import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { packTar } from 'modern-tar';
import { SetupError } from '../../src/errors';
import { flush, type Source } from '../../src/import/source';
import { discogs } from '../../src/import/sources/discogs';
import { musicbrainz } from '../../src/import/sources/musicbrainz';
import { ndjsonSource } from '../../src/import/sources/ndjson';
import { openPlain } from '../../src/import/streams';
import { runs } from '../support/runs';
import { xz } from '../support/xz';
import { FakeCatalog, fileOf, release, releases, removeFiles } from './discogs-fakes';

afterAll(removeFiles);

/** Reads with the xz program if it is installed, or without it. */
async function decoded<T>(hasProgram: boolean, work: () => Promise<T>): Promise<T> {
  const path = process.env.PATH;
  if (!hasProgram) process.env.PATH = '';
  try {
    return await work();
  } finally {
    process.env.PATH = path;
  }
}

/** The readable content of a file, and the message of the error that ends it. */
const read = (file: string, hasProgram = true, from = 0): Promise<{ readonly content: Buffer; readonly fault: string | undefined }> =>
  decoded(hasProgram, async () => {
    const chunks: Buffer[] = [];
    let fault: string | undefined;
    try {
      for await (const chunk of openPlain(file, { from }).chunks) chunks.push(Buffer.from(chunk));
    } catch (error) {
      expect(error).toBeInstanceOf(SetupError);
      fault = (error as SetupError).message.replace(file, 'FILE');
    }
    return { content: Buffer.concat(chunks), fault };
  });

/** Compression formats, with the least number of bytes that a truncated file must still yield. */
const formats: Readonly<Record<string, { pack(plain: Buffer): Buffer; readable(packed: Buffer): number }>> = {
  plain: { pack: (plain) => plain, readable: (packed) => packed.length },
  gz: {
    pack: (plain) => gzipSync(plain),
    readable: (packed) => (packed.length < 10 ? 0 : gunzipSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).length),
  },
  // A zstd block of 128 KiB decompresses only once it is complete.
  zst: { pack: (plain) => zstdCompressSync(plain), readable: () => 0 },
  // The decoder may hold back the last bytes and one chunk.
  xz: { pack: (plain) => xz(plain), readable: (packed) => Math.max(0, packed.length - 64 - 3 * Math.ceil(packed.length / 65_536)) },
  'xz of blocks': { pack: (plain) => xz(plain, 40_000), readable: () => 0 },
};

const sizes = fc.oneof(
  fc.constantFrom(0, 1, 511, 512, 10_240, 61_440, 61_441, 65_535, 65_536, 65_537, 131_072, 262_144, 262_145),
  fc.nat(300_000),
);
const contents = fc.tuple(sizes, fc.constantFrom('lines', 'noise')).map(([size, kind]) => contentOf(size, kind === 'noise'));

/** Compressible lines or incompressible noise. */
function contentOf(bytes: number, isNoise: boolean): Buffer {
  const content = Buffer.alloc(bytes, '{"line":"of a file"}\n');
  let state = 1;
  for (let at = 0; isNoise && at < bytes; at++) {
    state = Math.imul(state, 1_103_515_245) + 12_345;
    content[at] = state >> 16;
  }
  return content;
}

test('every compression format is read completely at any size, from the start, from the middle and after an abandoned read', async () => {
  await fc.assert(
    fc.asyncProperty(
      contents,
      fc.constantFrom(...Object.keys(formats)),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.boolean(),
      async (plain, name, part, hasProgram) => {
        const file = fileOf(formats[name]?.pack(plain) ?? plain, 'whole.bin');
        const from = Math.floor(plain.length * part);
        await decoded(hasProgram, async () => {
          const { chunks } = openPlain(file);
          await chunks.next();
          await chunks.return(undefined);
        });
        for (const start of [0, from]) {
          const { content, fault } = await read(file, hasProgram, start);
          expect([name, plain.length, fault]).toEqual([name, plain.length, undefined]);
          expect(content.equals(plain.subarray(start))).toBe(true);
        }
      },
    ),
    { numRuns: runs(50) },
  );
});

test('a truncated file yields all its readable content and then fails with its position', async () => {
  const packed = Object.keys(formats).filter((name) => name !== 'plain');
  await fc.assert(
    fc.asyncProperty(
      contents,
      fc.constantFrom(...packed),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.boolean(),
      async (plain, name, part, hasProgram) => {
        const format = formats[name] as (typeof formats)[string];
        const whole = format.pack(plain);
        const cut = whole.subarray(0, 6 + Math.floor((whole.length - 7) * part));
        const { content, fault } = await read(fileOf(cut, 'cut.bin'), hasProgram);
        expect(fault).toBe(`FILE is damaged at byte ${content.length} after decompression: it ends too early.`);
        expect(content.equals(plain.subarray(0, content.length))).toBe(true);
        expect(content.length).toBeGreaterThanOrEqual(Math.min(plain.length, format.readable(cut)));
      },
    ),
    { numRuns: runs(50) },
  );
});

test('a complete zstd block is read although the next one is truncated', async () => {
  const packed = zstdCompressSync(contentOf(300_000, true));
  expect((await read(fileOf(packed.subarray(0, 290_000), 'cut.zst'))).content.length).toBeGreaterThanOrEqual(262_144);
});

/** An archive of 45,056 bytes in six xz blocks. */
const blocks = readFileSync(join(import.meta.dir, 'fixtures/musicbrainz-blocks.tar.xz'));

test('concatenated xz files are decoded with and without the xz program', async () => {
  const one = (await read(fileOf(blocks))).content;
  expect(one).toHaveLength(45_056);
  const padded = fileOf(Buffer.concat([blocks, new Uint8Array(8), blocks]));
  for (const hasProgram of [true, false]) expect((await read(padded, hasProgram)).content.equals(Buffer.concat([one, one]))).toBe(true);
});

test('any damaged byte after the signature of an xz file is ignored or fails after the blocks before it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 6, max: blocks.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      fc.boolean(),
      async (at, change, hasProgram) => {
        const damaged = Buffer.from(blocks);
        damaged[at] = (damaged[at] as number) ^ change;
        const { content, fault } = await read(fileOf(damaged), hasProgram);
        expect(content.length === 45_056 || fault !== undefined).toBe(true);
      },
    ),
    {
      numRuns: runs(30),
      examples: [
        [4_000, 255, true],
        [4_000, 255, false],
      ],
    },
  );
  const damaged = Buffer.from(blocks);
  damaged[4_000] = (damaged[4_000] as number) ^ 0xff;
  const { content } = await read(fileOf(damaged));
  expect(content.length).toBeGreaterThan(0);
  expect(content.length).toBeLessThan(45_056);
});

/** Reads a source to its end and returns the error that ends it early, if any. */
async function faultOf(source: Source): Promise<unknown> {
  try {
    for await (const item of source.items(new FakeCatalog(), undefined)) if (item !== flush) expect(item.rejected).toBeUndefined();
    return undefined;
  } catch (fault) {
    return fault;
  }
}

const noise = (number: number): string => Bun.hash(String(number)).toString(16).padStart(16, '0').slice(0, 12);

const vienna = (number: number) => `{"id":"afff1a94-a98b-4322-8874-${noise(number)}","name":"Vienna","type":"City","relations":[]}`;

const areas = async (count: number): Promise<Uint8Array> => {
  const body = Array.from({ length: count }, (_, number) => vienna(number)).join('\n');
  return packTar([
    { header: { name: 'SCHEMA_SEQUENCE', size: 3 }, body: '31\n' },
    { header: { name: 'mbdump/area', size: body.length }, body },
  ]);
};

test('MusicBrainz archives of 1 to 3,000 documents are read completely', async () => {
  for (const count of [1, 10, 100, 400, 600, 700, 3_000]) {
    const source = musicbrainz([fileOf(xz(await areas(count)), 'area.tar.xz')], { includeNoncommercial: false });
    const fault = await faultOf(source);
    expect([fault, source.progress.documents]).toEqual([undefined, count]);
  }
});

test('every source reads the documents before the end of a truncated file', async () => {
  const cut = (name: string, lines: readonly string[]) => fileOf(gzipSync(lines.join('\n')).subarray(0, -12), name);
  const nine = Array.from({ length: 9 }, (_, number) => number);
  const discogsFile = cut('releases.xml.gz', [releases(...nine.map((number) => release(number + 1, `<notes>${noise(number)}</notes>`)))]);
  const labels = nine.map((number) => `{"type":"Label","id":"${noise(number)}","attributes":{}}`);
  const sources = [
    discogs([discogsFile]),
    ndjsonSource([cut('records.jsonl.gz', labels)]),
    musicbrainz([cut('area.jsonl.gz', nine.map(vienna))], { includeNoncommercial: false }),
  ];
  for (const source of sources) {
    const fault = await faultOf(source);
    expect(String(fault)).toContain('it ends too early');
    expect(source.progress.documents).toBeGreaterThanOrEqual(8);
  }
});
