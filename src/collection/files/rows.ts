import { fits, uuidPattern } from '../../api/schema/checks';
import { reference } from '../../api/schema/parameters';
import { readAttributes, type Violation, violation, writesOf } from '../../api/write/write';
import { type FormatType, formatTypes } from '../../catalog/vocabularies/vocabularies';
import { shortText } from '../../kinds/attribute';
import type { Clues } from '../../matching/described-releases';
import { type Message, message } from '../../messages/message';
import type { Values } from '../../store/database/connection';
import { oneLine } from '../../store/values/folding';
import { formatsOfCell, formatTypeOf, gradeOf, ownershipOf } from '../formats/cell-words';
import { beyondHeader, type Cells, type DescribedRow, dateOfCell, dayOfCell, priceOfCells, type RowValues } from '../formats/cells';
import { releaseColumns } from '../formats/columns';
import { isDiscogsRow, mark, readDiscogs } from '../formats/discogs';
import { moment } from '../items/fields';
import { loanOf, loans as loanResource, loanViolations, longestBorrower } from '../loans/loans';
import type { DiscFormat } from '../provisional/disc';
import { longestArtistLine } from '../provisional/limits';
import type { RowOutcome } from './documents';
import { isDay, namedDisc } from './faults';
import { loanColumns, type ReleaseList, timeColumns } from './lists';

const createdAtField = moment();
const notColumns = new Set<string>([
  ...releaseColumns,
  ...timeColumns,
  'format',
  'disc_count',
  'purchase_price',
  'current_value',
  beyondHeader,
  'loans',
  ...loanColumns,
]);

/** Removes empty cells. Discogs rows keep their marker column, which identifies the format. */
export function withValues(cells: Cells): Cells {
  const isForeign = isDiscogsRow(cells);
  return Object.fromEntries(
    Object.entries(cells).filter(([name, value]) => value !== null && (value !== '' || !isForeign || name === mark)),
  );
}

/** Parses a row of our files, or of Discogs', which has known columns. */
export function readRow(list: ReleaseList, cells: Cells) {
  const { row, filled, values, loans, createdAt, violations } = checkRow(list, cells);
  const { fields } = writesOf(list.resource);
  const disc = row.disc();
  const stored: Values = {
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.initial])),
    // Without a date added, the creation time counts.
    ...(fields.added_at && createdAt !== undefined && { added_at: createdAt }),
    ...values,
  };
  /** As clients would send them. */
  const attributes: Cells = Object.fromEntries(filled.filter(([name, value]) => value !== null && Object.hasOwn(values, name)));
  const clues: Clues = { ...row.clues, ...factsOf(disc) };
  return { clues, disc, values: stored, loans, createdAt, discName: discNamedIn(cells), attributes, violations };
}

export type FileRow = ReturnType<typeof readRow>;

/** The attributes of a row and what is wrong with them. */
export function checkRow(list: ReleaseList, cells: Cells) {
  const row = isDiscogsRow(cells) ? withOwnColumns(readDiscogs(list.name, cells), cells) : readOwn(cells);
  const { fields } = writesOf(list.resource);
  // An empty cell is no value, so non-null attributes keep their default.
  const filled = Object.entries(row.attributes).filter(([name, value]) => value !== null || fields[name]?.initial === null);
  const { values, violations: broken } = readAttributes(list.resource, Object.fromEntries(filled));
  const { loans, violations: brokenLoans } = loansOfRow(list.name === 'collection' ? cells : {});
  const created = row.createdAt ?? null;
  const isTime = created !== null && createdAtField.isAllowed(created);
  const violations = [
    ...(cells[beyondHeader] === undefined ? [] : [violation(beyondHeader, message('value_beyond_header'))]),
    ...(row.violations ?? []),
    ...broken,
    ...brokenLoans,
    ...(created === null || isTime ? [] : [violation('created_at', createdAtField.expected)]),
  ];
  if (violations.length === 0 && namesNothing(row)) violations.push(violation(namedDisc, message('disc_not_named')));
  return { row, filled, values, loans, createdAt: isTime ? (createdAtField.toStored(created) as string) : undefined, violations };
}

