import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { type Flags, pathOf } from '../../config';
import { badUsage } from '../../errors';
import type { Checkpoint } from '../../import/run/checkpoint';
import type { RejectFile } from '../../import/run/rejects';
import { pluralize } from '../../pluralize';
import { inMemory } from '../../store/database/open';
import { command } from '../terminal/options';
import type { Display } from '../terminal/progress';

/** A file of another kind fails on every line, a good one rarely. */
export const defaultMaxRejects = 1_000;

export interface SharedFlags extends Flags {
  readonly dryRun?: true | undefined;
  readonly limit?: number | undefined;
  readonly maxRejects?: number | undefined;
  readonly rejects?: string | undefined;
  readonly quiet?: true | undefined;
  readonly json?: true | undefined;
}

export interface ImportFlags extends SharedFlags {
  readonly restart?: true | undefined;
  readonly complete?: boolean | undefined;
  readonly includeNoncommercial?: boolean | undefined;
  /** Mebibytes. */
  readonly deferred?: number | undefined;
}

export const commandWithShared = (name: string, description: string, may: { readonly mayCreate?: boolean } = { mayCreate: true }) =>
  command(name, description, may)
    .option('--dry-run', 'show what would change and write nothing')
    .option('--limit <number>', 'stop after importing this many documents', (text) => wholeNumberOption(text, 1))
    .option('--max-rejects <number>', `stop when more documents are rejected (default: ${defaultMaxRejects})`, (text) =>
      wholeNumberOption(text, 0),
    )
    .option('--rejects <file>', 'file for rejected documents (default: a new file in the rejects folder of the data directory)')
    .option('--quiet', 'print errors only')
    .option('--json', 'print progress and report as JSON lines');

export function requireOneVoice({ quiet, json }: SharedFlags): void {
  if (quiet && json) throw badUsage('Set only one of --quiet and --json.');
}

/** Announces that a run is resumed. JSON output has it in the report. */
export function sayGoingOn(checkpoint: Checkpoint | undefined, { quiet, json }: SharedFlags, display: Display): void {
  const earlier = quiet || json ? undefined : checkpoint?.find();
  if (earlier) display.say(`leitmotif: Resuming after ${pluralize(earlier.counts.documents, 'document')}.`);
}

/** The named reject file, else that of the interrupted run, else a new one. */
export async function rejectFileOf(
  name: string,
  data: string,
  { rejects, dryRun }: SharedFlags,
  earlier: Checkpoint | undefined,
): Promise<RejectFile | undefined> {
  const { RejectFile } = await import('../../import/run/rejects');
  if (rejects !== undefined) return new RejectFile(resolve(pathOf(rejects)), dryRun);
  if (dryRun) return undefined;
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  const folder = join(data === inMemory ? tmpdir() : data, 'rejects');
  return new RejectFile(earlier?.find()?.rejects?.path ?? join(folder, `${name}-${time}.jsonl`));
}

export function wholeNumberOption(text: string, minimum: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < minimum) throw new InvalidArgumentError(`It must be a whole number of ${minimum} or more.`);
  return Number(text);
}
