import type { GivenRecord } from '../../../records/write/given-record';
import { typeOfName } from '../discogs/artist-names';
import { ownArtistId } from '../discogs/values';
import { ownWikidataId, partialDateOf } from '../shared/values';
import { originOf } from './area';
import { artistType, type Context, Gathering, type Mapping } from './context';
import { child, children, compareText, type Json, requireId, text } from './json';
import { licensedValues } from './licence';
import { discogsIdsOf, isKnownPage, linkRecord, linksOf, ownPage } from './links';
import { countNotTaken, countRelations } from './members';
import { given, guessing, iri, isSame, own } from './records';
import { memberships, membersOf, portrayals, related } from './related-artists';
import { country, short } from './text';

/** An artist that something in the catalog names: all about it, its other names, its members, its voices and its links. */
export const mapArtist: Mapping = (document, context) => {
  const id = requireId(document);
  const gathering = new Gathering();
  const aliases = aliasesOf(document);
  gathering.add(artistRecord(document, id, aliases, context));
  for (const [index, alias] of aliases.entries()) gathering.add(aliasRecord(id, alias, index + 1));
  for (const link of [ownPage('artist', id), ...linksOf(document)]) gathering.add(linkRecord('Artist', id, link));
  for (const record of [...memberships(document, id), ...portrayals(document, id)]) gathering.add(record);
  for (const number of discogsIdsOf(document, 'artist')) gathering.add(isSame('Artist', ownArtistId(number), id));
  for (const { provider, externalId } of linksOf(document))
    if (provider === 'wikidata') gathering.add(isSame('Artist', ownWikidataId(externalId), id));
  countNotTaken('artist', document, context.notTaken);
  countRelations(document, isOfArtist, context.notTaken);
  return { records: gathering.records, licensed: licensedValues('Artist', document) };
};

function artistRecord(document: Json, id: string, aliases: readonly Alias[], context: Context): GivenRecord {
  const name = short(text(document, 'name')) ?? '[unknown]';
  const life = child(document, 'life-span');
  const isCharacter = text(document, 'type') === 'Character';
  const begin = originOf(child(document, 'begin-area'), context);
  const end = originOf(child(document, 'end-area'), context);
  const type = artistType(document) ?? (membersOf(document).length > 0 ? 'group' : undefined);
  return given(type === undefined ? guessing(own, '_type') : own, 'Artist', iri.artist(id), {
    name,
    _type: type ?? typeOfName(name),
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
  given(own, 'ArtistAlias', iri.alias(artist, name), { variation: name, _type: type, notes, position });

/** The legal name, else that of the person who appears under this name. */
function realName(document: Json, name: string, aliases: readonly Alias[]): string | undefined {
  const legal = aliases.filter(({ type }) => type === 'legal_name');
  const person = related(document, 'is person', 'backward')[0]?.artist;
  const found = (legal.find(({ primary }) => primary) ?? legal[0])?.name ?? short(text(person, 'name'));
  return found === name ? undefined : found;
}

/** What a group, or a character, says of its members and voices, is said of them there. */
const isOfArtist = (relation: Json): boolean =>
  isKnownPage(relation) || ['member of band', 'subgroup', 'is person', 'voice actor'].includes(text(relation, 'type') ?? '');
