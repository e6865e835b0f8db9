import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ByteRange } from '../http/byte-range';
import { etagOf } from '../http/respond';
import { toStream } from '../streams';
import type { Backup } from './backup-list';
import { fileNames } from './manifest';
import { readSums } from './sums';
import { blockBytes, tarHeader } from './tar-header';

/** A piece of an archive: bytes, or a file that is read when its turn comes. */
type Piece = { readonly size: number } & ({ readonly bytes: Uint8Array } | { readonly path: string });

/** A backup as one file, a tar. Its bytes follow from the backup alone, so that one part today and another tomorrow fit together. */
export interface Archive {
  readonly bytes: number;
  readonly etag: string;
  readonly pieces: readonly Piece[];
}

/** What a folder may be called in an archive; one that a person gave a longer name is called otherwise there. */
const longestFolder = 155;

/** Others are served between so many looks at files. */
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

/** A part of an archive, read as fast as it is taken. What was removed meanwhile breaks it off: it is never filled up with something else. */
export const streamOf = ({ pieces }: Archive, range: ByteRange): ReadableStream<Uint8Array> => toStream(chunksOf(pieces, range));

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
  if (left !== 0) throw new Error(`${path} is not as long as it was when it was sent.`);
}
