import { fold } from '../../../store/values/folding';
import { child, children, compareText, type Json, mbidOf, requireId, text } from '../shared/json';
import { gatherAlbum } from './album';
import { Gathering, type MusicBrainzContext } from './context';
import { placedTracks } from './editions';
import { gatherOnlyProduction, releasesOfGroup } from './production';
import { iri, type MappedDocument, named, own, sameAs } from './records';
import { short } from './values';

// Titles in other languages: aliases, and pseudo-releases, which translate a track list and were never published.
// Documents come in any order, so each leaves what it states in notes for the others.

interface OtherTitle {
  readonly title: string;
  readonly language?: string | undefined;
  readonly script?: string | undefined;
}

const source = 'musicbrainz/release';
const groupSource = 'musicbrainz/release-group';

type Titled = 'Album' | 'Release';

/** A title as documents state it; of a pseudo-release, with its tracks. */
interface StatedTitle extends OtherTitle {
  /** Titles of the tracks of each disc; empty if unknown. */
  readonly discs?: readonly (readonly string[])[];
  /** Releases that the pseudo-release names as translated. */
  readonly originals?: readonly string[];
}

export const isPseudoRelease = (release: Json): boolean => text(release, 'status') === 'Pseudo-Release';

const presentNote = (type: Titled, id: string): string => `present ${type} ${id}`;

/** Whether an album or release was imported, or will be with the documents read before. */
const isPresent = (type: Titled, id: string, { known, notes }: MusicBrainzContext): boolean =>
  known.has(type, id) || notes.read(source, presentNote(type, id)) !== undefined;

interface Place {
  readonly iri: string;
  readonly title?: string | undefined;
}

/** Until its records are written, which {@link isPresent} then finds. */
export const notePresent = (type: Titled, id: string, { notes }: MusicBrainzContext, discs: readonly (readonly Place[])[] = []): void =>
  notes.write(source, presentNote(type, id), JSON.stringify(discs));

/** Tracks of a release that is present, by disc. */
function placesOf(release: string, { known, notes }: MusicBrainzContext): readonly (readonly Place[])[] {
  const pending = notes.read(source, presentNote('Release', release));
  return pending === undefined ? known.tracksOf(release) : JSON.parse(pending);
}

const noteOf = (type: Titled, id: string): string => `titles ${type} ${id}`;

const statedFor = (type: Titled, id: string, { notes }: MusicBrainzContext): StatedTitle[] =>
  [source, groupSource].flatMap((from) => Object.values<StatedTitle[]>(JSON.parse(notes.read(from, noteOf(type, id)) ?? '{}')).flat());

/** Notes the titles that a document states for an album or release. */
function noteTitles(
  from: string,
  type: Titled,
  id: string,
  document: string,
  titles: readonly StatedTitle[],
  { notes }: MusicBrainzContext,
) {
  const name = noteOf(type, id);
  const note = notes.read(from, name) ?? '{}';
  const value = JSON.stringify({ ...JSON.parse(note), [document]: titles.length === 0 ? undefined : titles });
  if (value === note) return [];
  notes.write(from, name, value);
  return [[name, value] as const];
}

const mostTitles = 100;

/** Each title once, without those like the title itself; `undefined` for none. */
function others(all: readonly StatedTitle[], own: string | undefined): readonly OtherTitle[] | undefined {
  const different = all.filter(({ title }) => title !== '' && fold(title) !== fold(own ?? ''));
  const titles = new Map(
    different.map(({ title, language, script }) => [`${fold(title)} ${language ?? ''} ${script ?? ''}`, { title, language, script }]),
  );
  const sorted = [...titles].sort(([a], [b]) => compareText(a, b)).map(([, title]) => title);
  return sorted.length === 0 ? undefined : sorted.slice(0, mostTitles);
}

export const otherTitlesOfAlbum = (id: string, title: string | undefined, context: MusicBrainzContext) =>
  others(statedFor('Album', id, context), title);

export type TitlesOfRelease = ReturnType<typeof titlesOfRelease>;

/**
 * Other titles noted so far for a release and its tracks. A pseudo-release that names no original translates the releases of its group
 * with as many tracks on each disc.
 * @param shape number of tracks on each disc
 */
