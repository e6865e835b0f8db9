import { productionTitleOf } from '../../../matching/titles/production-title';
import { readPhrase } from '../../../matching/titles/words';
import { type Authority, authorities } from '../../../records/provenance/weights';
import type { GivenRecord } from '../../../records/write/given-record';
import { partialDateOf } from '../shared/values';
import { type Context, type Gathering, variousArtists } from './context';
import { creditedItems } from './credits';
import { soundtrackType } from './document-lines';
import { child, childOfEach, children, idOf, type Json, short, text, texts } from './json';
import { given, guessing, iri, standingIn } from './records';
import { roleSlug } from './roles';

/**
 * A production as the music of it tells: MusicBrainz knows no films. A soundtrack that says it is one is believed before
 * an album that does not, and that before a single, which is called after its song.
 */
export function productionOf(group: Json, production: string, provisional: boolean): GivenRecord {
  const { title, year, type, isMarked } = productionTitleOf(short(text(group, 'title')) ?? '[untitled]');
  const aside = readPhrase(text(group, 'disambiguation') ?? '');
  const released = partialDateOf(text(group, 'first-release-date'))?.slice(0, 4);
  const known = type ?? aside?.type;
  const manner = standingIn(
    isSingle(group) ? authorities.musicbrainzSong : isMarked ? authorities.musicbrainzStandIn : authorities.musicbrainzAlbum,
  );
  return given(known === undefined ? guessing(manner, '_type') : manner, 'Production', iri.production(production), {
    title,
    _type: known ?? 'other',
    year: year ?? aside?.year ?? (Number(released) >= firstYear ? Number(released) : undefined),
    provisional,
  });
}

/** No production is older; an earlier year is a slip of the pen. */
const firstYear = 1800;

/** Who wrote the music of a production, and how good the evidence is. */
interface Composers {
  readonly artists: readonly string[];
  readonly authority: Authority;
}

/** Gathers who wrote the music of a production, as far as a release tells, until its work does. */
export function gatherComposers(
  release: Json,
  credited: readonly string[],
  production: string,
  context: Context,
  gathering: Gathering,
): void {
  const { artists, authority } = composersOf(release, credited);
  if (artists.length === 0) return;
  const role = roleSlug('Composer', 'recording', context, gathering) ?? 'composer';
  const composers = artists.map((artist, index) => ({
    iri: artist,
    name_variation: null,
    position: index + 1,
    join_phrase: null,
    credit_role: role,
  }));
  gathering.add(given(standingIn(authority), 'Production', iri.production(production), { composers }));
}

/**
 * The composers that the release credits, else those on its cover: MusicBrainz credits a score to who composed it. An
 * orchestra or a choir performs, so many that they are "various" have not written it together, and who stands on the
 * cover of songs has sung them.
 */
function composersOf(release: Json, credited: readonly string[]): Composers {
  if (credited.length > 0) return { artists: credited, authority: authorities.musicbrainzStandIn };
  const group = child(release, 'release-group');
  if (isByMany(release) || isCompilation(group) || isSingle(group)) return { artists: [], authority: authorities.musicbrainzSong };
  const covered = childOfEach(creditedItems(release), 'artist').filter((artist) =>
    ['Person', 'Group'].includes(text(artist, 'type') ?? ''),
  );
  const artists = [...new Set(covered.flatMap((artist) => idOf(artist) ?? []).map(iri.artist))];
  return { artists, authority: isScore(group) || isScore(release) ? authorities.musicbrainzAlbum : authorities.musicbrainzSong };
}

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
