import type { GivenRecord } from '../../../records/given-record';
import { partialDateOf } from '../shared/dates';
import { originOf } from './area';
import { artistType, type Context, Gathering, type Mapping } from './context';
import { child, children, compareText, idOf, type Json, number, requireId, text } from './json';
import { licensedValues } from './licence';
import { linkRecord, linksOf, ownPage } from './links';
import { given, iri, reference } from './records';
import { country, short } from './text';

/**
 * An artist that something in the catalog names: all about it, its other names, its members, its links, and, of a
 * character, who gives it a voice. What lies between two artists comes of one of the two documents alone: of the
 * group's, which knows all members and their order, and of the character's.
 */
export const mapArtist: Mapping = (document, context) => {
  const id = requireId(document);
  const gathering = new Gathering();
  const aliases = aliasesOf(document);
  gathering.add(artistRecord(document, id, aliases, context));
  for (const [index, alias] of aliases.entries()) gathering.add(aliasRecord(id, alias, index + 1));
  for (const link of [ownPage('artist', id), ...linksOf(document)]) gathering.add(linkRecord('Artist', id, link));
  for (const record of memberships(document, id, context)) gathering.add(record);
  for (const record of portrayals(document, id, context)) gathering.add(record);
  return { records: gathering.records, licensed: licensedValues('Artist', document) };
};

function artistRecord(document: Json, id: string, aliases: readonly Alias[], context: Context): GivenRecord {
  const name = short(text(document, 'name')) ?? '[unknown]';
  const life = child(document, 'life-span');
  const isCharacter = text(document, 'type') === 'Character';
  const begin = originOf(child(document, 'begin-area'), context);
  const end = originOf(child(document, 'end-area'), context);
  return given('partial', 'Artist', iri.artist(id), {
    name,
    _type: artistType(document) ?? (membersOf(document).length > 0 ? 'group' : 'person'),
    country: country(text(document, 'country')),
    real_name: realName(document, name, aliases),
    // A character has no end, and its beginning is that of its first appearance.
    begin_date: partialDateOf(text(life, 'begin')),
    end_date: isCharacter ? undefined : partialDateOf(text(life, 'end')),
    begin_city: begin.city,
    begin_country: begin.country,
    end_city: isCharacter ? undefined : end.city,
    end_country: isCharacter ? undefined : end.country,
    disambiguation: short(text(document, 'disambiguation')),
    fictional: isCharacter,
  });
}

interface Alias {
  readonly name: string;
  readonly type: 'legal_name' | 'name_variation';
  readonly notes: string | undefined;
  readonly primary: boolean;
}

/** The other names, each once: in an order that does not depend on theirs, without those that only help a search. */
function aliasesOf(document: Json): Alias[] {
  const found = new Map<string, Alias>();
  const given = children(document, 'aliases').flatMap((alias) => readAlias(alias) ?? []);
  for (const alias of given.sort(
    (a, b) => compareText(a.name, b.name) || compareText(a.type, b.type) || compareText(a.notes ?? '', b.notes ?? ''),
  ))
    if (!found.has(alias.name)) found.set(alias.name, alias);
  return [...found.values()];
}

function readAlias(alias: Json): Alias | undefined {
  const name = short(text(alias, 'name'));
  const type = text(alias, 'type');
  if (name === undefined || type === 'Search hint') return undefined;
  const [begin, end] = [partialDateOf(text(alias, 'begin')), partialDateOf(text(alias, 'end'))];
  const notes = [text(alias, 'locale'), begin || end ? `${begin ?? ''}–${end ?? ''}` : undefined].filter((note) => note !== undefined);
  return {
    name,
    type: type === 'Legal name' ? 'legal_name' : 'name_variation',
    notes: notes.length > 0 ? notes.join(', ') : undefined,
    primary: alias.primary === true,
  };
}

const aliasRecord = (artist: string, { name, type, notes }: Alias, position: number): GivenRecord =>
  given('partial', 'ArtistAlias', iri.alias(artist, name), { variation: name, _type: type, notes, position });

/** The legal name, else that of the person who appears under this name. */
function realName(document: Json, name: string, aliases: readonly Alias[]): string | undefined {
  const legal = aliases.filter(({ type }) => type === 'legal_name');
  const person = related(document, 'is person', 'backward')[0]?.artist;
  const found = (legal.find(({ primary }) => primary) ?? legal[0])?.name ?? short(text(person, 'name'));
  return found === name ? undefined : found;
}

interface Related {
  readonly id: string;
  readonly artist: Json;
  readonly relation: Json;
}

/** Artists that are in a relationship with this one, by their names. */
function related(document: Json, type: string, direction: 'forward' | 'backward'): Related[] {
  return children(document, 'relations')
    .filter((relation) => text(relation, 'type') === type && text(relation, 'direction') === direction)
    .flatMap((relation) => {
      const artist = child(relation, 'artist');
      const id = idOf(artist);
      return artist === undefined || id === undefined ? [] : [{ id, artist, relation }];
    })
    .sort((a, b) => compareText(text(a.artist, 'name') ?? '', text(b.artist, 'name') ?? '') || compareText(a.id, b.id));
}

/** In the order that was given them, else as they joined, each once. */
function membersOf(document: Json): string[] {
  const members = [...related(document, 'member of band', 'backward'), ...related(document, 'subgroup', 'backward')];
  const order = ({ relation }: Related): number => number(relation, 'ordering-key') ?? Number.MAX_SAFE_INTEGER;
  const joined = ({ relation }: Related): string => text(relation, 'begin') ?? '9999';
  return [...new Set(members.toSorted((a, b) => order(a) - order(b) || compareText(joined(a), joined(b))).map(({ id }) => id))];
}

function memberships(document: Json, group: string, { known }: Context): GivenRecord[] {
  return membersOf(document).flatMap((member, index) =>
    member !== group && known.has('Artist', member)
      ? given(
          'partial',
          'ArtistGroupMember',
          iri.membership(member, group),
          { position: index + 1 },
          { group: reference('Artist', iri.artist(group)) },
        )
      : [],
  );
}

/** Who gives a character its voice, of those that the catalog has. */
function portrayals(document: Json, character: string, { known }: Context): GivenRecord[] {
  if (text(document, 'type') !== 'Character') return [];
  return related(document, 'voice actor', 'backward').flatMap(({ id }) =>
    known.has('Artist', id)
      ? given(
          'partial',
          'Portrayal',
          iri.portrayal(id, character),
          { aspects: ['voice'] },
          { performer: reference('Artist', iri.artist(id)), fictionalArtist: reference('Artist', iri.artist(character)) },
        )
      : [],
  );
}
