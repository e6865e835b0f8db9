import { Type as t } from '@sinclair/typebox';
import { type CoverSize, coverSchema, coverSizes, exampleCover } from '../catalog/cover';
import { maximumPictureBytes } from '../http/body';
import {
  badRequest,
  bodyAnswers,
  bodyTooSlow,
  failure,
  jsonApi,
  notFound,
  nothing,
  notModified,
  serviceUnavailable,
  unauthorized,
} from '../jsonapi/answers';
import { exampleUuid, neededScope } from '../jsonapi/openapi-shared';
import type { ParameterType } from '../jsonapi/parameters';
import { endpoint } from '../jsonapi/route';
import { closed, iri, uuid } from '../jsonapi/schemas';

export const path = '/api/releases/:id/cover';

const pathParameters = { id: { description: 'The UUID of the release', schema: uuid() } };

const tags = ['Releases'];

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

const picture = { schema: t.Unsafe<Blob>({ type: 'string', format: 'binary' }), example: 'the bytes of the picture' };

const sizeOf: ParameterType<CoverSize> = {
  schema: t.Union(coverSizes.map((size) => t.Literal(size))),
  example: 320,
  read: (text) => coverSizes.find((size) => String(size) === text) ?? text,
  expected: `one of ${coverSizes.join(', ')}`,
};

const guarded = {
  401: unauthorized,
  403: failure('Not for this user, or not with this token', 403, 'This is for editors. An administrator can make you one.'),
  404: notFound,
};

export const readCover = endpoint({
  method: 'get',
  path,
  operationId: 'releaseCover',
  tags,
  summary: 'The cover of a release',
  description: `A picture in WebP, whose longer side has so many pixels at most. Under an address with its hash, as the attribute \`cover\` has them, it never changes. ${neededScope('catalog:read')} Where the setting catalog_visibility is public, it needs none.`,
  pathParameters,
  query: {
    size: { ...sizeOf, description: 'How many pixels the longer side has at most', default: 320 },
    hash: {
      schema: t.String({ pattern: '^[0-9a-f]{40}$' }),
      example: '1f0c2d4b6a8e9f7d5c3b1a0f2e4d6c8b0a9f8e7d',
      read: (text: string) => text,
      expected: '40 hexadecimal digits',
      description: 'Of this picture: where the release has another one by now, the answer leads to that',
    },
  },
  answers: {
    200: { description: 'The picture', media: { content: { 'image/webp': picture } } },
    301: nothing('The release was merged into another, whose cover is at Location'),
    302: nothing('The release has another cover by now, which is at Location'),
    304: notModified,
    400: badRequest,
    401: unauthorized,
    403: failure('The token lacks the scope', 403, 'The token lacks the scope catalog:read.', { source: { header: 'Authorization' } }),
    404: failure('There is no such release, or it has no cover', 404, `The release ${exampleUuid} has no cover.`),
  },
});

export const putCover = endpoint({
  method: 'put',
  path,
  operationId: 'releaseCoverPut',
  tags,
  summary: 'Give a release a cover',
  description: `The picture is turned as its camera says and made into WebP in three sizes; nothing else of the file is kept. It takes the place of one that is there. ${neededScope('catalog:write')} The user must be one who may edit.`,
  pathParameters,
  body: { content: Object.fromEntries(pictureTypes.map((type) => [type, picture])) },
  answers: {
    200: {
      description: 'The cover',
      media: jsonApi(closed({ data: closed({ type: t.Literal('Cover'), id: iri(), attributes: coverSchema }) }), {
        data: { type: 'Cover', id: `/api/releases/${exampleUuid}/cover`, attributes: exampleCover },
      }),
    },
    400: bodyAnswers[400],
    ...guarded,
    408: bodyTooSlow,
    413: failure('The file or the picture is too large', 413, `The body may have at most ${maximumPictureBytes} bytes.`),
    415: failure('The body is of another media type', 415, `The body must be sent as ${pictureTypes.join(' or ')}, without parameters.`),
    422: failure('It is no picture that can be a cover', 422, 'The picture is damaged, or breaks off before its end.'),
    503: serviceUnavailable,
  },
});

export const removeCover = endpoint({
  method: 'delete',
  path,
  operationId: 'releaseCoverDelete',
  tags,
  summary: 'Take the cover of a release away',
  description: `${neededScope('catalog:write')} The user must be one who may edit.`,
  pathParameters,
  answers: { 204: nothing('It has none any more'), ...guarded, 503: serviceUnavailable },
});
