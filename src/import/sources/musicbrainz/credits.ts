import { longestCreditLine } from '../../../kinds/lists';
import type { Credit } from '../shared/credits';

import { artistType, type Context, embeddedArtist, type Gathering } from './context';
import { child, children, compareText, idOf, type Json, number, text } from './json';
import { iri } from './records';
import { roleNames, roleSlug } from './roles';
import { joinPhrase, short } from './text';

/**
 * The artist credit of a release or a track; `undefined` where there is none. Its artists are gathered; who is none,
 * such as "Various Artists", stands in the text alone.
 */
export function artistCredit(
  owner: Json,
  role: (artistId: string) => string,
  gathering: Gathering,
): { readonly text: string; readonly credits: readonly Credit[] | undefined } | undefined {
  const credits: Credit[] = [];
  let rendered = '';
  for (const item of children(owner, 'artist-credit')) {
    const artist = child(item, 'artist');
    const record = embeddedArtist(artist);
    const id = idOf(artist);
    const printed = short(text(item, 'name')) ?? short(text(artist, 'name'));
    rendered += (printed ?? '') + (joinPhrase(text(item, 'joinphrase')) ?? '');
    if (record === undefined || id === undefined || printed === undefined) continue;
    gathering.add(record);
    credits.push({
      iri: iri.artist(id),
      name_variation: printed === short(text(artist, 'name')) ? null : printed,
      position: credits.length + 1,
      join_phrase: joinPhrase(text(item, 'joinphrase')),
      credit_role: role(id),
    });
  }
  const printed = rendered.trim().slice(0, longestCreditLine);
  return printed === '' ? undefined : { text: printed, credits: credits.length > 0 ? credits : undefined };
}

/** A credit from a relationship, with what is known of its artist. */
export interface RelationCredit extends Credit {
  /** The kind of artist, where it is certain. */
  readonly type: string | undefined;
}

/**
 * Who is credited for a release, a recording or a work by the relationships of it, in an order that does not depend on
 * theirs. Artists, and roles that the catalog has not yet, are gathered.
 */
export function relationCredits(owner: Json, scope: 'release' | 'recording', context: Context, gathering: Gathering): RelationCredit[] {
  const credits = new Map<string, RelationCredit>();
  for (const relation of inOrder(children(owner, 'relations'))) {
    const artist = child(relation, 'artist');
    const record = embeddedArtist(artist);
    const id = idOf(artist);
    if (artist === undefined || record === undefined || id === undefined) continue;
    for (const name of roleNames(relation)) {
      const role = roleSlug(name, scope, context, gathering);
      if (role === undefined || credits.has(`${id} ${role}`)) continue;
      gathering.add(record);
      credits.set(`${id} ${role}`, {
        iri: iri.artist(id),
        name_variation: printedAs(relation, artist),
        position: credits.size + 1,
        join_phrase: null,
        credit_role: role,
        type: artistType(artist),
      });
    }
  }
  return [...credits.values()];
}

/** The credits as they stand in a record: numbered, and with nothing else. */
export const listed = (credits: readonly RelationCredit[]): Credit[] | undefined =>
  credits.length === 0 ? undefined : credits.map(({ type: _, ...credit }, index) => ({ ...credit, position: index + 1 }));

function printedAs(relation: Json, artist: Json): string | null {
  const printed = short(text(relation, text(relation, 'direction') === 'backward' ? 'source-credit' : 'target-credit'));
  return printed === undefined || printed === short(text(artist, 'name')) ? null : printed;
}

const inOrder = (relations: readonly Json[]): readonly Json[] =>
  relations.toSorted(
    (a, b) =>
      compareText(text(a, 'type') ?? '', text(b, 'type') ?? '') ||
      (number(a, 'ordering-key') ?? 0) - (number(b, 'ordering-key') ?? 0) ||
      compareText(text(child(a, 'artist'), 'name') ?? '', text(child(b, 'artist'), 'name') ?? '') ||
      compareText(idOf(child(a, 'artist')) ?? '', idOf(child(b, 'artist')) ?? ''),
  );
