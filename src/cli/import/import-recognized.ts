import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { badUsage, fileProblem, SetupError } from '../../errors';
import type { FileSource } from '../../import/sources/recognize';
import type { ImportFlags } from './import-options';

/** @throws {DomainError} badUsage, for files of several sources or none, or options of another source */
export async function commandSourceOf(files: readonly string[], { complete, includeNoncommercial }: ImportFlags): Promise<FileSource> {
  if (files.includes('-')) throw badUsage('Name the source of standard input: import ndjson -, import musicbrainz - or import wikidata -.');
  const { recognize } = await import('../../import/sources/recognize');
  const found = new Map<FileSource, string[]>();
  for (const file of files) {
    const source = isLookedAt(file) ? await recognize(file) : undefined;
    if (source === undefined && /\.csv$/i.test(file))
      throw new SetupError(`${file} is not a dump. Import a collection with: leitmotif collection import --user NAME ${file}`);
    if (source === undefined)
      throw new SetupError(`${file} was not recognized as a MusicBrainz, Discogs or Wikidata dump or a file of records.`);
    found.set(source, [...(found.get(source) ?? []), file]);
  }
  const [[source] = ['ndjson' as const], ...others] = found;
  if (others.length > 0) throw badUsage(`The files come from different sources. Import them separately: ${commandsOf(found)}.`);
  if (complete && (source === 'ndjson' || source === 'wikidata'))
    throw badUsage(
      `--complete works with MusicBrainz and Discogs dumps only. These are ${source === 'ndjson' ? 'files of records' : 'Wikidata files'}.`,
    );
  if (includeNoncommercial && source !== 'musicbrainz') throw badUsage('--include-noncommercial works with MusicBrainz dumps only.');
  return source;
}

/** @throws {SetupError} for a file of another source, naming the right command, or without JSON where each line should be */
export async function requireSource(source: FileSource, files: readonly string[]): Promise<void> {
  const { recognize, fileNouns, isWithoutJson, withoutJson } = await import('../../import/sources/recognize');
  for (const file of files) {
    if (file === '-' || !isLookedAt(file)) continue;
    const found = await recognize(file);
    if (found !== undefined && found !== source)
      throw new SetupError(`${file} is ${fileNouns[found]}, not ${fileNouns[source]}. Import it with: leitmotif import ${found} ${file}`);
    if (found === undefined && (source === 'ndjson' || source === 'wikidata') && (await isWithoutJson(file)))
      throw withoutJson(file, source);
  }
}

/** @throws {SetupError} for an unreadable file */
export function statusOf(file: string): Stats {
  let status: Stats;
  try {
    status = statSync(file);
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw badUsage(fileProblem(file, error));
  }
  if (status.isDirectory()) throw badUsage(`${file} is a directory. Name its files instead.`);
  return status;
}

/** Pipes are checked while they are read. */
const isLookedAt = (file: string): boolean => statusOf(file).isFile();

const commandsOf = (found: ReadonlyMap<FileSource, readonly string[]>): string =>
  [...found].map(([source, files]) => `leitmotif import ${source} ${files.join(' ')}`).join('; ');
