import { slugOf } from '../../../database/slug';
import type { Context, Gathering } from './context';
import { type Json, text, texts } from './json';
import { given, iri, roleId } from './records';

export type RoleScope = 'release' | 'recording';

/** What a relationship of MusicBrainz is called here; what is missing keeps its name. */
const names: Readonly<Record<string, string>> = {
  'performing orchestra': 'Orchestra',
  'chorus master': 'Choir master',
  vocal: 'Vocalist',
  writer: 'Songwriter',
  librettist: 'Lyricist',
  engineer: 'Engineer',
  recording: 'Recording engineer',
  mix: 'Mixing engineer',
  mastering: 'Mastering engineer',
  editor: 'Editing engineer',
  sound: 'Sound designer',
  'instrument arranger': 'Arranger',
  'vocal arranger': 'Arranger',
  'art direction': 'Art direction',
  'design/illustration': 'Art direction',
  'graphic design': 'Art direction',
  publishing: 'Publisher',
  'liner notes': 'Liner notes',
};

/** Relationships of artists that credit nobody for the music or the release. */
const notCredits = new Set([
  'samples from artist',
  'legal representation',
  'booking',
  'misc',
  'copyright',
  'phonographic copyright',
  'dedication',
  'previous attribution',
  'photography',
  'artists and repertoire',
]);

/** The names of the roles that a relationship stands for: one for each instrument or voice. */
export function roleNames(relation: Json): string[] {
  const type = text(relation, 'type');
  if (type === undefined || notCredits.has(type)) return [];
  const attributes = texts(relation, 'attributes');
  if (type === 'instrument') {
    const instruments = attributes.filter((attribute) => !qualifiers.has(attribute));
    return instruments.length > 0 ? instruments.map(capitalized) : ['Performer'];
  }
  if (type === 'vocal') return [attributes.includes('choir vocals') ? 'Choir' : vocalRole(attributes)];
  if (type === 'composer' && attributes.includes('additional')) return ['Additional music'];
  const name = names[type] ?? capitalized(type);
  const manner = ['executive', 'assistant'].find((attribute) => attributes.includes(attribute));
  return [manner === undefined ? name : `${capitalized(manner)} ${name.toLowerCase()}`];
}

/** Attributes that say how, and not what. */
const qualifiers = new Set([
  'additional',
  'guest',
  'solo',
  'assistant',
  'associate',
  'co',
  'executive',
  'minor',
  'medley',
  'partial',
  'live',
  'cover',
]);

function vocalRole(attributes: readonly string[]): string {
  if (attributes.includes('background vocals')) return 'Backing vocals';
  return attributes.includes('spoken vocals') ? 'Narrator' : 'Vocalist';
}

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * The slug of a role; one that the catalog has not yet comes with the records. `undefined` for a name without letters.
 * One that came from here is given again, so that it does not count as gone.
 */
export function roleSlug(name: string, scope: RoleScope, context: Context, gathering: Gathering): string | undefined {
  const known = context.roles.get(name) ?? findRole(name, context);
  const slug = known?.slug ?? slugOf(name);
  if (slug === '') return undefined;
  if (known === undefined || known.isOwn)
    gathering.add(given('fill', 'ArtistRole', iri.role(slug), { role: name.slice(0, 255), slug, scope }));
  return slug;
}

function findRole(name: string, { known, roles }: Context) {
  const slug = known.findRole(name);
  if (slug === undefined) return undefined;
  const found = { slug, isOwn: known.has('ArtistRole', roleId(slug)) };
  roles.set(name, found);
  return found;
}
