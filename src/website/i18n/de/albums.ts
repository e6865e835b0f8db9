import type { albums as en } from '../en/albums';

export const albums: typeof en = {
  editions: 'Editionen',
  oldestFirst: 'Älteste zuerst',
  none: 'Noch keine Editionen.',
  musicFor: 'Musik zu',
  yours: 'In Ihrer Sammlung',
  longest: 'Längste',
  years: (first, last) => `${first} bis ${last}`,
  someOf: (some, all, written) => `${numerals[some] ?? written} von ${numerals[all] ?? String(all)}`,
  heads: { edition: 'Edition', tracks: 'Titel' },
  wish: 'Auf die Wunschliste',
  wishFor: (edition) => `Auf die Wunschliste: ${edition}`,
  compareTracks: 'Titel vergleichen',
  trackByTrack: 'Titel für Titel',
  colours: 'Farbig: nur auf dieser Edition. Grau: auf beiden.',
  theOne: 'Erste Edition',
  theOther: 'Zweite Edition',
  with: 'mit',
  compare: 'Vergleichen',
  cue: 'Stück',
  cuesOfTwo: 'Titel zweier Editionen',
  notOnIt: 'nicht enthalten',
  onlyOn: (edition) => `Nur auf ${the(edition)}`,
  firstCompared: (count) => `Verglichen werden die ersten ${count} Titel jeder Edition.`,
  compared: ({ both, one, other }, [first, second], write) => {
    if (both === 0) return ['Die Editionen haben kein Stück gemeinsam.'];
    const onBoth = both === 1 ? ' Stück ist auf beiden' : ' Stücke sind auf beiden';
    if (one === 0 && other === 0) return ['', write(both), `${onBoth}; weitere hat keine.`];
    if (one === 0) return ['', write(both), `${onBoth}, `, write(other), ` nur auf ${the(second)}, die alles von ${the(first)} enthält.`];
    if (other === 0) return ['', write(both), `${onBoth}, `, write(one), ` nur auf ${the(first)}, die alles von ${the(second)} enthält.`];
    return ['', write(both), `${onBoth}, `, write(one), ` nur auf ${the(first)}, `, write(other), ` nur auf ${the(second)}.`];
  },
  theProduction: {
    movie: 'Film',
    television: 'Serie',
    episode: 'Folge',
    videogame: 'Spiel',
    other: 'Produktion',
  },
  tabs: { name: 'Liste', albums: 'Alben', releases: 'Alle Veröffentlichungen' },
};

const numerals = ['keine', 'eine', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn', 'elf', 'zwölf'];

/** „der Edition von 1994“, „der Edition 1994, CD“ */
const the = (name: string): string => (/^\d+$/.test(name) ? `der Edition von ${name}` : `der Edition ${name}`);
