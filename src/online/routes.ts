import { type Static, Type as t } from '@sinclair/typebox';
import type { Guard } from '../accounts/access';
import { guarded } from '../accounts/answers';
import { badRequest, bodyAnswers, failure, invalid, jsonApi, notAcceptable, notFound, serviceUnavailable } from '../api/openapi/answers';
import { exampleUuid, neededScope } from '../api/openapi/shared';
import { defineRoute } from '../api/route';
import { flag } from '../api/schema/parameters';
import { closed, iri, list, orNull, text, uuid, word } from '../api/schema/schemas';
import { artists } from '../catalog/artists';
import { productions } from '../catalog/productions';
import { releases } from '../catalog/releases';
import { updateSources } from '../config';
import { revisedFields } from '../editing/revisions/documents';
import { notFound as missing } from '../errors';
import { readShortBody } from '../http/body';
import { baseHeaders, personalCaching, respond } from '../http/respond';
import { message } from '../messages/message';
import { foundCandidate, onlineLookUp, readQuery } from './look-up';
import type { OnlineReleases } from './online-releases';

/** Loads the sites on first use. */
export type LoadOnline = () => Promise<OnlineReleases>;

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

/** The kinds that have single documents at other sites. */
const updated = [
  { kind: 'release', of: releases, tag: 'Releases', example: { attributes: { barcode: null }, relationships: {} } },
  { kind: 'artist', of: artists, tag: 'Artists', example: { attributes: { country: null }, relationships: {} } },
  { kind: 'production', of: productions, tag: 'Productions', example: { attributes: { year: null }, relationships: {} } },
] as const;

const updateOf = (guard: Guard, online: LoadOnline, { kind, of, tag, example }: (typeof updated)[number]) =>
  defineRoute({
    method: 'post',
    path: `${of.path}/:id/refresh`,
    operationId: `${kind}Refresh`,
    tags: [tag],
    summary: `Update the ${kind} from its source`,
    description: `Imports the record again by its external id: from MusicBrainz, or Discogs for releases without a MusicBrainz id, and from Wikidata for productions. Locked fields stay. An update within ten minutes of a dry run uses the same response. ${neededScope('catalog:write')} The user needs edit rights.`,
    pathParameters: { id: { description: `The UUID of the ${kind}`, schema: uuid() } },
    query: { dry_run: { ...flag, description: 'Only report what would change', default: false } },
    answers: {
      200: {
        description: 'Actual or expected changes',
        media: jsonApi(closed({ data: closed({ type: t.Literal('Refresh'), id: iri(), attributes: refreshed }) }), {
          data: {
            type: 'Refresh',
            id: `${of.path}/${exampleUuid}/refresh`,
            attributes: { source: 'musicbrainz', dry_run: true, before: example, after: example },
          },
        }),
      },
      400: badRequest,
      401: guarded[401],
      403: off,
      404: notFound,
      406: notAcceptable,
      409: failure('The record has no id at an enabled site', 409, message('no_source_id', { sources: ['MusicBrainz'] })),
      503: serviceUnavailable,
    },
    access: guard.editor('catalog:write'),
    otherParameters: 'refuse',
    handle: async ({ request, principal, params: { id }, query: { dry_run: isDryRun } }) => {
      const uuid = id.toLowerCase();
      const { source, difference } = await (await online()).update(kind, uuid, { isDryRun, userKey: principal.userKey });
      const attributes = { source, dry_run: isDryRun, before: null, after: null, ...difference };
      return respond(request, { data: { type: 'Refresh', id: `${of.path}/${uuid}/refresh`, attributes } }, 200, personalCaching);
    },
  });

const refreshed = closed({
  source: word(updateSources),
  dry_run: t.Boolean({ description: 'True if nothing was changed' }),
  before: orNull(revisedFields, 'Former values of the changed fields; null if none changed'),
  after: orNull(revisedFields, 'Their new values'),
});

const picture = {
  description: 'The picture',
  media: { content: { 'image/jpeg': { schema: t.Unsafe<Blob>({ type: 'string', format: 'binary' }), example: 'the image file' } } },
};

