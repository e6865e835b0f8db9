import type { Violation } from '../../api/write/write';
import type { Clues } from '../../matching/described-releases';
import { readAmount } from '../../store/values/currencies';
import { isDate, isPartialDate } from '../../store/values/dates';
import { fold } from '../../store/values/folding';
import type { Disc } from '../provisional/disc';

export type Cells = Readonly<Record<string, unknown>>;

/** A disc as a row describes it: the title may be missing or too long. */
export type DescribedRow = Omit<Disc, 'title'> & { readonly title: string | undefined };

/** What a row says, in any format, before validation. */
export interface RowValues {
  readonly clues: Clues;
  readonly disc: DescribedRow;
  readonly attributes: Cells;
  readonly createdAt?: unknown;
  readonly violations?: readonly Violation[];
  /** Columns that are not read. */
  readonly ignored?: readonly string[];
}

/** How a file names the disc of a row, for reports. */
export interface DiscName {
  /** Its id in the catalog that wrote the file. */
  readonly id?: string;
  readonly title?: string;
  readonly artist?: string;
  readonly label?: string;
  readonly catalog_number?: string;
  readonly barcode?: string;
  readonly format?: string;
  readonly released?: string;
}

/** Columns of the known formats, by our name. */
const columns: Readonly<Record<keyof DiscName, readonly string[]>> = {
  id: ['release_id'],
  title: ['release_title', 'Title'],
  artist: ['artist_credit', 'Artist'],
  label: ['label', 'Label'],
  catalog_number: ['catalog_number', 'Catalog#'],
  barcode: ['barcode'],
  format: ['Format', 'format', 'format_type'],
  released: ['year', 'Released'],
};

export function discNamedIn(cells: Cells): DiscName {
  const named = Object.entries(columns).flatMap(([name, known]) => {
    const value = known
      .map((column) => cells[column])
      .find((cell) => (typeof cell === 'string' || typeof cell === 'number') && cell !== '' && !isNoYear(name, cell));
    return value === undefined ? [] : [[name, String(value)]];
  });
  return Object.fromEntries(named);
}

/** Discogs writes 0 for an unknown year. */
const isNoYear = (name: string, cell: string | number): boolean => name === 'released' && Number(cell) === 0;

/**
 * Parses "1975", "1975-05-00", "1975-05-01", "May 1975", "5/1975" and days as {@link daysOfCell}; of other text, the year, but
 * not of "1970s".
 * @returns undefined for 0 and invalid dates
 */
