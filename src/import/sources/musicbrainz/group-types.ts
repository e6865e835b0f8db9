import { productionTitleOf } from '../../../matching/titles/production-title';
import { variousArtists } from './context';
import { soundtrackType } from './document-lines';
import { child, children, idOf, type Json, text, texts } from './json';

// What a release group is, as its own document and the releases in it say alike.

const compilationType = 'dd2a21e1-0c00-3729-a7a0-de60b84eb5d1';

export const isSoundtrack = (group: Json | undefined): boolean => texts(group, 'secondary-type-ids').includes(soundtrackType);

export const isCompilation = (group: Json | undefined): boolean => texts(group, 'secondary-type-ids').includes(compilationType);

export const isSingle = (group: Json | undefined): boolean => text(group, 'primary-type') === 'Single';

/** Whether it is credited to nobody in particular. */
export const isByMany = (owner: Json): boolean =>
  children(owner, 'artist-credit').some((item) => idOf(child(item, 'artist')) === variousArtists);

/** Whether it calls itself a score, which whoever stands on its cover has composed. */
export const isScore = (group: Json | undefined): boolean =>
  /\b(?:scores?|original music|composed by)\b|音楽集|音楽/iu.test(`${text(group, 'title') ?? ''} ${text(group, 'disambiguation') ?? ''}`);

/**
 * Whether a group without a link to a production gets a provisional one. Singles hold one song of many, compilations the music
 * of several films, and a generic title such as "Original Soundtrack" names no film.
 */
export const standsForProduction = (group: Json | undefined): boolean =>
  !isCompilation(group) && !isSingle(group) && !productionTitleOf(text(group, 'title') ?? '').isGeneric;
