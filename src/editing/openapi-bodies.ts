import type { TSchema } from '@sinclair/typebox';
import { exampleUuid } from '../api/openapi/shared';
import { identifierSchema } from '../api/openapi/writes';
import { plain } from '../api/schema/schemas';
import { siteIdNames } from '../catalog/productions/site-ids';
import { releaseSources } from '../config';
import { jsonApiMediaType } from '../http/respond';
import type { Kind, Kinds } from '../kinds';
import { type Message, phraseOf } from '../messages/message';
import { maximumContained } from '../records/edit/document-steps';
import { maximumScores } from './edit-documents';
import { maximumNew } from './included';

// OpenAPI request bodies of catalog edits, derived from the kinds.

/** Body that creates or changes a record. */
export function bodyOf(kind: Kind, isUpdate: boolean): object {
  const { slugFrom } = kind;
  const required = (kind.deserializer.schema.required ?? []) as string[];
  const name = slugFrom ?? required[0] ?? Object.keys(kind.example)[0] ?? '';
  const names = isUpdate ? [name] : [...new Set([name, ...required])];
  const attributes = Object.fromEntries(names.filter((one) => one in kind.example).map((one) => [one, kind.example[one]]));
  const relationships = Object.entries(kind.deserializer.relationships).filter(([, { required }]) => required && !isUpdate);
  const example = {
    data: {
      ...(isUpdate && { id: exampleUuid }),
      type: kind.type,
      attributes,
      ...(relationships.length > 0 && {
        relationships: Object.fromEntries(
          relationships.map(([one, { target, shownAs }]) => [shownAs ?? one, { data: { type: target, id: exampleUuid } }]),
        ),
      }),
    },
    meta: { note: 'As the sleeve has it.' },
  };
  const data = {
    type: 'object',
    required: isUpdate ? ['type', 'id'] : ['type'],
    properties: {
      ...(isUpdate && { id: { type: 'string', description: 'IRI or UUID of the record' } }),
      ...(!isUpdate && { lid: { type: 'string', description: 'For included records that name it' } }),
      type: typeOf(kind),
      attributes: { $ref: `#/components/schemas/${writtenName(kind)}` },
      relationships: { type: 'object', properties: relationshipsOf(kind) },
    },
  };
  const schema = {
    type: 'object',
    required: ['data'],
    properties: { data, included: includedRef, meta: kind.unreviewed && !isUpdate ? metaWithSource : writtenMeta },
  };
  return { required: true, content: { [jsonApiMediaType]: { schema, example } } };
}

/** Component schemas of record documents, shared by creating and changing. */
export const writtenSchemas = (kinds: Kinds): Record<string, object> => ({
  WrittenMeta: metaSchema,
  IncludedRecords: includedSchema,
  ...Object.fromEntries(kinds.shown.map((kind) => [writtenName(kind), { type: 'object', properties: attributesOf(kind, kinds) }])),
});

const writtenName = ({ type }: Kind): string => `Written${type}`;

const includedRef = { $ref: '#/components/schemas/IncludedRecords' };

const writtenMeta = { $ref: '#/components/schemas/WrittenMeta' };

/** Body that names the merge target. */
export const mergeBodyOf = (kind: Kind): object => ({
  required: true,
  content: {
    [jsonApiMediaType]: {
      schema: {
        type: 'object',
        required: ['data'],
        properties: {
          data: {
            type: 'object',
            required: ['type', 'id'],
            properties: { type: typeOf(kind), id: { type: 'string', description: 'IRI or UUID of the target' } },
          },
          meta: writtenMeta,
        },
      },
      example: { data: { type: kind.type, id: exampleUuid } },
    },
  },
});

const typeOf = ({ type }: Kind): object => ({ type: 'string', description: `${type}; case, separators and a plural s are ignored` });

