import { claimIdsOf, type Entity, hasClaim, itemsOf } from './entity';

export type Nature = 'production' | 'franchise' | 'artist' | 'character' | 'place' | 'other';

type ProductionType = 'movie' | 'television' | 'episode' | 'videogame' | 'other';
type ArtistType = 'person' | 'group' | 'orchestra' | 'choir';

const items = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/**
 * Common classes (P31). Classes form deep hierarchies found only in full dumps; items of other classes are classified by their
 * statements.
 */
const productionClasses: readonly (readonly [ProductionType, ReadonlySet<string>])[] = [
  ['episode', items('Q21191270 Q1983062')],
  ['videogame', items('Q7889 Q209163')],
  // Series, miniseries, seasons, programs, specials, animated series, anime series, web series.
  ['television', items('Q5398426 Q1259759 Q3464665 Q15416 Q1261214 Q581714 Q117467246 Q63952888 Q526877')],
  // Films: feature, silent, short, animated, animated feature, animated short, anime, documentary, television, 3D.
  ['movie', items('Q11424 Q24869 Q226730 Q24862 Q202866 Q29168811 Q17517379 Q20667187 Q20650540 Q93204 Q506240 Q98807719 Q229390')],
  // Plays, musicals, operas.
  ['other', items('Q25379 Q2743 Q1344')],
];

const artistClasses: readonly (readonly [ArtistType, ReadonlySet<string>])[] = [
  ['person', items('Q5')],
  ['orchestra', items('Q42998')],
  ['choir', items('Q131186 Q1538570')],
  // Bands, ensembles, rock bands, duos, trios, quartets, boy and girl bands, groups of people.
  ['group', items('Q215380 Q2088357 Q5741069 Q9212979 Q281643 Q207338 Q216337 Q641066 Q56816954 Q19351429 Q16334295')],
];

/** Film series, trilogies and franchises, media franchises, video game series, series of creative works. */
const franchiseClasses = items('Q24856 Q13593818 Q130371093 Q196600 Q7058673 Q7725310');

/** Fictional characters and humans: film, television, animation, video game, book, comic, mythical. */
const characterClasses = items('Q95074 Q15632617 Q15773347 Q15773317 Q15711870 Q1569167 Q3658341 Q1114461 Q80447738 Q4271324');

const classOf = <T>(entity: Entity, classes: readonly (readonly [T, ReadonlySet<string>])[]): T | undefined => {
  const found = itemsOf(entity, 'P31');
  return classes.find(([, of]) => found.some((item) => of.has(item)))?.[0];
};

const isAmong = (entity: Entity, classes: ReadonlySet<string>): boolean => itemsOf(entity, 'P31').some((item) => classes.has(item));

/**
 * Classifies an item by class, else by telling statements: an IMDb or film or game page for productions; birth, occupation or an
 * artist page for artists; country or coordinates for places; works of appearance for characters.
 */
export function natureOf(entity: Entity): Nature {
  if (isAmong(entity, characterClasses)) return 'character';
  if (classOf(entity, artistClasses)) return 'artist';
  if (classOf(entity, productionClasses) || hasClaim(entity, 'P4947', 'P4983', 'P5794', 'P11688')) return 'production';
  if (claimIdsOf(entity, 'P345', /^tt\d/).length > 0) return 'production';
  if (isAmong(entity, franchiseClasses)) return 'franchise';
  if (hasClaim(entity, 'P569', 'P106', 'P434', 'P1953') || claimIdsOf(entity, 'P345', /^nm\d/).length > 0) return 'artist';
  if (hasClaim(entity, 'P57', 'P577') && hasClaim(entity, 'P345', 'P161', 'P86', 'P57')) return 'production';
  if (hasClaim(entity, 'P1441', 'P1080')) return 'character';
  return hasClaim(entity, 'P17', 'P625', 'P131') ? 'place' : 'other';
}

/** Type of a production, possibly a guess. */
export function productionTypeOf(entity: Entity): { readonly type: ProductionType; readonly isGuessed: boolean } {
  const known = classOf(entity, productionClasses);
  if (known) return { type: known, isGuessed: false };
  if (hasClaim(entity, 'P4908')) return { type: 'episode', isGuessed: false };
  if (hasClaim(entity, 'P5794', 'P11688', 'P400')) return { type: 'videogame', isGuessed: false };
  if (hasClaim(entity, 'P4983', 'P1113', 'P449')) return { type: 'television', isGuessed: false };
  if (hasClaim(entity, 'P4947', 'P57')) return { type: 'movie', isGuessed: false };
  return { type: 'other', isGuessed: true };
}

/** Type of an artist, possibly a guess. */
export function artistTypeOf(entity: Entity): { readonly type: ArtistType; readonly isGuessed: boolean } {
  const known = classOf(entity, artistClasses);
  if (known) return { type: known, isGuessed: false };
  if (hasClaim(entity, 'P569', 'P106', 'P21')) return { type: 'person', isGuessed: false };
  return { type: hasClaim(entity, 'P571', 'P527') ? 'group' : 'person', isGuessed: true };
}

const animated = items('Q202866 Q29168811 Q17517379 Q20667187 Q20650540 Q98807719 Q581714 Q117467246 Q63952888');

/** Whether parts are voiced rather than acted. */
export const isAnimated = (entity: Entity): boolean => isAmong(entity, animated);
