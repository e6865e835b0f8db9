import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { type Flags, readSettings } from '../config';
import { inMemory, type Store } from '../database/open';
import { SetupError, UsageError } from '../errors';
import type { Checkpoint } from '../import/checkpoint';
import type { RunReport } from '../import/progress';
import type { RejectFile } from '../import/rejects';
import type { Source } from '../import/source';
import { reportText } from './import-report';
import { command, withStore } from './options';
import { displayOf } from './progress';

/** A file of another kind has a fault in every line, a good one hardly any: past this, going on helps nobody. */
const defaultMaxRejects = 1_000;

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
      const { ndjsonSource } = await import('../import/sources/ndjson-source');
      await importFiles('ndjson', files, flags, () => {
        const source = ndjsonSource(files);
        return { source, exportSequence: () => source.exportSequence };
      });
    });

const musicbrainzCommand = () =>
  importFrom('musicbrainz', 'the soundtracks of a MusicBrainz JSON dump')
    .option('--include-noncommercial', 'take annotations and ratings as well, which are CC BY-NC-SA; exports never have them')
    .argument(
      '<files...>',
      'area, release-group, release, recording, work, artist and label dumps (.tar.xz), in any order; or - for standard input',
    )
    .action(async (files, { includeNoncommercial = false, ...flags }) => {
      const { musicbrainz } = await import('../import/sources/musicbrainz');
      await importFiles('musicbrainz', files, { ...flags, includeNoncommercial }, () => ({
        source: musicbrainz(files, { includeNoncommercial }),
      }));
    });

const discogsCommand = () =>
  importFrom('discogs', 'the soundtracks of a Discogs data dump')
    .argument('<files...>', 'releases, masters, artists and labels dumps (.xml.gz), in any order')
    .action(async (files, flags) => {
      const { discogs } = await import('../import/sources/discogs');
      await importFiles('discogs', files, flags, () => ({ source: discogs(files, {}) }));
    });

/** A command with what all imports share. */
const importFrom = (name: string, description: string) =>
  command(name, description)
    .option('--dry-run', 'say what would change, and change nothing')
    .option('--limit <number>', 'stop after so many documents were kept: a sample', (text) => wholeNumber(text, 1))
    .option('--max-rejects <number>', `end where more cannot be taken (default: ${defaultMaxRejects})`, (text) => wholeNumber(text, 0))
    .option('--rejects <file>', 'where to write what cannot be taken (default: a new file in the rejects folder of the data directory)')
    .option('--restart', 'start anew, although an earlier run was interrupted')
    .option('--quiet', 'say nothing but errors')
    .option('--json', 'write progress and report as JSON lines to standard output');

interface ImportFlags extends Flags {
  readonly dryRun?: true | undefined;
  readonly limit?: number | undefined;
  readonly maxRejects?: number | undefined;
  readonly rejects?: string | undefined;
  readonly restart?: true | undefined;
  readonly quiet?: true | undefined;
  readonly json?: true | undefined;
  readonly includeNoncommercial?: boolean | undefined;
}

interface Opened {
  readonly source: Source;
  readonly exportSequence?: () => number | undefined;
}

async function importFiles(name: string, files: readonly string[], flags: ImportFlags, open: () => Opened): Promise<void> {
  if (flags.quiet && flags.json) throw new UsageError('Give one of --quiet and --json.');
  const fingerprint = fingerprintOf(name, files, flags);
  const { data } = readSettings(flags);
  const stop = stopSignal();
  const work = (store: Store) => importInto(store, { name, files, flags, fingerprint, data }, open, stop.signal);
  const report = flags.dryRun ? await (await import('../import/dry-run')).withCopy(data, work) : await withStore(flags, work);
  if (flags.json) console.log(JSON.stringify({ event: 'report', dryRun: flags.dryRun ?? false, ...report }));
  else if (!flags.quiet) console.log(reportText(report, flags.dryRun ?? false));
  end(report, flags, stop.exitCode());
}

interface Asked {
  readonly name: string;
  readonly files: readonly string[];
  readonly flags: ImportFlags;
  readonly fingerprint: string;
  readonly data: string;
}

