import { conflict, DomainError, forbidden, invalid } from '../../errors';
import { message } from '../../messages/message';
import type { Value } from '../../store/database/connection';
import {
  Invalid,
  type MemberValues,
  readMembers,
  uuidPattern,
  type Violation,
  violation,
  violationsOf,
  wrongMember,
} from '../schema/checks';
import type { Reference, Writes } from '../schema/fields';
import { reference } from '../schema/parameters';
import { comparableType } from '../schema/registry';
import type { Resource } from '../schema/resource';

export { Invalid, type Violation, violation };

// Resource documents sent by clients (JSON:API 1.1, creating and updating resources).

/** UUID of a record named in a body, with its position. */
export interface NamedReference {
  readonly id: string;
  readonly pointer: string;
}

/** Parsed body: only members that were sent. */
export interface Input {
  readonly values: Readonly<Record<string, Value>>;
  readonly references: Readonly<Record<string, NamedReference>>;
  /** Unknown attributes. */
  readonly ignored: readonly string[];
}

/** Identity that a PATCH document must match: the record at its address. */
export interface Identity {
  readonly uuid: string;
  readonly iri: string;
  /** Other valid ids of the record. */
  readonly aliases?: readonly string[];
}

/**
 * Reads a POST document, or a PATCH document if the record's identity is passed.
 * @throws {DomainError} invalid for anything but a resource document, conflict for another type or id, forbidden for a
 * client-generated id
 * @throws {Invalid} with all violations of attributes and relationships
 */
export function readDocument(resource: Resource, body: unknown, identity?: Identity): Input {
  const data = readMembers(readMembers(body, '').data, '/data');
  requireIdentity(resource, data, identity);
  const attributes = data.attributes === undefined ? {} : readMembers(data.attributes, '/data/attributes');
  const relationships = data.relationships === undefined ? {} : readMembers(data.relationships, '/data/relationships');
  const { values, ignored, violations } = readAttributes(resource, attributes);
  const named = Object.entries(writesOf(resource).references).map(
    ([name, target]) => [name, readReference(name, target, attributes, relationships, identity === undefined, violations)] as const,
  );
  if (violations.length > 0) throw new Invalid(violations);
  const missing = identity ? [] : (writesOf(resource).required ?? []).filter((name) => values[name] === undefined);
  if (missing.length > 0) throw new Invalid(missing.map((name) => violation(name, message('required'))));
  return { values, ignored, references: Object.fromEntries(named.filter(([, one]) => one !== undefined)) as Input['references'] };
}

/** Reads attributes by their fields; collects violations and unknown names. */
export function readAttributes(
  resource: Resource,
  attributes: MemberValues,
): { values: Record<string, Value>; ignored: string[]; violations: Violation[] } {
  const { fields, references } = writesOf(resource);
  const values: Record<string, Value> = {};
  const ignored: string[] = [];
  const violations: Violation[] = [];
  for (const [name, value] of Object.entries(attributes)) {
    const one = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!one) {
      // Read-only members are ignored, so that a fetched document can be sent back.
      const isKnown = name === '_id' || Object.hasOwn(references, name) || Object.hasOwn(resource.attributes.properties, name);
      if (!isKnown) ignored.push(name);
    } else if (value === null && one.initial === null) values[name] = null;
    else {
      const broken = violationsOf(name, value, one.initial === null ? { ...one, expected: { ...one.expected, isNullable: true } } : one);
      if (broken.length === 0) values[name] = one.toStored(value);
      else violations.push(...broken);
    }
  }
  return { values, ignored, violations };
}

/** The attributes of a document as sent. */
export const sentAttributes = (body: unknown): MemberValues => (body as { data: { attributes?: MemberValues } }).data.attributes ?? {};

/** Whether an attribute of items is set by the server. */
export function isReadOnly(resource: Resource): (name: string) => boolean {
  const { fields, references } = writesOf(resource);
  return (name) => !Object.hasOwn(fields, name) && !Object.hasOwn(references, name);
}

export function writesOf({ writes, type }: Resource): Writes {
  if (!writes) throw new Error(`${type} is not written by clients.`);
  return writes;
}

function requireIdentity(resource: Resource, { type, id }: MemberValues, own: Identity | undefined): void {
  if (typeof type !== 'string') throw wrongMember('/data/type', `"${resource.type}"`);
  if (comparableType(type) !== comparableType(resource.type))
    throw conflict('wrong_type', { type: resource.type }, { pointer: '/data/type' });
  // JSON:API 1.1, client-generated ids: 403 if unsupported.
  if (!own && id !== undefined) throw forbidden('id_chosen_by_server', {}, { pointer: '/data/id' });
  if (!own) return;
  if (typeof id !== 'string') throw wrongMember('/data/id', `"${own.iri}"`);
  const ids = [own.uuid, own.iri, ...(own.aliases ?? [])];
  if (!ids.includes(id.toLowerCase())) throw conflict('wrong_id', { id: own.iri }, { pointer: '/data/id' });
}

