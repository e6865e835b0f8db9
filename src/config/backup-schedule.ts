/** How many daily, weekly and monthly backups the schedule keeps. */
export interface RetentionPolicy {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

const hoursOf: Readonly<Record<string, number>> = { h: 1, d: 24, w: 168 };

/** A quarter of a year. */
const mostHours = 90 * 24;

/** Hours of `6h`, `1d` or `2w`; 0 for `off`. */
export function readInterval(value: unknown): number | undefined {
  if (value === 'off') return 0;
  const [, count, unit] = (typeof value === 'string' && /^(\d{1,3})([hdw])$/.exec(value)) || [];
  const hours = Number(count) * (hoursOf[unit ?? ''] ?? Number.NaN);
  return hours >= 1 && hours <= mostHours ? hours : undefined;
}

const nameOf: Readonly<Record<string, keyof RetentionPolicy>> = { d: 'days', w: 'weeks', m: 'months' };

/** Parses `7d` or `7d,4w,12m`. Keeps at least one backup. */
export function readKeeping(value: unknown): RetentionPolicy | undefined {
  if (typeof value !== 'string') return undefined;
  const keeping = { days: 0, weeks: 0, months: 0 };
  for (const part of value.split(',')) {
    const [, count, unit] = /^ *(\d{1,3})([dwm]) *$/.exec(part) ?? [];
    const name = nameOf[unit ?? ''];
    if (!name || keeping[name] > 0) return undefined;
    keeping[name] = Number(count);
  }
  return keeping.days + keeping.weeks + keeping.months > 0 ? keeping : undefined;
}

export const showInterval = (hours: number): string => {
  if (hours === 0) return 'off';
  return hours % 24 === 0 ? `${hours / 24}d` : `${hours}h`;
};

export const showKeeping = ({ days, weeks, months }: RetentionPolicy): string =>
  Object.entries({ d: days, w: weeks, m: months })
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => `${count}${unit}`)
    .join(',');
