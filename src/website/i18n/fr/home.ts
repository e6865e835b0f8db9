import type { home as en } from '../en/home';
import { plural } from '../formats';

export const home: typeof en = {
  about: 'Un catalogue de musique de film : éditions, productions, artistes et labels.',
  today: 'La sélection du jour',
  tracks: (count, written) => `${numerals[count] ?? written} ${count < 2 ? 'piste' : 'pistes'}`,
  toRelease: 'Voir l’édition',
  production: {
    movie: (year) => withYear('Le film', year),
    television: (year) => withYear('La série', year),
    episode: (year) => withYear('L’épisode', year),
    videogame: (year) => withYear('Le jeu', year),
    other: (year) => withYear('La production', year),
  },
  newHere: 'Ajouts récents',
  allReleases: (count) => `Voir les ${count} éditions`,
  birthdays: 'Naissances',
  week: 'Aujourd’hui et cette semaine',
  isToday: 'Aujourd’hui',
  age: plural({ one: '# an', other: '# ans' }),
  bornIn: (year) => `naissance en ${year}`,
  roundYears: 'Anniversaires de sortie',
  premieres: (year) => `Premières dont l’anniversaire tombe en ${year}`,
  years: (years, year) => `${years} ans · ${year}`,
  inNumbers: 'Statistiques',
  moreNumbers: 'Toutes les statistiques',
  numbers: {
    Artist: { one: ' artiste et ', other: ' artistes et ' },
    Production: { one: ' production, sur ', other: ' productions, sur ' },
    Release: { one: ' édition avec ', other: ' éditions avec ' },
    ReleaseTrack: { one: ' piste, chez ', other: ' pistes, chez ' },
    Label: { one: ' label.', other: ' labels.' },
  },
  nothingYet:
    'Le catalogue est vide. Importez des fiches de MusicBrainz, de Discogs, de Wikidata, d’un autre serveur Leitmotif ou de vos propres fichiers.',
  howToImport: 'Comment importer',
};

const numerals = ['Aucune', 'Une', 'Deux', 'Trois', 'Quatre', 'Cinq', 'Six', 'Sept', 'Huit', 'Neuf', 'Dix', 'Onze', 'Douze'];

const withYear = (text: string, year: string | undefined): string => (year === undefined ? text : `${text}, ${year}`);
