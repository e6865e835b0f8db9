import type { TSchema } from '@sinclair/typebox';
import type { Value } from '../database/prepare';
import { Problem } from '../errors';
import { answerHeadersOf, commonHeaders, newRequestId } from '../http/respond';
import { reasonPhrase } from './errors';
import { fits, type Kind, reference, uuidPattern } from './parameters';
import { comparableType } from './registry';
import type { Resource } from './resource';

// Resource documents that clients send (JSON:API 1.1, creating and updating resources).

/** What an attribute may be set to. */
export interface Field {
  /** Of the value as it is sent; also what OpenAPI says of it. */
  readonly schema: TSchema;
  /** Completes the sentence "This must be …". */
  readonly expected: string;
  /** What the schema says but its checker counts otherwise. */
  readonly isAllowed: (value: unknown) => boolean;
  readonly toStored: (value: unknown) => Value;
  /** What it is, as stored, until it is set. Where this is null, null clears it; else it is never null. */
  readonly initial: Value;
}

/** A record that another leads to, and that a client may name: as a relationship, or in the `id` of the attribute of that name. */
export interface Reference {
  readonly type: string;
  /** What its IRIs begin with. */
  readonly path: string;
}

/** What clients may write of a kind of record, and the scopes that their tokens need. */
export interface Writes {
  readonly fields: Readonly<Record<string, Field>>;
  readonly references: Readonly<Record<string, Reference>>;
  readonly scopes: { readonly read: string; readonly write: string };
}

/** An attribute that breaks its rule. */
export interface Violation {
  readonly attribute: string;
  readonly message: string;
  /** Where in the body it stands, or would stand. */
  readonly pointer: string;
}

/** A document that is well-formed and asks for what is not allowed. Nothing of it is written. */
export class Invalid extends Problem {
  constructor(readonly violations: readonly Violation[]) {
    super(422, violations.map(({ attribute, message }) => `${attribute}: ${message}`).join('\n'));
  }
}

/** The UUID of a record that a body names, and where it does. */
export interface Named {
  readonly id: string;
  readonly pointer: string;
}

/** What a body asks for: only what it names is there. */
export interface Input {
  /** As they are stored. */
  readonly values: Readonly<Record<string, Value>>;
  readonly references: Readonly<Record<string, Named>>;
  /** Attributes that the kind does not have. */
  readonly ignored: readonly string[];
}

/** A field whose value is stored as it is sent; the kind says what it may be. */
export function field(kind: Pick<Kind<unknown>, 'schema' | 'expected' | 'isAllowed'>, initial: Value = null): Field {
  const isAllowed = kind.isAllowed ?? ((value: unknown) => fits(kind.schema, value));
  return { schema: kind.schema, expected: kind.expected, isAllowed, initial, toStored: (value) => value as Value };
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads the document of a POST, or (with the id of the record) of a PATCH.
 * @throws {Problem} 400 for what is no resource document, 409 for another type or id, 403 for an id that a client chose
 * @throws {Invalid} for attributes and relationships out of their rules, all of them at once
 */
export function readDocument(resource: Resource, body: unknown, id?: { readonly uuid: string; readonly iri: string }): Input {
  const data = membersOf(membersOf(body, '').data, '/data');
  requireIdentity(resource, data, id);
  const attributes = data.attributes === undefined ? {} : membersOf(data.attributes, '/data/attributes');
  const relationships = data.relationships === undefined ? {} : membersOf(data.relationships, '/data/relationships');
  const { values, ignored, violations } = readAttributes(resource, attributes);
  const named = Object.entries(writesOf(resource).references).map(
    ([name, target]) => [name, readReference(name, target, attributes, relationships, id === undefined, violations)] as const,
  );
  if (violations.length > 0) throw new Invalid(violations);
  return { values, ignored, references: Object.fromEntries(named.filter(([, one]) => one !== undefined)) as Input['references'] };
}

/** Reads attributes, each by its field: those that break their rule, and those that the kind does not have, apart. */
export function readAttributes(
  resource: Resource,
  attributes: Members,
): { values: Record<string, Value>; ignored: string[]; violations: Violation[] } {
  const { fields, references } = writesOf(resource);
  const values: Record<string, Value> = {};
  const ignored: string[] = [];
  const violations: Violation[] = [];
  for (const [name, value] of Object.entries(attributes)) {
    const one = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!one) {
      // What the kind has and clients cannot set is passed over: a fetched document can be sent back.
      const isKnown = name === '_id' || Object.hasOwn(references, name) || Object.hasOwn(resource.attributes.properties, name);
      if (!isKnown) ignored.push(name);
    } else if (value === null && one.initial === null) values[name] = null;
    else if (one.isAllowed(value)) values[name] = one.toStored(value);
    else violations.push(violation(name, `This must be ${one.expected}${one.initial === null ? ', or null' : ''}.`));
  }
  return { values, ignored, violations };
}

