/**
 * Completed years between partial dates such as `1911-06`; undefined if ambiguous. People born on 29 February complete a year on
 * 1 March in other years.
 */
export function ageAt(born: string, died: string): number | undefined {
  const least = completedYears(lastDayOf(born), firstDayOf(died));
  const most = completedYears(firstDayOf(born), lastDayOf(died));
  // Death never precedes birth, whatever partial dates allow.
  return most >= 0 && Math.max(0, least) === most ? most : undefined;
}

export const yearOfDate = (date: string | null | undefined): number | null => (date ? Number(date.slice(0, 4)) : null);

interface Day {
  readonly year: number;
  /** Ordered number of month and day. */
  readonly ofYear: number;
}

const completedYears = (from: Day, to: Day): number => to.year - from.year - (to.ofYear < from.ofYear ? 1 : 0);

function firstDayOf(date: string): Day {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return { year, ofYear: month * 100 + day };
}

function lastDayOf(date: string): Day {
  const [year = 0, month = 12, day = daysOf(year, month)] = date.split('-').map(Number);
  return { year, ofYear: month * 100 + day };
}

function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}
