import { Type as t } from '@sinclair/typebox';
import type { Guard } from '../../accounts/access';
import { guarded } from '../../accounts/answers';
import { jsonApi, notFound, readAnswers } from '../../api/openapi/answers';
import { exampleUuid, listOwner, neededScope } from '../../api/openapi/shared';
import { metaOf } from '../../api/read/document';
import { defineRoute } from '../../api/route';
import { closed, list, objectDocument } from '../../api/schema/schemas';
import { etagOf, personalCaching, respondWith } from '../../http/respond';
import type { Store } from '../../store/database/open';
import { RevisionCache } from '../../store/database/revision-cache';
import { Slices } from '../formats/slices';
import { maximumItems, ShelfLists, shelfRelease } from './shelf-list';

const id = `/api/users/${exampleUuid}/shelf-list`;

/** Cached ETags, about a hundred bytes each. */
const maximumTags = 1_000;

export function shelfListRoutes(guard: Guard, store: Store) {
  const lists = new ShelfLists(store);
  const tags = new RevisionCache<string>(store, maximumTags);
  return [
    defineRoute({
      method: 'get',
      path: '/api/users/:userId/shelf-list',
      operationId: 'shelfList',
      tags: ['Collection'],
      summary: 'Get an offline copy of the collection and wishlist',
      description: `Every release of the collection and wishlist with its normalized numbers and the data needed in a shop. Unknown values are omitted. Supports If-None-Match at almost no cost. ${neededScope('collection:read')} Includes the wishlist if the token has wishlist:read.`,
      pathParameters: { userId: listOwner },
      answers: {
        200: {
          description: 'The list',
          media: jsonApi(
            objectDocument(
              'ShelfList',
              closed({
                releases: list(shelfRelease),
                is_whole: t.Boolean({
                  description: `Whether all items are included; of a longer list, only the newest ${maximumItems} are`,
                }),
              }),
              {},
            ),
            {
              data: {
                id,
                type: 'ShelfList',
                attributes: {
                  releases: [
                    {
                      id: exampleUuid,
                      title: 'Psycho',
                      artist_credit: 'Bernard Herrmann',
                      year: 1975,
                      formats: ['vinyl'],
                      catalog_numbers: ['uklm1001'],
                      owned: [{ id: exampleUuid, status: 'active', quantity: 1, condition: 'near_mint', storage_location: 'Shelf B3' }],
                    },
                  ],
                  is_whole: true,
                },
                links: { self: id },
              },
            },
          ),
        },
        ...readAnswers,
        ...guarded,
        404: notFound,
      },
      access: guard.owner('collection:read'),
      otherParameters: 'ignore',
      handle: async ({ request, principal: { userId, userKey, scopes }, ignored }) => {
        const meta = metaOf(ignored);
        const withWishes = scopes === null || scopes.has('wishlist:read');
        const name = `${userId} ${withWishes} ${JSON.stringify(meta)}`;
        // An unchanged list is not built again just for its ETag.
        const tag = tags.find(name, () => undefined);
        if (tag !== undefined && request.headers.get('if-none-match') === tag) return respondWith(request, '', tag, 200, personalCaching);
        const revision = store.revision();
        const attributes = await lists.of(userKey, withWishes, new Slices());
        const iri = `/api/users/${userId}/shelf-list`;
        const body = JSON.stringify({ data: { id: iri, type: 'ShelfList', attributes, links: { self: iri } }, ...meta });
        const etag = etagOf(body);
        if (store.revision() === revision) tags.find(name, () => etag);
        return respondWith(request, body, etag, 200, personalCaching);
      },
    }),
  ];
}
