/** Album pages, which list and compare editions. */
export const albums = {
  editions: 'Editions',
  oldestFirst: 'Oldest first',
  none: 'No editions yet.',
  musicFor: 'Music for',
  yours: 'Owned',
  longest: 'Longest',
  years: (first: string, last: string) => `${first} to ${last}`,
  /** `two of four`. */
  someOf: (some: number, all: number, written: string) => `${numerals[some] ?? written} of ${numerals[all] ?? String(all)}`,
  heads: { edition: 'Edition', tracks: 'Tracks' },
  wish: 'Add to wishlist',
  wishFor: (edition: string) => `Add to wishlist: ${edition}`,
  compareTracks: 'Compare tracks',
  trackByTrack: 'Track by track',
  colours: 'Color: only on this edition. Gray: on both.',
  theOne: 'First edition',
  theOther: 'Second edition',
  with: 'with',
  compare: 'Compare',
  cue: 'Cue',
  cuesOfTwo: 'Tracks of two editions',
  notOnIt: 'not included',
  onlyOn: (edition: string) => `Only on ${the(edition)}`,
  firstCompared: (count: string) => `Compares the first ${count} tracks of each edition.`,
  /** Every other part is a number. */
  compared: (
    { both, one, other }: { readonly both: number; readonly one: number; readonly other: number },
    [first, second]: readonly [string, string],
    write: (count: number) => string,
  ): readonly string[] => {
    if (both === 0) return ['The editions share no cues.'];
    const onBoth = both === 1 ? ' cue is on both' : ' cues are on both';
    if (one === 0 && other === 0) return ['', write(both), `${onBoth}; neither has any others.`];
    if (one === 0)
      return ['', write(both), `${onBoth}, `, write(other), ` only on ${the(second)}, which includes everything on ${the(first)}.`];
    if (other === 0)
      return ['', write(both), `${onBoth}, `, write(one), ` only on ${the(first)}, which includes everything on ${the(second)}.`];
    return ['', write(both), `${onBoth}, `, write(one), ` only on ${the(first)}, `, write(other), ` only on ${the(second)}.`];
  },
  theProduction: {
    movie: 'Film',
    television: 'Series',
    episode: 'Episode',
    videogame: 'Game',
    other: 'Production',
  },
  tabs: { name: 'List', albums: 'Albums', releases: 'All releases' },
};

const numerals = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** `the 1994 edition`, `the edition 1994, CD` */
const the = (name: string): string => (/^\d+$/.test(name) ? `the ${name} edition` : `the edition ${name}`);
