import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ByteRange } from '../http/byte-range';
import { etagOf } from '../http/respond';
import type { Backup } from './backup-list';
import { readSums } from './integrity';
import { fileNames } from './manifest';

/** Header of a file in a tar. */
interface Entry {
  /** At most 155 bytes, and the name at most 100. */
  readonly folder: string;
  readonly name: string;
  readonly isFolder: boolean;
  readonly bytes: number;
  /** Unix time in seconds. */
  readonly modifiedSeconds: number;
}

const blockBytes = 512;

/** A ustar header (IEEE Std 1003.1, pax). Sizes of 8 GiB and more use base 256, as GNU tar does. */
function tarHeader({ folder, name, isFolder, bytes, modifiedSeconds }: Entry): Uint8Array {
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0, 100);
  header.write(octal(isFolder ? 0o700 : 0o600, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  if (bytes < 8 ** 11) header.write(octal(bytes, 12), 124);
  else writeLarge(header, bytes);
  header.write(octal(modifiedSeconds, 12), 136);
  header.write(' '.repeat(8), 148);
  header.write(isFolder ? '5' : '0', 156);
  header.write('ustar\0' + '00', 257);
  header.write(folder, 345, 155);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

const octal = (number: number, places: number): string => `${number.toString(8).padStart(places - 1, '0')}\0`;

function writeLarge(header: Buffer, bytes: number): void {
  header[124] = 0x80;
  header.writeBigUInt64BE(BigInt(bytes), 128);
}

/** A piece of an archive: bytes, or a file that is opened when needed. */
type Piece = { readonly size: number } & ({ readonly bytes: Uint8Array } | { readonly path: string });

/** A backup as a tar. The bytes depend on the backup alone, so that a range request can resume a download later. */
export interface Archive {
  readonly bytes: number;
  readonly etag: string;
  readonly pieces: readonly Piece[];
}

/** Longer folder names are shortened in the archive. */
const longestFolder = 155;

/** Yields to other requests after this many files. */
const looksAtATime = 200;

export async function archiveOf(backup: Backup): Promise<Archive> {
  const folder = Buffer.byteLength(backup.name) > longestFolder ? 'backup' : backup.name;
  const modifiedSeconds = Math.floor(Date.parse(backup.made_at) / 1000);
  const pieces: Piece[] = [header({ folder: '', name: `${folder.slice(0, 99)}/`, isFolder: true, bytes: 0, modifiedSeconds })];
  const files = [fileNames.manifest, fileNames.sums, ...[...readSums(backup.path).keys()].toSorted()];
  for (let index = 0; index < files.length; index += looksAtATime) {
    const some = files.slice(index, index + looksAtATime);
    const sizes = await Promise.all(some.map(async (name) => (await stat(join(backup.path, name))).size));
    for (const [place, name] of some.entries()) {
      const bytes = sizes[place] ?? 0;
      pieces.push(header({ folder, name, isFolder: false, bytes, modifiedSeconds }), { size: bytes, path: join(backup.path, name) });
      if (bytes % blockBytes > 0) pieces.push(zeros(blockBytes - (bytes % blockBytes)));
    }
  }
  pieces.push(zeros(2 * blockBytes));
  const { path: _, ...manifest } = backup;
  return { bytes: pieces.reduce((sum, { size }) => sum + size, 0), etag: etagOf(JSON.stringify(manifest)), pieces };
}

const header = (entry: Parameters<typeof tarHeader>[0]): Piece => ({ size: blockBytes, bytes: tarHeader(entry) });

const zeros = (size: number): Piece => ({ size, bytes: new Uint8Array(size) });

/** The buffers of a connection hold megabytes, which a slow client takes at long intervals. */
const stalledMilliseconds = 600_000;

/**
 * Streams a range of an archive with backpressure. Fails if a file is removed meanwhile, or if the client takes nothing for ten
 * minutes.
 * @param endEarly called with the number of missing bytes if not all are sent
 */
export function streamOf({ pieces }: Archive, range: ByteRange, endEarly: (missing: number) => void): ReadableStream<Uint8Array> {
  const chunks = chunksOf(pieces, range);
  let missing = range.to - range.from;
  let watch: Timer | undefined;
  const end = () => {
    clearTimeout(watch);
    void chunks.return(undefined);
    endEarly(missing);
  };
  return new ReadableStream({
    async pull(controller) {
      clearTimeout(watch);
      const next = await chunks.next().catch((error) => {
        end();
        throw error;
      });
      if (next.done) return controller.close();
      missing -= next.value.length;
      controller.enqueue(next.value);
      watch = setTimeout(() => {
        end();
        controller.error(new Error('The client took nothing of the backup for ten minutes.'));
      }, stalledMilliseconds);
    },
    cancel: end,
  });
}

async function* chunksOf(pieces: readonly Piece[], { from, to }: ByteRange): AsyncGenerator<Uint8Array, undefined> {
  let start = 0;
  for (const piece of pieces) {
    const [first, last] = [Math.max(0, from - start), Math.min(piece.size, to - start)];
    start += piece.size;
    if (first >= last) continue;
    if ('bytes' in piece) yield piece.bytes.subarray(first, last);
    else yield* fileChunks(piece.path, first, last);
  }
}

async function* fileChunks(path: string, first: number, last: number): AsyncGenerator<Uint8Array, undefined> {
  let left = last - first;
  for await (const chunk of Bun.file(path).slice(first, last).stream()) {
    left -= chunk.length;
    yield chunk;
  }
  if (left !== 0) throw new Error(`${path} changed its size while it was sent.`);
}