export function titlesOfRelease(id: string, group: string | undefined, shape: readonly number[], context: MusicBrainzContext) {
  const ofGroup = group === undefined ? [] : statedFor('Album', group, context);
  const all = [
    ...statedFor('Release', id, context),
    ...ofGroup.filter(({ discs = [], originals }) => originals?.length === 0 && isOfShape(discs, shape)),
  ];
  return {
    ofRelease: (title: string | undefined) => others(all, title),
    ofTrack: (disc: number, track: number, title: string | undefined) => {
      const translated = all.filter(({ discs }) => discs?.[disc]?.length === shape[disc]);
      return others(
        translated.map(({ discs, ...stated }) => ({ ...stated, title: discs?.[disc]?.[track] ?? '' })),
        title,
      );
    },
  };
}

const isOfShape = (discs: readonly (readonly string[])[], shape: readonly number[]): boolean =>
  discs.length === shape.length && discs.every(({ length }, disc) => length === shape[disc]);

/** Notes the aliases of an album or release. */
export function noteAliases(type: Titled, document: Json, context: MusicBrainzContext) {
  const titles = children(document, 'aliases').map((alias) => ({
    title: short(text(alias, 'name')) ?? '',
    language: /^[a-z]{2,3}/.exec(text(alias, 'locale') ?? '')?.[0],
  }));
  const id = requireId(document);
  return noteTitles(type === 'Album' ? groupSource : source, type, id, id, titles, context);
}

/** Titles of a pseudo-release for its album, and for the releases that it translates. */
export function mapPseudoRelease(document: Json, group: Json, context: MusicBrainzContext): MappedDocument {
  const [id, groupId] = [requireId(document), mbidOf(group)];
  const gathering = new Gathering(context);
  const representation = child(document, 'text-representation');
  const stated = children(document, 'relations').flatMap((relation) =>
    text(relation, 'type') === 'transl-tracklisting' ? (mbidOf(child(relation, 'release')) ?? []) : [],
  );
  const discs = children(document, 'media').map((medium) => placedTracks(medium).map(({ title }) => title ?? ''));
  const translation = {
    title: short(text(document, 'title')) ?? '',
    language: short(text(representation, 'language')),
    script: short(text(representation, 'script')),
    discs,
    originals: stated,
  };
  const note = (type: Titled, titled: string) => noteTitles(source, type, titled, id, [translation], context);
  const notes = [...(groupId === undefined ? [] : note('Album', groupId)), ...stated.flatMap((original) => note('Release', original))];
  const titles = groupId !== undefined && isPresent('Album', groupId, context) ? gatherTitledAlbum(group, groupId, gathering) : undefined;
  const ofGroup = groupId === undefined ? [] : releasesOfGroup(groupId, context).map(([release]) => release);
  const isTranslated = (release: string) => stated.length > 0 || isOfShape(discs, shapeOf(placesOf(release, context)));
  const originals = (stated.length > 0 ? stated : ofGroup).filter(
    (release) => release !== id && isPresent('Release', release, context) && isTranslated(release),
  );
  for (const original of originals) gatherReleaseTitles(original, groupId, gathering);
  if (originals.length > 0) gatherOnlyProduction(group, groupId, titles, gathering);
  // Earlier versions imported it as an edition, whose copies move.
  const [into] = originals;
  if (into !== undefined && context.known.has('Release', id)) gathering.add(sameAs('Release', id, into));
  if (gathering.records.length === 0) context.notTaken.add('pseudo-releases without their original');
  return { records: gathering.records, notes };
}

/** Adds the album that a release names, with the titles noted so far, which it returns. */
export function gatherTitledAlbum(group: Json, id: string, gathering: Gathering): ReturnType<typeof others> {
  const other_titles = otherTitlesOfAlbum(id, text(group, 'title'), gathering.context);
  gatherAlbum(group, id, { ...named, otherTitles: other_titles }, gathering);
  if (other_titles !== undefined) gathering.addRecord(own, 'Album', iri.album(id), { other_titles });
  return other_titles;
}

const shapeOf = (discs: readonly (readonly unknown[])[]): number[] => discs.map(({ length }) => length);

/** Adds the titles noted so far to a release and its tracks. */
function gatherReleaseTitles(id: string, group: string | undefined, gathering: Gathering): void {
  const discs = placesOf(id, gathering.context);
  const titles = titlesOfRelease(id, group, shapeOf(discs), gathering.context);
  const add = (type: string, address: string, other_titles: readonly OtherTitle[] | undefined) => {
    if (other_titles !== undefined) gathering.addRecord(own, type, address, { other_titles });
  };
  add('Release', iri.release(id), titles.ofRelease(undefined));
  for (const [disc, tracks] of discs.entries())
    for (const [index, { iri, title }] of tracks.entries()) add('ReleaseTrack', iri, titles.ofTrack(disc, index, title));
}
