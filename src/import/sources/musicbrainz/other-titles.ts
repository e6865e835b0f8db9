import { fold } from '../../../store/values/folding';
import { child, children, compareText, type Json, mbidOf, requireId, text } from '../shared/json';
import { gatherAlbum } from './album';
import { Gathering, type MusicBrainzContext } from './context';
import { placedTracks } from './editions';
import { releasesOf } from './production';
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

/** A track list in another language. */
interface Translation extends Partial<OtherTitle> {
  /** Titles of the tracks of each disc; empty if unknown. */
  readonly discs: readonly (readonly string[])[];
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
function tracksOf(release: string, { known, notes }: MusicBrainzContext): readonly (readonly Place[])[] {
  const pending = notes.read(source, presentNote('Release', release));
  return pending === undefined ? known.tracksOf(release) : JSON.parse(pending);
}

/** What documents state about an album or release, by their id. */
function statedIn<T>(from: string, name: string, { notes }: MusicBrainzContext): Readonly<Record<string, T>> {
  return JSON.parse(notes.read(from, name) ?? '{}');
}

type Note = readonly [name: string, value: string];

function noteOf(from: string, name: string, document: string, value: object | undefined, context: MusicBrainzContext): Note[] {
  const before = statedIn<object>(from, name, context);
  if (before[document] === undefined && value === undefined) return [];
  const text = JSON.stringify({ ...before, [document]: value });
  if (context.notes.read(from, name) === text) return [];
  context.notes.write(from, name, text);
  return [[name, text]];
}

const titlesNote = (type: Titled, id: string): string => `titles ${type} ${id}`;
const translationsNote = (type: Titled, id: string): string => `tracks ${type} ${id}`;

const mostTitles = 100;

/** Each title once, without those like the title itself; `undefined` for none. */
function others(all: readonly OtherTitle[], title: string | undefined): readonly OtherTitle[] | undefined {
  const titles = new Map(all.map((other) => [`${fold(other.title)} ${other.language ?? ''} ${other.script ?? ''}`, other]));
  const different = [...titles].filter(([, other]) => fold(other.title) !== fold(title ?? '')).sort(([a], [b]) => compareText(a, b));
  return different.length === 0 ? undefined : different.map(([, other]) => other).slice(0, mostTitles);
}

export const otherTitlesOfAlbum = (id: string, title: string | undefined, context: MusicBrainzContext) =>
  others(
    [source, groupSource].flatMap((from) => Object.values(statedIn<OtherTitle[]>(from, titlesNote('Album', id), context)).flat()),
    title,
  );

/** Other titles of a release and its tracks. */
export interface TitlesOfRelease {
  readonly ofRelease: (title: string | undefined) => readonly OtherTitle[] | undefined;
  /** @param disc from 0 */
  readonly ofTrack: (disc: number, track: number, title: string | undefined) => readonly OtherTitle[] | undefined;
}

/**
 * Titles noted so far for a release. A pseudo-release that names no original translates the releases of its group with as many tracks
 * on each disc.
 * @param shape number of tracks on each disc
 */
export function titlesOfRelease(
  id: string,
  group: string | undefined,
  shape: readonly number[],
  context: MusicBrainzContext,
): TitlesOfRelease {
  const translationsFor = (type: Titled, id: string) => Object.values(statedIn<Translation>(source, translationsNote(type, id), context));
  const ofGroup = group === undefined ? [] : translationsFor('Album', group).filter(({ discs }) => isOfShape(discs, shape));
  const translations = [...translationsFor('Release', id), ...ofGroup];
  const titled = ({ language, script }: Translation, title: string | undefined) => (title ? [{ title, language, script }] : []);
  return {
    ofRelease: (title) =>
      others(
        [
          ...Object.values(statedIn<OtherTitle[]>(source, titlesNote('Release', id), context)).flat(),
          ...ofGroup.flatMap((translation) => titled(translation, translation.title)),
        ],
        title,
      ),
    ofTrack: (disc, track, title) =>
      others(
        translations.flatMap((translation) => {
          const titles = translation.discs[disc] ?? [];
          return titles.length === shape[disc] ? titled(translation, titles[track]) : [];
        }),
        title,
      ),
  };
}

const isOfShape = (discs: Translation['discs'], shape: readonly number[]): boolean =>
  discs.length === shape.length && discs.every(({ length }, disc) => length === shape[disc]);

/** Notes the aliases of an album or release. */
export function noteAliases(type: Titled, document: Json, context: MusicBrainzContext): Note[] {
  const titles = children(document, 'aliases').flatMap((alias) => {
    const title = short(text(alias, 'name'));
    return title === undefined ? [] : [{ title, language: /^[a-z]{2,3}/.exec(text(alias, 'locale') ?? '')?.[0] }];
  });
  const id = requireId(document);
  return noteOf(type === 'Album' ? groupSource : source, titlesNote(type, id), id, titles.length === 0 ? undefined : titles, context);
}

function translationOf(document: Json): Translation {
  const representation = child(document, 'text-representation');
  return {
    ...{ title: short(text(document, 'title')), language: short(text(representation, 'language')) },
    script: short(text(representation, 'script')),
    discs: children(document, 'media').map((medium) => placedTracks(medium).map((track) => track.title ?? '')),
  };
}

/** Titles of a pseudo-release for its album, and for the releases that it translates. */
export function mapPseudoRelease(document: Json, group: Json, context: MusicBrainzContext): MappedDocument {
  const [id, groupId] = [requireId(document), mbidOf(group)];
  const gathering = new Gathering(context);
  const translation = translationOf(document);
  const { title, language, script, discs } = translation;
  const titles = title === undefined ? undefined : [{ title, language, script }];
  const stated = children(document, 'relations').flatMap((relation) =>
    text(relation, 'type') === 'transl-tracklisting' ? (mbidOf(child(relation, 'release')) ?? []) : [],
  );
  const note = (name: string, value: object | undefined) => noteOf(source, name, id, value, context);
  const ofGroup = groupId === undefined ? [] : releasesOf(groupId, context).map(([release]) => release);
  const notes = [
    ...(groupId === undefined ? [] : note(titlesNote('Album', groupId), titles)),
    ...(groupId === undefined ? [] : note(translationsNote('Album', groupId), stated.length === 0 ? translation : undefined)),
    ...stated.flatMap((original) => [
      ...note(titlesNote('Release', original), titles),
      ...note(translationsNote('Release', original), translation),
    ]),
  ];
  if (groupId !== undefined && isPresent('Album', groupId, context)) {
    gatherAlbum(group, groupId, named, gathering);
    gatherAlbumTitles(group, groupId, gathering);
  }
  const shapeOf = (release: string) => tracksOf(release, context).map(({ length }) => length);
  const originals = (stated.length > 0 ? stated : ofGroup)
    .filter((release) => release !== id && isPresent('Release', release, context))
    .filter((release) => stated.length > 0 || isOfShape(discs, shapeOf(release)));
  for (const original of originals) gatherReleaseTitles(original, groupId, gathering);
  // Earlier versions imported it as an edition, whose copies move.
  const [into] = originals;
  if (into !== undefined && context.known.has('Release', id)) gathering.add(sameAs('Release', id, into));
  return { records: gathering.records, notes };
}

/** Adds the titles noted so far to an album. */
export function gatherAlbumTitles(group: Json, id: string, gathering: Gathering): void {
  const other_titles = otherTitlesOfAlbum(id, text(group, 'title'), gathering.context);
  if (other_titles !== undefined) gathering.addRecord(own, 'Album', iri.album(id), { other_titles });
}

/** Adds the titles noted so far to a release and its tracks. */
function gatherReleaseTitles(id: string, group: string | undefined, gathering: Gathering): void {
  const discs = tracksOf(id, gathering.context);
  const titles = titlesOfRelease(
    id,
    group,
    discs.map(({ length }) => length),
    gathering.context,
  );
  const add = (type: string, address: string, other_titles: readonly OtherTitle[] | undefined) => {
    if (other_titles !== undefined) gathering.addRecord(own, type, address, { other_titles });
  };
  add('Release', iri.release(id), titles.ofRelease(undefined));
  for (const [disc, tracks] of discs.entries())
    for (const [index, { iri, title }] of tracks.entries()) add('ReleaseTrack', iri, titles.ofTrack(disc, index, title));
}
