import { resolve } from 'node:path';
import { readSettings } from '../../config';
import { badUsage, SetupError } from '../../errors';
import type { Checkpoint } from '../../import/run/checkpoint';
import type { RunName } from '../../import/run/journal';
import type { RunReport } from '../../import/run/progress';
import type { RunOptions } from '../../import/run/run-options';
import type { Source } from '../../import/source';
import type { FileSource } from '../../import/sources/recognize';
import { hasCatalog, type Store } from '../../store/database/open';
import { type Stop, stopSignal } from '../serve/signals';
import { openToFill, withNewOrOldStore } from '../terminal/options';
import { type Display, displayOf } from '../terminal/progress';
import { defaultMaxRejects, type ImportFlags, rejectFileOf, requireOneVoice, sayGoingOn } from './import-options';
import { requireSource, statusOf } from './import-recognized';
import { printReport, requireWhole } from './import-report';

interface Opened {
  readonly source: Source;
  readonly exportSequence?: () => number | undefined;
}

/** @param recognize throws for files of another source; missing for import without a named source */
export async function importFiles(
  name: FileSource,
  files: readonly string[],
  flags: ImportFlags,
  open: () => Opened,
  recognize?: (file: string) => Promise<unknown>,
): Promise<void> {
  requireOneVoice(flags);
  requireNamedInput(name, files);
  const { data } = readSettings(flags);
  await requireSource(name, files);
  // Checked before a catalog is created. Pipes are checked while they are read.
  if (recognize && !hasCatalog(data)) for (const file of files) if (file !== '-' && statusOf(file).isFile()) await recognize(file);
  const stop = stopSignal();
  const inputs = files.map((file) => (file === '-' ? file : resolve(file)));
  const work = async (store: Store) => {
    const checkpoint = await checkpointOf(store, name, files, flags);
    const run = { name, inputs, flags, data, checkpoint, signal: stop.signal };
    const { source, exportSequence } = open();
    return runWithDisplay(store, source, { ...run, exportSequence }, displayOf(flags));
  };
  const report = flags.dryRun
    ? await (await import('../../import/run/dry-run')).withCopy(data, work)
    : await withNewOrOldStore(flags, work, openToFill);
  if (flags.json || report.outcome !== 'failed' || report.documents > 0) printReport(report, flags);
  end(report, flags, stop);
}

interface DisplayedRun extends Pick<RunOptions, 'exportSequence'> {
  readonly name: RunName['source'];
  readonly inputs: readonly string[];
  readonly flags: ImportFlags;
  readonly data: string;
  readonly checkpoint: Checkpoint | undefined;
  readonly signal: AbortSignal;
}

/** Runs an import with its progress, and notes it in the journal. */
export async function runWithDisplay(
  store: Store,
  source: Source,
  { name, inputs, flags, data, checkpoint, signal, exportSequence }: DisplayedRun,
  display: Display,
): Promise<RunReport> {
  const [{ runImport }, { journaled, RunJournal }] = await Promise.all([
    import('../../import/run/run'),
    import('../../import/run/journal'),
  ]);
  const { limit, restart, maxRejects = defaultMaxRejects, deferred } = flags;
  if (!restart) sayGoingOn(checkpoint, flags, display);
  const journal = new RunJournal(store, { source: name, inputs });
  const work = async () => {
    const report = await runImport(store, source, {
      checkpoint,
      journal,
      rejects: await rejectFileOf(name, data, flags, restart ? undefined : checkpoint),
      maxRejects,
      limit,
      deferredBytes: deferred === undefined ? undefined : deferred * 1_048_576,
      restart,
      signal,
      exportSequence,
      onProgress: display.show,
    });
    journal.round(report);
    return report;
  };
  try {
    return await journaled(journal, work, ({ outcome }) => outcome);
  } finally {
    display.end();
  }
}

/** @throws {DomainError} badUsage */
function requireNamedInput(name: string, files: readonly string[]): void {
  if (files.includes('-') && (name === 'discogs' || files.length > 1))
    throw badUsage('Standard input (-) works with import ndjson, musicbrainz and wikidata only, and cannot be combined with files.');
}

/** Identifies files and their settings for resuming. Samples and standard input cannot be resumed. */
async function checkpointOf(store: Store, name: string, files: readonly string[], flags: ImportFlags): Promise<Checkpoint | undefined> {
  const { limit, includeNoncommercial = false, complete = false } = flags;
  if (limit !== undefined || files.includes('-')) return undefined;
  const states = files.map((file) => [statusOf(file).size, statusOf(file).mtimeMs]);
  const { Checkpoint } = await import('../../import/run/checkpoint');
  const fingerprint = JSON.stringify([states, includeNoncommercial, complete]);
  return new Checkpoint(store, [`import ${name}`, ...files.map((file) => resolve(file))].join(' '), fingerprint);
}

/** Explains why an import ended early and how to resume. */
function end(report: RunReport, flags: ImportFlags, stop: Stop): void {
  const { outcome, message, resumable } = report;
  const goOn = flags.dryRun
    ? ''
    : resumable
      ? ' Run the same command to resume.'
      : ' If you run it again, existing records stay unchanged.';
  if (outcome === 'failed')
    throw new SetupError(`${message}${resumable && !flags.dryRun ? ' Records imported so far are in the catalog.' : ''}`);
  requireWhole(report, flags, goOn, stop);
}