/** The loans of a row, as stored, and what is wrong with them. */
function loansOfRow(cells: Cells): { readonly loans: readonly Values[]; readonly violations: readonly Violation[] } {
  const { lent_to: borrower, lent_on, due_on, loans: all } = cells;
  if (all === undefined) return borrower ? loanOfRow({ borrower, lent_on: lent_on || null, due_on: due_on || null }) : none;
  if (!Array.isArray(all)) return { loans: [], violations: [violation('loans', message('invalid_list'))] };
  const { readable, unreadable } = separateLoans(all);
  return {
    loans: readable.map(({ loan }) => loan),
    violations: unreadable.slice(0, 1).map(({ problem }) => violation('loans', problem)),
  };
}

/** The loans of a list that a copy can have, at most one of them open, and the others with the reason. */
export function separateLoans(all: readonly unknown[]) {
  const readable: { readonly cells: unknown; readonly loan: Values }[] = [];
  const unreadable: { readonly cells: unknown; readonly problem: Message }[] = [];
  for (const cells of all) {
    const { loans, violations } = loanOfRow(typeof cells === 'object' && cells !== null ? (cells as Cells) : {});
    const [loan, isLentTwice] = [loans[0], loans[0]?.returned_on === null && readable.some(({ loan }) => loan.returned_on === null)];
    if (loan && !isLentTwice) readable.push({ cells, loan });
    else unreadable.push({ cells, problem: violations[0]?.problem ?? message('copy_lent') });
  }
  return { readable, unreadable };
}

const none = { loans: [], violations: [] };

function loanOfRow(cells: Cells) {
  const { values, violations } = readAttributes(loanResource, cells);
  const loan = loanOf(values);
  const hasBorrower = values.borrower !== undefined;
  const unnamed = violation('lent_to', message('wrong_length', { min: 1, max: longestBorrower }));
  const wrong = !hasBorrower ? [unnamed] : violations.length > 0 ? violations : loanViolations(loan);
  return { loans: wrong.length > 0 ? [] : [loan], violations: wrong };
}

/** Columns of the known formats that name the disc. */
const nameColumns: Readonly<Record<keyof RowOutcome['said'], readonly string[]>> = {
  id: ['release_id'],
  title: ['release_title', 'Title'],
  artist: ['artist_credit', 'Artist'],
  label: ['label', 'Label'],
  catalog_number: ['catalog_number', mark],
  barcode: ['barcode'],
  format: ['Format', 'format', 'format_type'],
  released: ['year', 'Released'],
};

/** How a file names the disc of a row, for reports. */
export function discNamedIn(cells: Cells): RowOutcome['said'] {
  const named = Object.entries(nameColumns).flatMap(([name, known]) => {
    // Discogs writes 0 for an unknown year.
    const isNone = (cell: unknown) => cell === '' || (name === 'released' && Number(cell) === 0);
    const value = known
      .map((column) => cells[column])
      .find((cell) => (typeof cell === 'string' || typeof cell === 'number') && !isNone(cell));
    return value === undefined ? [] : [[name, String(value)]];
  });
  return Object.fromEntries(named);
}

const factsOf = ({ artist, labels, formats, date }: DescribedRow): Pick<Clues, 'artist' | 'labels' | 'formats' | 'year'> => ({
  artist,
  labels: labels.flatMap(({ name }) => name ?? []),
  formats: formats.map(({ type }) => type),
  year: date === undefined ? undefined : Number(date.slice(0, 4)),
});

/** Rows that identify no disc can never match. */
const namesNothing = ({ clues: { id, discogsId, barcode, catalogNumbers, title } }: RowValues): boolean =>
  [id, discogsId, barcode, title, ...catalogNumbers].every((clue) => clue === undefined || clue === '');

const releases = reference(() => '/api/releases');

function readOwn(cells: Cells): RowValues {
  const { release_id, release_title, barcode, catalog_number, created_at, format, purchase_price, current_value } = cells;
  const [number, price, value] = [catalog_number, purchase_price, current_value].map(textOf);
  // It is paid when it arrives.
  const isAgreed = cells.status === 'ordered' && textOf(cells.order_price_cents) === undefined;
  const attributes: Record<string, unknown> = {
    ...(textOf(format) !== undefined && { format_type: formatTypeOf(String(format)) }),
    ...(price !== undefined && amountAttributes(price, cells, [isAgreed ? 'order_price_cents' : 'purchase_price_cents', 'currency'])),
    ...(value !== undefined && amountAttributes(value, cells, ['current_value_cents', 'value_currency'])),
  };
  for (const [name, value] of Object.entries(cells)) if (!notColumns.has(name)) attributes[name] = meant(name, value);
  return {
    clues: { ...readId(release_id), barcode: textOf(barcode), catalogNumbers: number ? [number] : [], title: textOf(release_title) },
    disc: () => discOf(cells),
    attributes,
    createdAt: created_at,
    violations: isId(release_id) ? [] : [violation('release_id', message('invalid_disc_reference'))],
  };
}

