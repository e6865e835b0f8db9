import { type ProductionTitle, productionTitleOf } from '../../../matching/titles/production-title';
import { RecordError } from '../../../records/write/record';
import { uuidOf } from '../../../store/values/identifiers';
import { type Credit, line, linkTo, type Provenance, partialDateOf, productionsNamed, withGuesses } from '../shared/records';
import { typeOfName } from './artist-types';
import { type CreditLine, discogsCreditLine, isWholeRole } from './credits';
import { descriptionsOf, formatWordsOf, isByMany, isMainRelease, masterOf, productionStyles, stylesOf } from './edition';
import { type DiscogsReferences, emit, emitReleaseLink, mentioned, type Output, placeholder, primary } from './records';
import {
  attributeOf,
  discogsIdOf,
  elementText,
  listed,
  ownAlbumId,
  ownReleaseId,
  productionOfMaster,
  productionOfRelease,
  type XmlValue,
} from './values';

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

// Discogs has no films: a release creates provisional ones, named by its title, until they are identified.

/** Formats with music of several productions. */
const gathered = ['Compilation', 'Sampler', 'Mixed', 'Partially Mixed', 'Mixtape'];

/** Formats with an excerpt under its own title, unless also called an album. */
const pieces = ['Single', 'Maxi-Single', '7"'];
const albums = ['Album', 'Mini-Album', 'LP', 'EP'];

/** Styles that exclude a production: covers, sound effects, talk. */
const otherStyles = ['Theme', 'Special Effects', 'Interview', 'Library Music', 'Audiobook', 'Sound Collage'];

/** Productions named by the title of a release; `undefined` for none. */
function namedIn(element: XmlValue, title: string): ProductionTitle | undefined {
  const styles = stylesOf(element);
  const named = productionTitleOf(title);
  if (named.films.length === 0 || !(named.isMarked || styles.some((style) => productionStyles.has(style)))) return undefined;
  if (!named.isMarked && (isOfOthers(element, styles) || isPartial(element))) return undefined;
  return styles.includes('Video Game Music') ? { type: 'videogame', ...named } : named;
}

/** Whether an unmarked title is more likely an independent album. */
const isOfOthers = (element: XmlValue, styles: readonly string[]): boolean =>
  (isByMany(element) && !styles.includes('Score')) || otherStyles.some((style) => styles.includes(style)) || isTalk(element);

const isTalk = (element: XmlValue): boolean => formatWordsOf(element, 'genres', 'genre').includes('Non-Music');

function isPartial(release: XmlValue): boolean {
  const descriptions = descriptionsOf(release);
  const has = (names: readonly string[]): boolean => names.some((name) => descriptions.has(name));
  return has(gathered) || (has(pieces) && !has(albums));
}

interface KnownRelease {
  readonly id: string;
  readonly title: string;
  readonly credits: readonly Credit[];
  readonly cover: CreditLine;
  readonly creditsOfTracks: () => readonly Credit[];
}

/**
 * Emits the productions of a release and its entries there, if any. The release year is only a lower-ranked guess for a
 * production, since most releases are reissues.
 */
export function emitEntriesOf(release: XmlValue, known: KnownRelease, to: Output): void {
  const { id, title } = known;
  const named = namedIn(release, title);
  if (named === undefined) return;
  const master = masterOf(release);
  const isMain = master === undefined || isMainRelease(release);
  const { composers, isOnCover, others } = peopleOf(release, known);
  const guessed = [
    ...(isMain ? [] : ['title']),
    ...(isMain && !isOnCover ? [] : ['composers']),
    ...(isMain ? [] : ['credits']),
    ...(named.type !== undefined && isMain ? [] : ['_type']),
    ...(named.year === undefined ? ['year'] : []),
  ];
  const provenance = guessed.length === 0 ? placeholder : withGuesses(placeholder, ...guessed);
  const year = named.year ?? yearOf(elementText(release, 'released'));
  // Which of several people worked on which of several productions is unknown.
  const isKnown = (people: readonly Credit[]): boolean => people.length === 1 || (people.length > 0 && named.films.length === 1);
  const ids = productionsNamed(master === undefined ? productionOfRelease(id) : productionOfMaster(master), named.films);
  for (const [index, production] of ids.entries()) {
    emit(to, provenance, 'Production', [production], {
      title: named.films[index],
      _type: named.type ?? 'other',
      ...(year && { year }),
      ...(isKnown(composers) && { composers }),
      ...(isKnown(others) && { credits: others }),
      provisional: true,
    });
    const attributes = { kind: kindOf(release, composers.length > 0), position: index + 1 };
    const entry = [production, uuidOf(`discogs:release:${id}:entry${index === 0 ? '' : `:${index + 1}`}`)];
    emit(to, placeholder, 'ProductionEntry', entry, attributes, { release: linkTo('Release', ownReleaseId(id)) });
  }
}

const yearOf = (text: string): number | undefined => {
  const year = Number(partialDateOf(text)?.slice(0, 4));
  return year >= 1800 ? year : undefined;
};

/** Release roles that belong to the production. Only "Film Director" and similar name its director. */
const peopleOfProductions: ReadonlySet<string> = new Set(['screenwriter', 'film-producer', 'music-supervisor']);

const isOfProduction = ({ credit_role = '', detail = '' }: Credit): boolean =>
  peopleOfProductions.has(credit_role) || (credit_role === 'director' && /^(?:film|movie|motion picture)\b/i.test(detail));

/** Production credits stated for the whole release. */
function peopleOf(release: XmlValue, known: KnownRelease) {
  const certain = known.credits.filter(({ tracks, detail }) => tracks === undefined && isWholeRole(detail));
  const credited = certain.filter(isComposer).map(bare);
  const composers = credited.length > 0 ? credited : composerOnCover(release, known);
  const others = certain.filter(isOfProduction).map(bare);
  return { composers: distinct(composers), isOnCover: credited.length === 0 && composers.length > 0, others: distinct(others) };
}

const isComposer = ({ credit_role, detail }: Credit): boolean => credit_role === 'composer' && isWholeRole(detail);

/** Composer of a score without credits: the only cover artist. Not an orchestra, nor an artist whose tracks credit others. */
function composerOnCover(release: XmlValue, { credits, cover, creditsOfTracks }: KnownRelease): readonly Credit[] {
  const [artist] = cover.artists;
  const isAlone = artist !== undefined && cover.artists.length === 1 && cover.unlinked.length === 0;
  if (!(isAlone && stylesOf(release).includes('Score')) || artist.credit_role !== undefined) return [];
  if (['orchestra', 'choir'].includes(typeOfName(cover.text))) return [];
  const composers = [...credits, ...creditsOfTracks()].filter(isComposer);
  const isCredited = composers.length === 0 || composers.some(({ iri }) => iri === artist.iri);
  return isCredited ? [{ iri: artist.iri, credit_role: 'composer' }] : [];
}

/** Without edition-specific details. */
const bare = ({ iri, credit_role }: Credit): Credit => ({ iri, ...(credit_role && { credit_role }) });

const distinct = (credits: readonly Credit[]): readonly Credit[] =>
  credits.filter(({ iri, credit_role }, index) => credits.findIndex((one) => one.iri === iri && one.credit_role === credit_role) === index);

function kindOf(release: XmlValue, hasComposer: boolean): 'score' | 'songs' | 'compilation' | 'other' {
  const styles = stylesOf(release);
  if (styles.includes('Score')) return 'score';
  if (isByMany(release) || styles.includes('Musical')) return 'songs';
  if (hasComposer) return 'score';
  return descriptionsOf(release).has('Compilation') ? 'compilation' : 'other';
}
