import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ByteRange, etagOf } from '../http/respond';
import { type TarEntry, tarBlockBytes, tarHeader } from '../store/files/tar';
import type { Backup } from './backup-list';
import { readSums } from './integrity';
import { fileNames } from './manifest';

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
      if (bytes % tarBlockBytes > 0) pieces.push(zeros(tarBlockBytes - (bytes % tarBlockBytes)));
    }
  }
  pieces.push(zeros(2 * tarBlockBytes));
  const { path: _, ...manifest } = backup;
  return { bytes: pieces.reduce((sum, { size }) => sum + size, 0), etag: etagOf(JSON.stringify(manifest)), pieces };
}

const header = (entry: TarEntry): Piece => ({ size: tarBlockBytes, bytes: tarHeader(entry) });

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

export async function* chunksOf(pieces: readonly Piece[], { from, to }: ByteRange): AsyncGenerator<Uint8Array, undefined> {
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
