import { setTimeout } from 'node:timers/promises';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { pathOf, readNamedFile, readSettings } from '../../config';
import { badUsage, SetupError } from '../../errors';
import type { RunJournal } from '../../import/run/journal';
import type { RunReport } from '../../import/run/progress';
import { hasCatalog, type Store } from '../../store/database/open';
import { interrupted, type Stop, stopSignal } from '../serve/signals';
import { readableNote } from '../terminal/data-directory';
import { openToFill, withNewOrOldStore } from '../terminal/options';
import { note, print } from '../terminal/output';
import { type Display, displayOf, duration } from '../terminal/progress';
import { commandWithShared, defaultMaxRejects, rejectFileOf, requireOneVoice, type SharedFlags, sayGoingOn } from './import-options';
import { lockedText, printReport, requireWhole } from './import-report';

/** Maximum of the backoff. */
const longestPauseSeconds = 60 * 60;

/** Schedule of a watch, until a signal arrives. */
class Rounds {
  #failures = 0;

  constructor(
    private readonly seconds: number,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Waits for the next round.
   * @returns false to stop
   */
  next(): Promise<boolean> {
    this.#failures = 0;
    return this.#wait(this.seconds);
  }

  /**
   * Reports an error and waits with backoff.
   * @returns false to stop
   */
  again(message: string): Promise<boolean> {
    this.#failures++;
    const seconds = Math.max(this.seconds, Math.min(this.seconds * 2 ** this.#failures, longestPauseSeconds));
    const at = new Date(Date.now() + seconds * 1000).toISOString();
    note(`leitmotif: ${message} Next attempt in ${duration(seconds)}, at ${at}.`);
    return this.#wait(seconds);
  }

  async #wait(seconds: number): Promise<boolean> {
    await setTimeout(seconds * 1000, undefined, { signal: this.signal }).catch(() => {});
    return !this.signal.aborted;
  }
}

interface MirrorFlags extends SharedFlags {
  readonly watch?: number | undefined;
  readonly also?: true | undefined;
}

export const mirrorCommand = () =>
  commandWithShared('mirror', 'mirror the catalog of another server; run the same command to resume')
    .argument('<url>', 'server address, such as https://music.example.org')
    .requiredOption('--token-file <file>', 'file with an API access token of that server; - is standard input')
    .option('--watch <interval>', 'keep mirroring until Ctrl-C at this interval: 30s, 5m, 1h', readInterval)
    .option('--also', 'allow a catalog that already mirrors another server')
    .action(async (url, { tokenFile, ...flags }) => {
      requireOneVoice(flags);
      if (flags.watch !== undefined && (flags.dryRun || flags.limit !== undefined))
        throw badUsage('--watch cannot be combined with --dry-run or --limit.');
      const { SiteAddress } = await import('../../import/http-client/client');
      const run: Run = { url: new SiteAddress(url).text, token: await readToken(tokenFile), flags, stop: stopSignal() };
      const rounds = flags.watch === undefined ? undefined : new Rounds(flags.watch, run.stop.signal);
      const work = async (store: Store) => {
        await requireOneServer(store, run);
        const { RunJournal } = await import('../../import/run/journal');
        const journal = new RunJournal(store, { source: 'mirror', inputs: [run.url] });
        await (rounds ? watch(store, run, journal, rounds) : once(store, run, journal));
      };
      if (flags.dryRun) await (await import('../../import/run/dry-run')).withCopy(readSettings(flags).data, work);
      else if (await isSeen(run, rounds)) await withNewOrOldStore(flags, work, openToFill);
    });

interface Run {
  readonly url: string;
  readonly token: string;
  readonly flags: MirrorFlags;
  readonly stop: Stop;
}

interface Round {
  readonly report: RunReport;
  readonly isUnavailable: boolean;
}

async function once(store: Store, run: Run, journal: RunJournal): Promise<void> {
  const { journaled } = await import('../../import/run/journal');
  const { report } = await journaled(
    journal,
    () => round(store, run, journal),
    ({ report }) => report.outcome,
  );
  printReport(report, run.flags);
  requireGood(report, run);
}

/** Repeats rounds until Ctrl-C. Unreachable servers are retried; wrong answers end the watch. */
async function watch(store: Store, run: Run, journal: RunJournal, rounds: Rounds): Promise<void> {
  const { journaled } = await import('../../import/run/journal');
  await journaled(
    journal,
    () => keepFollowing(store, run, journal, rounds),
    () => 'done',
  );
}

async function keepFollowing(store: Store, run: Run, journal: RunJournal, rounds: Rounds): Promise<void> {
  let goesOn = true;
  while (goesOn) {
    const { report, isUnavailable } = await round(store, run, journal);
    if (run.stop.signal.aborted) break;
    if (report.outcome === 'failed' && isUnavailable) {
      goesOn = await rounds.again(String(report.message));
      continue;
    }
    requireGood(report, run);
    if (report.added + report.changed + report.kept + report.rejected > 0) tellRound(report, run.flags);
    settle(store);
    goesOn = await rounds.next();
  }
}

/** Checkpoints after a round, as servers do. SQLite alone would leave about 4 MB in the log. Skipped while others read. */
function settle(store: Store): void {
  try {
    store.checkpoint();
  } catch {
    // Storage errors show up at the next write.
  }
}

/**
 * Whether the other server has a catalog, checked before one is created here.
 * @throws {SetupError} if it has none
 */
async function isSeen(run: Run, rounds: Rounds | undefined): Promise<boolean> {
  if (hasCatalog(readSettings(run.flags).data)) return true;
  const { mirror, Unavailable } = await import('../../import/sources/mirror/mirror');
  for (;;) {
    try {
      await mirror(run.url, clientOptions(run, displayOf(run.flags))).requireCatalog();
      return true;
    } catch (error) {
      const mayComeBack = rounds !== undefined && error instanceof Unavailable;
      if (!run.stop.signal.aborted && !mayComeBack) throw error;
      if (mayComeBack && (await rounds.again(error.message))) continue;
      // Interrupting a watch is normal.
      if (!rounds) interrupted(run.stop, goOn);
      return false;
    }
  }
}

/** Prevents a mistyped address from mixing two catalogs. */
async function requireOneServer(store: Store, { url, flags }: Run): Promise<void> {
  const { mirroredServers } = await import('../../import/sources/mirror/mirror');
  const servers = mirroredServers(store);
  if (flags.also || servers.length === 0 || servers.includes(url)) return;
  throw new SetupError(
    `The catalog in ${readSettings(flags).data} mirrors ${servers.join(' and ')}. Set another --data for ${url}, or use --also to combine both.`,
  );
}

const clientOptions = ({ token, stop }: Run, display: Display) => ({
  token,
  signal: stop.signal,
  onRetry: (message: string, seconds: number) => display.say(`leitmotif: ${message} Retrying in ${duration(seconds)}.`),
});

/** One round: the feed, or an export followed by the changes made meanwhile. */
async function round(store: Store, run: Run, journal: RunJournal): Promise<Round> {
  const { url, flags, stop } = run;
  const [{ runImport }, { newestDeferred }, { mirror }, { feedState }] = await Promise.all([
    import('../../import/run/run'),
    import('../../records/sources/deferred-records'),
    import('../../import/sources/mirror/mirror'),
    import('../../export/sequence'),
  ]);
  const { maxRejects = defaultMaxRejects, limit } = flags;
  const display = displayOf(flags);
  const files = await filesOf(store, url, flags);
  const waitingBefore = newestDeferred(store);
  sayGoingOn(files.checkpoint, flags, display);
  let report: RunReport | undefined;
  try {
    for (let exports = 0; ; exports++) {
      if (exports === 3) throw new SetupError(`The change feed of ${url} does not continue from its export.`);
      const source = mirror(url, { ...clientOptions(run, display), ownSequence: () => feedState(store.reader).sequence });
      const latest = await runImport(store, source, {
        ...files,
        journal,
        maxRejects,
        limit,
        countOn: report,
        waitingBefore,
        signal: stop.signal,
        exportSequence: () => source.exportSequence,
        onProgress: display.show,
      });
      report = report ? together(report, latest) : latest;
      if (latest.outcome === 'done' && source.isBehind) continue;
      journal.round(report);
      return { report, isUnavailable: source.isUnavailable };
    }
  } finally {
    display.end();
  }
}

/** Samples cannot be resumed. */
async function filesOf(store: Store, url: string, flags: MirrorFlags) {
  const { Checkpoint } = await import('../../import/run/checkpoint');
  const checkpoint = flags.limit === undefined ? new Checkpoint(store, `mirror ${url}`, '') : undefined;
  return { checkpoint, rejects: await rejectFileOf('mirror', readSettings(flags).data, flags, checkpoint) };
}

/** The report of two consecutive runs, the second of which continued the counts. */
function together(first: RunReport, second: RunReport): RunReport {
  const seconds = first.seconds + second.seconds;
  const records = first.recordsPerSecond * first.seconds + second.recordsPerSecond * second.seconds;
  return {
    ...second,
    resumed: first.resumed,
    gone: first.gone + second.gone,
    seconds: Math.round(seconds * 10) / 10,
    recordsPerSecond: Math.round(records / Math.max(seconds, 0.1)),
    rejectFile: second.rejectFile ?? first.rejectFile,
    warnings: [...first.warnings, ...second.warnings],
    examples: [...first.examples, ...second.examples],
  };
}

function tellRound(report: RunReport, flags: MirrorFlags): void {
  if (flags.json || flags.quiet) {
    printReport(report, flags);
    return;
  }
  const { added, changed, kept, rejected } = report;
  const more = [...(kept > 0 ? lockedText(report) : []), ...(rejected > 0 ? [`${rejected} rejected`] : [])];
  print(`${[`${new Date().toISOString()} ${added} added`, `${changed} changed`, ...more].join(', ')}.`);
}

const goOn = ' Run the same command to resume.';

function requireGood(report: RunReport, { flags, stop }: Run): void {
  if (report.outcome === 'failed') throw new SetupError(report.message ?? 'The other server cannot be read any further.');
  requireWhole(report, flags, goOn, stop);
}

const secondsOf = { s: 1, m: 60, h: 3_600 } as const;

function readInterval(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  const seconds = Number(count) * secondsOf[unit as keyof typeof secondsOf];
  if (!(seconds >= 1 && seconds <= 7 * 24 * 3_600)) throw new InvalidArgumentError('It must be like 30s, 5m or 1h, up to a week.');
  return seconds;
}

/**
 * Reads a token from a file or standard input (`-`).
 * @throws {SetupError}
 */
async function readToken(file: string): Promise<string> {
  const token = (file === '-' ? await Bun.stdin.text() : readTokenFile(pathOf(file))).trim();
  const where = file === '-' ? 'Standard input' : file;
  // The content is not shown: it may be another secret.
  if (/[\r\n]/.test(token)) throw new SetupError(`${where} must contain only the token, on one line.`);
  if (!/^[\x21-\x7e]{1,1000}$/.test(token)) throw new SetupError(`${where} contains no token.`);
  return token;
}

function readTokenFile(file: string): string {
  const token = readNamedFile(file).toString();
  for (const line of readableNote(file)) note(`leitmotif: ${line}`);
  return token;
}
