import { slugOf } from '../../../store/values/slug';
import { child, type Json, text, texts } from '../shared/json';
import type { Gathering, MusicBrainzContext } from './context';
import { iri, named, roleId } from './records';
import { short } from './values';

export type RoleScope = 'release' | 'recording';

export interface MusicBrainzRole {
  readonly name: string;
  readonly detail?: string | undefined;
}

/** Renamed relationships; others keep their name. */
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

/** Artist relationships that are not credits. */
const notCredits = new Set(
  'samples from artist, legal representation, booking, copyright, phonographic copyright, dedication, previous attribution'.split(', '),
);

/** Roles of a relationship, one per instrument; none if it is no credit. */
export function relationRolesOf(relation: Json): MusicBrainzRole[] {
  const type = text(relation, 'type');
  if (type === undefined || notCredits.has(type)) return [];
  const attributes = texts(relation, 'attributes');
  const hows = attributes.filter((attribute) => qualifiers.has(attribute));
  if (type === 'instrument') return instrumentRoles(relation, attributes, hows);
  if (type === 'misc') return taskRoles(relation, hows);
  const manner = manners.find((attribute) => attributes.includes(attribute));
  const rest = attributes.filter((attribute) => attribute !== manner && attribute !== 'choir vocals' && attribute !== 'background vocals');
  const name = type === 'vocal' ? vocalRole(attributes) : (names[type] ?? capitalized(type));
  return [
    {
      name: manner === undefined ? name : `${capitalized(manner)} ${name.toLowerCase()}`,
      detail: detailOf([...rest, taskOf(relation)]),
    },
  ];
}

/** Attributes that qualify a role. */
const qualifiers = new Set(
  'additional, guest, solo, assistant, associate, co, executive, minor, medley, partial, live, cover, pre, re'.split(', '),
);

/** Attributes that change a role. */
const manners = ['executive', 'assistant'];

/** Instruments may be credited under another name: "upright piano". */
function instrumentRoles(relation: Json, attributes: readonly string[], hows: readonly string[]): MusicBrainzRole[] {
  const instruments = attributes.filter((attribute) => !qualifiers.has(attribute));
  const credited = child(relation, 'attribute-credits');
  if (instruments.length === 0) return [{ name: 'Performer', detail: detailOf(hows) }];
  return instruments.map((instrument) => {
    const printed = text(credited, instrument);
    return { name: capitalized(instrument), detail: detailOf([printed === instrument ? undefined : printed, ...hows]) };
  });
}

/** "Miscellaneous support" is a role if its task names one: "music supervisor". */
function taskRoles(relation: Json, hows: readonly string[]): MusicBrainzRole[] {
  const task = taskOf(relation);
  return task === undefined ? [] : [{ name: capitalized(task), detail: detailOf(hows) }];
}

const taskOf = (relation: Json): string | undefined => short(text(child(relation, 'attribute-values'), 'task'));

function vocalRole(attributes: readonly string[]): string {
  if (attributes.includes('choir vocals')) return 'Choir';
  if (attributes.includes('background vocals')) return 'Backing vocals';
  return attributes.includes('spoken vocals') ? 'Narrator' : 'Vocalist';
}

function detailOf(parts: readonly (string | undefined)[]): string | undefined {
  const credited = [...new Set(parts.filter((part) => part !== undefined && part !== 'task'))].sort();
  return short(credited.join(', '));
}

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * Slug of a role, created if new; `undefined` for a name without letters. Own roles are emitted again, so that they are not
 * flagged as gone.
 */
export function roleSlug(name: string, scope: RoleScope, gathering: Gathering): string | undefined {
  const known = gathering.context.roles.get(name) ?? findRole(name, gathering.context);
  const slug = known?.slug ?? slugOf(name);
  if (slug === '') return undefined;
  if (known === undefined || known.isOwn)
    gathering.addRecord(named, 'ArtistRole', iri.role(slug), { role: name.slice(0, 255), slug, scope });
  return slug;
}

function findRole(name: string, { known, roles }: MusicBrainzContext) {
  const slug = known.findRole(name);
  if (slug === undefined) return undefined;
  const found = { slug, isOwn: known.has('ArtistRole', roleId(slug)) };
  roles.set(name, found);
  return found;
}
