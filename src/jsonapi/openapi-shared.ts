// Of the OpenAPI document, what routes that describe themselves have as well. It stands apart from the rest, which a server
// loads when the document is asked for.

/** Stands for any record in examples. */
export const exampleUuid = '0b7e3f5c-1d2a-5c4b-9e8f-7a6b5c4d3e2f';

export const text = { type: 'string' } as const;
export const uuid = { type: 'string', format: 'uuid' } as const;
export const iri = { type: 'string', format: 'iri-reference' } as const;
export const orNull = (schema: object, description?: string) => ({
  anyOf: [schema, { type: 'null' }],
  ...(description !== undefined && { description }),
});

/** An object of these members, which are all there, and of the optional ones; it has no others. */
export const closed = (properties: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
});

/** A user in a path, where the owner of the token may be written as `me`. */
export const userIdParameter = <const N extends string>(name: N) => ({
  name,
  in: 'path' as const,
  required: true,
  description: 'The UUID of the user, or me for whoever the token is of',
  schema: { type: 'string' as const, examples: ['me'] },
});

/** What any `meta` may say of a request's parameters. */
export const ignoredSchemas = {
  ignoredParameters: {
    type: 'array',
    items: text,
    description: 'Parameters that mean nothing here, as they were sent; of many, the first',
  },
  nearestParameters: {
    type: 'object',
    additionalProperties: text,
    description: 'Of ignored parameters that are near to one which means something here: that one, by the name that was sent',
  },
} as const;

/** Answers that other routes give as well. */
export const refer = (name: string) => ({ $ref: `#/components/responses/${name}` });

/** The document that says which rules a document breaks. */
export const invalidSchema = {
  type: 'object',
  required: ['data', 'meta'],
  additionalProperties: false,
  properties: {
    data: {
      type: 'object',
      required: ['id', 'type', 'attributes'],
      additionalProperties: false,
      properties: {
        id: { ...text, description: 'The request, as in X-Request-Id' },
        type: { const: 'ConstraintViolation' },
        attributes: {
          type: 'object',
          required: ['status', 'detail', '_type', 'title', 'instance'],
          additionalProperties: false,
          properties: {
            status: { type: 'integer' },
            detail: { ...text, description: 'One line for each attribute that breaks its rule' },
            _type: text,
            title: text,
            instance: text,
          },
        },
      },
    },
    meta: {
      type: 'object',
      required: ['errors'],
      additionalProperties: false,
      properties: {
        errors: {
          type: 'array',
          items: {
            type: 'object',
            required: ['detail', 'source', 'meta'],
            additionalProperties: false,
            properties: {
              detail: text,
              source: { type: 'object', required: ['pointer'], additionalProperties: false, properties: { pointer: text } },
              meta: {
                type: 'object',
                required: ['attribute', 'message'],
                additionalProperties: false,
                properties: { attribute: text, message: text },
              },
            },
          },
        },
      },
    },
  },
};
