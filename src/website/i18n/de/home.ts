import type { home as en } from '../en/home';
import { plural } from '../formats';

export const home: typeof en = {
  about: 'Ein Filmmusik-Katalog: Veröffentlichungen, Produktionen, Künstler und Labels.',
  today: 'Heute aus dem Katalog',
  tracks: (count, written) => `${numerals[count] ?? written} Titel`,
  toRelease: 'Zur Veröffentlichung',
  production: {
    movie: (year) => withYear('Der Film', year),
    television: (year) => withYear('Die Serie', year),
    episode: (year) => withYear('Die Folge', year),
    videogame: (year) => withYear('Das Spiel', year),
    other: (year) => withYear('Die Produktion', year),
  },
  newHere: 'Neu im Katalog',
  allReleases: (count) => `Alle ${count} Veröffentlichungen`,
  birthdays: 'Geburtstage',
  week: 'Heute und in dieser Woche',
  isToday: 'Heute',
  age: plural({ one: '# Jahr', other: '# Jahre' }),
  bornIn: (year) => `geboren ${year}`,
  roundYears: 'Jubiläen',
  premieres: (year) => `Premieren mit rundem Jubiläum ${year}`,
  years: (years, year) => `${years} Jahre · ${year}`,
  inNumbers: 'Statistik',
  moreNumbers: 'Zur Statistik',
  numbers: {
    Artist: { one: ' Künstler und ', other: ' Künstler und ' },
    Production: { one: ' Produktion, auf ', other: ' Produktionen, auf ' },
    Release: { one: ' Veröffentlichung mit ', other: ' Veröffentlichungen mit ' },
    ReleaseTrack: { one: ' Titel von ', other: ' Titeln von ' },
    Label: { one: ' Label.', other: ' Labels.' },
  },
  nothingYet:
    'Der Katalog ist leer. Importieren Sie Daten aus MusicBrainz, Discogs, Wikidata, von einem anderen Leitmotif-Server oder aus eigenen Dateien.',
  howToImport: 'So importieren Sie Daten',
};

const numerals = ['Keine', 'Ein', 'Zwei', 'Drei', 'Vier', 'Fünf', 'Sechs', 'Sieben', 'Acht', 'Neun', 'Zehn', 'Elf', 'Zwölf'];

const withYear = (text: string, year: string | undefined): string => (year === undefined ? text : `${text}, ${year}`);