/** Writable attributes: own ones and contained records. */
function attributesOf({ type, attributes, deserializer, contains }: Kind, kinds: Kinds): Record<string, unknown> {
  const { _id: _, slug: __, created_at: ___, updated_at: ____, ...own } = deserializer.schema.properties as Record<string, TSchema>;
  const schemas = Object.entries(own).map(([name, schema]) => [name, withoutFormats(plain(schema))]);
  const lists = Object.entries(contains).map(([name, type]) => {
    const child = kinds.find(type) as Kind;
    const properties = { id: { type: 'string', description: 'Id of an existing record' }, ...attributesOf(child, kinds) };
    return [name, { type: 'array', description: child.description, items: { type: 'object', properties } }];
  });
  const ids = type === 'Production' ? siteIdNames.map((name) => [name, attributes.properties[name]]) : [];
  return Object.fromEntries([...schemas, ...lists, ...ids]);
}

const relationshipsOf = ({ deserializer }: Kind): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(deserializer.relationships).map(([name, { target, description, shownAs }]) => {
      return [
        shownAs ?? name,
        { type: 'object', description, properties: { data: { anyOf: [identifierSchema(target), newRecord(target), { type: 'null' }] } } },
      ];
    }),
  );

/** Identifier of a record that the document includes. */
const newRecord = (type: string): object => ({
  type: 'object',
  required: ['type', 'lid'],
  properties: { type: { type: 'string', description: type }, lid: { type: 'string', description: 'That of a record in `included`' } },
});

/** Removes members that are ignored, and `expected`, which is not JSON Schema; formats and patterns are described in words. */
function withoutFormats(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutFormats);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { expected, ...others } = schema as Record<string, unknown>;
  const isIgnored = (member: unknown) => typeof member === 'object' && member !== null && 'readOnly' in member;
  const members = Object.entries(others).flatMap(([name, member]) => (isIgnored(member) ? [] : [[name, withoutFormats(member)]]));
  return { ...Object.fromEntries(members), ...(expected !== undefined && { description: `Must be ${phraseOf(expected as Message)}` }) };
}

const includedSchema = {
  type: 'array',
  maxItems: maximumContained,
  description: `Records to write too, all or none: up to ${maximumNew} new ones with a \`lid\`; with \`meta\`, changes of child records and records that link to this one. Needs edit rights`,
  items: {
    type: 'object',
    required: ['type'],
    properties: {
      type: { type: 'string', description: 'Such as Artist' },
      lid: { type: 'string', minLength: 1, maxLength: 255, description: 'Your text in place of an id' },
      id: { type: 'string' },
      attributes: { type: 'object' },
      relationships: { type: 'object' },
      meta: {
        type: 'object',
        description: '`before`: `attributes` and `relationships` as read, 412 if one differs; `deleted: true` deletes the record',
      },
    },
  },
};

const metaSchema = {
  type: 'object',
  properties: {
    note: { type: 'string', maxLength: 10_000, description: 'Reason, stored with the revision' },
    complete: { type: 'boolean', description: 'For a merge: responds with 409 if content would be left out' },
    confirmed: { type: 'string', description: 'For a merge: the `version` of that 409, to confirm exactly this' },
    unlock: { type: 'array', items: { type: 'string' }, description: 'For a PATCH: fields to unlock' },
  },
};

const metaWithSource = {
  ...metaSchema,
  properties: {
    ...metaSchema.properties,
    productions: {
      type: 'array',
      maxItems: maximumScores,
      items: { type: 'string', format: 'iri-reference' },
      description: 'Productions whose score it has: each gets an entry, of an unreviewed release once that is accepted',
    },
    from: {
      type: 'object',
      required: ['source', 'id'],
      description: 'Imports a release from another site instead, with its child records; attributes are ignored. 200 if it exists already',
      properties: {
        source: { type: 'string', enum: releaseSources },
        id: { type: 'string', description: 'Id at that site: a UUID of MusicBrainz, or a number of Discogs' },
      },
    },
  },
};
