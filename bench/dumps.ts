import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BenchError } from './measurement';
import { endWithBench } from './processes';
import { Random } from './random';

/** A generated release dump in the format of MusicBrainz. */
export interface Dump {
  readonly file: string;
  readonly plainBytes: number;
  readonly compressedBytes: number;
  readonly lines: number;
  readonly soundtracks: number;
}

const soundtrackType = '22a628ad-c082-3c4f-b1b6-d41665107b88';

/** Real releases as templates. Each line gets new ids, titles and names. */
const samples = ['musicbrainz-release.json', 'musicbrainz-score.json'].map((name) =>
  JSON.parse(readFileSync(join(import.meta.dir, '../test/import/fixtures', name), 'utf8').replaceAll(`"${soundtrackType}"`, '')),
) as { title: string; media: { tracks: object[] }[]; 'release-group': { 'secondary-type-ids': string[] } }[];

/** Uncompressed bytes of an xz block: the default of `xz --threads`. */
const blockBytes = 24 * 1024 * 1024;

/** Bytes written to the compressor between flushes. */
const batchBytes = 1024 * 1024;

/**
 * Writes a deterministic `release.tar.xz` of several blocks. Needs `xz`.
 * @param plainBytes uncompressed size of `mbdump/release`
 */
export async function writeDump(file: string, plainBytes: number, shareOfSoundtracks: number): Promise<Dump> {
  if (Bun.which('xz') === null) throw new BenchError('xz is not installed. The benchmark needs it to compress a dump.');
  // `Bun.file` as stdout does not truncate an existing file.
  rmSync(file, { force: true });
  const compressor = Bun.spawn(['xz', '--threads=0', `--block-size=${blockBytes}`, '-c'], { stdin: 'pipe', stdout: Bun.file(file) });
  endWithBench(compressor);
  const sizes = { lines: 0, soundtracks: 0, bytes: 0 };
  for (const part of smallMembers()) compressor.stdin.write(part);
  compressor.stdin.write(header('mbdump/release', plainBytes));
  for (const { bytes, soundtrack } of generatedLines(new Random(1), plainBytes, shareOfSoundtracks)) {
    compressor.stdin.write(bytes);
    sizes.lines++;
    sizes.soundtracks += Number(soundtrack);
    sizes.bytes += bytes.length;
    if (sizes.bytes % batchBytes < bytes.length) await compressor.stdin.flush();
  }
  compressor.stdin.write(new Uint8Array(padding(plainBytes) + 1024));
  await compressor.stdin.end();
  if ((await compressor.exited) !== 0) throw new BenchError('xz could not compress the generated dump.');
  return { file, plainBytes, compressedBytes: Bun.file(file).size, lines: sizes.lines, soundtracks: sizes.soundtracks };
}

function* generatedLines(random: Random, plainBytes: number, share: number): Generator<{ bytes: Uint8Array; soundtrack: boolean }> {
  let left = plainBytes;
  for (;;) {
    const soundtrack = random.chance(share);
    const bytes = Buffer.from(`${release(random, soundtrack)}\n`);
    // The tar header already states the size, so the last line fills the remaining bytes.
    if (bytes.length + filler('').length > left) break;
    left -= bytes.length;
    yield { bytes, soundtrack };
  }
  yield { bytes: Buffer.from(filler('-'.repeat(left - filler('').length))), soundtrack: false };
}

const filler = (title: string): string => `{"title":"${title}"}`;

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const title = /"(title|name|sort-name)":"[^"\\]*"/g;

/** Ids of types, formats, statuses and packagings, which releases share. */
const sharedIds = new Set(
  samples.flatMap((sample) =>
    [...JSON.stringify(sample).matchAll(/"[a-z-]*(?:type|format|status|packaging)-id":"([^"]*)"/g)].map(([, id]) => id),
  ),
);

/** A MusicBrainz release as one line of JSON. */
export function release(random: Random, soundtrack: boolean): string {
  const sample = random.pick(samples);
  const tracks = sample.media[0]?.tracks ?? [];
  const repeated = Array.from({ length: random.between(3, 11) }, () => random.pick(tracks));
  const group = { ...sample['release-group'], 'secondary-type-ids': soundtrack ? ['?'] : [] };
  const text = JSON.stringify({ ...sample, media: [{ ...sample.media[0], tracks: repeated }], 'release-group': group });
  return text
    .replace(uuid, (id) => (sharedIds.has(id) ? id : random.uuid()))
    .replace(title, (_, key) => `"${key}":"${words(random)}"`)
    .replace('"?"', `"${soundtrackType}"`);
}

const syllables = ['ka', 'ro', 'mi', 'ten', 'sol', 'ver', 'lun', 'da', 'per', 'qui', 'nor', 'es', 'tra', 'vo', 'lim', 'gar'];

const words = (random: Random): string =>
  Array.from({ length: random.between(1, 4) }, () =>
    Array.from({ length: random.between(1, 3) }, () => random.pick(syllables)).join(''),
  ).join(' ');

function* smallMembers(): Generator<Uint8Array> {
  const members = { TIMESTAMP: '2026-05-23 00:10:02+00\n', COPYING: 'CC0\n', SCHEMA_SEQUENCE: '30\n' };
  for (const [name, content] of Object.entries(members)) {
    yield header(name, content.length);
    yield Buffer.concat([Buffer.from(content), new Uint8Array(padding(content.length))]);
  }
}

const padding = (length: number): number => (512 - (length % 512)) % 512;

/** A ustar header block. */
function header(name: string, length: number): Uint8Array {
  const bytes = Buffer.alloc(512);
  bytes.write(name, 0);
  bytes.write('0000644\0', 100);
  bytes.write(`${length.toString(8).padStart(11, '0')}\0`, 124);
  bytes.write('        ', 148);
  bytes.write('0', 156);
  bytes.write('ustar\x0000', 257);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
}
