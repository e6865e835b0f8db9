import { productionTitleOf } from '../../../matching/titles/production-title';
import { readPhrase } from '../../../matching/titles/words';
import { type Authority, authorities } from '../../../records/provenance/ranks';
import type { ImportedRecord } from '../../../records/write/record';
import { child, childOfEach, isUuid, type Json, mbidOf, text } from '../shared/json';
import { partialDateOf, withGuesses } from '../shared/records';
import { filmsNamedBy, isCompilation, isScore, isSingle, isVariousArtists } from './album';
import type { Gathering, MusicBrainzContext } from './context';
import { creditedItems } from './credits';
import { asProvisional, between, iri, own, partialRecord, productionOfGroup, reference } from './records';
import { roleSlug } from './roles';
import { short } from './values';

/**
 * A production inferred from its music, since MusicBrainz has no films. Ranks: explicit soundtracks, then other albums, then
 * singles, which are named after their song.
 */
export function productionOf(group: Json, production: string, others: OtherTitles, provisionalTitle?: string): ImportedRecord {
  const { title, year, type, isMarked } = productionTitleOf(short(text(group, 'title')) ?? '[untitled]');
  const aside = readPhrase(text(group, 'disambiguation') ?? '');
  const released = partialDateOf(text(group, 'first-release-date'))?.slice(0, 4);
  const known = type ?? aside?.type;
  const rank = isSingle(group) ? authorities.musicbrainzSong : isMarked ? authorities.musicbrainzProvisional : authorities.musicbrainzAlbum;
  const otherTitles = others?.map((other) => ({ ...other, title: productionTitleOf(other.title).title }));
  const provenance = { ...asProvisional(rank), otherTitles };
  return partialRecord(known === undefined ? withGuesses(provenance, '_type') : provenance, 'Production', iri.production(production), {
    title: provisionalTitle ?? title,
    _type: known ?? 'other',
    year: year ?? aside?.year ?? (Number(released) >= firstYear ? Number(released) : undefined),
    provisional: provisionalTitle !== undefined,
  });
}

/** Other titles of an album, for the slugs of what is named after it. */
type OtherTitles = ImportedRecord['otherTitles'];

/** The production that releases name before their group does, if they name one. */
export function gatherOnlyProduction(group: Json, id: string | undefined, titles: OtherTitles, gathering: Gathering): string | undefined {
  const [film, ...others] = id === undefined || productionsOf(id, gathering.context).length > 0 ? [] : filmsNamedBy(group);
  if (film === undefined || id === undefined || others.length > 0) return undefined;
  gathering.add(productionOf(group, productionOfGroup(id), titles, film));
  return productionOfGroup(id);
}

/** Earlier years are typing errors. */
const firstYear = 1800;

interface Composers {
  readonly artists: readonly string[];
  readonly authority: Authority;
}

/** Collects composers of a production from a release, until its work is known. */
export function gatherComposers(release: Json, credited: readonly string[], production: string, gathering: Gathering): void {
  const { artists, authority } = composersOf(release, credited);
  if (artists.length === 0) return;
  const role = roleSlug('Composer', 'recording', gathering) ?? 'composer';
  const composers = artists.map((artist, index) => ({
    iri: artist,
    name_variation: null,
    position: index + 1,
    join_phrase: null,
    credit_role: role,
  }));
  gathering.addRecord(asProvisional(authority), 'Production', iri.production(production), { composers });
}

/**
 * Credited composers, else the cover artists, as MusicBrainz credits scores to their composer. Not orchestras, choirs or
 * "various", nor the singers of songs.
 */
function composersOf(release: Json, credited: readonly string[]): Composers {
  if (credited.length > 0) return { artists: credited, authority: authorities.musicbrainzProvisional };
  const group = child(release, 'release-group');
  if (isVariousArtists(release) || isCompilation(group) || isSingle(group)) return { artists: [], authority: authorities.musicbrainzSong };
  const covered = childOfEach(creditedItems(release), 'artist').filter((artist) =>
    ['Person', 'Group'].includes(text(artist, 'type') ?? ''),
  );
  const artists = [...new Set(covered.flatMap((artist) => mbidOf(artist) ?? []).map(iri.artist))];
  return { artists, authority: isScore(group) || isScore(release) ? authorities.musicbrainzAlbum : authorities.musicbrainzSong };
}

/** The only artist of a group that names several productions: which of several composed which is unknown. */
export function gatherOnlyComposer(group: Json, production: string, gathering: Gathering): void {
  if (creditedItems(group).length === 1) gatherComposers({ ...group, 'release-group': group }, [], production, gathering);
}

/** Notes shared by releases and groups, which may come in either order. */
const releaseSource = 'musicbrainz/release';
const groupSource = 'musicbrainz/release-group';

type Kind = 'compilation' | 'songs' | 'score';

export const musicKindOf = (release: Json): Kind => {
  const group = child(release, 'release-group');
  if (isCompilation(group)) return 'compilation';
  return isVariousArtists(release) || isSingle(group) ? 'songs' : 'score';
};

export const entryOf = (production: string, release: string, kind: Kind, position: number): ImportedRecord =>
  partialRecord(
    own,
    'ProductionEntry',
    iri.entry(production, release),
    { kind, position },
    { release: reference('Release', iri.release(release)) },
  );

/** Entries of a release under the productions of its group. */
export function entriesByGroup(group: string, release: string, kind: Kind, context: MusicBrainzContext): ImportedRecord[] {
  return productionsOf(group, context).map((production, index) => entryOf(production, release, kind, index + 1));
}

/** Productions named by a group so far. */
export const productionsOf = (group: string, { notes }: MusicBrainzContext): string[] =>
  notes.read(groupSource, group)?.split(',').filter(isUuid) ?? [];

/** The same for releases before their group; some may have been rejected. */
export function entriesOfReleases(group: string, productions: readonly string[], context: MusicBrainzContext): ImportedRecord[] {
  return releasesOfGroup(group, context).flatMap(([release, kind]) =>
    productions.map((production, index) => ({ ...entryOf(production, release, kind, index + 1), ...between })),
  );
}

type Note = readonly [name: string, value: string];

/** Leaves a note about a release for its group, unless the group is known. */
export function noteRelease(group: string, release: string, kind: Kind, context: MusicBrainzContext): Note[] {
  const name = `group ${group}`;
  const others = releasesOfGroup(group, context).filter(([id]) => id !== release);
  const value = [...others.map((other) => other.join(' ')), `${release} ${kind}`].sort().join(',');
  if (context.notes.read(releaseSource, name) === value) return [];
  context.notes.write(releaseSource, name, value);
  return [[name, value]];
}

export const noteProductions = (group: string, productions: readonly string[]): Note => [group, productions.join(',')];

/** Releases read so far, earlier imports included. */
export function releasesOfGroup(group: string, { notes }: MusicBrainzContext): (readonly [release: string, kind: Kind])[] {
  const items = notes.read(releaseSource, `group ${group}`)?.split(',') ?? [];
  return items.flatMap((item) => {
    const [release, kind] = item.split(' ');
    return isUuid(release) && isKind(kind) ? [[release, kind] as const] : [];
  });
}

const isKind = (text: string | undefined): text is Kind => text === 'compilation' || text === 'songs' || text === 'score';
