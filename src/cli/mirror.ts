import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { pathOf, readSettings } from '../config';
import type { Store } from '../database/open';
import { invalid, SetupError } from '../errors';
import type { RunReport } from '../import/run/progress';
import { readableNote } from './data-directory';
import { commandWithShared, defaultMaxRejects, rejectFileOf, requireOneVoice, type SharedFlags } from './import-options';
import { reportText } from './import-report';
import { withNewOrOldStore } from './options';
import { counted, note } from './output';
import { displayOf } from './progress';
import { type Stop, stopSignal } from './signals';

/** A server that stays away is asked ever more rarely, but this often at least. */
const longestPauseSeconds = 60 * 60;

interface MirrorFlags extends SharedFlags {
  readonly watch?: number | undefined;
}

export const mirrorCommand = () =>
  commandWithShared('mirror', 'follow the catalog of another server; the same command goes on where one stopped')
    .argument('<url>', 'the address of the server, such as https://music.example.org')
    .requiredOption('--token-file <file>', 'a file with an API access token of that server; - is standard input')
    .option('--watch <interval>', 'keep following until Ctrl-C, and ask this often: 30s, 5m, 1h', readInterval)
    .action(async (url, { tokenFile, ...flags }) => {
      requireOneVoice(flags);
      if (flags.watch !== undefined && (flags.dryRun || flags.limit !== undefined))
        throw invalid('--watch keeps following: it goes with neither --dry-run nor --limit.');
      const { Address } = await import('../import/http-client/address');
      const asked: Asked = { url: new Address(url).text, token: await readToken(tokenFile), flags, stop: stopSignal() };
      if (flags.dryRun) await (await import('../import/run/dry-run')).withCopy(readSettings(flags).data, (store) => once(store, asked));
      else await withNewOrOldStore(flags, (store) => (flags.watch === undefined ? once(store, asked) : watch(store, asked, flags.watch)));
    });

interface Asked {
  readonly url: string;
  readonly token: string;
  readonly flags: MirrorFlags;
  readonly stop: Stop;
}

interface Round {
  readonly report: RunReport;
  readonly isUnavailable: boolean;
}

async function once(store: Store, asked: Asked): Promise<void> {
  const { report } = await round(store, asked);
  tell(report, asked.flags);
  if (report.ending === 'interrupted') interrupted(asked);
  else requireGood(report, asked.flags);
}

/** Rounds until Ctrl-C. A server that is away is asked again later; one that gives wrong answers ends it. */
async function watch(store: Store, asked: Asked, seconds: number): Promise<void> {
  for (let failures = 0; ; ) {
    const { report, isUnavailable } = await round(store, asked);
    if (asked.stop.signal.aborted) return interrupted(asked);
    if (report.ending === 'failed' && isUnavailable) {
      failures++;
      note(`leitmotif: ${report.message}`);
    } else {
      failures = 0;
      requireGood(report, asked.flags);
      if (report.added + report.changed + report.kept + report.rejected > 0) tellRound(report, asked.flags);
    }
    const pause = failures === 0 ? seconds : Math.max(seconds, Math.min(seconds * 2 ** failures, longestPauseSeconds));
    await setTimeout(pause * 1000, undefined, { signal: asked.stop.signal }).catch(() => {});
    if (asked.stop.signal.aborted) return interrupted(asked);
  }
}

/** Brings the catalog to where the other one is: by one run, or by an export and what changed while it was read. */
async function round(store: Store, { url, token, flags, stop }: Asked): Promise<Round> {
  const [{ runImport }, { mirror }, { feedState }] = await Promise.all([
    import('../import/run/run'),
    import('../import/sources/mirror/mirror'),
    import('../export/sequence'),
  ]);
  const { maxRejects = defaultMaxRejects, limit } = flags;
  const display = displayOf(flags);
  const files = await filesOf(store, url, flags);
  let report: RunReport | undefined;
  try {
    for (let exports = 0; ; exports++) {
      if (exports === 3) throw new SetupError(`The changes of ${url} do not go on from its own export.`);
      const source = mirror(url, { token, signal: stop.signal, ownSequence: () => feedState(store.reader).sequence });
      const run = await runImport(store, source, {
        ...files,
        maxRejects,
        limit,
        countOn: report,
        signal: stop.signal,
        exportSequence: () => source.exportSequence,
        onProgress: display.show,
      });
      report = report ? together(report, run) : run;
      if (run.ending !== 'done' || !source.isBehind) return { report, isUnavailable: source.isUnavailable };
    }
  } finally {
    display.end();
  }
}

