import { longestCreditLine } from '../../../kinds/lists';
import { child, children, compareText, type Json, mbidOf, number, text, texts } from '../shared/json';
import { type Credit, longestCreditList, mostCredited } from '../shared/records';
import { artistType, embeddedArtist, type Gathering } from './context';
import { iri } from './records';
import { relationRolesOf, roleSlug } from './roles';
import { joinPhrase, short } from './values';

/** Role slug of an artist, if stated. */
export type RoleOf = (artistId: string) => string | undefined;

/**
 * Artist credit of a release, group or track; `undefined` without one. The cover alone implies no role. Artists are collected;
 * placeholders such as "Various Artists" remain in the text.
 */
export function artistCredit(
  owner: Json,
  roleOf: RoleOf,
  gathering: Gathering,
): { readonly text: string; readonly credits: readonly Credit[] | undefined } | undefined {
  const credits: Credit[] = [];
  let rendered = '';
  for (const item of creditedItems(owner)) {
    const artist = child(item, 'artist');
    const record = embeddedArtist(artist);
    const id = mbidOf(artist);
    const printed = short(text(item, 'name')) ?? short(text(artist, 'name'));
    rendered += (printed ?? '') + (joinPhrase(text(item, 'joinphrase')) ?? '');
    if (record === undefined || id === undefined || printed === undefined) continue;
    gathering.add(record);
    const role = roleOf(id);
    credits.push({
      iri: iri.artist(id),
      name_variation: printed === short(text(artist, 'name')) ? null : printed,
      position: credits.length + 1,
      join_phrase: joinPhrase(text(item, 'joinphrase')),
      ...(role !== undefined && { credit_role: role }),
    });
  }
  const printed = rendered.trim().slice(0, longestCreditLine);
  return printed === '' ? undefined : { text: printed, credits: credits.length > 0 ? credits : undefined };
}

export const creditedItems = (owner: Json): readonly Json[] => children(owner, 'artist-credit').slice(0, longestCreditList);

/** A credit from a relationship, with its artist. */
export interface RelationCredit extends Credit {
  readonly type: string | undefined;
}

/** Credits from relationships, in a stable order. New artists and roles are collected. */
export function relationCredits(owner: Json, scope: 'release' | 'recording', gathering: Gathering): RelationCredit[] {
  const credits = new Map<string, RelationCredit>();
  for (const relation of inOrder(children(owner, 'relations'))) {
    if (credits.size >= mostCredited) break;
    const artist = child(relation, 'artist');
    if (artist === undefined) continue;
    const record = embeddedArtist(artist);
    const id = mbidOf(artist);
    const roles = record === undefined ? [] : relationRolesOf(relation);
    if (roles.length === 0) gathering.context.notTaken.add(`credits (${text(relation, 'type') ?? 'unknown'})`);
    if (record === undefined || id === undefined) continue;
    for (const { name, detail } of roles) {
      const role = roleSlug(name, scope, gathering);
      const key = `${id} ${role} ${detail ?? ''}`;
      if (role === undefined || credits.has(key)) continue;
      gathering.add(record);
      credits.set(key, {
        iri: iri.artist(id),
        name_variation: printedAs(relation, artist),
        position: credits.size + 1,
        join_phrase: null,
        credit_role: role,
        ...(detail !== undefined && { detail }),
        type: artistType(artist),
      });
    }
  }
  return [...credits.values()];
}

/** Credits as stored in a record, numbered. */
export const numberedCredits = (credits: readonly RelationCredit[]): Credit[] | undefined =>
  credits.length === 0 ? undefined : credits.map(({ type: _, ...credit }, index) => ({ ...credit, position: index + 1 }));

/** Composers without contributors of additional music. */
export const composersAmong = (credits: readonly RelationCredit[]): readonly string[] => [
  ...new Set(
    credits.filter((credit) => credit.credit_role === 'composer' && !credit.detail?.includes('additional')).map((credit) => credit.iri),
  ),
];

/** Differing printed name of a relationship's artist, whatever its direction. */
export function printedAs(relation: Json, artist: Json): string | null {
  const printed = short(text(relation, 'target-credit'));
  return printed === undefined || printed === short(text(artist, 'name')) ? null : printed;
}

const inOrder = (relations: readonly Json[]): readonly Json[] =>
  relations.toSorted(
    (a, b) =>
      compareText(text(a, 'type') ?? '', text(b, 'type') ?? '') ||
      (number(a, 'ordering-key') ?? 0) - (number(b, 'ordering-key') ?? 0) ||
      compareText(text(child(a, 'artist'), 'name') ?? '', text(child(b, 'artist'), 'name') ?? '') ||
      compareText(mbidOf(child(a, 'artist')) ?? '', mbidOf(child(b, 'artist')) ?? '') ||
      compareText(texts(a, 'attributes').toSorted().join(), texts(b, 'attributes').toSorted().join()),
  );
