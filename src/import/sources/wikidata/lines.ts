import { type Line, longestLineBytes } from '../../streams';
import { child, children, decodeUtf8, isObject, type Json, parseFaultOf, text } from '../shared/json';
import { NotTaken, rawOf } from '../shared/records';
import { natureOf } from './classes';
import { type Entity, readEntity } from './entity';

export type Read = { readonly entity: Entity } | { readonly rejected: { readonly reason: string; readonly raw: string } };

/** A line without the array syntax around its element. */
export function withoutArraySyntax({ bytes }: Line): Uint8Array {
  let [start, end] = [bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0, bytes.length];
  while (start < end && isBlank(bytes[start])) start++;
  while (end > start && (isBlank(bytes[end - 1]) || bytes[end - 1] === comma)) end--;
  const isBracket = end - start === 1 && (bytes[start] === 0x5b || bytes[start] === 0x5d);
  return isBracket ? bytes.subarray(0, 0) : bytes.subarray(start, end);
}

const comma = 0x2c;

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d;

/**
 * Items of a line: a single one, an array, or a response of `Special:EntityData` or `wbgetentities`. Properties and deleted
 * items are skipped.
 */
export function readElement(bytes: Uint8Array, line: Line): readonly Read[] {
  if (line.tooLong) return [{ rejected: rejection(bytes, `It has ${line.length} bytes. The limit is ${longestLineBytes}.`) }];
  try {
    return entitiesIn(JSON.parse(decodeUtf8(bytes))).map((value) => readOne(value, bytes));
  } catch (error) {
    return [{ rejected: rejection(bytes, parseFaultOf(error)) }];
  }
}

export function entitiesIn(value: unknown): readonly unknown[] {
  const within = isObject(value) ? child(value, 'entities') : undefined;
  const all = within ? Object.values(within) : Array.isArray(value) ? value : [value];
  return all.filter(
    (one) => !isObject(one) || !('missing' in one || ['property', 'lexeme', 'mediainfo'].includes(text(one, 'type') ?? '')),
  );
}

function readOne(value: unknown, bytes: Uint8Array): Read {
  try {
    return { entity: readEntity(value) };
  } catch (error) {
    return { rejected: rejection(bytes, parseFaultOf(error)) };
  }
}

export const rejection = (bytes: Uint8Array, reason: string) => ({ reason, raw: rawOf(bytes) });

const properties = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Properties that are imported or used to classify. */
const imported = properties(
  'P31 P345 P57 P58 P86 P161 P162 P676 P725 P1431 P3300 P5028 P10806 P364 P1476 P577 P580 P495 P2047 P406 P4947 P4983 P4835 P12196 ' +
    'P166 P1411 P179 P361 P4908 P155 P156 P1113 P5794 P11688 P434 P1953 P4985 P214 P213 P227 P268 P244 P1728 P1902 P27 P17 P569 P570 P571 P576 P19 P20 P740 P1559 P1477 P436 P1954 P297',
);

export function ignoredFieldsOf(entity: Entity): Readonly<Record<string, number>> | undefined {
  const { document } = entity;
  const isArtist = natureOf(entity) === 'artist';
  const notTaken = new NotTaken();
  const claims: Json = child(document, 'claims') ?? {};
  for (const property of Object.keys(claims)) {
    if (!imported.has(property)) notTaken.add('statements of other properties', children(claims, property).length);
    if (property === 'P161') notTaken.add('members of a cast without a character', countWithout('P453', claims, property));
    if (isArtist && (property === 'P166' || property === 'P1411'))
      notTaken.add('awards of artists that name no work', countWithout('P1686', claims, property));
  }
  notTaken.add('sitelinks', Object.keys(child(document, 'sitelinks') ?? {}).length);
  return notTaken.counts;
}

const countWithout = (qualifier: string, claims: Json, property: string): number =>
  children(claims, property).filter((claim) => children(child(claim, 'qualifiers'), qualifier).length === 0).length;