/** A sample leaves no checkpoint. */
async function filesOf(store: Store, url: string, flags: MirrorFlags) {
  const { Checkpoint } = await import('../import/run/checkpoint');
  const checkpoint = flags.limit === undefined ? new Checkpoint(store, `mirror ${url}`, '') : undefined;
  return { checkpoint, rejects: await rejectFileOf('mirror', readSettings(flags).data, flags, checkpoint) };
}

/** The report of two runs, one after the other, of which the second has counted on. */
function together(first: RunReport, second: RunReport): RunReport {
  const seconds = first.seconds + second.seconds;
  const records = first.recordsPerSecond * first.seconds + second.recordsPerSecond * second.seconds;
  return {
    ...second,
    wentOn: first.wentOn,
    gone: first.gone + second.gone,
    seconds: Math.round(seconds * 10) / 10,
    recordsPerSecond: Math.round(records / Math.max(seconds, 0.1)),
    rejectFile: second.rejectFile ?? first.rejectFile,
    warnings: [...first.warnings, ...second.warnings],
    examples: [...first.examples, ...second.examples],
  };
}

function tell(report: RunReport, { json, quiet, dryRun }: MirrorFlags): void {
  if (json) console.log(JSON.stringify({ event: 'report', dryRun: dryRun ?? false, ...report }));
  else if (!quiet) console.log(reportText(report, dryRun ?? false));
}

function tellRound(report: RunReport, flags: MirrorFlags): void {
  if (flags.json || flags.quiet) {
    tell(report, flags);
    return;
  }
  const { added, changed, kept, rejected } = report;
  const more = [...(kept > 0 ? [`${kept} kept as edited by hand`] : []), ...(rejected > 0 ? [`${rejected} rejected`] : [])];
  console.log(`${[`${new Date().toISOString()} ${added} added`, `${changed} changed`, ...more].join(', ')}.`);
}

function requireGood({ ending, message, rejected }: RunReport, { maxRejects = defaultMaxRejects }: MirrorFlags): void {
  if (ending === 'failed') throw new SetupError(message ?? 'The other server cannot be read further.');
  if (ending === 'rejects')
    throw new SetupError(
      `${counted(rejected, 'document')} could not be taken, more than --max-rejects ${maxRejects} allows. The same command goes on.`,
    );
}

function interrupted({ flags, stop }: Asked): void {
  // A watch is meant to be ended so.
  if (flags.watch !== undefined) return;
  note('leitmotif: Interrupted. The same command goes on from here.');
  process.exitCode = stop.exitCode();
}

async function readToken(file: string): Promise<string> {
  const token = (file === '-' ? await Bun.stdin.text() : readTokenFile(pathOf(file))).trim();
  const where = file === '-' ? 'Standard input' : file;
  // What else is in the file is not shown: it may be a secret of another kind.
  if (/[\r\n]/.test(token)) throw new SetupError(`${where} has more than one line: it must hold the token alone.`);
  if (!/^[\x21-\x7e]{1,1000}$/.test(token)) throw new SetupError(`${where} holds no token.`);
  return token;
}

function readTokenFile(file: string): string {
  try {
    for (const line of readableNote(file)) note(`leitmotif: ${line}`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SetupError(`The token file ${file} cannot be read (${(error as { code?: string }).code}).`);
  }
}

const secondsOf = { s: 1, m: 60, h: 3_600 } as const;

function readInterval(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  const seconds = Number(count) * secondsOf[unit as keyof typeof secondsOf];
  if (!(seconds >= 1 && seconds <= 7 * 24 * 3_600)) throw new InvalidArgumentError('It must be like 30s, 5m or 1h, up to a week.');
  return seconds;
}
