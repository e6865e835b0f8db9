import { join } from 'node:path';
import { openPlain } from '../src/import/streams';
import { BenchError } from './measurement';

/** The elements of real releases, one each. */
export async function realDiscogsReleases(): Promise<string[]> {
  const chunks: Uint8Array[] = [];
  const sample = join(import.meta.dir, '..', 'seed', 'samples', 'discogs-soundtracks.xml.gz');
  for await (const chunk of openPlain(sample).chunks) chunks.push(chunk);
  const releases = Buffer.concat(chunks)
    .toString()
    .match(/<release [\s\S]*?<\/release>/g);
  if (releases === null) throw new BenchError(`There are no releases in ${sample}.`);
  return releases;
}
