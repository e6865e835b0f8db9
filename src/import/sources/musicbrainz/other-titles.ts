import { fold } from '../../../store/values/folding';
import { child, children, compareText, type Json, mbidOf, requireId, text } from '../shared/json';
import { gatherAlbum } from './album';
import { Gathering, type MusicBrainzContext } from './context';
import { iri, type MappedDocument, named, own, sameAs } from './records';
import { short } from './values';

// Titles in other languages: aliases, and pseudo-releases, which translate a track list and were never published.

interface OtherTitle {
  readonly title: string;
  readonly language?: string | undefined;
  readonly script?: string | undefined;
}

/** Titles by the document that states them. */
type Stated = Readonly<Record<string, readonly OtherTitle[]>>;

const source = 'musicbrainz/release';

export const isPseudoRelease = (release: Json): boolean => text(release, 'status') === 'Pseudo-Release';

/** Whether an album or release was imported, or will be with the documents read before. */
const isPresent = (type: 'Album' | 'Release', id: string, { known, notes }: MusicBrainzContext): boolean =>
  known.has(type, id) || notes.read(source, `present ${type} ${id}`) !== undefined;

/** Until its records are written, which {@link isPresent} then finds. */
export const notePresent = (type: 'Album' | 'Release', id: string, { notes }: MusicBrainzContext): void =>
  notes.write(source, `present ${type} ${id}`, '');

const noteOf = (type: 'Album' | 'Release', id: string): string => `titles ${type} ${id}`;

const statedFor = (type: 'Album' | 'Release', id: string, { notes }: MusicBrainzContext): Stated =>
  JSON.parse(notes.read(source, noteOf(type, id)) ?? '{}');

/** Notes the titles that a document states for an album or release. Documents come in any order. */
function noteTitles(type: 'Album' | 'Release', id: string, from: string, titles: readonly OtherTitle[], context: MusicBrainzContext) {
  const before = statedFor(type, id, context);
  const value = JSON.stringify({ ...before, [from]: titles });
  if ((before[from] ?? []).length === 0 && titles.length === 0) return [];
  context.notes.write(source, noteOf(type, id), value);
  return [[noteOf(type, id), value] as const];
}

const mostTitles = 100;

/** All titles noted for an album or release but its own, each once; `undefined` for none. */
export function otherTitlesOf(type: 'Album' | 'Release', id: string, title: string | undefined, context: MusicBrainzContext) {
  const all = Object.values(statedFor(type, id, context)).flat();
  const titles = new Map(all.map((one) => [`${fold(one.title)} ${one.language ?? ''} ${one.script ?? ''}`, one]));
  const others = [...titles].filter(([, one]) => fold(one.title) !== fold(title ?? '')).sort(([a], [b]) => compareText(a, b));
  return others.length === 0 ? undefined : others.map(([, one]) => one).slice(0, mostTitles);
}

/** Notes the aliases of an album or release. */
export const noteAliases = (type: 'Album' | 'Release', document: Json, context: MusicBrainzContext) =>
  noteTitles(
    type,
    requireId(document),
    requireId(document),
    children(document, 'aliases').flatMap((alias) => {
      const title = short(text(alias, 'name'));
      return title === undefined ? [] : [{ title, language: /^[a-z]{2,3}/.exec(text(alias, 'locale') ?? '')?.[0] }];
    }),
    context,
  );

/** Titles of a pseudo-release for its album, and for the releases that it translates. */
export function mapPseudoRelease(document: Json, group: Json, context: MusicBrainzContext): MappedDocument {
  const [id, groupId, title] = [requireId(document), mbidOf(group), short(text(document, 'title'))];
  const gathering = new Gathering(context);
  const representation = child(document, 'text-representation');
  const titles =
    title === undefined
      ? []
      : [{ title, language: short(text(representation, 'language')), script: short(text(representation, 'script')) }];
  const originals = children(document, 'relations').flatMap((relation) =>
    text(relation, 'type') === 'transl-tracklisting' ? (mbidOf(child(relation, 'release')) ?? []) : [],
  );
  const notes = [
    ...(groupId === undefined ? [] : noteTitles('Album', groupId, id, titles, context)),
    ...originals.flatMap((original) => noteTitles('Release', original, id, titles, context)),
  ];
  if (groupId !== undefined && isPresent('Album', groupId, context)) {
    gatherAlbum(group, groupId, named, gathering);
    gatherTitles('Album', groupId, text(group, 'title'), gathering);
  }
  const present = originals.filter((original) => isPresent('Release', original, context));
  for (const original of present) gatherTitles('Release', original, undefined, gathering);
  // Earlier versions imported it as an edition, whose copies move.
  const [into] = present;
  if (into !== undefined && context.known.has('Release', id)) gathering.add(sameAs('Release', id, into));
  return { records: gathering.records, notes };
}

/** Adds the titles noted so far to an album or release. */
export function gatherTitles(type: 'Album' | 'Release', id: string, title: string | undefined, gathering: Gathering): void {
  const other_titles = otherTitlesOf(type, id, title, gathering.context);
  if (other_titles !== undefined) gathering.addRecord(own, type, type === 'Album' ? iri.album(id) : iri.release(id), { other_titles });
}
