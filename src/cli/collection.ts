import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Command, Option } from '@commander-js/extra-typings';
import type { Report, RowOutcome, UndoneImport } from '../collection/files/documents';
import type { ReleaseList } from '../collection/files/lists';
import { type ForeignColumns, foreignColumns } from '../collection/formats/foreign-exports';
import {
  alsoOwnedByDefault,
  alsoOwnedChoices,
  encodings,
  type Separator,
  type StatusMeaning,
  separators,
  statusMeanings,
  unmatchedChoices,
} from '../collection/formats/vocabulary';
import { pathOf, readNamedFile } from '../config';
import { DomainError } from '../errors';
import { maximumFileBytes } from '../http/body';
import { pluralize } from '../pluralize';
import type { Store } from '../store/database/open';
import { command, withStore } from './terminal/options';
import { asJson, json, number, print, printWhole, table } from './terminal/output';

export const collectionCommand = () =>
  new Command('collection')
    .description("a user's collection and wishlist as files")
    .addCommand(importCommand())
    .addCommand(exportCommand())
    .addCommand(importsCommand())
    .addCommand(undoCommand());

const listCommand = (name: string, description: string) =>
  command(name, description).requiredOption('--user <name>', 'the user').option('--wishlist', 'use the wishlist instead of the collection');

type ListFlags = ReturnType<ReturnType<typeof listCommand>['opts']>;

/** Opens the list of the flags, with the key of its user. */
const withList = (flags: ListFlags, work: (store: Store, list: ReleaseList, user: number) => unknown) =>
  withStore(flags, async (store) => {
    const { lists } = await import('../collection/files/lists');
    await work(store, lists[flags.wishlist ? 1 : 0], await userKeyOf(store, flags.user));
  });

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
    .option('--column <heading=field>', 'what a column is: a field such as condition, ignore, or notes; repeatable', addTo)
    .option('--status <word=meaning>', `what a word in the status column means: ${statusMeanings.join(', ')}; repeatable`, addTo)
    .option('--sheet <name>', 'the sheet of a workbook (default: the first)')
    .addOption(new Option('--encoding <encoding>', 'the character encoding (default: detected)').choices(encodings))
    .addOption(
      new Option('--separator <separator>', 'the column separator (default: detected)').choices(Object.keys(separators) as Separator[]),
    )
    .option('--day-first', 'read 3/8/2019 as August 3')
    .addOption(new Option('--month-first', 'read 3/8/2019 as March 8').conflicts('dayFirst'))
    .option('--json', 'print the report for each row as JSON')
    .argument('<file>', 'a CSV, .xlsx, JSON or XML file, or - for standard input')
    .action((file, flags) =>
      withList(flags, async (store, list, user) => {
        const bytes = await readInput(file);
        const [{ asOneCommand }, { lastCurrencyOf }, { importRows }, { fileTypeOf, readFile }, { Slices }] = await Promise.all([
          import('../collection/files/commands'),
          import('../collection/files/existing-items'),
          import('../collection/files/import'),
          import('../collection/files/reading'),
          import('../collection/formats/slices'),
        ]);
        const { unmatched, alsoOwned, encoding, separator, sheet, dryRun: isDry = false } = flags;
        const slices = new Slices();
        const reading = {
          ...{ encoding, separator, sheet, isPreview: isDry, unknownColumns: 'notes' as const, lastCurrency: lastCurrencyOf(store, user) },
          columns: Object.fromEntries(pairsOf('--column', flags.column)),
          statuses: readStatuses(flags.status),
          dayFirst: flags.dayFirst ?? (flags.monthFirst ? false : undefined),
        };
        const read = await readFile(list, { type: fileTypeOf(bytes), bytes }, reading, slices);
        const choices = {
          ...{ isDry, alsoOwned, unmatched, fileName: file === '-' ? undefined : basename(file) },
          // Rows that break a rule are skipped and reported.
          unreadable: 'skip',
          takeOffWishlist: false,
          perRow: new Map(),
          mayWish: true,
          rowsShown: read.rows.length,
        } as const;
        const work = () => importRows({ store, user, source: 'command_line', slices }, list, read, choices);
        const report = await (isDry ? work() : asOneCommand(store, user, work));
        print(flags.json ? JSON.stringify(report) : reportText(list, report));
      }),
    );

