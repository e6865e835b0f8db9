/** Partial date: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
export const partialDatePattern = '^\\d{4}(-\\d{2}(-\\d{2})?)?$';

const shape = new RegExp(partialDatePattern);

/** Whether a text is a valid partial date; `1950-13`, `2023-02-29` and year 0000 are not. */
export function isPartialDate(text: string): boolean {
  if (!shape.test(text)) return false;
  const [year, month, day] = partsOf(text);
  if (year === 0) return false;
  if (month !== undefined && (month < 1 || month > 12)) return false;
  return day === undefined || (day >= 1 && day <= daysOf(year, month as number));
}

/** Whether a text is a valid full date. */
export function isDate(text: string): boolean {
  return text.length === 10 && isPartialDate(text);
}

/** RFC 3339, section 5.6: the offset is mandatory. */
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Whether a text is a valid timestamp with a UTC offset. */
export function isDateTime(text: string): boolean {
  return moment.test(text) && isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
}

/** First day of a partial date, as `YYYY-MM-DD`. */
export function firstDay(date: string): string {
  return date + '-01-01'.slice(date.length - 4);
}

/** Last day of a partial date, as `YYYY-MM-DD`. */
export function lastDay(date: string): string {
  if (date.length === 10) return date;
  const [year, month] = partsOf(date);
  return month === undefined ? `${date}-12-31` : `${date}-${daysOf(year, month)}`;
}

function partsOf(date: string): [year: number, month?: number, day?: number] {
  return date.split('-').map(Number) as [number, number?, number?];
}

function daysOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Timestamp as stored and shown: ISO 8601 in UTC to the millisecond, so that text order is time order. */
export function timestamp(at: Date | number): string {
  return new Date(at).toISOString().replace('Z', '+00:00');
}

/** Current {@link timestamp}. */
export function now(): string {
  return timestamp(new Date());
}

/** Day of a moment in UTC. */
export const dayOf = (at: Date | number): string => new Date(at).toISOString().slice(0, 10);

export const dayMilliseconds = 86_400_000;

/** The first time zone to reach a day is UTC+14. */
export const mostAheadMilliseconds = 14 * 3_600_000;

/** The latest day anywhere on Earth. */
export const latestDay = (): string => dayOf(Date.now() + mostAheadMilliseconds);
