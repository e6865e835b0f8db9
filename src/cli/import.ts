import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { readSettings } from '../config';
import { hasCatalog, type Store } from '../database/open';
import { invalid, SetupError } from '../errors';
import type { Checkpoint } from '../import/run/checkpoint';
import type { RunName } from '../import/run/journal';
import type { RunReport } from '../import/run/progress';
import type { Source } from '../import/source';
import { commandWithShared, defaultMaxRejects, rejectFileOf, requireOneVoice, type SharedFlags } from './import-options';
import { reportText } from './import-report';
import { withNewOrOldStore } from './options';
import { counted, note } from './output';
import { displayOf } from './progress';
import { stopSignal } from './signals';

export const importCommand = () =>
  new Command('import')
    .description('put records into the catalog from files; the same command goes on where one was interrupted')
    .addCommand(ndjsonCommand())
    .addCommand(musicbrainzCommand())
    .addCommand(discogsCommand());

const ndjsonCommand = () =>
  importFrom('ndjson', 'records as JSON lines: an export, or files of your own; plain, .gz or .zst')
    .argument('<files...>', 'the files, or - for standard input')
    .action(async (files, flags) => {
      const { ndjsonSource } = await import('../import/sources/ndjson/ndjson');
      await importFiles('ndjson', files, flags, () => {
        const source = ndjsonSource(files);
        return { source, exportSequence: () => source.exportSequence };
      });
    });

const musicbrainzCommand = () =>
  importFrom('musicbrainz', 'the soundtracks of a MusicBrainz JSON dump')
    .option(...completeOption)
    .option('--include-noncommercial', 'take annotations and ratings as well, which are CC BY-NC-SA; exports never have them')
    .argument(
      '<files...>',
      'area, release-group, release, recording, work, artist and label dumps (.tar.xz), in any order; or - for standard input',
    )
    .action(async (files, { includeNoncommercial = false, ...flags }) => {
      const { musicbrainz, readInput } = await import('../import/sources/musicbrainz');
      const open = () => ({ source: musicbrainz(files, { includeNoncommercial, complete: flags.complete }) });
      await importFiles('musicbrainz', files, { ...flags, includeNoncommercial }, open, readInput);
    });

const discogsCommand = () =>
  importFrom('discogs', 'the soundtracks of a Discogs data dump')
    .option(...completeOption)
    .argument('<files...>', 'releases, masters, artists and labels dumps (.xml.gz), in any order')
    .action(async (files, flags) => {
      const { discogs, recognizeFile } = await import('../import/sources/discogs');
      await importFiles('discogs', files, flags, () => ({ source: discogs(files, { complete: flags.complete }) }), recognizeFile);
    });

/** A command with what all imports share. */
const importFrom = (name: string, description: string) =>
  commandWithShared(name, description).option('--restart', 'start anew, although an earlier run was interrupted');

/** Of the dumps that others publish. */
const completeOption = ['--complete', 'the files are full dumps: flag what came from earlier ones and is not in them'] as const;

interface ImportFlags extends SharedFlags {
  readonly restart?: true | undefined;
  readonly complete?: boolean | undefined;
  readonly includeNoncommercial?: boolean | undefined;
}

interface Opened {
  readonly source: Source;
  readonly exportSequence?: () => number | undefined;
}

/** @param recognize throws for a file that is none of those which the source reads; where any will do, it is left out */
async function importFiles(
  name: FileSource,
  files: readonly string[],
  flags: ImportFlags,
  open: () => Opened,
  recognize?: (file: string) => Promise<unknown>,
): Promise<void> {
  requireOneVoice(flags);
  const fingerprint = fingerprintOf(name, files, flags);
  const { data } = readSettings(flags);
  // No catalog is made for files of another kind. A pipe can be read once, and is looked at when it is.
  if (recognize && !hasCatalog(data)) for (const file of files) if (file !== '-' && statusOf(file).isFile()) await recognize(file);
  const stop = stopSignal();
  const work = (store: Store) => importInto(store, { name, files, flags, fingerprint, data }, open, stop.signal);
  const report = flags.dryRun ? await (await import('../import/run/dry-run')).withCopy(data, work) : await withNewOrOldStore(flags, work);
  if (flags.json) console.log(JSON.stringify({ event: 'report', dryRun: flags.dryRun ?? false, ...report }));
  else if (!flags.quiet) console.log(reportText(report, flags.dryRun ?? false));
  end(report, flags, stop.exitCode());
}

