import { RecordError } from '../../../records/write/record';
import { releaseLink, uuidOf } from '../../../records/write/uuid-v5';
import { type Credit, linkTo, type Provenance, withGuesses } from '../shared/records';
import { line, partialDateOf } from '../shared/values';
import { discogsCreditLine } from './credits';
import { descriptionsOf, isByMany, isMainRelease, masterOf, productionStyles, stylesOf } from './edition';
import { emit, mentioned, type Output, primary } from './records';
import type { DiscogsReferences } from './references';
import { discogsIdOf, ownAlbumId, ownReleaseId } from './values';
import { attributeOf, elementText, listed, type XmlValue } from './xml';

/**
 * Records of a `<master>`: the album of its releases. Productions come from the releases, since a master may contain only
 * compilations or singles. Without `releases.xml`, each master also gets a provisional main release.
 */
export function readMaster(element: XmlValue, references: DiscogsReferences, to: Output): void {
  const id = discogsIdOf(attributeOf(element, 'id'));
  const mainRelease = discogsIdOf(elementText(element, 'main_release'));
  const title = line(elementText(element, 'title'));
  if (mainRelease === undefined) throw new RecordError('The master has no main release.');
  if (title === '') throw new RecordError('The master has no title.');
  const by = discogsCreditLine(listed(element, 'artists', 'artist'), references, to, []);
  const released = partialDateOf(elementText(element, 'year'));
  const fields = {
    title,
    ...(released && { release_date: released }),
    ...(by.text && { artist_credit: by.text }),
    ...(by.artists.length > 0 && { artists: by.artists }),
  };
  if (id !== undefined) emitAlbum(id, fields, element, primary, to);
  emitMainRelease(mainRelease, id, fields, to);
}

function emitMainRelease(id: string, master: string | undefined, fields: object, to: Output): void {
  const uuid = ownReleaseId(id);
  const album = master === undefined ? {} : { album: linkTo('Album', ownAlbumId(master)) };
  emit(to, mentioned, 'Release', [uuid], { ...fields, provisional: true }, album);
  emitReleaseLink(to, uuid, id);
}

export interface AlbumFields {
  readonly title: string;
  readonly release_date?: string;
  readonly artist_credit?: string;
  readonly artists?: readonly Credit[];
}

/**
 * Emits the album of a release and returns its UUID; `undefined` without a master. The main release has the album's title;
 * titles of others are guesses, and the earliest tells the album's date.
 */
export function emitAlbumOf(release: XmlValue, fields: AlbumFields, to: Output): string | undefined {
  const id = masterOf(release);
  if (id === undefined) return undefined;
  emitAlbum(id, fields, release, isMainRelease(release) ? mentioned : editionGuess, to);
  return ownAlbumId(id);
}

const editionGuess = withGuesses(mentioned, 'title', 'album_type', 'artist_credit', 'artists');

/** Emits an album from its own element or from a release. */
export function emitAlbum(
  id: string,
  { title, release_date, artist_credit, artists }: AlbumFields,
  element: XmlValue,
  provenance: Provenance,
  to: Output,
): void {
  const album = ownAlbumId(id);
  emit(to, provenance, 'Album', [album], {
    title,
    album_type: albumTypeOf(element, artists),
    ...(release_date && { first_release_date: release_date }),
    ...(artist_credit && { artist_credit }),
    ...(artists && { artists }),
  });
  const link = { provider: 'discogs', external_id: id, url: `https://www.discogs.com/master/${id}` };
  emit(to, mentioned, 'AlbumExternalLink', [album, uuidOf(`discogs:master:${id}:link:discogs`)], link);
}

type AlbumType = 'score' | 'songs' | 'compilation' | 'single' | 'other';

/** Album type from format descriptions (releases only), styles and cover artists. */
function albumTypeOf(element: XmlValue, artists: readonly Credit[] = []): AlbumType {
  const descriptions = descriptionsOf(element);
  if (descriptions.has('Single') || descriptions.has('Maxi-Single')) return 'single';
  if (descriptions.has('Compilation')) return 'compilation';
  const styles = stylesOf(element);
  if (styles.includes('Score')) return 'score';
  if (styles.includes('Musical')) return 'songs';
  if (artists.some(({ credit_role }) => credit_role === 'composer')) return 'score';
  return styles.some((style) => productionStyles.has(style)) && isByMany(element) ? 'songs' : 'other';
}

export function emitReleaseLink(to: Output, uuid: string, id: string): void {
  const link = releaseLink(id);
  emit(to, mentioned, 'ReleaseExternalLink', [uuid, link.id], link.attributes);
}