async function importInto(store: Store, asked: Asked, open: () => Opened, signal: AbortSignal): Promise<RunReport> {
  const [{ runImport }, checkpoint] = await Promise.all([import('../import/run'), checkpointOf(store, asked)]);
  const { source, exportSequence } = open();
  const { limit, restart, maxRejects = defaultMaxRejects } = asked.flags;
  const display = displayOf(asked.flags);
  try {
    return await runImport(store, source, {
      checkpoint,
      rejects: await rejectFileOf(asked, checkpoint),
      maxRejects,
      limit,
      restart,
      signal,
      exportSequence,
      onProgress: display.show,
    });
  } finally {
    display.end();
  }
}

/** A sample leaves none, and nobody can go on in the middle of standard input. */
async function checkpointOf(store: Store, { name, files, flags, fingerprint }: Asked): Promise<Checkpoint | undefined> {
  if (flags.limit !== undefined || files.includes('-')) return undefined;
  const { Checkpoint } = await import('../import/checkpoint');
  return new Checkpoint(store, [`import ${name}`, ...files.map((file) => resolve(file))].join(' '), fingerprint);
}

async function rejectFileOf({ name, flags, data }: Asked, checkpoint: Checkpoint | undefined): Promise<RejectFile | undefined> {
  const { RejectFile } = await import('../import/rejects');
  if (flags.rejects !== undefined) return new RejectFile(resolve(flags.rejects), flags.dryRun);
  if (flags.dryRun) return undefined;
  const earlier = flags.restart ? undefined : checkpoint?.find()?.rejects?.path;
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  return new RejectFile(earlier ?? join(data === inMemory ? tmpdir() : data, 'rejects', `${name}-${time}.jsonl`));
}

/** Throws for a file that cannot be read; else says what tells the files, and how they are read, from others. */
function fingerprintOf(name: string, files: readonly string[], { includeNoncommercial = false }: ImportFlags): string {
  if (files.includes('-') && (name === 'discogs' || files.length > 1))
    throw new UsageError('Standard input, -, is for import ndjson and import musicbrainz, and stands alone.');
  const states = files.filter((file) => file !== '-').map((file) => [statusOf(file).size, statusOf(file).mtimeMs]);
  return JSON.stringify([states, includeNoncommercial]);
}

function statusOf(file: string): Stats {
  let status: Stats;
  try {
    status = statSync(file);
    accessSync(file, constants.R_OK);
  } catch (error) {
    const { code } = error as { code?: string };
    throw new UsageError(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${code}).`);
  }
  if (status.isDirectory()) throw new UsageError(`${file} is a directory. Name the files in it.`);
  return status;
}

/** Comes with Ctrl-C or a service manager's signal; a second one does not wait for what still runs. */
function stopSignal(): { readonly signal: AbortSignal; exitCode(): number } {
  const controller = new AbortController();
  let exitCode = 0;
  for (const [name, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.on(name, () => {
      if (exitCode !== 0) process.exit(code);
      exitCode = code;
      controller.abort();
    });
  }
  return { signal: controller.signal, exitCode: () => exitCode };
}

/** Says why the import did not come to its end, if it did not, and how to go on. */
function end({ ending, message, canGoOn, rejected }: RunReport, flags: ImportFlags, signalCode: number): void {
  const goOn = flags.dryRun ? '' : canGoOn ? ' The same command goes on from here.' : ' Run again, it finds what is there unchanged.';
  if (ending === 'failed') throw new SetupError(`${message}${canGoOn && !flags.dryRun ? ' What came before is in the catalog.' : ''}`);
  if (ending === 'rejects')
    throw new SetupError(
      `${rejected} documents could not be taken, more than --max-rejects ${flags.maxRejects ?? defaultMaxRejects} allows.${goOn}`,
    );
  if (ending === 'interrupted') {
    process.stderr.write(`leitmotif: Interrupted.${goOn}\n`);
    process.exitCode = signalCode;
  }
}

function wholeNumber(text: string, minimum: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < minimum) throw new InvalidArgumentError(`It must be a whole number from ${minimum}.`);
  return Number(text);
}
