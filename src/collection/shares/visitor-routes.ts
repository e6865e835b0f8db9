import { Type as t } from '@sinclair/typebox';
import { uuidParameter } from '../../accounts/answers';
import { nothingLeft } from '../../accounts/documents';
import {
  badRequest,
  bodyAnswers,
  failure,
  jsonApi,
  notAcceptable,
  nothing,
  pageParameters,
  serviceUnavailable,
} from '../../api/openapi/answers';
import { metaOf } from '../../api/read/document';
import { defineRoute } from '../../api/route';
import type { Context } from '../../context';
import { DomainError, forbidden, invalid as malformed, notFound } from '../../errors';
import { readShortBody } from '../../http/body';
import { addressGroup } from '../../http/client-address';
import { type AddressOf, RateLimiter, type RateLimitPolicy } from '../../http/rate-limit';
import { baseHeaders, respond } from '../../http/respond';
import { message } from '../../messages/message';
import { lineOfText } from '../items/fields';
import { sharedListDocument } from './resource';
import { giveBack, noteOpened, releaseOfItem, reserve, type SharedList, sharedItems, sharedList } from './shares';

/** As for sign-in: too few for guessing. */
const policy: RateLimitPolicy = { name: 'shares', quota: 10, windowSeconds: 60, counted: 'unknown links' };

/** Files of covers, by the UUID of a release. */
export type CoverOf = (release: string, size: 320 | 960) => Promise<Uint8Array<ArrayBuffer> | undefined>;

export interface VisitorNeeds {
  readonly context: Context;
  readonly addressOf: AddressOf;
  readonly principalOf: (request: Request) => { readonly userKey: number } | undefined;
  readonly coverOf: CoverOf;
}

const secretParameter = { secret: { description: 'The last part of the link', schema: t.String() } };

const ofItem = { ...secretParameter, id: uuidParameter('The UUID of the item') };

const ended = failure('The owner has stopped sharing', 410, message('share_ended'));

const noLink = failure('No such link', 404, message('no_share'));

const keyed = 'A client sends a secret of its own in `Reservation-Key`: 22 to 100 letters and digits.';

/** Neither stored by browsers and proxies, nor found by search engines, nor named to other sites. */
const secretive = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

