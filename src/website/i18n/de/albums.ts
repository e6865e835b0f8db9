import type { albums as en } from '../en/albums';

export const albums: typeof en = {
  editions: 'Ausgaben',
  oldestFirst: 'Die älteste zuerst',
  none: 'Hier ist keine Ausgabe davon bekannt.',
  musicFor: 'Musik zu',
  yours: 'Ihre',
  longest: 'Längste',
  years: (first, last) => `${first} bis ${last}`,
  someOf: (some, all, written) => `${numerals[some] ?? written} von ${numerals[all] ?? String(all)}`,
  heads: { edition: 'Ausgabe', tracks: 'Titel' },
  wish: 'Wünschen',
  wishFor: (edition) => `Wünschen: ${edition}`,
  compareTracks: 'Die Titel vergleichen',
  trackByTrack: 'Titel für Titel',
  colours: 'Farbig: was nur diese Ausgabe hat. Grau: was beide haben.',
  theOne: 'Die eine',
  theOther: 'Die andere',
  with: 'mit',
  compare: 'Vergleichen',
  cue: 'Stück',
  cuesOfTwo: 'Titel zweier Ausgaben',
  notOnIt: 'nicht darauf',
  onlyOn: (edition) => `Nur auf der Ausgabe ${edition}`,
  firstCompared: (count) => `Von jeder Ausgabe werden die ersten ${count} Titel verglichen.`,
  compared: ({ both, one, other }, [first, second], write) => {
    if (both === 0) return ['Kein Stück ist auf beiden.'];
    const onBoth = both === 1 ? ' Stück ist auf beiden' : ' Stücke sind auf beiden';
    if (one === 0 && other === 0) return ['', write(both), `${onBoth}, und keine hat ein weiteres.`];
    if (one === 0) return ['', write(both), `${onBoth}, `, write(other), ` nur auf der Ausgabe ${second}. Von ${first} fehlt dort nichts.`];
    if (other === 0) return ['', write(both), `${onBoth}, `, write(one), ` nur auf der Ausgabe ${first}. Von ${second} fehlt dort nichts.`];
    return ['', write(both), `${onBoth}, `, write(one), ` nur auf der Ausgabe ${first}, `, write(other), ` nur auf der Ausgabe ${second}.`];
  },
  theProduction: {
    movie: 'Der Film',
    television: 'Die Serie',
    episode: 'Die Folge',
    videogame: 'Das Spiel',
    other: 'Die Produktion',
  },
  tabs: { name: 'Was aufgelistet wird', albums: 'Alben', releases: 'Jede Ausgabe' },
};

const numerals = ['keine', 'eine', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn', 'elf', 'zwölf'];
