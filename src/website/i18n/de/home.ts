import type { home as en } from '../en/home';

export const home: typeof en = {
  about: 'Ein Katalog der Filmmusik: Ausgaben, Produktionen, Künstler und Labels.',
  today: 'Heute aus dem Katalog',
  tracks: (count, written) => `${numerals[count] ?? written} Titel`,
  toRelease: 'Die Ausgabe',
  production: {
    movie: (year) => withYear('Der Film', year),
    television: (year) => withYear('Die Serie', year),
    episode: (year) => withYear('Die Folge', year),
    videogame: (year) => withYear('Das Spiel', year),
    other: (year) => withYear('Die Produktion', year),
  },
  newHere: 'Neu hier',
  allReleases: (count) => `Alle ${count} Ausgaben`,
  birthdays: 'Geburtstage',
  week: 'Heute und in dieser Woche',
  isToday: 'Heute',
  age: (years, isOne) => (isOne ? '1 Jahr' : `${years} Jahre`),
  bornIn: (year) => `geboren ${year}`,
  roundYears: 'Runde Jahre',
  premieres: (year) => `Premieren mit einem Jubiläum ${year}`,
  years: (years, year) => `${years} Jahre · ${year}`,
  inNumbers: 'In Zahlen',
  moreNumbers: 'Mehr Zahlen',
  numbers: [
    ['Artist', ' Künstler und ', ' Künstler und '],
    ['Production', ' Produktion, auf ', ' Produktionen, auf '],
    ['Release', ' Ausgabe mit ', ' Ausgaben mit '],
    ['ReleaseTrack', ' Titel von ', ' Titeln von '],
    ['Label', ' Label.', ' Labels.'],
  ],
  nothingYet:
    'Der Katalog ist leer. Einträge kommen aus MusicBrainz, Discogs, Wikidata, von einem anderen Server oder aus eigenen Dateien.',
  howToImport: 'Wie Einträge hineinkommen',
};

const numerals = ['Keine', 'Ein', 'Zwei', 'Drei', 'Vier', 'Fünf', 'Sechs', 'Sieben', 'Acht', 'Neun', 'Zehn', 'Elf', 'Zwölf'];

const withYear = (text: string, year: string | undefined): string => (year === undefined ? text : `${text}, ${year}`);