/** A record named as a relationship, an attribute or both; both must agree. */
function readReference(
  name: string,
  target: Reference,
  attributes: MemberValues,
  relationships: MemberValues,
  isRequired: boolean,
  violations: Violation[],
): NamedReference | undefined {
  const expected = message('invalid_reference', { type: target.type });
  const written = [target.relationship, name].filter((one) => Object.hasOwn(relationships, one));
  const pointer = `/data/relationships/${written[0] ?? target.relationship}`;
  const ways = [
    ...written.map((one) => {
      const pointer = `/data/relationships/${one}`;
      return { identifier: linkage(relationships[one], pointer), pointer };
    }),
    {
      identifier: Object.hasOwn(attributes, name) ? idOfAttribute(attributes[name], target) : undefined,
      pointer: `/data/attributes/${name}`,
    },
  ].filter(({ identifier }) => identifier !== undefined);
  const named = ways.map(({ identifier, pointer }) => ({ id: identifier && readIdentifier(identifier, target), pointer }));
  const unread = named.filter(({ id }) => !id);
  for (const { pointer } of unread) violations.push(violation(name, expected, pointer));
  if (named.length === 0 && isRequired) violations.push(violation(name, expected, pointer));
  if (unread.length > 0) return undefined;
  if (new Set(named.map(({ id }) => id)).size > 1) {
    violations.push(violation(name, message('different_references'), pointer));
    return undefined;
  }
  return named[0] as NamedReference | undefined;
}

interface Identifier {
  readonly type: unknown;
  readonly id: unknown;
}

/** To-one linkage (JSON:API 1.1, resource linkage); `undefined` if `data` is absent. */
function linkage(relationship: unknown, pointer: string): Identifier | null | undefined {
  const { data } = readMembers(relationship, pointer);
  if (data === undefined || data === null) return data;
  const { type, id } = readMembers(data, `${pointer}/data`);
  if (typeof type !== 'string') throw wrongMember(`${pointer}/data/type`, 'text');
  if (typeof id !== 'string') throw wrongMember(`${pointer}/data/id`, 'text');
  return { type, id };
}

const idOfAttribute = (value: unknown, { type }: Reference): Identifier | null =>
  typeof value === 'object' && value !== null ? { type, id: (value as { id?: unknown }).id } : null;

function readIdentifier({ type, id }: Identifier, target: Reference): string | undefined {
  if (comparableType(String(type)) !== comparableType(target.type) || typeof id !== 'string') return undefined;
  const uuid = reference(() => target.path).read(id) as string;
  return uuidPattern.test(uuid) ? uuid : undefined;
}

// Bodies whose `data` is a list: all or none are written.

/** Violations reported at once. */
const maximumViolations = 100;

/** Whether `data` is a list. */
export const isMany = (body: unknown): body is { readonly data: readonly unknown[] } =>
  typeof body === 'object' && body !== null && Array.isArray((body as { data?: unknown }).data);

/**
 * Resources of a list in `data`.
 * @throws {DomainError} invalid if it is no list, empty or too long
 */
export function readMany(body: unknown, maximum: number): readonly unknown[] {
  if (!isMany(body)) throw invalid('not_resources', {}, { pointer: '/data' });
  const { length } = body.data;
  if (length === 0 || length > maximum) throw invalid('many_resources', { max: maximum, count: length }, { pointer: '/data' });
  return body.data;
}

/**
 * Reads each document of a list as {@link readDocument} does; pointers include the position (`/data/3/…`).
 * @param identityOf identity of the document at a position, for changes
 * @throws {Invalid} with the violations of all documents
 */
export const readDocuments = (resource: Resource, all: readonly unknown[], identityOf?: (data: unknown) => Identity): Input[] =>
  eachOf(all, (data) => readDocument(resource, { data }, identityOf?.(data)));

/**
 * Processes each member of a list.
 * @throws {Invalid} with all violations and their positions
 * @throws {DomainError} the first other error, with its position
 */
export function eachOf<T, R>(all: readonly T[], work: (one: T, index: number) => R): R[] {
  const violations: Violation[] = [];
  const done = all.map((one, index) => {
    try {
      return work(one, index);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error instanceof DomainError ? placed(error, index) : error;
      violations.push(...error.violations.map((violation) => ({ ...violation, pointer: pointerAt(violation.pointer, index) })));
      return undefined as R;
    }
  });
  if (violations.length > 0) throw new Invalid(violations.slice(0, maximumViolations));
  return done;
}

const pointerAt = (pointer: string, index: number): string => pointer.replace(/^\/data(?=\/|$)/, `/data/${index}`);

function placed(error: DomainError, index: number): DomainError {
  const pointer = pointerAt(error.source?.pointer ?? '/data', index);
  const { kind, problem, detail } = error;
  const at = problem?.params.pointer === undefined ? problem : { ...problem, params: { ...problem.params, pointer } };
  return new DomainError(kind, at ?? detail, { source: { pointer } });
}
