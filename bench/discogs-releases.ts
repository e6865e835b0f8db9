import { join } from 'node:path';
import { openPlain } from '../src/import/streams';
import { BenchError } from './measurement';

/** The `<release>` elements of the Discogs sample in `seed/samples`, as XML text. */
export async function realDiscogsReleases(): Promise<string[]> {
  const chunks: Uint8Array[] = [];
  const sample = join(import.meta.dir, '..', 'seed', 'samples', 'discogs-soundtracks.xml.gz');
  for await (const chunk of openPlain(sample).chunks) chunks.push(chunk);
  const releases = Buffer.concat(chunks)
    .toString()
    .match(/<release [\s\S]*?<\/release>/g);
  if (releases === null) throw new BenchError(`No releases found in ${sample}.`);
  return releases;
}
