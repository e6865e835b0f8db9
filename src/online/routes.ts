import { type Static, Type as t } from '@sinclair/typebox';
import type { Guard } from '../accounts/access';
import { guarded } from '../accounts/answers';
import { bodyAnswers, failure, invalid, jsonApi, notAcceptable, notFound, readBody, serviceUnavailable } from '../api/openapi/answers';
import { exampleUuid, neededScope } from '../api/openapi/shared';
import { defineRoute } from '../api/route';
import { closed, list, text, uuid } from '../api/schema/schemas';
import { notFound as missing } from '../errors';
import { requireAcceptable } from '../http/negotiation';
import { baseHeaders, personalCaching, respond } from '../http/respond';
import { message } from '../messages/message';
import { foundCandidate, onlineLookUp, readQuery } from './look-up';
import type { OnlineReleases } from './online-releases';

const type = 'OnlineLookUp';

const off = failure('Look-ups are off, or the token lacks the scope', 403, message('online_off'));

const example: Static<typeof foundCandidate> = {
  source: 'musicbrainz',
  id: exampleUuid,
  url: `https://musicbrainz.org/release/${exampleUuid}`,
  title: 'Total Recall',
  artist_credit: 'Jerry Goldsmith',
  note: null,
  release_date: '1990',
  country: 'US',
  barcode: '030206526721',
  same_barcode: true,
  labels: [{ name: 'Varèse Sarabande', catalog_number: 'VSD-5267' }],
  formats: [{ format_type: 'cd', quantity: 1 }],
  track_count: 10,
  duration_seconds: null,
  cover: `/api/look-ups/online/covers/${exampleUuid}`,
  release: null,
};

export const onlineRoutes = (guard: Guard, online: OnlineReleases) => [
  defineRoute({
    method: 'post',
    path: onlineLookUp.path,
    operationId: 'onlineLookUp',
    tags: ['Collection'],
    summary: 'Look up a release at other sites',
    description: `Takes one of \`barcode\`, \`catalog_number\` (with \`label\`), \`url\`, \`mbid\`, \`discogs_id\`, \`disc_id\` and \`title\` (with \`artist\`). Only that leaves the server, to the sites of the setting \`online_sources\`. Candidates with the barcode come first; \`POST /api/releases\` with \`meta.from\` adds one. ${neededScope('catalog:read')}`,
    body: {
      ...jsonApi(t.Object({ data: t.Object({ type: t.String(), attributes: t.Record(t.String(), t.String()) }) }), {
        data: { type, attributes: { barcode: '030206526721' } },
      }),
      read: readBody,
    },
    answers: {
      200: {
        description: 'Matching releases, best first',
        media: jsonApi(
          closed({ data: closed({ type: t.Literal(type), id: text(), attributes: closed({ candidates: list(foundCandidate) }) }) }),
          { data: { type, id: exampleUuid, attributes: { candidates: [example] } } },
        ),
      },
      ...guarded,
      ...bodyAnswers,
      403: off,
      406: notAcceptable,
      422: invalid('barcode', message('invalid_barcode', { max: 32 })),
      503: serviceUnavailable,
    },
    access: guard.user('catalog:read'),
    otherParameters: 'refuse',
    handle: async ({ request, body }) => {
      requireAcceptable(request);
      const candidates = await online.find(readQuery(body));
      return respond(request, { data: { type, id: Bun.randomUUIDv7(), attributes: { candidates } } }, 200, personalCaching);
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/look-ups/online/covers/:id',
    operationId: 'onlineCover',
    tags: ['Collection'],
    summary: 'Get the cover of a release at another site',
    description: `The front cover at the Cover Art Archive, at most 250 pixels wide, fetched by this server. ${neededScope('catalog:read')}`,
    pathParameters: { id: { description: 'The MBID of the release', schema: uuid() } },
    answers: {
      200: {
        description: 'The picture',
        media: { content: { 'image/jpeg': { schema: t.Unsafe<Blob>({ type: 'string', format: 'binary' }), example: 'the image file' } } },
      },
      401: guarded[401],
      403: guarded[403],
      404: notFound,
      503: serviceUnavailable,
    },
    access: guard.user('catalog:read'),
    otherParameters: 'refuse',
    handle: async ({ request, params: { id } }) => {
      const picture = await online.thumbnail(id.toLowerCase());
      if (!picture) throw missing('no_cover', { id });
      const headers = { ...baseHeaders(request), 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=86400' };
      return new Response(picture, { headers });
    },
  }),
];
