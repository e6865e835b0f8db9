import { Type as t } from '@sinclair/typebox';
import type { Guard } from '../accounts/access';
import { nothingLeft } from '../accounts/documents';
import type { Principal } from '../accounts/principal';
import type { LiveSettings } from '../accounts/settings/live-settings';
import {
  badRequest,
  bodyAnswers,
  bodyTooSlow,
  failure,
  jsonApi,
  notFound as noRecord,
  nothing,
  notModified,
  serviceUnavailable,
  unauthorized,
} from '../api/openapi/answers';
import { exampleUuid, neededScope } from '../api/openapi/shared';
import { defineRoute } from '../api/route';
import type { ParameterType } from '../api/schema/parameters';
import { closed, iri, uuid } from '../api/schema/schemas';
import { type CoverSize, coverAddress, coverSchema, coverSizes, exampleCover } from '../catalog/cover';
import { notFound } from '../errors';
import { insufficientScope } from '../http/authentication';
import { maximumPictureBytes, readBytes, requireMediaType } from '../http/body';
import { baseHeaders, personalCaching, requireAcceptable, respond } from '../http/respond';
import { message } from '../messages/message';
import type { Author } from '../records/history/revisions';
import { type Covers, noRelease } from './covers';

const path = '/api/releases/:id/cover';

const pathParameters = { id: { description: 'The UUID of the release', schema: uuid() } };

const tags = ['Releases'];

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

export const picture = { schema: t.Unsafe<Blob>({ type: 'string', format: 'binary' }), example: 'the image file' };

export const sizeOf: ParameterType<CoverSize> = {
  schema: t.Union(coverSizes.map((size) => t.Literal(size))),
  example: 320,
  read: (text) => coverSizes.find((size) => String(size) === text) ?? text,
  expected: message('invalid_word', { values: coverSizes }),
};

const guarded = {
  401: unauthorized,
  403: failure('Not allowed for this user or token', 403, message('editors_only')),
  404: noRecord,
};

/** A year, the usual maximum of caches. */
const forever = 'max-age=31536000, immutable';

export function coverRoutes(guard: Guard, covers: Covers, live: LiveSettings) {
  return [
    defineRoute({
      method: 'get',
      path,
      operationId: 'releaseCover',
      tags,
      summary: 'Get the cover of a release',
      description: `A WebP image with at most this many pixels on its longer side. Addresses with a hash, as in the attribute \`cover\`, are immutable. ${neededScope('catalog:read')} No token is needed if catalog_visibility is public.`,
      pathParameters,
      query: {
        size: { ...sizeOf, description: 'Maximum pixels of the longer side', default: 320 },
        hash: {
          schema: t.String({ pattern: '^[0-9a-f]{40}$' }),
          example: '1f0c2d4b6a8e9f7d5c3b1a0f2e4d6c8b0a9f8e7d',
          read: (text: string) => text,
          expected: message('invalid_hash'),
          description: 'Hash of the image; redirects if the release has another cover now',
        },
      },
      answers: {
        200: { description: 'The picture', media: { content: { 'image/webp': picture } } },
        301: nothing('The release was merged; see Location'),
        302: nothing('The release has another cover now; see Location'),
        304: notModified,
        400: badRequest,
        401: unauthorized,
        403: failure('The token lacks the scope', 403, message('insufficient_scope', { scope: 'catalog:read' }), {
          source: { header: 'Authorization' },
        }),
        404: failure('No such release, or it has no cover', 404, message('no_cover', { id: exampleUuid })),
      },
      // Public catalogs have public covers.
      access: (sender) => {
        const isPublic = live.values().catalogVisibility === 'public';
        if (isPublic && !sender.request.headers.has('authorization')) return { isPublic };
        const { scopes } = guard.holder(sender);
        if (scopes !== null && !scopes.has('catalog:read')) throw insufficientScope('catalog:read');
        return { isPublic };
      },
      otherParameters: 'refuse',
      handle: async ({ request, params: { id }, principal: { isPublic }, query: { size, hash } }) => {
        const headers = baseHeaders(request);
        const standing = covers.find(id.toLowerCase());
        if (!standing) throw noRelease(id);
        const { found, isMoved } = standing;
        if (isMoved) return leadTo(301, `${path.replace(':id', found.id)}?size=${size}`, headers);
        const file = found.hash === null ? undefined : await covers.file(found.hash, size);
        if (found.hash === null || !file) throw notFound('no_cover', { id: found.id });
        if (hash !== undefined && hash !== found.hash) return leadTo(302, coverAddress(found.id, size, found.hash), headers);
        const etag = `"${found.hash}-${size}"`;
        const whose = isPublic ? 'public' : 'private';
        const all = {
          ...headers,
          etag,
          vary: 'Authorization',
          'cache-control': hash === undefined ? `${whose}, no-cache` : `${whose}, ${forever}`,
        };
        if (clientHas(request, etag)) return new Response(null, { status: 304, headers: all });
        return new Response(file, { headers: { ...all, 'content-type': 'image/webp' } });
      },
    }),
    defineRoute({
      method: 'put',
      path,
      operationId: 'releaseCoverPut',
      tags,
      summary: 'Set the cover of a release',
      description: `The image is rotated according to its EXIF data and converted to WebP in three sizes; all metadata is dropped. Replaces an existing cover. ${neededScope('catalog:write')} The user needs edit rights.`,
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
        413: failure('The file or image is too large', 413, message('body_too_large', { max: maximumPictureBytes })),
        415: failure('Unsupported media type', 415, message('unsupported_media_type', { types: pictureTypes })),
        422: failure('Not an image that can be a cover', 422, message('damaged_picture')),
        503: serviceUnavailable,
      },
      access: guard.editor('catalog:write'),
      otherParameters: 'refuse',
      handle: async ({ request, params, principal }) => {
        requireAcceptable(request);
        requireMediaType(request, pictureTypes);
        const release = requireRelease(covers, params.id);
        const picture = await covers.cut(await readBytes(request, maximumPictureBytes));
        const attributes = await covers.put(release, picture, { source: 'upload', author: authorOf(principal) });
        const document = { data: { type: 'Cover', id: path.replace(':id', release), attributes } };
        return respond(request, document, 200, personalCaching);
      },
    }),
    defineRoute({
      method: 'delete',
      path,
      operationId: 'releaseCoverDelete',
      tags,
      summary: 'Delete the cover of a release',
      description: `${neededScope('catalog:write')} The user needs edit rights.`,
      pathParameters,
      answers: { 204: nothing('Deleted'), ...guarded, 503: serviceUnavailable },
      access: guard.editor('catalog:write'),
      otherParameters: 'refuse',
      handle: async ({ request, params, principal }) => {
        const release = requireRelease(covers, params.id);
        if (!(await covers.remove(release, authorOf(principal)))) throw notFound('no_cover', { id: release });
        return nothingLeft(request);
      },
    }),
  ];
}

const leadTo = (status: 301 | 302, location: string, headers: Readonly<Record<string, string>>): Response =>
  new Response(null, { status, headers: { ...headers, location, 'cache-control': 'private, no-cache' } });

export const clientHas = ({ headers }: Request, etag: string): boolean =>
  (headers.get('if-none-match') ?? '').split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));

const authorOf = ({ userKey, userId }: Principal): Author => ({ userKey, username: userId });

/** Follows merges. */
function requireRelease(covers: Covers, id: string): string {
  const standing = covers.find(id.toLowerCase());
  if (!standing || standing.isMoved) throw noRelease(id);
  return standing.found.id;
}
