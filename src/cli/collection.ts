import { writeFileSync } from 'node:fs';
import { Command, Option } from '@commander-js/extra-typings';
import { type AlsoOwned, alsoOwnedByDefault, alsoOwnedChoices } from '../collection/files/existing-items';
import type { Report, RowOutcome } from '../collection/files/report';
import { unmatchedChoices } from '../collection/files/row-choices';
import { pathOf, readNamedFile } from '../config';
import { DomainError } from '../errors';
import { maximumFileBytes } from '../http/body';
import { pluralize } from '../pluralize';
import type { Store } from '../store/database/open';
import { command, withStore } from './terminal/options';
import { number, print, printWhole } from './terminal/output';

export const collectionCommand = () =>
  new Command('collection')
    .description("a user's collection and wishlist as files")
    .addCommand(importCommand())
    .addCommand(exportCommand());

const listCommand = (name: string, description: string) =>
  command(name, description).requiredOption('--user <name>', 'the user').option('--wishlist', 'use the wishlist instead of the collection');

const importCommand = () =>
  listCommand('import', 'import a file into a collection: a Discogs or Leitmotif export, another CSV or a plain list')
    .option('--dry-run', 'show what would change and write nothing')
    .addOption(
      new Option('--unmatched <what>', 'how to handle releases that the catalog does not have')
        .choices(unmatchedChoices)
        .default('provisional' as const),
    )
    .addOption(
      new Option('--also-owned <what>', 'how to handle releases already in the collection; skip ignores one row per existing copy')
        .choices(alsoOwnedChoices)
        .default(alsoOwnedByDefault),
    )
    .option('--json', 'print the report for each row as JSON')
    .argument('<file>', 'a CSV or JSON file, or - for standard input')
    .action((file, flags) =>
      withStore(flags, async (store) => {
        const user = await userKeyOf(store, flags.user);
        const report = await putIn(store, user, await readInput(file), flags);
        if (flags.json) print(JSON.stringify(report));
        else print(reportText(report));
      }),
    );

const exportCommand = () =>
  listCommand('export', 'export a collection as a file that can be imported')
    .addOption(new Option('--format <format>', 'file format (default: by file extension, else csv)').choices(['csv', 'json'] as const))
    .argument('[file]', 'output file; - is standard output', '-')
    .action((file, flags) =>
      withStore(flags, async (store) => {
        const [{ undoEndedCommands }, { listText }, { lists }, { Statements }] = await Promise.all([
          import('../collection/files/commands'),
          import('../collection/files/export'),
          import('../collection/files/lists'),
          import('../store/database/sql'),
        ]);
        const user = await userKeyOf(store, flags.user);
        await undoEndedCommands(store);
        const format = flags.format ?? (file.endsWith('.json') ? 'json' : 'csv');
        const text = listText(new Statements(store), lists[flags.wishlist ? 1 : 0], user, format);
        if (file === '-') await printWhole(text);
        // Collections and prices are private.
        else writeFileSync(pathOf(file), text, { mode: 0o600 });
      }),
    );

export async function userKeyOf(store: Store, name: string): Promise<number> {
  const { getUser } = await import('../accounts/users');
  return getUser(store, name).key;
}

async function readInput(file: string): Promise<Uint8Array> {
  const bytes = file === '-' ? await Bun.stdin.bytes() : readNamedFile(pathOf(file));
  if (bytes.length > maximumFileBytes)
    throw new DomainError('too_large', `A file may have at most ${maximumFileBytes / 1_048_576} MiB. Split it into several files.`);
  return bytes;
}

interface ImportFlags {
  readonly wishlist?: true | undefined;
  readonly dryRun?: true | undefined;
  readonly unmatched: (typeof unmatchedChoices)[number];
  readonly alsoOwned: AlsoOwned;
}

/** Rows that break a rule are skipped and reported. */
async function putIn(
  store: Store,
  user: number,
  bytes: Uint8Array,
  { wishlist, dryRun, unmatched, alsoOwned }: ImportFlags,
): Promise<Report> {
  const [{ asOneCommand }, { importRows }, { lists }, { readFile }, { Slices }] = await Promise.all([
    import('../collection/files/commands'),
    import('../collection/files/import'),
    import('../collection/files/lists'),
    import('../collection/files/reading'),
    import('../collection/files/import-queue'),
  ]);
  const list = lists[wishlist ? 1 : 0];
  const slices = new Slices();
  // A byte order mark may precede JSON.
  const isCsv = !/^\ufeff?\s*\{/.test(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, 1_024)));
  const rows = await readFile(list, { isCsv, bytes }, slices);
  const choices = {
    isDry: dryRun ?? false,
    alsoOwned,
    unreadable: 'skip',
    unmatched,
    takeOffWishlist: false,
    perRow: new Map(),
    rowsShown: rows.length,
    source: 'command_line',
  } as const;
  const work = () => importRows(store, list, list.itemsOf(store), user, rows, choices, slices);
  return choices.isDry ? work() : asOneCommand(store, user, work);
}

const mostLines = 20;

function reportText({
  dry_run: isDry,
  added,
  provisional,
  duplicates,
  unmatched,
  invalid,
  ignored_columns: ignored,
  rows,
}: Report): string {
  const parts = [
    `${number(added)} added${provisional > 0 ? ` (${number(provisional)} as provisional releases)` : ''}`,
    ...(duplicates > 0 ? [`${number(duplicates)} already owned`] : []),
    ...(unmatched > 0 ? [`${number(unmatched)} not in the catalog`] : []),
    ...(invalid > 0 ? [`${number(invalid)} skipped`] : []),
  ];
  const shown = rows.filter((row) => row.outcome === 'unmatched' || row.outcome === 'invalid' || isNotClear(row));
  const lines = shown.slice(0, mostLines).map((row) => `  ${placeOf(row)}: ${isNotClear(row) ? doubtOf(row) : reasonOf(row)}`);
  return [
    `${isDry ? 'Dry run, nothing written: ' : ''}${parts.join(', ')}.`,
    ...lines,
    ...(shown.length > mostLines ? [`  and ${pluralize(shown.length - mostLines, 'line')} more; use --json to see all`] : []),
    ...(ignored.length > 0 ? [`Ignored columns: ${ignored.join(', ')}.`] : []),
  ].join('\n');
}

/** Whether a row becomes provisional although the catalog has candidates. */
const isNotClear = ({ provisional, candidates = [] }: RowOutcome): boolean => provisional === true && candidates.length > 0;

const placeOf = ({ line }: RowOutcome): string => (line === null ? 'a row of an earlier file' : `line ${line}`);

const reasonOf = ({ reason = '' }: RowOutcome): string => reason.replaceAll('\n', ' ');

/** The JSON has all of them. */
const mostCandidates = 3;

function doubtOf({ said, candidates = [] }: RowOutcome): string {
  const named = candidates.slice(0, mostCandidates).map(({ id, title, year }) => `${title}${year === null ? '' : `, ${year}`} (${id})`);
  const more = candidates.length > mostCandidates ? [`${number(candidates.length - mostCandidates)} more`] : [];
  return `${said.title ?? 'the row'} is ambiguous and becomes a provisional release; it may be ${[...named, ...more].join('; ')}`;
}
