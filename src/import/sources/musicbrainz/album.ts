import { productionTitleOf } from '../../../matching/titles/production-title';
import { child, children, type Json, mbidOf, text, texts } from '../shared/json';
import { type Provenance, partialDateOf, withGuesses } from '../shared/records';
import { type Gathering, variousArtists } from './context';
import { artistCredit } from './credits';
import { soundtrackType } from './document-lines';
import { iri } from './records';
import { short } from './values';

/** Collects the album of a release group, from its own document or a release, with its artists. */
export function gatherAlbum(group: Json, id: string, provenance: Provenance, gathering: Gathering, further: object = {}): void {
  const credit = artistCredit(group, () => undefined, gathering);
  const type = albumType(group);
  gathering.addRecord(type === undefined ? withGuesses(provenance, 'album_type') : provenance, 'Album', iri.album(id), {
    title: short(text(group, 'title')) ?? '[untitled]',
    album_type: type ?? 'score',
    first_release_date: partialDateOf(text(group, 'first-release-date')),
    artist_credit: credit?.text,
    artists: credit?.credits,
    ...further,
  });
}

/** Album type, if the group tells; a soundtrack credited to an artist is usually a score. */
function albumType(group: Json): string | undefined {
  if (isCompilation(group)) return 'compilation';
  if (isSingle(group)) return 'single';
  if (isVariousArtists(group)) return 'songs';
  return isScore(group) ? 'score' : undefined;
}

// Facts about a release group, the same in its own document and in its releases.

const compilationType = 'dd2a21e1-0c00-3729-a7a0-de60b84eb5d1';

export const isSoundtrack = (group: Json | undefined): boolean => texts(group, 'secondary-type-ids').includes(soundtrackType);

export const isCompilation = (group: Json | undefined): boolean => texts(group, 'secondary-type-ids').includes(compilationType);

export const isSingle = (group: Json | undefined): boolean => text(group, 'primary-type') === 'Single';

export const isVariousArtists = (owner: Json): boolean =>
  children(owner, 'artist-credit').some((item) => mbidOf(child(item, 'artist')) === variousArtists);

/** Whether it is called a score, whose cover artist is then the composer. */
export const isScore = (group: Json | undefined): boolean =>
  /\b(?:scores?|original music|composed by)\b|音楽集|音楽/iu.test(`${text(group, 'title') ?? ''} ${text(group, 'disambiguation') ?? ''}`);

/**
 * Films named by a group without film links, each a provisional production. Singles are one song of many, compilations cover
 * several films, and generic titles such as "Original Soundtrack" name none.
 */
export const filmsNamedBy = (group: Json | undefined): readonly string[] =>
  isCompilation(group) || isSingle(group) ? [] : productionTitleOf(text(group, 'title') ?? '').films;
