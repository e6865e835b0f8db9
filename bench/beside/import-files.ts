import { join } from 'node:path';
import { type Bench, BenchError } from '../measurement';
import { endWithBench } from '../processes';

/** As many as keep an import busy for some seconds. */
const artists = 20_000;

/** The artist's line that an export has, short of what is not changed in it. */
interface Line {
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Two files of artists that the catalog has, each with other biographies: what one has written, the other changes again. */
export async function importFiles(bench: Bench): Promise<readonly [string, string]> {
  const lines = await exportedArtists(bench);
  const files = [join(bench.temporary, 'one.jsonl'), join(bench.temporary, 'other.jsonl')] as const;
  for (const file of files) {
    const changed = lines.map((line) => JSON.stringify({ ...line, attributes: { ...line.attributes, biography: `As ${file} has it.` } }));
    await Bun.write(file, `${changed.join('\n')}\n`);
  }
  return files;
}

/** Those that an export begins with; it is not waited for to its end. */
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
  if (found.length === 0) throw new BenchError('The export of the catalog has no artist.');
  return found.slice(0, artists);
}
