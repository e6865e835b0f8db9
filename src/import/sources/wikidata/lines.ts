import { DomainError } from '../../../errors';
import { type Line, longestLineBytes } from '../../streams';
import { child, isObject, text } from '../musicbrainz/json';
import { rawOf } from '../shared/values';
import { type Entity, readEntity } from './entity';

/** An item that was read, or why it cannot be. */
export type Read = { readonly entity: Entity } | { readonly rejected: { readonly reason: string; readonly raw: string } };

/** A line without what an array has around its elements: nothing is left of its first and its last. */
export function elementOf({ bytes }: Line): Uint8Array {
  let [start, end] = [bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0, bytes.length];
  while (start < end && isBlank(bytes[start])) start++;
  while (end > start && (isBlank(bytes[end - 1]) || bytes[end - 1] === comma)) end--;
  const isBracket = end - start === 1 && (bytes[start] === 0x5b || bytes[start] === 0x5d);
  return isBracket ? bytes.subarray(0, 0) : bytes.subarray(start, end);
}

const comma = 0x2c;

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d;

/**
 * The items of a line: one, as in the dumps; those of an array; or those of an answer of `Special:EntityData` or
 * `wbgetentities`. What is no item, such as a property, and items that are no more, are left out.
 */
export function readElement(bytes: Uint8Array, line: Line): readonly Read[] {
  if (line.tooLong)
    return [{ rejected: rejection(bytes, `It has ${line.length} bytes; the longest that is read has ${longestLineBytes}.`) }];
  try {
    return entitiesIn(JSON.parse(decode(bytes))).map((value) => readOne(value, bytes));
  } catch (error) {
    return [{ rejected: rejection(bytes, reasonOf(error)) }];
  }
}

/** The items that a value holds: itself, or those in it. */
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
    return { rejected: rejection(bytes, reasonOf(error)) };
  }
}

export const rejection = (bytes: Uint8Array, reason: string) => ({ reason, raw: rawOf(bytes) });

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DomainError('invalid', 'It is not UTF-8.');
  }
}

/** Why a document cannot be read, in a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof DomainError) return error.detail;
  if (error instanceof SyntaxError) return `It is not JSON: ${error.message}.`;
  if (error instanceof RangeError) return 'It is nested too deeply.';
  return `It cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
}
