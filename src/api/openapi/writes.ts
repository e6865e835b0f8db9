import type { TSchema } from '@sinclair/typebox';
import { jsonApiMediaType } from '../../http/respond';
import { type Message, message, phraseOf } from '../../messages/message';
import { withArticle } from '../../pluralize';
import type { Value } from '../../store/database/connection';
import type { Reference, WritableField, Writes } from '../schema/fields';
import type { Resource } from '../schema/resource';
import { plain } from '../schema/schemas';
import { errorResponse } from './components';
import { exampleInvalid, exampleUuid, invalidSchema, neededScope, refer } from './shared';

// OpenAPI parts common to all writes.

export const etagHeader = { ETag: { $ref: '#/components/headers/ETag' } };

export const locationHeader = {
  Location: { description: 'IRI of the new record', schema: { type: 'string', format: 'uri-reference' } },
};

export const insufficientScope = (scope: string): object =>
  errorResponse('The token lacks the scope', 403, message('insufficient_scope', { scope }));

/** Responses common to all writes. */
export const writeRefusals = {
  400: refer('NoDocument'),
  401: refer('Unauthorized'),
  404: refer('NotFound'),
  406: refer('NotAcceptable'),
  429: refer('TooManyRequests'),
  503: refer('ServiceUnavailable'),
};

/** Refusals before a body is parsed. */
export const bodyRefusals = {
  413: refer('TooLarge'),
  415: refer('OtherMediaType'),
};

/** @param description of the record as a whole; the example shows one attribute */
export const invalidAnswer = (path: string, description: string, attribute: string, problem: Message): object => ({
  description,
  content: {
    [jsonApiMediaType]: { schema: invalidSchema, example: exampleInvalid(attribute, problem, path.replace(/:\w+/g, exampleUuid)) },
  },
});

export const identifierSchema = (type: string): object => ({
  type: 'object',
  required: ['type', 'id'],
  properties: { type: { type: 'string', description: type }, id: { type: 'string', description: 'UUID or IRI' } },
});

// OpenAPI operations that write, from the declarations.

export interface SharedAnswers {
  readonly name: string;
  readonly tags: readonly string[];
  readonly parameters: readonly object[];
  /** Response document of a write. */
  readonly answer: { readonly schema: object; readonly example: object };
}

type Described = Resource & { readonly writes: Writes };

export const createOperation = (resource: Described, { name, tags, parameters, answer }: SharedAnswers): object => ({
  operationId: `${name}Create`,
  tags,
  summary: `Create ${withArticle(resource.noun)}`,
  description: `${neededScope(resource.writes.scopes.write)} Read-only and unknown attributes are ignored; meta.ignoredAttributes lists the unknown ones, and read-only ones that differ from the stored values.${aboutMany(resource)}`,
  parameters: [...parameters, idempotencyKey],
  requestBody: body(resource, false),
  responses: {
    201: {
      description: 'Created',
      headers: { ...etagHeader, ...locationHeader },
      content: {
        [jsonApiMediaType]: { ...answer, schema: oneOrMany(resource, answer.schema, { $ref: `#/components/schemas/${resource.type}` }) },
      },
    },
    ...writeRefusals,
    403: errorResponse(
      'The token lacks the scope, or the body has an id',
      403,
      message('insufficient_scope', { scope: resource.writes.scopes.write }),
    ),
    409: errorResponse('The body has another type, or the item exists already', 409, message('wrong_type', { type: resource.type }), {
      pointer: '/data/type',
    }),
    ...bodyRefusals,
    422: invalid(resource),
  },
});

const aboutMany = ({ writes: { most }, nouns }: Described): string =>
  most === undefined
    ? ''
    : ` With a list of up to ${most} ${nouns} in data, all are created, or none; the response then has no ETag and no Location.`;

export const updateOperation = (resource: Described, { name, tags, parameters, answer }: SharedAnswers): object => ({
  operationId: `${name}Update`,
  tags,
  summary: `Change ${withArticle(resource.noun)}`,
  description: `${neededScope(resource.writes.scopes.write)} Omitted members stay unchanged; null clears. With If-Match, the item must be unchanged since it was read.`,
  parameters: [...parameters, ifMatch],
  requestBody: body(resource, true),
  responses: {
    200: { description: 'The updated record', headers: etagHeader, content: { [jsonApiMediaType]: answer } },
    ...writeRefusals,
    403: insufficientScope(resource.writes.scopes.write),
    409: errorResponse('The body has another type or id, or the item exists already', 409, message('wrong_type', { type: resource.type }), {
      pointer: '/data/type',
    }),
    412: changed,
    ...bodyRefusals,
    422: invalid(resource),
  },
});