/** What those do who have a link, without a token. */
export function visitorRoutes({ context, addressOf, principalOf, coverOf }: VisitorNeeds) {
  const { store, settings } = context;
  const limiter = settings.rateLimit === 0 ? undefined : new RateLimiter(policy);
  /** Unknown links alone take from the budget of the address: guesses at 128 bits must not lock friends out. */
  const find = (request: Request, secret: string): SharedList => {
    try {
      return sharedList(store, secret);
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'not_found') limiter?.spend(`address ${addressGroup(addressOf(request))}`);
      throw error;
    }
  };
  const own = { tags: ['Wishlist'], isPublic: true };
  const isOwner = (request: Request, { user }: SharedList): boolean => principalOf(request)?.userKey === user;
  return [
    defineRoute({
      ...own,
      method: 'get',
      path: '/api/shared/:secret',
      operationId: 'sharedList',
      summary: 'Get a list by its link',
      description: `Needs no token. The owner doesn't see what is taken. ${keyed}`,
      pathParameters: secretParameter,
      query: pageParameters,
      answers: {
        200: { description: 'The list', media: sharedListDocument },
        400: badRequest,
        404: noLink,
        406: notAcceptable,
        410: ended,
      },
      otherParameters: 'ignore',
      handle: async ({ request, params: { secret }, paging: { ignored, ...paging } }) => {
        const share = find(request, secret);
        const view = { holder: holderOf(request), isOwner: isOwner(request, share) };
        const { items, total } = store.read(() => sharedItems(store, share, view, paging));
        if (!view.isOwner) await noteOpened(store, share);
        const { key: _, user: __, id, ...attributes } = share;
        const data = { type: 'SharedList', id, attributes: { ...attributes, items } };
        const meta = { totalItems: total, itemsPerPage: paging.itemsPerPage, currentPage: paging.page };
        return respond(request, { data, meta: { ...meta, ...metaOf(ignored).meta } }, 200, secretive);
      },
    }),
    defineRoute({
      ...own,
      method: 'get',
      path: '/api/shared/:secret/items/:id/cover',
      operationId: 'sharedCover',
      summary: 'Get the cover of an item on a shared list',
      description: 'A WebP image. Needs no token.',
      pathParameters: ofItem,
      answers: {
        200: { description: 'The picture', media: { content: { 'image/webp': { schema: t.String({ format: 'binary' }), example: '' } } } },
        404: noLink,
        410: ended,
      },
      otherParameters: 'ignore',
      handle: async ({ request, params: { secret, id } }) => {
        const release = releaseOfItem(store, find(request, secret), id.toLowerCase());
        if (release === undefined) throw notFound('no_wish', { id: id.slice(0, 100) });
        const file = await coverOf(release, 320);
        if (!file) throw notFound('no_cover', { id: release });
        return new Response(file, { headers: { ...baseHeaders(request), ...secretive, 'content-type': 'image/webp' } });
      },
    }),
    defineRoute({
      ...own,
      method: 'put',
      path: '/api/shared/:secret/items/:id/reservation',
      operationId: 'reserveWish',
      summary: 'Note that you give a wish',
      description: `Needs no token. The name is for other friends, not for the owner. ${keyed}`,
      pathParameters: ofItem,
      body: {
        ...jsonApi(
          t.Object({
            data: t.Object({
              type: t.String(),
              attributes: t.Optional(t.Object({ name: t.Optional(t.Union([t.String({ maxLength: longestName }), t.Null()])) })),
            }),
          }),
          { data: { type: 'Reservation', attributes: { name: 'Ben' } } },
        ),
        read: readShortBody,
      },
      answers: {
        204: nothing('Noted'),
        ...bodyAnswers,
        403: failure('It is the list of the sender', 403, message('own_wish')),
        404: noLink,
        409: failure('Somebody else gives it', 409, message('wish_taken')),
        410: ended,
      },
      otherParameters: 'refuse',
      handle: async ({ request, params: { secret, id }, body }) => {
        const name = nameIn(body);
        const holder = requiredHolder(request);
        const share = find(request, secret);
        // Or the answers would tell the owner what is taken.
        if (isOwner(request, share)) throw forbidden('own_wish');
        // Read again inside: the owner may have ended it meanwhile.
        await store.write(() => reserve(store, sharedList(store, secret), id.toLowerCase(), holder, name));
        return nothingLeft(request);
      },
    }),
    defineRoute({
      ...own,
      method: 'delete',
      path: '/api/shared/:secret/items/:id/reservation',
      operationId: 'giveBackWish',
      summary: 'Give a wish back',
      description: `Needs no token, but the same key. ${keyed}`,
      pathParameters: ofItem,
      answers: { 204: nothing('Given back'), 400: badRequest, 404: noLink, 410: ended, 503: serviceUnavailable },
      otherParameters: 'refuse',
      handle: async ({ request, params: { secret, id } }) => {
        const holder = requiredHolder(request);
        const share = find(request, secret);
        if (!(await store.write(() => giveBack(store, share, id.toLowerCase(), holder))))
          throw notFound('no_wish', { id: id.slice(0, 100) });
        return nothingLeft(request);
      },
    }),
  ];
}

const keyHeader = 'Reservation-Key';

const holderOf = ({ headers }: Request): string | null => {
  const key = headers.get(keyHeader);
  return key !== null && /^[\w-]{22,100}$/.test(key) ? key : null;
};

function requiredHolder(request: Request): string {
  const holder = holderOf(request);
  if (holder === null) throw malformed('reservation_key', { min: 22, max: 100 }, { header: keyHeader });
  return holder;
}

const longestName = 60;

/** A reservation may have a name. */
function nameIn(body: unknown): string | null {
  const { type, attributes } = ((body as { data?: unknown } | null)?.data ?? {}) as { type?: unknown; attributes?: { name?: unknown } };
  if (type !== 'Reservation')
    throw malformed('wrong_member', { pointer: '/data/type', expected: '"Reservation"' }, { pointer: '/data/type' });
  const name = attributes?.name ?? null;
  if (name === null || name === '') return null;
  const field = lineOfText(longestName);
  const pointer = '/data/attributes/name';
  if (!field.isAllowed(name))
    throw malformed('wrong_member', { pointer, expected: `text of at most ${longestName} characters` }, { pointer });
  return String(field.toStored(name));
}
