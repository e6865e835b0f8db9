import { artists } from '../../../catalog/artists';
import { productions } from '../../../catalog/productions';
import { releases } from '../../../catalog/releases';
import type { RequestContext } from '../../http/request-context';
import { sleevedAttributes } from '../../ui/pictures';
import { framedFields, markedFields } from '../browse/lists';
import { onceAnAlbum, withAlbum } from '../browse/release-list';
import { readCatalogStatistics } from '../statistics/read-statistics';
import { releaseOfTheDay } from './release-of-the-day';

export type Home = Awaited<ReturnType<typeof readHome>>;

/** Two rows on a wide screen. */
const shownNew = 12;

/** Editions of one album share a sleeve and often come together. */
const readNew = 36;

/** Two rows. */
const shownAnniversaries = 8;

export async function readHome(context: RequestContext) {
  const { api, now } = context;
  const counted = readCatalogStatistics(context);
  const [statistics, ofTheDay, newest, birthdays, anniversaries] = await Promise.all([
    counted,
    counted.then((one) => releaseOfTheDay(context, one.total('Release'))),
    readNewest(context),
    readBirthdays(context),
    api.list(productions, {
      anniversary: now.getFullYear(),
      sort: 'year',
      itemsPerPage: shownAnniversaries,
      'fields[Production]': framedFields,
    }),
  ]);
  return { statistics, ofTheDay, newest: onceAnAlbum(newest).slice(0, shownNew), birthdays, anniversaries };
}

/** Without placeholders, which an import of one account would fill it with, unless the catalog has nothing else. */
async function readNewest({ api }: RequestContext) {
  const query = {
    sort: '-createdAt',
    itemsPerPage: readNew,
    include: withAlbum.include,
    'fields[Album]': withAlbum['fields[Album]'],
    'fields[Release]': `${sleevedAttributes},album`,
  };
  const found = await api.list(releases, { ...query, provisional: false });
  return found.data.length > 0 ? found : api.list(releases, query);
}

const shownBirthdays = 12;

const days = 7;

/** Nearest first, with a link to all. */
async function readBirthdays({ api, now }: RequestContext) {
  const week = Array.from({ length: days }, (_, after) => dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + after)));
  const [today, last] = [week[0] as string, week[days - 1] as string];
  // Ordered from January to December, so a week over New Year needs two reads.
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
    /** On the birthday this week. */
    ageOf: (date: string) => now.getFullYear() - Number(date.slice(0, 4)) + (date.slice(5) < today ? 1 : 0),
  };
}

const dayOf = (date: Date): string => `${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

const twoDigits = (number: number): string => String(number).padStart(2, '0');