/** Columns that somebody added to a file of Discogs, by our names. */
function withOwnColumns(row: RowValues, cells: Cells): RowValues {
  const own = readOwn(Object.fromEntries(Object.entries(cells).filter(([name]) => /^[a-z_]+$/.test(name) && name !== 'release_id')));
  return {
    ...row,
    clues: { ...row.clues, barcode: own.clues.barcode },
    disc: () => {
      const { barcode, country } = own.disc();
      return { ...row.disc(), barcode, country };
    },
    attributes: { ...row.attributes, ...own.attributes },
  };
}

/** An invalid amount stays text, to be rejected. */
function amountAttributes(text: string, cells: Cells, [amount, currency]: readonly [string, string]): Cells {
  const price = priceOfCells(text, cells[currency]);
  if ('kind' in price) return { [amount]: text };
  return { [amount]: price.amount, ...(price.currency !== undefined && { [currency]: price.currency }) };
}

const discOf = ({
  release_id,
  release_title,
  artist_credit,
  label,
  catalog_number,
  barcode,
  year,
  country,
  format_type,
  format,
  disc_count,
}: Cells): DescribedRow => {
  const lined = (value: unknown, maximum = shortText) => oneLine(textOf(value) ?? '', maximum);
  const [name, number, code] = [lined(label), lined(catalog_number), lined(country)?.toUpperCase()];
  return {
    ...readId(release_id),
    title: textOf(release_title),
    artist: lined(artist_credit, longestArtistLine),
    labels: (name ?? number) === undefined ? [] : [{ name, number }],
    formats: isFormatType(format_type)
      ? [{ type: format_type, quantity: discCountOf(disc_count) ?? 1, descriptions: [] }]
      : withDiscCount(formatsOfCell(textOf(format) ?? ''), discCountOf(disc_count)),
    date: dateOfCell(textOf(year) ?? ''),
    country: code !== undefined && /^[A-Z]{2}$/.test(code) ? code : undefined,
    barcode: lined(barcode),
  };
};

/** Of several formats, it says nothing of each. */
const withDiscCount = (formats: DiscFormat[], count: number | undefined): DiscFormat[] =>
  formats.map((format) => (formats.length === 1 && format.quantity === 1 ? { ...format, quantity: count ?? 1 } : format));

export const discCountOf = (cell: unknown): number | undefined => {
  const count = /^0*([1-9]\d?)(?:[.,]0)?(?:\s?\p{L}+)?$/u.exec(String(cell ?? '').trim())?.[1];
  return count === undefined ? undefined : Number(count);
};

const isFormatType = (value: unknown): value is FormatType => formatTypes.words.some((word) => word === value);

/** Accepts grades as sellers write them, and days as spreadsheets do. */
function meant(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (name === 'status') return ownershipOf(value) ?? value;
  if (isDay(name)) return dayOfCell(value) ?? value;
  return name === 'condition' || name === 'sleeve_condition' ? (gradeOf(value) ?? value) : value;
}

const discogsNumber = /^\d{1,16}$/;

/** Discogs ids; 0 means none. */
const givenNumber = /^0*([1-9]\d{0,14})$/;

const idOf = (cell: unknown): string => releases.read(String(cell).trim()) as string;

const isId = (cell: unknown): boolean =>
  cell === undefined || cell === null || cell === '' || uuidPattern.test(idOf(cell)) || discogsNumber.test(idOf(cell));

function readId(cell: unknown): { id?: string; discogsId?: string } {
  if (cell === undefined || cell === null) return {};
  const id = idOf(cell);
  if (fits(releases.schema, id)) return { id: id.toLowerCase() };
  const number = givenNumber.exec(id)?.[1];
  return number === undefined ? {} : { discogsId: number };
}

/** Spreadsheets turn barcodes into numbers. */
const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text;
};