export function dateOfCell(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^\s*(\d{4})(-\d\d)?(-\d\d)?(?:$|[T\s])/.exec(text) ?? [];
  const [yearWithin = ''] = /(?<!\d|ann[ée]es )(?:18[789]|19\d|20\d)\d(?!\d|['’]?s|-?er)/i.exec(text) ?? [];
  return [year + month + day, year + month, year, dayOfCell(text) ?? '', monthOfCell(text), yearWithin].find(isPartialDate);
}

function monthOfCell(text: string): string {
  const [, month = '', year = ''] = /^(\p{L}{3,}|\d\d?)[./ ]+(\d{4})$/u.exec(text.trim()) ?? [];
  return `${year}-${numberOfMonth(month)}`;
}

/** English, German and French; abbreviations have at least three letters. */
const months = (
  'january,januar,janvier february,februar,fevrier march,marz,maerz,mrz,mars april,avril may,mai june,juni,juin july,juli,juillet ' +
  'august,aout september,septembre october,oktober,octobre november,novembre december,dezember,decembre'
)
  .split(' ')
  .map((names) => names.split(','));

const days = [
  /^(?:(?:le|am) )?(?<day>\d\d?)(?:er|st|nd|rd|th)?[. -]+(?<month>\p{L}{3,})[. -]+(?<year>\d{4})$/iu,
  /^(?<month>\p{L}{3,})[. ]+(?<day>\d\d?),? +(?<year>\d{4})$/u,
  /^(?<year>\d{4})[/.](?<month>\d\d?)[/.](?<day>\d\d?)$/,
  /^(?<day>\d\d?)[/.-](?<month>\d\d?)[/.-](?<year>\d{4})$/,
  /^(?<month>\d\d?)(?:[/-]|\.(?=1[3-9]|[23]\d))(?<day>\d\d?)[/.-](?<year>\d{4})$/,
];

/** All readings of a day: "01.05.1975", "1975/5/1", "1 May 1975" and "May 1, 1975" have one, "5/1/1975" has two. */
export function daysOfCell(text: string): string[] {
  const read = days.map((day) => day.exec(text.trim())?.groups ?? {});
  const all = read.map(({ year, month = '', day = '' }) => `${year}-${numberOfMonth(month)}-${day.padStart(2, '0')}`);
  return [...new Set(all.filter(isDate))];
}

/** A day that has one reading. */
export function dayOfCell(text: string): string | undefined {
  const [day, ...others] = daysOfCell(text);
  return others.length > 0 ? undefined : day;
}

/** Two digits, of a number or name. */
function numberOfMonth(month: string): string {
  const named = months.findIndex((names) => names.some((name) => name.startsWith(fold(month))));
  return (/\d/.test(month) ? month : String(named + 1)).padStart(2, '0');
}

/** Column of a value beyond the header. */
export const beyondHeader = 'beyond_header';

const signs: Readonly<Record<string, string>> = { '€': 'EUR', euro: 'EUR', euros: 'EUR', $: 'USD', '£': 'GBP', '¥': 'JPY' };

interface PriceFault {
  readonly kind: 'no_amount' | 'unclear_amount' | 'unclear_currency';
  readonly readings?: readonly string[];
}

/** "USD 1,234,567,890.00 USD", with room for blanks. */
const longestPrice = 100;

/** Parses "12.50", "12,50 €", "12 € 50", "5 euros" and "USD 1,234.50". The currency may have a column of its own. */
export function priceOfCells(
  price: string,
  column: unknown,
): { readonly amount: number; readonly currency: string | undefined } | PriceFault {
  if (price.length > longestPrice) return { kind: 'no_amount' };
  const text = price.trim().replace(/^(\d+) ?€ ?(\d\d)$/, '$1,$2 €');
  const [, before, rest = ''] = /^([€$£¥]|[A-Z]{3})?\s*(\d.*)$/.exec(text) ?? [];
  const [after] = /(?:[€$£¥]|[A-Z]{3}|euros?)$/.exec(rest) ?? [];
  const digits = rest.slice(0, rest.length - (after?.length ?? 0)).trim();
  const sign = before ?? after;
  const signed = sign === undefined ? undefined : (signs[sign] ?? sign);
  const currency = typeof column === 'string' && /^[A-Z]{3}$/.test(column) ? column : signed;
  if (signed !== undefined && currency !== undefined && signed !== currency && sign !== signOf(currency))
    return { kind: 'unclear_currency', readings: [signed, currency] };
  const amount = readAmount(digits, currency ?? null);
  if (amount === undefined) return { kind: 'no_amount' };
  return typeof amount === 'number' ? { amount, currency } : { kind: 'unclear_amount', readings: amount };
}

/** Separates a heading from a currency after it: "Preis (€)", "Price in USD". */
export function splitHeading(heading: string): { readonly name: string; readonly currency?: string } {
  const bare = heading.replace(/[)\]]$/, '').trimEnd();
  const [sign = ''] = /(?:[€$£¥]|(?<=[\s([])[A-Z]{3})$/.exec(bare) ?? [];
  const currency = signs[sign] ?? sign;
  if (!currencies.has(currency)) return { name: heading };
  const before = bare.slice(0, -sign.length).replace(/(?<![\s([])[\s([]+$/, '');
  return { name: before.replace(/ in$/, ''), currency };
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** `$` for dollars of any country. */
const signOf = (currency: string): string | undefined =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value;

// Lists in a CSV cell: separated by commas, or as JSON if an element would be ambiguous.

export function writeTexts(texts: readonly string[]): string {
  const joined = texts.join(', ');
  return joined.startsWith('[') || texts.some((text) => text.includes(',')) ? JSON.stringify(texts) : joined;
}

/** A cell that starts like a JSON list but is none is taken as text. */
export function readTexts(cell: string): unknown {
  if (cell.startsWith('[')) {
    try {
      return JSON.parse(cell);
    } catch {
      return cell;
    }
  }
  return cell
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
}
