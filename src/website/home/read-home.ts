import { productions } from '../../catalog/productions';
import { releases } from '../../catalog/releases';
import { framedFields } from '../browse/lists';
import { sleevedAttributes } from '../components/pictures';
import { readStatistics } from '../statistics/read-statistics';
import type { Visit } from '../visit';
import { readBirthdays } from './birthdays';
import { releaseOfTheDay } from './release-of-the-day';

export type Home = Awaited<ReturnType<typeof readHome>>;

/** Two rows of sleeves on a wide screen. */
const shownNew = 12;

/** Two rows of frames. */
const shownAnniversaries = 8;

/** All that the first page shows, each part by one read. */
export async function readHome(visit: Visit) {
  const { api, now } = visit;
  const counted = readStatistics(visit);
  const [statistics, ofTheDay, newest, birthdays, anniversaries] = await Promise.all([
    counted,
    counted.then((one) => releaseOfTheDay(visit, one.total('Release'))),
    api.list(releases, { sort: '-createdAt', itemsPerPage: shownNew, 'fields[Release]': sleevedAttributes }),
    readBirthdays(visit),
    api.list(productions, {
      anniversary: now.getFullYear(),
      sort: 'year',
      itemsPerPage: shownAnniversaries,
      'fields[Production]': framedFields,
    }),
  ]);
  return { statistics, ofTheDay, newest: newest.data, birthdays, anniversaries };
}
