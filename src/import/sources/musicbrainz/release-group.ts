import { soundtrackType } from './byte-scan';
import { type Context, Gathering, type Mapping, variousArtists } from './context';
import { child, children, idOf, type Json, requireId, text, texts } from './json';
import { filmsOf, linkRecord, ownPage } from './links';
import { albumsOf, gatherEntries } from './production-entries';
import { given, iri, type Made, productionOfFilm, productionOfGroup } from './records';
import { short } from './text';

const source = 'musicbrainz/release-group';
const compilationType = 'dd2a21e1-0c00-3729-a7a0-de60b84eb5d1';

export const isSoundtrack = (group: Json | undefined): boolean => texts(group, 'secondary-type-ids').includes(soundtrackType);

export const isCompilation = (group: Json | undefined): boolean => texts(group, 'secondary-type-ids').includes(compilationType);

/** Whether a group of releases is credited to nobody in particular. */
export const isByMany = (owner: Json): boolean =>
  children(owner, 'artist-credit').some((item) => idOf(child(item, 'artist')) === variousArtists);

/**
 * The productions of a soundtrack: one for each page of IMDb that it has a link to. Without a link, an album stands for
 * a production of its own; a single, which holds one song of many, and a compilation of several films' music do not.
 *
 * They only fill what the catalog has not yet: several release groups may belong to one film, and none knows it well.
 * Releases that an earlier import has brought get their places under them.
 */
export const mapReleaseGroup: Mapping = (document, context) => {
  if (!isSoundtrack(document)) return undefined;
  const id = requireId(document);
  const title = productionTitle(document);
  const films = filmsOf(document);
  const gathering = new Gathering();
  const productions = films.map((film) => productionForFilm(film, context));
  if (films.length === 0 && standsForProduction(document)) productions.push(productionOfGroup(id));
  for (const [index, production] of productions.entries()) {
    const film = films[index];
    gathering.add(given('fill', 'Production', iri.production(production), { title, _type: productionType(document) }));
    if (film === undefined) gathering.add(linkRecord('Production', production, ownPage('release-group', id)));
    else gathering.add(linkRecord('Production', production, filmPage(film)));
  }
  const value = productions.join(',');
  for (const album of albumsOf(id, context))
    if (context.known.has('Release', album.release)) gatherEntries(album, productions, context, gathering);
  return { records: gathering.records, notes: [[id, value]] } satisfies Made;
};

/** The productions of a release group, as its document said; `undefined` where that was not read. */
export const productionsOf = (releaseGroup: string, { notes }: Context): readonly string[] | undefined =>
  notes
    .read(source, releaseGroup)
    ?.split(',')
    .filter((id) => id !== '');

/** The production of a page of IMDb: the one that the catalog has, whoever made it, else one whose id follows from the page. */
export const productionForFilm = (film: string, { known }: Context): string =>
  known.findByLink('Production', 'imdb', film) ?? productionOfFilm(film);

/** One address a page, however the link was written. */
const filmPage = (film: string) => ({ provider: 'imdb', externalId: film, url: `https://www.imdb.com/title/${film}/` });

const standsForProduction = (group: Json): boolean => !isCompilation(group) && text(group, 'primary-type') !== 'Single';

/** What soundtracks add to the title of the production says one of these. */
const aboutMusic =
  /\b(?:soundtracks?|motion picture|score|ost|o\.s\.t|music (?:from|of|by|for)|songs (?:from|of)|bande originale|colonna sonora)\b|サウンドトラック/i;

/** In brackets at the end, or after the last colon or dash. */
const additions = [
  /^(.+?)\s*[([]([^()[\]]*)[)\]]$/,
  /^(.+)(?::\s|\s[–—-]\s)(.*)$/,
  /^(.+?)\s+((?:original\s+)?(?:soundtrack|o\.?s\.?t\.?))$/i,
];

/** A provisional title: MusicBrainz knows no films, only what their music is called. */
function productionTitle(group: Json): string {
  let title = short(text(group, 'title')) ?? '[untitled]';
  for (const addition of additions) {
    const [, before, added] = addition.exec(title) ?? [];
    if (before !== undefined && aboutMusic.test(added ?? '')) title = before.trim();
  }
  return title;
}

/** A guess from how the soundtrack is called; what says nothing is "other", for others to know better. */
function productionType(group: Json): string {
  const words = `${text(group, 'title') ?? ''} ${text(group, 'disambiguation') ?? ''}`;
  if (/video\s*game|\bgame\b|ゲーム/i.test(words)) return 'videogame';
  if (/television|\btv\b|\bseries\b|\bseason \d/i.test(words)) return 'television';
  return /motion picture|\bfilm\b|\bmovie\b|\bcinema/i.test(words) ? 'movie' : 'other';
}
