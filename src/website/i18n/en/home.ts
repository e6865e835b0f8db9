import { plural } from '../formats';

/** The first page. */
export const home = {
  about: 'A film music catalog: releases, productions, artists and labels.',
  today: 'From the catalog today',
  tracks: (count: number, written: string) => `${numerals[count] ?? written} ${count === 1 ? 'track' : 'tracks'}`,
  toRelease: 'View release',
  /** Links from a release to its production. */
  production: {
    movie: (year: string | undefined) => withYear('The film', year),
    television: (year: string | undefined) => withYear('The series', year),
    episode: (year: string | undefined) => withYear('The episode', year),
    videogame: (year: string | undefined) => withYear('The game', year),
    other: (year: string | undefined) => withYear('The production', year),
  },
  newHere: 'Recently added',
  allReleases: (count: string) => `All ${count} releases`,
  birthdays: 'Birthdays',
  week: 'Today and this week',
  isToday: 'Today',
  age: plural({ one: '# year', other: '# years' }),
  bornIn: (year: string) => `born ${year}`,
  roundYears: 'Anniversaries',
  premieres: (year: string) => `Premieres with a round anniversary in ${year}`,
  years: (years: string, year: string) => `${years} years · ${year}`,
  inNumbers: 'Statistics',
  moreNumbers: 'All statistics',
  /** Each kind of record with the text that follows its number. */
  numbers: {
    Artist: { one: ' artist and ', other: ' artists and ' },
    Production: { one: ' production, on ', other: ' productions, on ' },
    Release: { one: ' release with ', other: ' releases with ' },
    ReleaseTrack: { one: ' track from ', other: ' tracks from ' },
    Label: { one: ' label.', other: ' labels.' },
  },
  nothingYet: 'The catalog is empty. Import records from MusicBrainz, Discogs, Wikidata, another Leitmotif server or your own files.',
  howToImport: 'How to import',
};

const numerals = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];

const withYear = (text: string, year: string | undefined): string => (year === undefined ? text : `${text}, ${year}`);
