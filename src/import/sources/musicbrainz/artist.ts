import type { ImportedRecord } from '../../../records/write/record';
import { typeOfName } from '../discogs/artist-types';
import { ownArtistId } from '../discogs/values';
import { child, childOfEach, children, compareText, type Json, mbidOf, number, requireId, text, texts } from '../shared/json';
import { ownWikidataId, partialDateOf, withGuesses } from '../shared/records';
import { artistType, Gathering, type Mapping, type MusicBrainzContext } from './context';
import { printedAs } from './credits';
import { discogsIdsOf, isKnownPage, linkRecord, ownPage, relationLinksOf } from './links';
import { countIgnoredMembers, countRelations } from './members';
import { between, iri, named, own, partialRecord, reference, sameAs } from './records';
import { country, licensedValues, short } from './values';

/** An artist the catalog refers to: attributes, aliases, members, voices and links. */
export const mapArtist: Mapping = (document, context) => {
  const id = requireId(document);
  const gathering = new Gathering(context);
  const aliases = aliasesOf(document);
  gathering.add(artistRecord(document, id, aliases, context));
  for (const [index, alias] of aliases.entries()) gathering.add(aliasRecord(id, alias, index + 1));
  for (const link of [ownPage('artist', id), ...relationLinksOf(document)]) gathering.add(linkRecord('Artist', id, link));
  for (const record of [...memberships(document, id), ...portrayals(document, id)]) gathering.add(record);
  for (const number of discogsIdsOf(document, 'artist')) gathering.add(sameAs('Artist', ownArtistId(number), id));
  for (const { provider, externalId } of relationLinksOf(document))
    if (provider === 'wikidata') gathering.add(sameAs('Artist', ownWikidataId(externalId), id));
  countIgnoredMembers('artist', document, context.notTaken);
  countRelations(document, isOfArtist, context.notTaken);
  return { records: gathering.records, licensed: licensedValues('Artist', document) };
};