export const deleteOperation = (resource: Described, { name, tags, parameters }: Omit<SharedAnswers, 'answer'>): object => ({
  operationId: `${name}Delete`,
  tags,
  summary: `Delete ${withArticle(resource.noun)}`,
  description: `${neededScope(resource.writes.scopes.write)} With If-Match, the item must be unchanged since it was read.`,
  parameters: [...parameters, ifMatch],
  responses: {
    204: { description: 'Deleted' },
    401: writeRefusals[401],
    403: insufficientScope(resource.writes.scopes.write),
    404: writeRefusals[404],
    412: changed,
    429: writeRefusals[429],
    503: writeRefusals[503],
  },
});

const changed = errorResponse('The item has changed since it was read', 412, message('stale_item'), {
  header: 'If-Match',
});

/** Header of repeatable requests. */
export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text of your choice, such as a UUID: for 24 hours, the same request with the same key gets the first successful response again, with Idempotency-Replayed. Another request with the key is a 422; one in progress a 409',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'ETag of the item as it was read (RFC 9110, section 13.1.1)',
  schema: { type: 'string' },
};

/** Schema of a request body. Read-only members are accepted and ignored, so that a fetched document can be sent back. */
function body(resource: Described, isUpdate: boolean): object {
  const { fields, references, required = [] } = resource.writes;
  const schemaOf = (field: WritableField, name: string) => writtenSchema(field, required.includes(name));
  const attributes = { ...mapped(fields, schemaOf), ...mapped(references, nameOf) };
  const relationships = related(references, ({ type }) => ({ type: 'object', properties: { data: identifierSchema(type) } }));
  const data = {
    type: 'object',
    required: isUpdate ? ['type', 'id'] : ['type'],
    properties: {
      ...(isUpdate && { id: { type: 'string', description: 'IRI or UUID of the item' } }),
      type: { type: 'string', description: `${resource.type}; case, separators and a plural s are ignored` },
      attributes: { type: 'object', properties: attributes },
      relationships: { type: 'object', properties: relationships },
    },
  };
  const one = { type: 'object', required: ['data'], properties: { data } };
  const schema = isUpdate ? one : oneOrMany(resource, one, data);
  return { required: true, content: { [jsonApiMediaType]: { schema, example: { data: exampleOf(resource, isUpdate) } } } };
}

/** One document, or a list of documents that is created atomically. */
function oneOrMany({ writes }: Described, one: object, data: object): object {
  if (writes.most === undefined) return one;
  const many = { type: 'array', items: data, minItems: 1, maxItems: writes.most };
  return { anyOf: [one, { type: 'object', required: ['data'], properties: { data: many } }] };
}

/** Smallest sensible example: a new item names its release; a change changes one attribute. */
function exampleOf({ type, writes, example }: Described, isUpdate: boolean): object {
  const name = exampleField(writes);
  const names = isUpdate ? [name] : [...(writes.required ?? []), name];
  const attributes = Object.fromEntries(names.map((name) => [name, example[name]]));
  if (isUpdate) return { id: exampleUuid, type, attributes };
  const idOf = ({ path }: Reference) => `${path.replace(/:\w+/, exampleUuid)}/${exampleUuid}`;
  const relationships = related(writes.references, (target) => ({ data: { type: target.type, id: idOf(target) } }));
  return { type, attributes, relationships };
}

const exampleField = ({ fields }: Writes): string => Object.keys(fields).find((name) => fields[name]?.initial === null) ?? '';

const mapped = <V>(record: Readonly<Record<string, V>>, change: (value: V, name: string) => object): Record<string, object> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));

const related = (references: Writes['references'], describe: (target: Reference) => object): Record<string, object> =>
  Object.fromEntries(Object.values(references).map((target) => [target.relationship, describe(target)]));

function writtenSchema({ schema, expected, initial }: WritableField, isRequired: boolean): object {
  const described = { description: `Must be ${phraseOf(expected)}` };
  return initial === null
    ? { ...described, anyOf: [plain(schema), { type: 'null' }] }
    : { ...described, ...plain(schema), ...(!isRequired && { default: asSent(schema, initial) }) };
}

/** A stored value as clients send it. */
function asSent({ type }: TSchema, stored: Value): unknown {
  if (type === 'boolean') return stored !== 0;
  return type === 'array' ? JSON.parse(String(stored)) : stored;
}

const nameOf = ({ type }: Reference): object => ({
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', description: `UUID or IRI of a record of type ${type}` } },
});

function invalid({ path, writes }: Described): object {
  const attribute = exampleField(writes);
  return invalidAnswer(path, 'Invalid attributes, or a referenced record does not exist. Nothing is written', attribute, {
    ...(writes.fields[attribute]?.expected ?? message('invalid_text')),
    isNullable: true,
  });
}
