import { jsonApiMediaType } from '../../http/respond';
import { type Message, message } from '../../messages/message';
import { errorResponse } from './components';
import { exampleInvalid, exampleUuid, invalidSchema, refer } from './shared';

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