async function pictureResponse(request: Request, fetching: Promise<Uint8Array<ArrayBuffer> | undefined>, id: string): Promise<Response> {
  const bytes = await fetching;
  if (!bytes) throw missing('no_cover', { id });
  const headers = { ...baseHeaders(request), 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=86400' };
  return new Response(bytes, { headers });
}

const pictures = closed({
  pictures: list(closed({ href: iri(), types: list(text(), 'Such as Front, Back, Booklet and Medium') })),
});

export const onlineRoutes = (guard: Guard, online: LoadOnline) => [
  defineRoute({
    method: 'post',
    path: onlineLookUp.path,
    operationId: 'onlineLookUp',
    tags: ['Collection'],
    summary: 'Look up a release at other sites',
    description: `Takes one of \`barcode\`, \`catalog_number\` (with \`label\`), \`url\`, \`mbid\`, \`discogs_id\`, \`disc_id\` and \`title\` (with \`artist\`). Only that leaves the server, to the sites of the setting \`online_sources\`. Candidates with the barcode come first; \`POST /api/releases\` with \`meta.from\` adds one. ${neededScope('catalog:read')}`,
    query: { background: { ...flag, description: 'Background look-up: half the rate, after interactive look-ups', default: false } },
    body: {
      ...jsonApi(t.Object({ data: t.Object({ type: t.String(), attributes: t.Record(t.String(), t.String()) }) }), {
        data: { type, attributes: { barcode: '030206526721' } },
      }),
      read: readShortBody,
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
    handle: async ({ request, principal, body, query: { background: isBackground } }) => {
      const candidates = await (await online()).find(readQuery(body), { isBackground, userKey: principal.userKey });
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
      200: picture,
      401: guarded[401],
      403: guarded[403],
      404: notFound,
      503: serviceUnavailable,
    },
    access: guard.user('catalog:read'),
    otherParameters: 'refuse',
    handle: async ({ request, params: { id } }) => pictureResponse(request, (await online()).thumbnail(id.toLowerCase()), id),
  }),
  defineRoute({
    method: 'get',
    path: `${releases.path}/:id/pictures`,
    operationId: 'releasePictures',
    tags: ['Releases'],
    summary: 'List pictures of a release',
    description: `Front, back and booklet pictures at the Cover Art Archive, refreshed once a day. ${neededScope('catalog:read')}`,
    pathParameters: { id: { description: 'The UUID of the release', schema: uuid() } },
    answers: {
      200: {
        description: 'Pictures, the front first; empty if the archive has none',
        media: jsonApi(closed({ data: closed({ type: t.Literal('ReleasePictures'), id: iri(), attributes: pictures }) }), {
          data: {
            type: 'ReleasePictures',
            id: `${releases.path}/${exampleUuid}/pictures`,
            attributes: { pictures: [{ href: `${releases.path}/${exampleUuid}/pictures/12345`, types: ['Back'] }] },
          },
        }),
      },
      401: guarded[401],
      403: off,
      404: notFound,
      406: notAcceptable,
      503: serviceUnavailable,
    },
    access: guard.user('catalog:read'),
    otherParameters: 'refuse',
    handle: async ({ request, params }) => {
      const own = `${releases.path}/${params.id.toLowerCase()}/pictures`;
      const found = (await (await online()).pictures(params.id.toLowerCase())).map(({ id, types }) => ({ href: `${own}/${id}`, types }));
      return respond(request, { data: { type: 'ReleasePictures', id: own, attributes: { pictures: found } } }, 200, personalCaching);
    },
  }),
  defineRoute({
    method: 'get',
    path: `${releases.path}/:id/pictures/:picture`,
    operationId: 'releasePicture',
    tags: ['Releases'],
    summary: 'Get a picture of a release',
    description: `At most 1,200 pixels wide, fetched from the Cover Art Archive by this server. ${neededScope('catalog:read')}`,
    pathParameters: {
      id: { description: 'The UUID of the release', schema: uuid() },
      picture: { description: 'Id of the picture at the archive', schema: t.String({ pattern: '^\\d{1,20}$' }) },
    },
    answers: { 200: picture, 401: guarded[401], 403: off, 404: notFound, 503: serviceUnavailable },
    access: guard.user('catalog:read'),
    otherParameters: 'refuse',
    handle: async ({ request, params: { id, picture: name } }) =>
      pictureResponse(request, (await online()).picture(id.toLowerCase(), name), id),
  }),
  ...updated.map((kind) => updateOf(guard, online, kind)),
];
