import { join } from 'node:path';
import { type Bench, BenchError } from '../measurement';
import { endWithBench } from '../processes';

/** Enough for an import of some seconds. */
const artists = 20_000;

/** The members of an exported artist that the changed files need. */
interface Line {
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Writes two import files with the same artists but different biographies: imported in turn, each changes every artist. */
export async function importFiles(bench: Bench): Promise<readonly [string, string]> {
  const lines = await exportedArtists(bench);
  const files = [join(bench.temporary, 'one.jsonl'), join(bench.temporary, 'other.jsonl')] as const;
  for (const file of files) {
    const changed = lines.map((line) => JSON.stringify({ ...line, attributes: { ...line.attributes, biography: `From ${file}.` } }));
    await Bun.write(file, `${changed.join('\n')}\n`);
  }
  return files;
}

/** Artists of an export, which is killed as soon as there are enough. */
async function exportedArtists({ executable, catalog }: Bench): Promise<Line[]> {
  const exporting = Bun.spawn([executable, 'export', '--data', catalog.directory], { stdout: 'pipe', stderr: 'ignore' });
  endWithBench(exporting);
  const found: Line[] = [];
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of exporting.stdout) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    found.push(...lines.filter((line) => line.startsWith('{"type":"Artist",')).map((line) => JSON.parse(line) as Line));
    if (found.length >= artists || lines.some((line) => line.startsWith('{"type":"ArtistAlias",'))) break;
  }
  exporting.kill();
  await exporting.exited;
  if (found.length === 0) throw new BenchError('The export of the catalog contains no artist.');
  return found.slice(0, artists);
}
