import type { GivenRecord } from '../../../records/write/given-record';
import { printedAs } from './credits';
import { child, children, compareText, idOf, type Json, number, text } from './json';
import { between, given, iri, named, reference } from './records';

// What lies between two artists comes of one of their two documents alone: of the group's, which knows all members and
// their order, and of the character's. The catalog may have only one of the two; what it lacks may come any time.

export interface Related {
  readonly id: string;
  readonly artist: Json;
  readonly relation: Json;
}

/** Artists that are in a relationship with this one, by their names. */
export function related(document: Json, type: string, direction: 'forward' | 'backward'): Related[] {
  return children(document, 'relations')
    .filter((relation) => text(relation, 'type') === type && text(relation, 'direction') === direction)
    .flatMap((relation) => {
      const artist = child(relation, 'artist');
      const id = idOf(artist);
      return artist === undefined || id === undefined ? [] : [{ id, artist, relation }];
    })
    .sort((a, b) => compareText(text(a.artist, 'name') ?? '', text(b.artist, 'name') ?? '') || compareText(a.id, b.id));
}

/** In the order that was given them, else as they joined, each once, as they were first. */
export function membersOf(document: Json): Related[] {
  const members = [...related(document, 'member of band', 'backward'), ...related(document, 'subgroup', 'backward')];
  const order = ({ relation }: Related): number => number(relation, 'ordering-key') ?? Number.MAX_SAFE_INTEGER;
  const joined = ({ relation }: Related): string => text(relation, 'begin') ?? '9999';
  const credited = ({ relation, artist }: Related): string => printedAs(relation, artist) ?? '';
  const once = new Map<string, Related>();
  for (const member of members.toSorted(
    (a, b) => order(a) - order(b) || compareText(joined(a), joined(b)) || compareText(credited(b), credited(a)),
  ))
    if (!once.has(member.id)) once.set(member.id, member);
  return [...once.values()];
}

/** The members of a group, with the names that they have in it. */
export function memberships(document: Json, group: string): GivenRecord[] {
  return membersOf(document)
    .filter(({ id }) => id !== group)
    .flatMap(({ id, artist, relation }, index) => {
      const name = printedAs(relation, artist);
      const alias = name === null ? undefined : iri.alias(id, name);
      const membership = given(
        between,
        'ArtistGroupMember',
        iri.membership(id, group),
        { position: index + 1 },
        { group: reference('Artist', iri.artist(group)), alias: alias === undefined ? undefined : reference('ArtistAlias', alias) },
      );
      return alias === undefined
        ? [membership]
        : [given({ ...named, waitsQuietly: true }, 'ArtistAlias', alias, { variation: name, _type: 'name_variation' }), membership];
    });
}

/** Who gives a character its voice. */
export function portrayals(document: Json, character: string): GivenRecord[] {
  if (text(document, 'type') !== 'Character') return [];
  return related(document, 'voice actor', 'backward').map(({ id }) =>
    given(
      between,
      'Portrayal',
      iri.portrayal(id, character),
      { aspects: ['voice'] },
      { performer: reference('Artist', iri.artist(id)), fictionalArtist: reference('Artist', iri.artist(character)) },
    ),
  );
}
