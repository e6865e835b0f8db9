import { jsonApiMediaType } from '../../http/respond';
import { errorResponse } from './components';
import { exampleUuid, invalidSchema, refer } from './shared';

// What every operation that writes says alike, as OpenAPI 3.1, whoever may use it.

export const etagHeader = { ETag: { $ref: '#/components/headers/ETag' } };

export const locationHeader = {
  Location: { description: 'The IRI of what was made', schema: { type: 'string', format: 'uri-reference' } },
};

export const insufficientScope = (scope: string): object =>
  errorResponse('The token lacks the scope', 403, `The token lacks the scope ${scope}.`);

/** Answers that every write may give, whatever it is of. */
export const writeRefusals = {
  400: refer('NoDocument'),
  401: refer('Unauthorized'),
  404: refer('NotFound'),
  406: refer('NotAcceptable'),
  429: refer('TooManyRequests'),
  503: refer('ServiceUnavailable'),
};

/** Of a body that is not read at all. */
export const bodyRefusals = {
  413: refer('TooLarge'),
  415: refer('OtherMediaType'),
};

/** @param description what it says of a record on the whole; the example is of one attribute */
export function invalidAnswer(path: string, description: string, attribute: string, message: string): object {
  const detail = `${attribute}: ${message}`;
  const example = {
    data: {
      id: '0199a0b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b',
      type: 'ConstraintViolation',
      attributes: {
        status: 422,
        detail,
        _type: '/errors/422',
        title: 'Unprocessable Content',
        instance: path.replace(/:\w+/g, exampleUuid),
      },
    },
    meta: { errors: [{ detail, source: { pointer: `/data/attributes/${attribute}` }, meta: { attribute, message } }] },
  };
  return { description, content: { [jsonApiMediaType]: { schema: invalidSchema, example } } };
}

/** How a relationship names a record. */
export const identifierSchema = (type: string): object => ({
  type: 'object',
  required: ['type', 'id'],
  properties: { type: { type: 'string', description: type }, id: { type: 'string', description: 'UUID or IRI' } },
});
