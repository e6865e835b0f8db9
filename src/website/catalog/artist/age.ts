import { firstDay, lastDay } from '../../../store/values/dates';

/**
 * Completed years between partial dates such as `1911-06`; undefined if ambiguous. People born on 29 February complete a year on
 * 1 March in other years.
 */
export function ageAt(born: string, died: string): number | undefined {
  const least = completedYears(lastDay(born), firstDay(died));
  const most = completedYears(firstDay(born), lastDay(died));
  // Death never precedes birth, whatever partial dates allow.
  return Math.max(0, least) === most ? most : undefined;
}

export const yearOfDate = (date: string | null | undefined): number | null => (date ? Number(date.slice(0, 4)) : null);

const completedYears = (from: string, to: string): number =>
  Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(4) < from.slice(4) ? 1 : 0);