type FileSource = Exclude<RunName['source'], 'mirror'>;

interface Asked {
  readonly name: FileSource;
  readonly files: readonly string[];
  readonly flags: ImportFlags;
  readonly fingerprint: string;
  readonly data: string;
}

async function importInto(store: Store, asked: Asked, open: () => Opened, signal: AbortSignal): Promise<RunReport> {
  const [{ runImport }, { journaled, RunJournal }, checkpoint] = await Promise.all([
    import('../import/run/run'),
    import('../import/run/journal'),
    checkpointOf(store, asked),
  ]);
  const { source, exportSequence } = open();
  const { limit, restart, maxRejects = defaultMaxRejects } = asked.flags;
  const display = displayOf(asked.flags);
  const inputs = asked.files.map((file) => (file === '-' ? file : resolve(file)));
  const journal = new RunJournal(store, { source: asked.name, inputs });
  const run = async () => {
    const report = await runImport(store, source, {
      checkpoint,
      journal,
      rejects: await rejectFileOf(asked.name, asked.data, asked.flags, restart ? undefined : checkpoint),
      maxRejects,
      limit,
      restart,
      signal,
      exportSequence,
      onProgress: display.show,
    });
    journal.round(report);
    return report;
  };
  try {
    return await journaled(journal, run, ({ ending }) => ending);
  } finally {
    display.end();
  }
}

/** A sample leaves none, and nobody can go on in the middle of standard input. */
async function checkpointOf(store: Store, { name, files, flags, fingerprint }: Asked): Promise<Checkpoint | undefined> {
  if (flags.limit !== undefined || files.includes('-')) return undefined;
  const { Checkpoint } = await import('../import/run/checkpoint');
  return new Checkpoint(store, [`import ${name}`, ...files.map((file) => resolve(file))].join(' '), fingerprint);
}

/** Throws for a file that cannot be read; else says what tells the files, and how they are read, from others. */
function fingerprintOf(name: string, files: readonly string[], { includeNoncommercial = false, complete = false }: ImportFlags): string {
  if (files.includes('-') && (name === 'discogs' || files.length > 1))
    throw invalid('Standard input, -, is for import ndjson and import musicbrainz, and stands alone.');
  const states = files.filter((file) => file !== '-').map((file) => [statusOf(file).size, statusOf(file).mtimeMs]);
  return JSON.stringify([states, includeNoncommercial, complete]);
}

function statusOf(file: string): Stats {
  let status: Stats;
  try {
    status = statSync(file);
    accessSync(file, constants.R_OK);
  } catch (error) {
    const { code } = error as { code?: string };
    throw invalid(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${code}).`);
  }
  if (status.isDirectory()) throw invalid(`${file} is a directory. Name the files in it.`);
  return status;
}

/** Says why the import did not come to its end, if it did not, and how to go on. */
function end({ ending, message, canGoOn, rejected }: RunReport, flags: ImportFlags, signalCode: number): void {
  const goOn = flags.dryRun ? '' : canGoOn ? ' The same command goes on from here.' : ' Run again, it finds what is there unchanged.';
  if (ending === 'failed') throw new SetupError(`${message}${canGoOn && !flags.dryRun ? ' What came before is in the catalog.' : ''}`);
  if (ending === 'rejects')
    throw new SetupError(
      `${counted(rejected, 'document')} could not be taken, more than --max-rejects ${flags.maxRejects ?? defaultMaxRejects} allows.${goOn}`,
    );
  if (ending === 'interrupted') {
    note(`leitmotif: Interrupted.${goOn}`);
    process.exitCode = signalCode;
  }
}
