import { resolve } from 'node:path';
import { readSettings } from '../../config';
import { badUsage, SetupError } from '../../errors';
import type { Checkpoint } from '../../import/run/checkpoint';
import type { RunReport } from '../../import/run/progress';
import type { Source } from '../../import/source';
import type { FileSource } from '../../import/sources/recognize';
import { hasCatalog, type Store } from '../../store/database/open';
import { stopSignal } from '../serve/signals';
import { openToFill, withNewOrOldStore } from '../terminal/options';
import { note } from '../terminal/output';
import { displayOf } from '../terminal/progress';
import { defaultMaxRejects, type ImportFlags, rejectFileOf, requireOneVoice, sayGoingOn } from './import-options';
import { requireSource, statusOf } from './import-recognized';
import { printReport, tooManyRejects } from './import-report';

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
  const fingerprint = fingerprintOf(name, files, flags);
  const { data } = readSettings(flags);
  await requireSource(name, files);
  // Checked before a catalog is created. Pipes are checked while they are read.
  if (recognize && !hasCatalog(data)) for (const file of files) if (file !== '-' && statusOf(file).isFile()) await recognize(file);
  const stop = stopSignal();
  const work = (store: Store) => importInto(store, { name, files, flags, fingerprint, data }, open, stop.signal);
  const report = flags.dryRun
    ? await (await import('../../import/run/dry-run')).withCopy(data, work)
    : await withNewOrOldStore(flags, work, openToFill);
  if (flags.json || report.outcome !== 'failed' || report.documents > 0) printReport(report, flags);
  end(report, flags, stop.exitCode());
}

interface Run {
  readonly name: FileSource;
  readonly files: readonly string[];
  readonly flags: ImportFlags;
  readonly fingerprint: string;
  readonly data: string;
}

async function importInto(store: Store, run: Run, open: () => Opened, signal: AbortSignal): Promise<RunReport> {
  const [{ runImport }, { journaled, RunJournal }, checkpoint] = await Promise.all([
    import('../../import/run/run'),
    import('../../import/run/journal'),
    checkpointOf(store, run),
  ]);
  const { source, exportSequence } = open();
  const { limit, restart, maxRejects = defaultMaxRejects, deferred } = run.flags;
  const display = displayOf(run.flags);
  if (!restart) sayGoingOn(checkpoint, run.flags, display);
  const inputs = run.files.map((file) => (file === '-' ? file : resolve(file)));
  const journal = new RunJournal(store, { source: run.name, inputs });
  const work = async () => {
    const report = await runImport(store, source, {
      checkpoint,
      journal,
      rejects: await rejectFileOf(run.name, run.data, run.flags, restart ? undefined : checkpoint),
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

/** Samples and standard input cannot be resumed. */
async function checkpointOf(store: Store, { name, files, flags, fingerprint }: Run): Promise<Checkpoint | undefined> {
  if (flags.limit !== undefined || files.includes('-')) return undefined;
  const { Checkpoint } = await import('../../import/run/checkpoint');
  return new Checkpoint(store, [`import ${name}`, ...files.map((file) => resolve(file))].join(' '), fingerprint);
}

/**
 * Identifies files and their settings for resuming.
 * @throws {SetupError} for an unreadable file
 */
function fingerprintOf(name: string, files: readonly string[], { includeNoncommercial = false, complete = false }: ImportFlags): string {
  if (files.includes('-') && (name === 'discogs' || files.length > 1))
    throw badUsage('Standard input (-) works with import ndjson, musicbrainz and wikidata only, and cannot be combined with files.');
  const states = files.filter((file) => file !== '-').map((file) => [statusOf(file).size, statusOf(file).mtimeMs]);
  return JSON.stringify([states, includeNoncommercial, complete]);
}

/** Explains why an import ended early and how to resume. */
function end(report: RunReport, flags: ImportFlags, signalCode: number): void {
  const { outcome, message, resumable } = report;
  const goOn = flags.dryRun
    ? ''
    : resumable
      ? ' Run the same command to resume.'
      : ' If you run it again, existing records stay unchanged.';
  if (outcome === 'failed')
    throw new SetupError(`${message}${resumable && !flags.dryRun ? ' Records imported so far are in the catalog.' : ''}`);
  if (outcome === 'rejects') throw tooManyRejects(report, flags, goOn);
  if (outcome === 'interrupted') {
    note(`leitmotif: Interrupted.${goOn}`);
    process.exitCode = signalCode;
  }
}
