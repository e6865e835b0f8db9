import { isPartialDate } from '../../../store/values/partial-date';
import { isObject, number, text } from '../shared/json';

/** Precisions of times that a catalog has a place for. Less precise ones are decades and centuries. */
const yearPrecision = 9;
const monthPrecision = 10;

/** Russia used it until 1918, Greece until 1923: a day in it is another day for everybody else. */
const julianCalendar = /\/Q1985786$/;

/**
 * A time as a partial date of the Gregorian calendar, as precise as it is: `+1931-04-18T00:00:00Z` with the precision 11 is
 * a day. `undefined` for what is before the year 1 or after 9999, and for what is none.
 */
export function dateOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const [, year = '', month = '', day = ''] = /^\+0*(\d{4})-(\d\d)-(\d\d)T/.exec(text(value, 'time') ?? '') ?? [];
  const precision = number(value, 'precision') ?? 0;
  if (precision < yearPrecision) return undefined;
  const parts = [year, month, day].slice(0, precision - yearPrecision + 1);
  const date = parts.join('-');
  if (!isPartialDate(date)) return undefined;
  return precision > monthPrecision && julianCalendar.test(text(value, 'calendarmodel') ?? '') ? gregorianOf(date) : date;
}

/** The same day by the Gregorian calendar: as many days later as leap years of full centuries it leaves out. */
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

/** The longest film runs for 857 hours, and a wrong unit is more common. */
const mostMinutes = 60_000;

/** A length in whole minutes, at least one; `undefined` for one of another unit, and for what is none. */
export function wholeMinutesOf(value: unknown): number | undefined {
  if (!isObject(value)) return undefined;
  const factor = minutesOf[/\/(Q\d+)$/.exec(text(value, 'unit') ?? '')?.[1] ?? ''];
  const amount = Number(text(value, 'amount') ?? Number.NaN);
  if (factor === undefined || !(amount > 0)) return undefined;
  const minutes = Math.max(1, Math.round(amount * factor));
  return minutes <= mostMinutes ? minutes : undefined;
}
