import { Type as t } from '@sinclair/typebox';
import { type Guard, ownIdentity } from '../../accounts/access';
import { createdAnswer, deleteRoute, getRoute, guardedBody, ownListRoute, uuidParameter } from '../../accounts/answers';
import { AccountDocuments, nothingLeft } from '../../accounts/documents';
import type { Principal, Scope } from '../../accounts/principal';
import { documentOf, documentWith, failure, invalid, notFound as noRecord, requestOf } from '../../api/openapi/answers';
import { listOwner, neededScope } from '../../api/openapi/shared';
import { defineRoute } from '../../api/route';
import { readDocument } from '../../api/write/write';
import { notFound } from '../../errors';
import { insufficientScope } from '../../http/authentication';
import type { PublicAddress } from '../../http/public-address';
import { message } from '../../messages/message';
import { shares } from './resource';
import { addShare, changeShare, maximumShares, revokeShare } from './shares';
import { type VisitorNeeds, visitorRoutes } from './visitor-routes';

const path = '/api/users/:userId/shares';

const tags = ['Wishlist'];

const ofId = 'share.user_key = :user AND share.id = :id';

const scopes = { read: neededScope('wishlist:read'), write: neededScope('wishlist:write') };

/** What owners do with their lists, and those who have a link. */
export function shareRoutes(guard: Guard, needs: VisitorNeeds & { readonly publicAddress: PublicAddress }) {
  const { store } = needs.context;
  const documents = new AccountDocuments(store, shares, noShare);
  const pathParameters = { userId: listOwner };
  const ofShare = { ...pathParameters, id: uuidParameter('The UUID of the share') };
  const [toRead, toWrite] = [
    { tags, access: guard.owner('wishlist:read') },
    { tags, access: guard.owner('wishlist:write') },
  ];
  return [
    defineRoute({
      ...toRead,
      ...ownListRoute(shares, 'The shares'),
      path,
      operationId: 'shareList',
      summary: 'List your shared lists',
      description: `Newest first, without revoked ones and without links. ${scopes.read}`,
      pathParameters,
      handle: ({ request, principal: { userKey, userId } }) => {
        const rows = documents.rows('share.user_key = :user', { user: userKey }, 'share.created_at DESC, share.key DESC');
        return documents.list(request, rows, shares.listPath({ userId }));
      },
    }),
    defineRoute({
      ...toWrite,
      method: 'post',
      path,
      operationId: 'createShare',
      summary: 'Share a list',
      description: `The response has the link in \`url\`, once. Whoever has it may see the list, without an account, and may note which wish they give. ${scopes.write}`,
      pathParameters,
      body: requestOf(shares, { title: 'Birthday', shown: ['prices'] }),
      answers: {
        201: createdAnswer(
          'share',
          documentWith(shares, { url: t.String({ format: 'uri' }) }, { url: `https://music.example.org/shared/${'x'.repeat(22)}` }),
        ),
        ...guardedBody,
        404: noRecord,
        409: failure('Too many shares, or the body has another type', 409, message('many_shares', { max: maximumShares })),
        422: invalid('title', message('required')),
      },
      handle: async ({ request, principal, body }) => {
        const { userKey, userId } = principal;
        documents.requireAnswerable(request);
        const { values, ignored } = readDocument(shares, body);
        requireScopeOf(String(values.list ?? 'wishlist'), principal);
        const { id, secret } = await store.write(() => addShare(store, userKey, values));
        const url = `${needs.publicAddress.originOf(request)}${needs.publicAddress.basePath}/shared/${secret}`;
        const headers = { location: shares.iri({ userId, id }), 'cache-control': 'no-store' };
        return documents.present(request, ofId, { user: userKey, id }, { status: 201, headers, more: { url }, ignored });
      },
    }),
    defineRoute({
      ...toRead,
      ...getRoute('The share without its link', documentOf(shares)),
      path: `${path}/:id`,
      operationId: 'share',
      summary: 'Get a shared list of yours',
      description: scopes.read,
      pathParameters: ofShare,
      handle: ({ request, principal: { userKey }, params: { id } }) => documents.present(request, ofId, { user: userKey, id }),
    }),
    defineRoute({
      ...toWrite,
      method: 'patch',
      path: `${path}/:id`,
      operationId: 'changeShare',
      summary: 'Change a shared list',
      description: `The link stays. ${scopes.write}`,
      pathParameters: ofShare,
      body: requestOf(shares, { title: 'Christmas' }),
      answers: {
        200: { description: 'The share', media: documentOf(shares) },
        ...guardedBody,
        404: noRecord,
        409: failure('Wishes are taken that the share did not show, or the body has another type', 409, message('share_taken')),
        422: invalid('title', message('wrong_length', { min: 1, max: 100 })),
      },
      handle: async ({ request, principal, params, body }) => {
        const { userKey, userId } = principal;
        documents.requireAnswerable(request);
        const id = params.id.toLowerCase();
        const share = documents.row<{ readonly list: string }>(ofId, { user: userKey, id });
        requireScopeOf(share.list, principal);
        const { values, ignored } = readDocument(shares, body, ownIdentity(id, shares.iri({ userId, id }), userId));
        // People with the link were given this list.
        const { list = share.list, ...changes } = values;
        if (!(await store.write(() => changeShare(store, userKey, id, changes)))) throw noShare(id);
        return documents.present(request, ofId, { user: userKey, id }, { ignored: [...ignored, ...(list === share.list ? [] : ['list'])] });
      },
    }),
    defineRoute({
      ...toWrite,
      ...deleteRoute('Revoked'),
      path: `${path}/:id`,
      operationId: 'revokeShare',
      summary: 'Stop sharing a list',
      description: `Its link says so from then on. Who gives what is forgotten. ${scopes.write}`,
      pathParameters: ofShare,
      handle: async ({ request, principal: { userKey }, params: { id } }) => {
        if (!(await store.write(() => revokeShare(store, userKey, id.toLowerCase())))) throw noShare(id);
        return nothingLeft(request);
      },
    }),
    ...visitorRoutes(needs),
  ];
}

/** A link shows what its maker may read. */
function requireScopeOf(list: string, { scopes }: Principal): void {
  const scope = `${list}:read` as Scope;
  if (scopes !== null && !scopes.has(scope)) throw insufficientScope(scope);
}

const noShare = (id: string) => notFound('no_own_share', { id: id.slice(0, 100) });
