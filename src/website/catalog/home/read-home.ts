import { productions } from '../../../catalog/productions';
import { releases } from '../../../catalog/releases';
import type { Visit } from '../../http/request-context';
import { sleevedAttributes } from '../../ui/pictures';
import { framedFields } from '../browse/lists';
import { onceAnAlbum, withAlbum } from '../browse/release-list';
import { readStatistics } from '../statistics/read-statistics';
import { readBirthdays } from './birthdays';
import { releaseOfTheDay } from './release-of-the-day';

export type Home = Awaited<ReturnType<typeof readHome>>;

/** Two rows of sleeves on a wide screen. */
const shownNew = 12;

/** Editions of one album are one sleeve, and often come together. */
const readNew = 36;

/** Two rows of frames. */
const shownAnniversaries = 8;

/** All that the first page shows, each part by one read. */
export async function readHome(visit: Visit) {
  const { api, now } = visit;
  const counted = readStatistics(visit);
  const [statistics, ofTheDay, newest, birthdays, anniversaries] = await Promise.all([
    counted,
    counted.then((one) => releaseOfTheDay(visit, one.total('Release'))),
    api.list(releases, {
      sort: '-createdAt',
      // Stand-ins of one reader's file are no news to others.
      provisional: false,
      itemsPerPage: readNew,
      include: withAlbum.include,
      'fields[Album]': withAlbum['fields[Album]'],
      'fields[Release]': `${sleevedAttributes},album`,
    }),
    readBirthdays(visit),
    api.list(productions, {
      anniversary: now.getFullYear(),
      sort: 'year',
      itemsPerPage: shownAnniversaries,
      'fields[Production]': framedFields,
    }),
  ]);
  return { statistics, ofTheDay, newest: onceAnAlbum(newest).slice(0, shownNew), birthdays, anniversaries };
}