export const violation = (attribute: string, message: string, pointer = `/data/attributes/${attribute}`): Violation => ({
  attribute,
  message,
  pointer,
});

/** The 422 of the interface: a resource that says what is wrong, in one line for each violation. */
export function presentInvalid({ status, detail, violations }: Invalid, request: Request, path: string): Response {
  const id = newRequestId();
  const title = reasonPhrase(status);
  const document = {
    data: {
      id,
      type: 'ConstraintViolation',
      attributes: { status, detail, _type: `/errors/${status}`, title, instance: path },
    },
    meta: {
      errors: violations.map(({ attribute, message, pointer }) => ({
        detail: `${attribute}: ${message}`,
        source: { pointer },
        meta: { attribute, message },
      })),
    },
  };
  const headers = { ...commonHeaders, ...answerHeadersOf(request), 'cache-control': 'no-store', 'x-request-id': id };
  return new Response(JSON.stringify(document), { status, headers });
}

export function writesOf({ writes, type }: Resource): Writes {
  if (!writes) throw new Error(`${type} is not written by clients.`);
  return writes;
}

function membersOf(value: unknown, pointer: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw malformed(pointer, `${pointer === '' ? 'The body' : pointer} must be an object.`);
}

const malformed = (pointer: string, detail: string): Problem => new Problem(400, detail, { pointer });

function requireIdentity(resource: Resource, { type, id }: Members, own: { uuid: string; iri: string } | undefined): void {
  if (typeof type !== 'string') throw malformed('/data/type', `/data/type must be "${resource.type}".`);
  if (comparableType(type) !== comparableType(resource.type))
    throw new Problem(409, `This takes a resource of type ${resource.type}.`, { pointer: '/data/type' });
  if (!own) {
    // JSON:API 1.1, client-generated ids: refused with a 403 where they are not supported.
    if (id !== undefined) throw new Problem(403, 'The server chooses the id of a new resource.', { pointer: '/data/id' });
    return;
  }
  if (typeof id !== 'string') throw malformed('/data/id', `/data/id must be "${own.iri}".`);
  if (![own.uuid, own.iri].includes(id.toLowerCase()))
    throw new Problem(409, `This is ${own.iri}; the id in the document is another.`, { pointer: '/data/id' });
}

/** What a body names in either way; both ways must name the same. */
function readReference(
  name: string,
  target: Reference,
  attributes: Members,
  relationships: Members,
  isRequired: boolean,
  violations: Violation[],
): Named | undefined {
  const pointer = `/data/relationships/${name}`;
  const expected = `This must name a record of type ${target.type}, by its UUID or IRI.`;
  const ways = [
    { given: Object.hasOwn(relationships, name) ? linkage(relationships[name], pointer) : undefined, pointer },
    { given: Object.hasOwn(attributes, name) ? idOfAttribute(attributes[name], target) : undefined, pointer: `/data/attributes/${name}` },
  ].filter(({ given }) => given !== undefined);
  const named = ways.map(({ given, pointer }) => ({ id: given && readIdentifier(given, target), pointer }));
  const unread = named.filter(({ id }) => !id);
  for (const { pointer } of unread) violations.push(violation(name, expected, pointer));
  if (named.length === 0 && isRequired) violations.push(violation(name, expected, pointer));
  if (unread.length > 0) return undefined;
  if (new Set(named.map(({ id }) => id)).size > 1) {
    violations.push(violation(name, 'The relationship and the attribute must name the same record.', pointer));
    return undefined;
  }
  return named[0] as Named | undefined;
}

interface Identifier {
  readonly type: unknown;
  readonly id: unknown;
}

/** Resource linkage to one (JSON:API 1.1, resource linkage); `undefined` where a relationship has no `data`. */
function linkage(relationship: unknown, pointer: string): Identifier | null | undefined {
  const { data } = membersOf(relationship, pointer);
  if (data === undefined || data === null) return data;
  const { type, id } = membersOf(data, `${pointer}/data`);
  if (typeof type !== 'string') throw malformed(`${pointer}/data/type`, `${pointer}/data/type must be text.`);
  if (typeof id !== 'string') throw malformed(`${pointer}/data/id`, `${pointer}/data/id must be text.`);
  return { type, id };
}

const idOfAttribute = (value: unknown, { type }: Reference): Identifier | null =>
  typeof value === 'object' && value !== null ? { type, id: (value as { id?: unknown }).id } : null;

function readIdentifier({ type, id }: Identifier, target: Reference): string | undefined {
  if (comparableType(String(type)) !== comparableType(target.type) || typeof id !== 'string') return undefined;
  const uuid = reference(() => target.path).read(id) as string;
  return uuidPattern.test(uuid) ? uuid : undefined;
}