function artistRecord(document: Json, id: string, aliases: readonly Alias[], context: MusicBrainzContext): ImportedRecord {
  const name = short(text(document, 'name')) ?? '[unknown]';
  const life = child(document, 'life-span');
  const isCharacter = text(document, 'type') === 'Character';
  const begin = originOf(child(document, 'begin-area'), context);
  const end = originOf(child(document, 'end-area'), context);
  const sortName = short(text(document, 'sort-name'));
  const type = artistType(document) ?? (groupMembersOf(document).length > 0 ? 'group' : undefined);
  return partialRecord(type === undefined ? withGuesses(own, '_type') : own, 'Artist', iri.artist(id), {
    name,
    _type: type ?? typeOfName(name),
    country: country(text(document, 'country')),
    sort_name: sortName === name ? undefined : sortName,
    real_name: realName(document, name, aliases),
    // A character begins with its first appearance and has no end.
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

/** Distinct aliases in a stable order, without search hints. */
function aliasesOf(document: Json): Alias[] {
  const found = new Map<string, Alias>();
  const aliases = children(document, 'aliases').flatMap((alias) => readAlias(alias) ?? []);
  for (const alias of aliases.sort(
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

const aliasRecord = (artist: string, { name, type, notes }: Alias, position: number): ImportedRecord =>
  partialRecord(own, 'ArtistAlias', iri.alias(artist, name), { variation: name, _type: type, notes, position });

/** Legal name, else that of the person behind the pseudonym. */
function realName(document: Json, name: string, aliases: readonly Alias[]): string | undefined {
  const legal = aliases.filter(({ type }) => type === 'legal_name');
  const person = related(document, 'is person', 'backward')[0]?.artist;
  const found = (legal.find(({ primary }) => primary) ?? legal[0])?.name ?? short(text(person, 'name'));
  return found === name ? undefined : found;
}

/** Relationships to members and voices, imported from the other side. */
const isOfArtist = (relation: Json): boolean =>
  isKnownPage(relation) || ['member of band', 'subgroup', 'is person', 'voice actor'].includes(text(relation, 'type') ?? '');

// A relationship between artists is imported from one side only: the group's document, which has all members in order, or the
// character's. The other artist may be missing, or come later.

export interface RelatedArtist {
  readonly id: string;
  readonly artist: Json;
  readonly relation: Json;
}

/** Related artists with their names. */
export function related(document: Json, type: string, direction: 'forward' | 'backward'): RelatedArtist[] {
  return children(document, 'relations')
    .filter((relation) => text(relation, 'type') === type && text(relation, 'direction') === direction)
    .flatMap((relation) => {
      const artist = child(relation, 'artist');
      const id = mbidOf(artist);
      return artist === undefined || id === undefined ? [] : [{ id, artist, relation }];
    })
    .sort((a, b) => compareText(text(a.artist, 'name') ?? '', text(b.artist, 'name') ?? '') || compareText(a.id, b.id));
}

/** Members in the stated order, else by joining date; each once. */
export function groupMembersOf(document: Json): RelatedArtist[] {
  const members = [...related(document, 'member of band', 'backward'), ...related(document, 'subgroup', 'backward')];
  const order = ({ relation }: RelatedArtist): number => number(relation, 'ordering-key') ?? Number.MAX_SAFE_INTEGER;
  const joined = ({ relation }: RelatedArtist): string => text(relation, 'begin') ?? '9999';
  const credited = ({ relation, artist }: RelatedArtist): string => printedAs(relation, artist) ?? '';
  const once = new Map<string, RelatedArtist>();
  for (const member of members.toSorted(
    (a, b) => order(a) - order(b) || compareText(joined(a), joined(b)) || compareText(credited(b), credited(a)),
  ))
    if (!once.has(member.id)) once.set(member.id, member);
  return [...once.values()];
}

export function memberships(document: Json, group: string): ImportedRecord[] {
  return groupMembersOf(document)
    .filter(({ id }) => id !== group)
    .flatMap(({ id, artist, relation }, index) => {
      const name = printedAs(relation, artist);
      const alias = name === null ? undefined : iri.alias(id, name);
      const membership = partialRecord(
        between,
        'ArtistGroupMember',
        iri.membership(id, group),
        { position: index + 1 },
        { group: reference('Artist', iri.artist(group)), alias: alias === undefined ? undefined : reference('ArtistAlias', alias) },
      );
      return alias === undefined
        ? [membership]
        : [
            partialRecord({ ...named, isQuietlyDeferred: true }, 'ArtistAlias', alias, { variation: name, _type: 'name_variation' }),
            membership,
          ];
    });
}

export function portrayals(document: Json, character: string): ImportedRecord[] {
  if (text(document, 'type') !== 'Character') return [];
  return related(document, 'voice actor', 'backward').map(({ id }) =>
    partialRecord(
      between,
      'Portrayal',
      iri.portrayal(id, character),
      { aspects: ['voice'] },
      { performer: reference('Artist', iri.artist(id)), fictionalArtist: reference('Artist', iri.artist(character)) },
    ),
  );
}

const source = 'musicbrainz/area';

/** Nesting limit for areas, against cycles. */
const deepest = 10;

/** Area types too large to be a place of origin. */
const larger = new Set(['Subdivision', 'County']);

/** Areas become no records; their country or parent area is stored as a note for artists. */
export const mapArea: Mapping = (document, { notes }) => {
  const id = requireId(document);
  if (countryOf(document) !== undefined) return undefined;
  const partsOf = children(document, 'relations').filter(
    (relation) => text(relation, 'type') === 'part of' && text(relation, 'direction') === 'backward',
  );
  const parents = childOfEach(partsOf, 'area').sort((a, b) => compareText(mbidOf(a) ?? '', mbidOf(b) ?? ''));
  const code = [document, ...parents].map((area) => countryOf(area) ?? subdivisionCountry(area)).find((one) => one !== undefined);
  const within = code ?? parents.map((area) => mbidOf(area)).find((one) => one !== undefined) ?? '';
  const value = `${larger.has(text(document, 'type') ?? '') ? 'part' : 'city'} ${within}`;
  notes.write(source, id, value);
  return { records: [], notes: [[id, value]] };
};

/** Place of origin: city and country, as far as known. */
export function originOf(area: Json | undefined, { notes }: MusicBrainzContext): { city?: string; country?: string } {
  const id = mbidOf(area);
  if (area === undefined || id === undefined) return {};
  if (texts(area, 'iso-3166-1-codes').length > 0) return { country: countryOf(area) };
  const subdivision = subdivisionCountry(area);
  const note = notes.read(source, id);
  // Without a note, a subdivision with a code counts as a state; with one, Berlin is a city.
  const isCity = note === undefined ? subdivision === undefined : note.startsWith('city ');
  let within = note?.slice(5);
  for (let steps = 0; within !== undefined && within.length > 2 && steps < deepest; steps++) within = notes.read(source, within)?.slice(5);
  return { city: isCity ? short(text(area, 'name')) : undefined, country: subdivision ?? (within?.length === 2 ? within : undefined) };
}

const countryOf = (area: Json): string | undefined => country(texts(area, 'iso-3166-1-codes')[0]);

/** Country of "GB-ENG". */
const subdivisionCountry = (area: Json): string | undefined => country(texts(area, 'iso-3166-2-codes')[0]?.slice(0, 2));
