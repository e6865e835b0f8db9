/** The pages of albums: what many editions are editions of. */
export const albums = {
  editions: 'Editions',
  oldestFirst: 'Oldest first',
  none: 'No edition of it is known here.',
  musicFor: 'Music for',
  yours: 'Yours',
  longest: 'Longest',
  years: (first: string, last: string) => `${first} to ${last}`,
  /** `two of four`. */
  someOf: (some: number, all: number, written: string) => `${numerals[some] ?? written} of ${numerals[all] ?? String(all)}`,
  heads: { edition: 'Edition', tracks: 'Tracks' },
  wish: 'Wish',
  wishFor: (edition: string) => `Wish for ${edition}`,
  compareTracks: 'Compare the tracks',
  trackByTrack: 'Track by track',
  colours: 'In colour: what only this edition has. In grey: what both have.',
  theOne: 'The one',
  theOther: 'The other',
  with: 'with',
  compare: 'Compare',
  cue: 'Cue',
  cuesOfTwo: 'Tracks of two editions',
  notOnIt: 'not on it',
  onlyOn: (edition: string) => `Only on the edition of ${edition}`,
  firstCompared: (count: string) => `Of each edition the first ${count} tracks are compared.`,
  /** Every other part is a number. */
  compared: (
    { both, one, other }: { readonly both: number; readonly one: number; readonly other: number },
    [first, second]: readonly [string, string],
    write: (count: number) => string,
  ): readonly string[] => {
    if (both === 0) return ['No cue is on both.'];
    const onBoth = both === 1 ? ' cue is on both' : ' cues are on both';
    if (one === 0 && other === 0) return ['', write(both), `${onBoth}, and neither has another.`];
    if (one === 0)
      return ['', write(both), `${onBoth}, `, write(other), ` on the edition of ${second} alone. Nothing of ${first} is missing there.`];
    if (other === 0)
      return ['', write(both), `${onBoth}, `, write(one), ` on the edition of ${first} alone. Nothing of ${second} is missing there.`];
    return ['', write(both), `${onBoth}, `, write(one), ` on the edition of ${first} alone, `, write(other), ` on that of ${second}.`];
  },
  theProduction: {
    movie: 'The film',
    television: 'The series',
    episode: 'The episode',
    videogame: 'The game',
    other: 'The production',
  },
  tabs: { name: 'How to list', albums: 'Albums', releases: 'Every release' },
};

const numerals = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
