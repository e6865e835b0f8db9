import { DomainError } from '../../../errors';

export type Json = Readonly<Record<string, unknown>>;

/** An unusable document, with a reason for people. */
export class DocumentError extends DomainError {
  constructor(detail: string) {
    super('invalid', detail);
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);

// Typed access to foreign JSON: members of another type count as absent.

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

export const childOfEach = (objects: readonly Json[], key: string): Json[] => objects.map((object) => child(object, key)).filter(isObject);

export function texts(object: Json | undefined, key: string): readonly string[] {
  const value = object?.[key];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

export const mbidOf = (object: Json | undefined): string | undefined => (isUuid(object?.id) ? object.id : undefined);

/** The document's MBID. @throws {DocumentError} without one */
export function requireId(object: Json): string {
  const id = mbidOf(object);
  if (id === undefined) throw new DocumentError('It has no valid "id" (an MBID).');
  return id;
}

/** Locale-independent comparison. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const decoder = new TextDecoder('utf-8', { fatal: true });

export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new DocumentError('It is not UTF-8.');
  }
}

export function parseFaultOf(error: unknown): string {
  if (error instanceof DomainError) return error.detail;
  if (error instanceof SyntaxError) return `It is not JSON: ${error.message}.`;
  if (error instanceof RangeError) return 'It is nested too deeply.';
  return `It cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
}
