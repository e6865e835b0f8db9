import { DomainError } from '../../../errors';
import { shortText } from '../../../kinds/attribute';
import { isUnseen } from '../../../store/values/folding';
import { cut, printed } from '../shared/text';
import { isrcOf } from '../shared/values';

/** A JSON object of which nothing is known. */
export type Json = Readonly<Record<string, unknown>>;

/** A document that cannot be taken; the message says why, for a person. */
export class DocumentError extends DomainError {
  constructor(detail: string) {
    super('invalid', detail);
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);

// What stands under a key, or nothing where it is of another kind: documents are made by others.

export function text(object: Json | undefined, key: string): string | undefined {
  const value = object?.[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function number(object: Json | undefined, key: string): number | undefined {
  const value = object?.[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function child(object: Json | undefined, key: string): Json | undefined {
  const value = object?.[key];
  return isObject(value) ? value : undefined;
}

export function children(object: Json | undefined, key: string): readonly Json[] {
  const value = object?.[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** What stands under a key of each of several objects, where it is an object. */
export const childOfEach = (objects: readonly Json[], key: string): Json[] => objects.map((object) => child(object, key)).filter(isObject);

export function texts(object: Json | undefined, key: string): readonly string[] {
  const value = object?.[key];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** The MBID of an object; `undefined` where it has none. */
export const idOf = (object: Json | undefined): string | undefined => (isUuid(object?.id) ? object.id : undefined);

/** The MBID of a document, which it must have. */
export function requireId(object: Json): string {
  const id = idOf(object);
  if (id === undefined) throw new DocumentError('It has no "id" that is an MBID.');
  return id;
}

/** Sorts as every machine does, whatever its language. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A name as it is printed, and no longer than it may be; a longer one ends with an ellipsis. `undefined` for none. */
export function short(value: string | undefined): string | undefined {
  const name = value === undefined ? '' : printed(value).trim();
  return name === '' || isUnseen(name) ? undefined : cut(name, shortText, '…');
}

/** Joins names; its blanks matter. */
export const joinPhrase = (value: string | undefined): string | null => (value ? printed(value).slice(0, shortText) : null);

/**
 * The code of a country, or of what MusicBrainz has beside countries: the world (XW), Europe (XE), and states that are no
 * more. Of these some have codes that ISO had for them.
 */
export const country = (code: string | undefined): string | undefined =>
  code !== undefined && /^[A-Z]{2}$/.test(code) ? (withdrawn[code] ?? code) : undefined;

/** Czechoslovakia and East Germany. */
const withdrawn: Readonly<Record<string, string>> = { XC: 'CS', XG: 'DD' };

/** Milliseconds as whole seconds, at least one; `undefined` where they are not known. */
export const seconds = (milliseconds: number | undefined): number | undefined =>
  milliseconds !== undefined && milliseconds > 0 ? Math.max(1, Math.round(milliseconds / 1000)) : undefined;

/** The first of the codes that is one, by the alphabet, so that it does not depend on their order. */
export const firstIsrc = (codes: readonly string[]): string | undefined =>
  codes
    .map(isrcOf)
    .filter((code) => code !== undefined)
    .sort()[0];
