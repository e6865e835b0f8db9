import { artists } from '../../../catalog/artists';
import type { Visit } from '../../http/request-context';
import { markedFields } from '../browse/lists';

/** As many as make a few rows. */
const shownBirthdays = 12;

/** Today and the six days after it. */
const days = 7;

/** Persons who have their birthday today or in the days to come, the nearest first, and the way to all of them. */
export async function readBirthdays({ api, now }: Visit) {
  const week = Array.from({ length: days }, (_, after) => dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + after)));
  const [today, last] = [week[0] as string, week[days - 1] as string];
  // An order by birthday goes from January to December, so that a week over New Year is asked for in two parts.
  const parts =
    today <= last
      ? [[today, last]]
      : [
          [today, '12-31'],
          ['01-01', last],
        ];
  const lists = await Promise.all(
    parts.map(([birthday, birthdayTo]) =>
      api.list(artists, { birthday, birthdayTo, sort: 'birthday', itemsPerPage: shownBirthdays, 'fields[Artist]': markedFields }),
    ),
  );
  return {
    artists: lists.flatMap(({ data }) => data).slice(0, shownBirthdays),
    total: lists.reduce((sum, { meta }) => sum + meta.totalItems, 0),
    query: { birthday: today, birthdayTo: last },
    isToday: (date: string) => date.slice(5) === today,
    /** How old somebody is on the birthday in this week, who was born then. */
    ageOf: (date: string) => now.getFullYear() - Number(date.slice(0, 4)) + (date.slice(5) < today ? 1 : 0),
  };
}

const dayOf = (date: Date): string => `${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

const twoDigits = (number: number): string => String(number).padStart(2, '0');
