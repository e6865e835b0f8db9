import { isPartialDate } from '../../../store/values/dates';
import { isObject, number, text } from '../shared/json';

/** Lowest supported time precision; decades and centuries are less precise. */
const yearPrecision = 9;
const monthPrecision = 10;

/** Used in Russia until 1918 and Greece until 1923; its dates need conversion. */
const julianCalendar = /\/Q1985786$/;

/**
 * A time as a partial Gregorian date: `+1931-04-18T00:00:00Z` with precision 11 is a day. `undefined` outside the years 1 to
 * 9999 and for invalid values.
 */
export function claimDateOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const [, year = '', month = '', day = ''] = /^\+0*(\d{4})-(\d\d)-(\d\d)T/.exec(text(value, 'time') ?? '') ?? [];
  const precision = number(value, 'precision') ?? 0;
  if (precision < yearPrecision) return undefined;
  const parts = [year, month, day].slice(0, precision - yearPrecision + 1);
  const date = parts.join('-');
  if (!isPartialDate(date)) return undefined;
  return precision > monthPrecision && julianCalendar.test(text(value, 'calendarmodel') ?? '') ? gregorianOf(date) : date;
}

/** Converts a Julian date to the Gregorian calendar. */
function gregorianOf(julian: string): string {
  const [year = 0, month = 0] = julian.split('-').map(Number);
  const since = month > 2 ? year : year - 1;
  const days = Math.floor(since / 100) - Math.floor(since / 400) - 2;
  const date = new Date(`${julian}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  const gregorian = date.toISOString().slice(0, 10);
  return isPartialDate(gregorian) ? gregorian : julian;
}

const minutesOf: Readonly<Record<string, number>> = { Q7727: 1, Q11574: 1 / 60, Q25235: 60 };

/** A whole number of at least one, without a unit. */
export function countOf(value: unknown): number | undefined {
  const amount = isObject(value) ? Number(text(value, 'amount') ?? Number.NaN) : Number.NaN;
  return Number.isInteger(amount) && amount > 0 ? amount : undefined;
}

/** The longest film runs 857 hours; longer values have a wrong unit. */
const mostMinutes = 60_000;

/** Length in whole minutes, at least one; `undefined` for other units and invalid values. */
export function wholeMinutesOf(value: unknown): number | undefined {
  if (!isObject(value)) return undefined;
  const factor = minutesOf[/\/(Q\d+)$/.exec(text(value, 'unit') ?? '')?.[1] ?? ''];
  const amount = Number(text(value, 'amount') ?? Number.NaN);
  if (factor === undefined || !(amount > 0)) return undefined;
  const minutes = Math.max(1, Math.round(amount * factor));
  return minutes <= mostMinutes ? minutes : undefined;
}
