import { isPartialDate } from '../../store/values/partial-date';

/** The date that files write: "1975", "1975-05-00", "1975-05-01"; of "May 1, 1975" the year. `undefined` for 0, and for what is none. */
export function dateOf(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^\s*(\d{4})(-\d\d)?(-\d\d)?(?:$|[T\s])/.exec(text) ?? [];
  const [yearWithin = ''] = /(?<!\d)(?:18[789]|19\d|20\d)\d(?!\d)/.exec(text) ?? [];
  return [year + month + day, year + month, year, yearWithin].find(isPartialDate);
}
