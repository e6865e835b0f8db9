/** The first page. */
export const home = {
  about: 'A film music catalog: releases, productions, artists and labels.',
  today: 'From the catalog today',
  tracks: (count: number, written: string) => `${numerals[count] ?? written} ${count === 1 ? 'track' : 'tracks'}`,
  toRelease: 'The release',
  /** The way to the production that music is of. */
  production: {
    movie: (year: string | undefined) => withYear('The film', year),
    television: (year: string | undefined) => withYear('The series', year),
    episode: (year: string | undefined) => withYear('The episode', year),
    videogame: (year: string | undefined) => withYear('The game', year),
    other: (year: string | undefined) => withYear('The production', year),
  },
  newHere: 'New here',
  allReleases: (count: string) => `All ${count} releases`,
  birthdays: 'Birthdays',
  week: 'Today and this week',
  isToday: 'Today',
  age: (years: string, isOne: boolean) => (isOne ? '1 year' : `${years} years`),
  bornIn: (year: string) => `born ${year}`,
  roundYears: 'Round years',
  premieres: (year: string) => `Premières with an anniversary in ${year}`,
  years: (years: string, year: string) => `${years} years · ${year}`,
  inNumbers: 'In numbers',
  moreNumbers: 'More numbers',
  /** Every other part is a kind of record, in whose place its number stands. */
  numbers: [
    ['Artist', ' artist and ', ' artists and '],
    ['Production', ' production, on ', ' productions, on '],
    ['Release', ' release with ', ' releases with '],
    ['ReleaseTrack', ' track from ', ' tracks from '],
    ['Label', ' label.', ' labels.'],
  ],
  nothingYet: 'The catalog is empty. Records come into it from MusicBrainz, Discogs, Wikidata, another server, or files of your own.',
  howToImport: 'How records come in',
};

const numerals = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];

const withYear = (text: string, year: string | undefined): string => (year === undefined ? text : `${text}, ${year}`);
