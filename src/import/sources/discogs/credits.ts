import { longestCreditLine } from '../../../kinds/lists';
import { recordIri } from '../shared/addresses';
import { type Credit, creditKey } from '../shared/credits';
import { line } from '../shared/text';
import type { Given, References } from './references';
import { rolesOf } from './roles';
import { nameOf } from './values';
import { textOf, type Value } from './xml';

export interface CreditLine {
  readonly artists: readonly Credit[];
  /** The whole line as printed. */
  readonly text: string;
  /** Those of whom Discogs has no record. */
  readonly unlinked: readonly string[];
}

/** No credit line has more; longer ones come of broken records. */
const mostCredits = 500;

/** Who a release or a track is by. `roleOf` says what an artist did who is credited without a role. */
export function creditLine(elements: readonly Value[], references: References, to: Given, roleOf: (element: Value) => string): CreditLine {
  if (elements.length === 0) return nobody;
  const artists: Credit[] = [];
  const unlinked: string[] = [];
  let text = '';
  for (const [index, element] of elements.slice(0, mostCredits).entries()) {
    const name = nameOf(textOf(element, 'name'));
    if (name === '') continue;
    const join = index === elements.length - 1 ? '' : joinPhrase(textOf(element, 'join'));
    text += (nameOf(textOf(element, 'anv')) || name) + join;
    const uuid = references.artist(element, to);
    if (uuid === undefined) unlinked.push(name);
    else {
      const credit = creditOf(element, uuid, references.role(roleOf(element), to));
      if (join !== '') credit.join_phrase = join;
      artists.push(credit);
    }
  }
  return { artists, text: line(text, longestCreditLine), unlinked };
}

const nobody: CreditLine = { artists: [], text: '', unlinked: [] };

/** What an artist of `<extraartists>` did: a credit for each role. Nothing for those of whom Discogs has no record. */
export function roleCredits(element: Value, references: References, to: Given): readonly Credit[] {
  const roles = rolesOf(textOf(element, 'role'));
  const uuid = roles.length > 0 ? references.artist(element, to) : undefined;
  if (uuid === undefined) return [];
  const slugs = roles.map((role) => references.role(role, to));
  return slugs.filter((slug, index) => slugs.indexOf(slug) === index).map((slug) => creditOf(element, uuid, slug));
}

/** "Composed By" and "Music By" are one role of the catalog; who has both has it once. */
export function withoutRepeats(credits: readonly Credit[]): readonly Credit[] {
  if (credits.length < 2) return credits;
  const seen = new Set<string>();
  return credits
    .filter((credit) => {
      const key = creditKey(credit);
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, 10 * mostCredits);
}

/** A number behind a printed name is no part of it either. */
function creditOf(element: Value, uuid: string, role: string): Credit {
  const credit: Credit = { iri: recordIri('Artist', uuid), credit_role: role };
  const printed = textOf(element, 'anv');
  if (printed === '') return credit;
  const variation = nameOf(printed);
  if (variation !== '' && variation !== nameOf(textOf(element, 'name'))) credit.name_variation = variation;
  return credit;
}

/** What stands between two names: "," → ", ", "&" → " & ", "With" → " With "; names without any are parted by a comma. */
function joinPhrase(text: string): string {
  const join = line(text, 200);
  return join === '' || join === ',' ? ', ' : /^[,;:]/.test(join) ? `${join} ` : ` ${join} `;
}
