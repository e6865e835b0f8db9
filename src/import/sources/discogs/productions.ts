import { type ProductionTitle, productionTitleOf } from '../../../matching/titles/production-title';
import { uuidOf } from '../../../records/write/uuid-v5';
import { type Credit, linkTo, productionsNamed, withGuesses } from '../shared/records';
import { partialDateOf } from '../shared/values';
import { typeOfName } from './artist-types';
import { type CreditLine, isWholeRole } from './credits';
import { descriptionsOf, formatWordsOf, isByMany, isMainRelease, masterOf, productionStyles, stylesOf } from './edition';
import { emit, type Output, placeholder } from './records';
import { ownReleaseId, productionOfMaster, productionOfRelease } from './values';
import { elementText, type XmlValue } from './xml';

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
