import type { albums as en } from '../en/albums';

export const albums: typeof en = {
  editions: 'Éditions',
  oldestFirst: 'De la plus ancienne à la plus récente',
  none: 'Aucune édition pour l’instant.',
  musicFor: 'Musique pour',
  yours: 'Dans votre collection',
  longest: 'La plus longue',
  years: (first, last) => `${first} à ${last}`,
  someOf: (some, all, written) => `${numerals[some] ?? written} sur ${numerals[all] ?? String(all)}`,
  heads: { edition: 'Édition', tracks: 'Pistes' },
  wish: 'Ajouter à ma liste de souhaits',
  wishFor: (edition) => `Ajouter à ma liste de souhaits : ${edition}`,
  compareTracks: 'Comparer les pistes',
  trackByTrack: 'Piste par piste',
  colours: 'En couleur : seulement sur cette édition. En gris : sur les deux.',
  theOne: 'Première édition',
  theOther: 'Seconde édition',
  with: 'avec',
  compare: 'Comparer',
  cue: 'Morceau',
  cuesOfTwo: 'Pistes des deux éditions',
  notOnIt: 'absent',
  onlyOn: (edition) => `Seulement sur ${the(edition)}`,
  firstCompared: (count) => `Les ${count} premières pistes de chaque édition sont comparées.`,
  compared: ({ both, one, other }, [first, second], write) => {
    if (both === 0) return ['Les éditions n’ont aucun morceau en commun.'];
    const onBoth = both === 1 ? ' morceau est sur les deux' : ' morceaux sont sur les deux';
    if (one === 0 && other === 0) return ['', write(both), `${onBoth} ; aucune n’en a d’autre.`];
    if (one === 0)
      return [
        '',
        write(both),
        `${onBoth}, `,
        write(other),
        ` seulement sur ${the(second)}, qui contient tout ce qui est sur ${the(first)}.`,
      ];
    if (other === 0)
      return ['', write(both), `${onBoth}, `, write(one), ` seulement sur ${the(first)}, qui contient tout ce qui est sur ${the(second)}.`];
    return ['', write(both), `${onBoth}, `, write(one), ` seulement sur ${the(first)}, `, write(other), ` seulement sur ${the(second)}.`];
  },
  theProduction: {
    movie: 'Film',
    television: 'Série',
    episode: 'Épisode',
    videogame: 'Jeu',
    other: 'Production',
  },
  tabs: { name: 'Liste', albums: 'Albums', releases: 'Toutes les éditions' },
};

const numerals = ['aucune', 'une', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix', 'onze', 'douze'];

/** « l’édition de 1994 », « l’édition 1994, CD » */
const the = (name: string): string => (/^\d+$/.test(name) ? `l’édition de ${name}` : `l’édition ${name}`);
