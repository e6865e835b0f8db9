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
  /** The longer half of reading. */
  readonly disc: () => DescribedRow;
  readonly attributes: Cells;
  readonly createdAt?: unknown;
  readonly violations?: readonly Violation[];
}

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

/** In six languages. */
const months =
  'january,januar,janvier,enero,gennaio,januari february,februar,fevrier,febrero,febbraio,februari ' +
  'march,marz,maerz,mrz,mars,marzo,maart april,avril,abril,aprile may,mai,mayo,maggio,mei june,juni,juin,junio,giugno ' +
  'july,juli,juillet,julio,luglio august,aout,agosto,augustus september,septembre,septiembre,settembre ' +
  'october,oktober,octobre,octubre,ottobre november,novembre,noviembre december,dezember,decembre,diciembre,dicembre';

/** Months by name and abbreviations, which have at least three letters; of those of two months, the first. */
const monthNumbers = new Map(
  months
    .split(' ')
    .flatMap((names, month) =>
      names.split(',').flatMap((name) => Array.from(name, (_, end) => [name.slice(0, end + 1), month + 1] as const)),
    )
    .toReversed(),
);

const days = [
  /^(?:(?:le|am) )?(?<day>\d\d?)(?:er|st|nd|rd|th|º)?[. -]+(?:de )?(?<month>\p{L}{3,})[. -]+(?:de )?(?<year>\d{4})$/iu,
  /^(?<month>\p{L}{3,})[. ]+(?<day>\d\d?),? +(?<year>\d{4})$/u,
  /^(?<year>\d{4})[/.](?<month>\d\d?)[/.](?<day>\d\d?)$/,
  /^(?<day>\d\d?)[/.-](?<month>\d\d?)[/.-](?<year>\d{4})$/,
  /^(?<month>\d\d?)(?:[/-]|\.(?=1[3-9]|[23]\d))(?<day>\d\d?)[/.-](?<year>\d{4})$/,
];

/** All readings of a day: "01.05.1975", "1975/5/1", "1 May 1975" and "May 1, 1975" have one, "5/1/1975" has two. */
export function daysOfCell(text: string): string[] {
  const plain = text.trim();
  // Most are years or as in ISO 8601.
  if (!/\D\d{4}$|^\d{4}[/.]/.test(plain)) return [];
  const all = days.flatMap((pattern) => {
    const { year, month = '', day = '' } = pattern.exec(plain)?.groups ?? {};
    return year === undefined ? [] : [`${year}-${numberOfMonth(month)}-${day.padStart(2, '0')}`];
  });
  return [...new Set(all.filter(isDate))];
}

/**
 * A day that has one reading.
 * @param isDayFirst decides between two readings
 */
export function dayOfCell(text: string, isDayFirst?: boolean): string | undefined {
  const days = daysOfCell(text);
  return days.length === 1 ? days[0] : isDayFirst === undefined ? undefined : days[isDayFirst ? 0 : 1];
}

const timeOfDay = /^(.*?\d)[ ,T]+(\d\d?):(\d\d)(?::(\d\d))?(?:\.\d+)?(?: ?([AP])\.?M\.?)?$/i;

/** A day with or without a time, which is taken as UTC: "Jun 02, 2019 10:22:33", "4/29/2017 9:30:47 AM". */
export function momentOfCell(text: string, isDayFirst?: boolean): string | undefined {
  const [, date = text, hour = '', minute = '00', second = '00', half = ''] = timeOfDay.exec(text.trim()) ?? [];
  const day = /^\d{4}-\d\d-\d\d$/.test(date) ? date : dayOfCell(date, isDayFirst);
  if (day === undefined || hour === '') return day;
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
  return `${day}T${String(hours).padStart(2, '0')}:${minute}:${second}Z`;
}

/** The order that a day such as 13/8/2019 shows. */
export function dayOrderOf(text: string): 'day' | 'month' | undefined {
  const [, first = '', second = ''] = /^(\d\d?)[/-](\d\d?)[/-]\d{4}(?!\d)/.exec(text) ?? [];
  const isDayFirst = Number(first) > 12;
  if (isDayFirst === Number(second) > 12 || daysOfCell(text.split(/[ T,]/, 1)[0] ?? '').length !== 1) return undefined;
  return isDayFirst ? 'day' : 'month';
}