const exportCommand = () =>
  listCommand('export', 'export a collection as a file that can be imported')
    .addOption(new Option('--format <format>', 'file format (default: by file extension, else csv)').choices(['csv', 'json'] as const))
    .option('--bom', 'begin CSV with a byte order mark, for spreadsheets')
    .addOption(
      new Option('--columns <program>', 'the columns of another program in CSV').choices(Object.keys(foreignColumns) as ForeignColumns[]),
    )
    .argument('[file]', 'output file; - is standard output', '-')
    .action((file, flags) =>
      withList(flags, async (store, list, user) => {
        const [{ undoEndedCommands }, { listText }] = await Promise.all([
          import('../collection/files/commands'),
          import('../collection/files/export'),
        ]);
        await undoEndedCommands(store);
        const format = flags.format ?? (file.endsWith('.json') ? 'json' : 'csv');
        const text = listText(store, list, user, { format, bom: flags.bom ?? false, columns: flags.columns });
        if (file === '-') await printWhole(text);
        // Collections and prices are private.
        else writeFileSync(pathOf(file), text, { mode: 0o600 });
      }),
    );

const importsCommand = () =>
  listCommand('imports', 'list imports with the time until which they can be undone')
    .option(...asJson)
    .action((flags) =>
      withList(flags, async (store, list, user) => {
        const { listImports, plainImport } = await import('../collection/files/past-imports');
        const imports = listImports(store, list.name, user);
        const cells = imports.map(({ _id, created_at, added, unmatched, undo_until, file_name }) => [
          ...[_id, created_at, number(added), number(unmatched), undo_until ?? '-', file_name ?? '-'],
        ]);
        print(flags.json ? json(imports.map(plainImport)) : table(['ID', 'CREATED', 'ADDED', 'PENDING', 'UNDO UNTIL', 'FILE'], cells));
      }),
    );

const undoCommand = () =>
  listCommand('undo', 'undo an import: remove what it added and nobody has changed since')
    .option('--json', 'print what was undone and what stays as JSON')
    .argument('<import>', 'the id of the import')
    .action((id, flags) =>
      withList(flags, async (store, list, user) => {
        const [{ asOneCommand }, { findUndoable, undoImport }] = await Promise.all([
          import('../collection/files/commands'),
          import('../collection/files/undo'),
        ]);
        const undone = await asOneCommand(store, user, () =>
          undoImport(store, user, findUndoable(store, list, user, id.toLowerCase()).key),
        );
        print(flags.json ? json(undone) : undoneText(undone));
      }),
    );

/** The parts with a count. */
const countedParts = (...parts: readonly (readonly [count: number, text: string])[]): string[] =>
  parts.flatMap(([count, text]) => (count > 0 ? [text] : []));

function undoneText({ stays, ...counts }: UndoneImport): string {
  const parts = [
    `${number(counts.removed_items)} removed`,
    ...countedParts(
      [counts.removed_rows, `${pluralize(counts.removed_rows, 'pending row')} removed`],
      [counts.removed_releases, `${pluralize(counts.removed_releases, 'placeholder')} removed`],
      [counts.restored_wishes, `${number(counts.restored_wishes)} back on the wishlist`],
      [counts.restored_rows, `${pluralize(counts.restored_rows, 'row')} pending again`],
      [stays.length, `${number(stays.length)} left`],
    ),
  ];
  const lines = stays
    .slice(0, mostLines)
    .map(({ type, id, title, reason }) => `  ${type} ${id}, ${title}: ${reason === 'changed' ? 'changed since' : 'in use'}`);
  const more = stays.length > mostLines ? [`  and ${number(stays.length - mostLines)} more; use --json to see all`] : [];
  return [`${parts.join(', ')}.`, ...lines, ...more].join('\n');
}

export async function userKeyOf(store: Store, name: string): Promise<number> {
  const { getUser } = await import('../accounts/users');
  return getUser(store, name).key;
}

const addTo = (text: string, previous: string[] = []): string[] => [...previous, text];

async function readInput(file: string): Promise<Uint8Array> {
  const bytes = file === '-' ? await Bun.stdin.bytes() : readNamedFile(pathOf(file));
  if (bytes.length > maximumFileBytes)
    throw new DomainError('too_large', `A file may have at most ${maximumFileBytes / 1_048_576} MiB. Split it into several files.`);
  return bytes;
}

function readStatuses(texts: readonly string[] = []): Record<string, StatusMeaning> {
  const statuses = Object.fromEntries(pairsOf('--status', texts)) as Record<string, StatusMeaning>;
  const unknown = Object.values(statuses).find((meaning) => !statusMeanings.includes(meaning));
  if (unknown !== undefined) throw new DomainError('invalid', `--status takes ${statusMeanings.join(', ')}, not ${unknown}.`);
  return statuses;
}

