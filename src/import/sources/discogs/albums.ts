import { uuidOf } from '../../uuid-v5';
import type { Credit } from '../shared/credits';
import { type Given, give, guessing, inPassing, type Manner } from './fields';
import { descriptionsOf, isByMany, isMainRelease, masterOf, productionStyles, stylesOf } from './productions';
import { ownAlbumId } from './values';
import type { Value } from './xml';

/** What a release or a master says of itself that an album has as well. */
export interface AlbumFields {
  readonly title: string;
  readonly release_date?: string;
  readonly artist_credit?: string;
  readonly artists?: readonly Credit[];
}

/**
 * Gives the album that a release is an edition of, with its UUID; `undefined` where it has no master. The main release is
 * called as the album is; what the others are called is a guess, and the first of them tells when the album came out.
 */
export function giveAlbumOf(release: Value, fields: AlbumFields, to: Given): string | undefined {
  const id = masterOf(release);
  if (id === undefined) return undefined;
  giveAlbum(id, fields, release, isMainRelease(release) ? inPassing : editionGuess, to);
  return ownAlbumId(id);
}

const editionGuess = guessing(inPassing, 'title', 'album_type', 'artist_credit', 'artists');

/** Gives an album by its own element, or by that of a release. */
export function giveAlbum(
  id: string,
  { title, release_date, artist_credit, artists }: AlbumFields,
  element: Value,
  manner: Manner,
  to: Given,
): void {
  const album = ownAlbumId(id);
  give(to, manner, 'Album', [album], {
    title,
    album_type: albumTypeOf(element, artists),
    ...(release_date && { first_release_date: release_date }),
    ...(artist_credit && { artist_credit }),
    ...(artists && { artists }),
  });
  const link = { provider: 'discogs', external_id: id, url: `https://www.discogs.com/master/${id}` };
  give(to, inPassing, 'AlbumExternalLink', [album, uuidOf(`discogs:master:${id}:link:discogs`)], link);
}

type AlbumType = 'score' | 'songs' | 'compilation' | 'single' | 'other';

/** By the descriptions of its formats, which a release alone has, by its styles, and by who is on its front. */
function albumTypeOf(element: Value, artists: readonly Credit[] = []): AlbumType {
  const descriptions = descriptionsOf(element);
  if (descriptions.has('Single') || descriptions.has('Maxi-Single')) return 'single';
  if (descriptions.has('Compilation')) return 'compilation';
  const styles = stylesOf(element);
  if (styles.includes('Score')) return 'score';
  if (styles.includes('Musical')) return 'songs';
  if (artists.some(({ credit_role }) => credit_role === 'composer')) return 'score';
  return styles.some((style) => productionStyles.has(style)) && isByMany(element) ? 'songs' : 'other';
}
