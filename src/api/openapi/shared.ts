// Shared by the OpenAPI document and by self-describing routes. Kept apart from the rest, which loads only when the document is
// requested.

import { Type as t } from '@sinclair/typebox';
import type { ErrorSource } from '../../errors';
import { listParams, type Message, sentenceOf } from '../../messages/message';
import { reasonPhrase } from '../errors';

/** Placeholder id in examples. */
export const exampleUuid = '0b7e3f5c-1d2a-5c4b-9e8f-7a6b5c4d3e2f';

export const text = { type: 'string' } as const;
export const iri = { type: 'string', format: 'iri-reference' } as const;

/** User in the path of a personal list; `me` stands for the token's owner. */
export const listOwner = {
  description: 'UUID of the user, or `me` for the user of the token',
  schema: t.String({ examples: ['me'] }),
};

const errorCode = { ...text, description: 'Stable error code' } as const;
const errorParams = {
  type: 'object',
  description: 'Parameters of the sentence',
  properties: Object.fromEntries(listParams.map((name) => [name, { type: 'array', items: {} }])),
  additionalProperties: {},
};

/** Members of `meta` about ignored parameters. */
export const ignoredSchemas = {
  ignoredParameters: {
    type: 'array',
    items: text,
    description: 'Unknown parameters as sent; the first of many',
  },
  nearestParameters: {
    type: 'object',
    additionalProperties: text,
    description: 'Similar known parameters, by the name sent',
  },
} as const;

/** Responses shared by several routes. */
export const refer = (name: string) => ({ $ref: `#/components/responses/${name}` });

/** Error document that lists violations. */
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
        id: { ...text, description: 'Request id, as in X-Request-Id' },
        type: { const: 'ConstraintViolation' },
        attributes: {
          type: 'object',
          required: ['status', 'detail', '_type', 'title', 'instance'],
          additionalProperties: false,
          properties: {
            status: { type: 'integer' },
            detail: { ...text, description: 'One line for each invalid attribute' },
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
            required: ['detail', 'code', 'source', 'meta'],
            additionalProperties: false,
            properties: {
              detail: text,
              code: errorCode,
              source: { type: 'object', required: ['pointer'], additionalProperties: false, properties: { pointer: text } },
              meta: {
                type: 'object',
                required: ['attribute', 'message', 'params'],
                additionalProperties: false,
                properties: { attribute: text, message: text, params: errorParams },
              },
            },
          },
        },
      },
    },
  },
};

/** Example error document. */
export const exampleError = (status: number, problem: Message, instance: string, source?: ErrorSource) => ({
  errors: [
    {
      id: '0199a0b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b',
      status,
      title: reasonPhrase(status),
      detail: sentenceOf(problem, source?.parameter),
      code: problem.code,
      type: `/errors/${status}`,
      instance,
      ...(source && { source }),
      meta: { params: problem.params },
    },
  ],
});

export const neededScope = (scope: string): string => `The token needs the scope ${scope}.`;

/** Example 422 document with one attribute. */
export function exampleInvalid(attribute: string, problem: Message, instance: string) {
  const message = sentenceOf(problem);
  const detail = `${attribute}: ${message}`;
  const { code, params } = problem;
  return {
    data: {
      id: '0199a0b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b',
      type: 'ConstraintViolation',
      attributes: { status: 422, detail, _type: '/errors/422', title: reasonPhrase(422), instance },
    },
    meta: { errors: [{ detail, code, source: { pointer: `/data/attributes/${attribute}` }, meta: { attribute, message, params } }] },
  };
}