/** A heading may contain an equals sign, a field may not. */
const pairsOf = (option: string, texts: readonly string[] = []): [string, string][] =>
  texts.map((text) => {
    const at = text.lastIndexOf('=');
    if (at < 1) throw new DomainError('invalid', `${option} needs a name and a value: ${option} 'My heading=condition'.`);
    return [text.slice(0, at), text.slice(at + 1)];
  });

const mostLines = 20;

function reportText({ name }: ReleaseList, report: Report): string {
  const { id, dry_run: isDry, added, provisional, wishes, duplicates, unmatched, invalid, left_out: leftOut } = report;
  const { ignored_columns: ignored, columns, price_currency: prices, statuses, incomplete, rows } = report;
  const unknown = columns.filter(({ is_known, field }) => !is_known && field === 'notes');
  const unknownWords = statuses.filter(({ is_known: isKnown }) => !isKnown);
  const parts = [
    `${number(added)} added${provisional > 0 ? ` (${pluralize(provisional, 'placeholder')})` : ''}`,
    ...countedParts(
      [wishes, `${number(wishes)} of them to the wishlist`],
      [duplicates, `${number(duplicates)} already ${name === 'wishlist' ? 'on the wishlist' : 'owned'}`],
      [unmatched, `${number(unmatched)} not in the catalog`],
      [leftOut, `${number(leftOut)} left out for their status`],
      [invalid, `${number(invalid)} skipped`],
    ),
  ];
  const uncertain = rows.filter((row) => row.outcome === 'unmatched' || row.outcome === 'invalid' || row.in_notes || isNotClear(row));
  const lines = uncertain.slice(0, mostLines).map((row) => `  ${placeOf(row)}: ${descriptionOf(row)}`);
  return [
    `${isDry ? 'Dry run, nothing written: ' : ''}${parts.join(', ')}.`,
    ...(isDry || added + unmatched === 0 ? [] : [`Import ${id}: \`leitmotif collection undo\` removes what it added.`]),
    ...lines,
    ...(uncertain.length > mostLines ? [`  and ${pluralize(uncertain.length - mostLines, 'line')} more; use --json to see all`] : []),
    ...(incomplete
      ? [`The file has ${number(incomplete.contained)} of ${number(incomplete.total)} releases; the next page is ${incomplete.next}.`]
      : []),
    ...(prices?.source === 'last_copies' ? [`Prices without a currency are in ${prices.currency}, as in the last copies.`] : []),
    ...(unknownWords.length === 0
      ? []
      : [
          'Unknown status words, imported as owned with a note; change one with --status WORD=MEANING:',
          ...unknownWords.map(({ word, rows }) => `  ${word}: ${pluralize(rows, 'row')}`),
        ]),
    ...(ignored.length === 0 ? [] : [`Ignored columns: ${listed(ignored)}.`]),
    ...(unknown.length === 0
      ? []
      : [
          `Unknown columns, kept in the notes: ${listed(unknown.map(({ heading }) => heading))}.`,
          'All columns; change one with --column HEADING=FIELD:',
          ...columns.map(({ heading, field, values }) => `  ${heading}: ${field}${values.length === 0 ? '' : ` (${values.join(' · ')})`}`),
        ]),
  ].join('\n');
}

/** Before a period, which a heading may also end with. */
const listed = (headings: readonly string[]): string => headings.join(', ').replace(/\.$/, '');

/** Whether a row becomes provisional although the catalog has candidates. */
const isNotClear = ({ provisional, candidates = [] }: RowOutcome): boolean => provisional === true && candidates.length > 0;

const placeOf = ({ line }: RowOutcome): string => (line === null ? 'a row of an earlier file' : `line ${line}`);

function descriptionOf(row: RowOutcome): string {
  const values = (row.in_notes ?? []).map(({ column, value }) => `${column === null ? '' : `${column} `}“${value}”`);
  const parts = [
    isNotClear(row) ? doubtOf(row) : row.outcome === 'new' ? '' : reasonOf(row).replace(/\.$/, values.length > 0 ? '' : '.'),
    values.length > 0 ? `kept in the notes: ${values.join(', ')}` : '',
  ];
  return parts.filter((part) => part !== '').join('; ');
}

const reasonOf = ({ reason = '' }: RowOutcome): string => reason.replaceAll('\n', ' ');

/** The JSON has all of them. */
const mostCandidates = 3;

function doubtOf({ said, candidates = [] }: RowOutcome): string {
  const named = candidates.slice(0, mostCandidates).map(({ id, title, year }) => `${title}${year === null ? '' : `, ${year}`} (${id})`);
  const more = candidates.length > mostCandidates ? [`${number(candidates.length - mostCandidates)} more`] : [];
  return `${said.title ?? 'the row'} is ambiguous and becomes a placeholder; it may be ${[...named, ...more].join('; ')}`;
}
