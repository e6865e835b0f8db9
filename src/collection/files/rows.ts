import { fits, uuidPattern } from '../../api/schema/checks';
import { reference } from '../../api/schema/parameters';
import { readAttributes, type Violation, violation, writesOf } from '../../api/write/write';
import { oneLine } from '../../catalog/tracks/one-line';
import { type FormatType, formatTypes } from '../../catalog/vocabularies/vocabularies';
import type { Clues } from '../../matching/described-releases';
import { message } from '../../messages/message';
import type { Values } from '../../store/database/sql';
import { moment } from '../items/fields';
import { longestArtistLine } from '../provisional/limits';
import {
  beyondHeader,
  type Cells,
  type DescribedRow,
  type DiscName,
  dateOfCell,
  dayOfCell,
  discNamedIn,
  priceOfCells,
  type RowValues,
} from './cells';
import { formatsOfCell, formatTypeOf, gradeOf, ownershipOf } from './columns';
import { isDiscogsRow, mark, readDiscogs } from './discogs';
import { type Fault, faultOf, isDay, namedDisc } from './faults';
import { type ReleaseList, releaseColumns, timeColumns } from './lists';

export interface FileRow {
  readonly clues: Clues;
  readonly disc: DescribedRow;
  /** As stored, with every field of the list. */
  readonly values: Values;
  readonly createdAt: string | undefined;
  readonly discName: DiscName;
  /** Attributes as clients would send them. */
  readonly given: Cells;
  readonly violations: readonly Violation[];
  /** Faults in terms of the file, in order. */
  readonly faults: readonly Fault[];
  /** Unknown columns. */
  readonly ignored: readonly string[];
}

const createdAtField = moment();
const notColumns = new Set<string>([...releaseColumns, ...timeColumns, 'format', 'purchase_price', beyondHeader]);

/** Removes empty cells. Discogs rows keep their marker column, which identifies the format. */
export function withValues(cells: Cells): Cells {
  const isForeign = isDiscogsRow(cells);
  return Object.fromEntries(
    Object.entries(cells).filter(([name, value]) => value !== null && (value !== '' || !isForeign || name === mark)),
  );
}

/** Parses a row of our files, or of Discogs', which has known columns. */
export function readRow(list: ReleaseList, cells: Cells): FileRow {
  const row = isDiscogsRow(cells) ? readDiscogs(list, cells) : readOwn(cells);
  const { fields } = writesOf(list.resource);
  // An empty cell is no value, so non-null attributes keep their default.
  const given = Object.entries(row.attributes).filter(([name, value]) => value !== null || fields[name]?.initial === null);
  const { values, violations, ignored } = readAttributes(list.resource, Object.fromEntries(given));
  const initial = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.initial]));
  const created = readCreatedAt(row.createdAt);
  const beyond = cells[beyondHeader] === undefined ? [] : [violation(beyondHeader, message('value_beyond_header'))];
  const ofCells = [...beyond, ...(row.violations ?? []), ...violations, ...created.violations];
  const broken = ofCells.length === 0 && namesNothing(row) ? [nothingNamed] : ofCells;
  return {
    clues: { ...row.clues, ...factsOf(row.disc) },
    disc: row.disc,
    // Without a date added, the creation time counts.
    values: { ...initial, ...(fields.added_at && created.value !== undefined && { added_at: created.value }), ...values },
    createdAt: created.value,
    discName: discNamedIn(cells),
    given: Object.fromEntries(given.filter(([name, value]) => value !== null && Object.hasOwn(values, name))),
    violations: broken,
    faults: broken.map((one) => faultOf(one, cells)),
    ignored: [...ignored, ...(row.ignored ?? [])],
  };
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

const nothingNamed = violation(namedDisc, message('disc_not_named'));

function readCreatedAt(given: unknown): { value?: string; violations: Violation[] } {
  if (given === undefined || given === null) return { violations: [] };
  if (createdAtField.isAllowed(given)) return { value: createdAtField.toStored(given) as string, violations: [] };
  return { violations: [violation('created_at', createdAtField.expected)] };
}

const releases = reference(() => '/api/releases');

function readOwn(cells: Cells): RowValues {
  const { release_id, release_title, barcode, catalog_number, created_at, format, purchase_price } = cells;
  const [number, price] = [catalog_number, purchase_price].map(textOf);
  const attributes = {
    ...(textOf(format) !== undefined && { format_type: formatTypeOf(String(format)) }),
    ...(price !== undefined && priceAttributes(price, cells.currency)),
    ...Object.fromEntries(Object.entries(cells).flatMap(([name, value]) => (notColumns.has(name) ? [] : [[name, meant(name, value)]]))),
  };
  return {
    clues: { ...readId(release_id), barcode: textOf(barcode), catalogNumbers: number ? [number] : [], title: textOf(release_title) },
    disc: discOf(cells),
    attributes,
    createdAt: created_at,
    violations: isId(release_id) ? [] : [violation('release_id', message('invalid_disc_reference'))],
  };
}

/** An invalid price stays text, to be rejected. */
function priceAttributes(text: string, column: unknown): Cells {
  const price = priceOfCells(text, column);
  if ('kind' in price) return { purchase_price_cents: text };
  return { purchase_price_cents: price.amount, ...(price.currency !== undefined && { currency: price.currency }) };
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
}: Cells): DescribedRow => {
  const lined = (value: unknown, maximum?: number) => oneLine(textOf(value) ?? '', maximum);
  const [name, number, code] = [lined(label), lined(catalog_number), lined(country)?.toUpperCase()];
  return {
    ...readId(release_id),
    title: textOf(release_title),
    artist: lined(artist_credit, longestArtistLine),
    labels: (name ?? number) === undefined ? [] : [{ name, number }],
    formats: isFormatType(format_type) ? [{ type: format_type, quantity: 1, descriptions: [] }] : formatsOfCell(textOf(format) ?? ''),
    date: dateOfCell(textOf(year) ?? ''),
    country: code !== undefined && /^[A-Z]{2}$/.test(code) ? code : undefined,
    barcode: lined(barcode),
  };
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

const idOf = (given: unknown): string => releases.read(String(given).trim()) as string;

const isId = (given: unknown): boolean =>
  given === undefined || given === null || given === '' || uuidPattern.test(idOf(given)) || discogsNumber.test(idOf(given));

function readId(given: unknown): { id?: string; discogsId?: string } {
  if (given === undefined || given === null) return {};
  const id = idOf(given);
  if (fits(releases.schema, id)) return { id: id.toLowerCase() };
  const number = givenNumber.exec(id)?.[1];
  return number === undefined ? {} : { discogsId: number };
}

/** Spreadsheets turn barcodes into numbers. */
const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text;
};
