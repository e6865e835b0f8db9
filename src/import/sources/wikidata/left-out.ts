import { child, children, type Json } from '../musicbrainz/json';
import { NotTaken } from '../shared/values';
import type { Entity } from './entity';

const properties = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Properties that a record is made of, or that say what an item is. */
const taken = properties(
  'P31 P345 P57 P58 P86 P161 P162 P676 P725 P1431 P3300 P5028 P10806 P364 P1476 P577 P580 P495 P2047 P406 P4947 P4983 P4835 P12196 ' +
    'P5794 P11688 P434 P1953 P4985 P214 P213 P227 P268 P244 P1728 P1902 P27 P17 P569 P570 P571 P576 P19 P20 P740 P1559 P1477 P436 P1954 P297',
);

/** What of an item that was taken has no place in the catalog. */
export function leftOutOf({ document }: Entity): Readonly<Record<string, number>> | undefined {
  const notTaken = new NotTaken();
  const claims: Json = child(document, 'claims') ?? {};
  for (const property of Object.keys(claims)) {
    if (!taken.has(property)) notTaken.add('statements of other properties', children(claims, property).length);
    if (property === 'P161') notTaken.add('members of a cast without a character', withoutCharacter(claims, property));
  }
  notTaken.add('sitelinks', Object.keys(child(document, 'sitelinks') ?? {}).length);
  return notTaken.counts;
}

const withoutCharacter = (claims: Json, property: string): number =>
  children(claims, property).filter((claim) => children(child(claim, 'qualifiers'), 'P453').length === 0).length;
