import { isPartialDate } from '../../../database/partial-date';

/**
 * `YYYY`, `YYYY-MM-DD` and what lies between; a month or day of 00 or "??" is not known, and one of no calendar is left
 * out.
 */
export function partialDateOf(text: string | undefined): string | undefined {
  const [, year, month, day] = /^\s*(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?/.exec(text ?? '') ?? [];
  if (year === undefined) return undefined;
  const parts = [year, month?.padStart(2, '0'), day?.padStart(2, '0')];
  const candidates = [3, 2, 1].map((count) => parts.slice(0, count)).filter((some) => !some.includes(undefined) && !some.includes('00'));
  return candidates.map((some) => some.join('-')).find(isPartialDate);
}