/**
 * Parses "4", "4,5", "3½", "8/10", "4 of 5", "80 %", "★★★★☆" and "4 stars" as up to 5.
 * @param scale the highest rating of its column
 * @returns null for no rating, undefined for text that is none
 */
export function ratingOfCell(text: string, scale: number): number | null | undefined {
  const plain = text.trim().replace(',', '.').replace(/ ?½/, '.5');
  const [stars] = /^[★⭐*]{0,5}[☆✩✰]{0,5}$/u.exec(plain.replaceAll('\ufe0f', '')) ?? [];
  if (plain !== '' && stars !== undefined) return [...stars].filter((star) => '★⭐*'.includes(star)).length || null;
  const [, value = '', percent, maximum] =
    /^(\d{1,3}(?:\.\d+)?)\s*(?:(%)|(?:\/|of|out of|von|sur|de|su|van)\s*(\d{1,3})|\p{L}*)$/iu.exec(plain) ?? [];
  if (value === '') return undefined;
  const rating = (Number(value) / (percent ? 100 : Number(maximum ?? scale))) * 5;
  return rating === 0 ? null : rating <= 5 ? rating : undefined;
}

/** Two digits, of a number or name. */
const numberOfMonth = (month: string): string => (/\d/.test(month) ? month : String(monthNumbers.get(fold(month)) ?? 0)).padStart(2, '0');

/** Column of a value beyond the header. */
export const beyondHeader = 'beyond_header';

const signs: Readonly<Record<string, string>> = {
  ...{ '€': 'EUR', euro: 'EUR', euros: 'EUR', Euro: 'EUR', $: 'USD', US$: 'USD', A$: 'AUD', C$: 'CAD', '£': 'GBP' },
  ...{ '¥': 'JPY', 円: 'JPY', yen: 'JPY', '₩': 'KRW', zł: 'PLN', Kč: 'CZK', 'Fr.': 'CHF', SFr: 'CHF' },
};

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

const sign = '(?:US\\$|A\\$|C\\$|[€$£¥円₩]|[A-Z]{3}|[Ee]uros?|yen|zł|Kč|Fr\\.|SFr)';
const signBefore = new RegExp(`^(${sign})?\\s*(\\d.*)$`, 'u');
const signAfter = new RegExp(`${sign}$`, 'u');

/** The currency in a price. */
export function currencyOf(price: string): string | undefined {
  const text = price.trim();
  if (text.length > longestPrice || !/\d/.test(text)) return undefined;
  const written = signBefore.exec(text)?.[1] ?? signAfter.exec(text)?.[0];
  return written === undefined ? undefined : (signs[written] ?? (currencies.has(written) ? written : undefined));
}

interface PriceFault {
  readonly kind: 'no_amount' | 'unclear_amount' | 'unclear_currency';
  readonly readings?: string[];
}

/** "USD 1,234,567,890.00 USD", with room for blanks. */
const longestPrice = 100;

/** Parses "12.50", "12,- €", "12,50 €", "2548円", "12 € 50", "5 euros" and "USD 1,234.50". The currency may have a column of its own. */
export function priceOfCells(
  price: string,
  column: unknown,
): { readonly amount: number; readonly currency: string | undefined } | PriceFault {
  if (price.length > longestPrice) return { kind: 'no_amount' };
  const text = price
    .normalize('NFKC')
    .trim()
    .replace(/^(\d+) ?€ ?(\d\d)$/, '$1,$2 €')
    // "12,-": no cents.
    .replace(/(?<=\d)[,.][-–—]+/, '');
  const [, before, rest = ''] = signBefore.exec(text) ?? [];
  const [after] = signAfter.exec(rest) ?? [];
  const digits = rest.slice(0, rest.length - (after?.length ?? 0)).trim();
  const written = before ?? after;
  const signed = written === undefined ? undefined : (signs[written] ?? written);
  const currency = typeof column === 'string' && /^[A-Z]{3}$/.test(column) ? column : signed;
  if (signed !== undefined && currency !== undefined && signed !== currency && written !== signOf(currency))
    return { kind: 'unclear_currency', readings: [signed, currency] };
  const amount = readAmount(digits, currency ?? null);
  if (amount === undefined) return { kind: 'no_amount' };
  return typeof amount === 'number' ? { amount, currency } : { kind: 'unclear_amount', readings: [...amount] };
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
