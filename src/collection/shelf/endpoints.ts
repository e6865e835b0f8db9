import { type Static, Type as t } from '@sinclair/typebox';
import { guarded } from '../../accounts/answers';
import { conditions, formatTypes, statuses } from '../../catalog/vocabularies';
import { jsonApi, notFound, readAnswers } from '../../jsonapi/answers';
import { exampleUuid, listOwner, neededScope } from '../../jsonapi/openapi-shared';
import { endpoint } from '../../jsonapi/route';
import { closed, count, list, objectDocument, text, uuid, word } from '../../jsonapi/schemas';

/** Of each list: more than anybody keeps of film music, and some ten megabytes. */
export const maximumItems = 20_000;

const copy = closed({
  id: uuid('The item'),
  status: word(statuses.words),
  quantity: count(),
  format_type: t.Optional(word(formatTypes.words)),
  condition: t.Optional(word(conditions.words)),
  storage_location: t.Optional(text()),
  purchased_at: t.Optional(text()),
  shop: t.Optional(text()),
  purchase_price_cents: t.Optional(count()),
  currency: t.Optional(text()),
});

const wish = closed({
  id: uuid('The item'),
  priority: t.Optional(count()),
  max_price_cents: t.Optional(count()),
  currency: t.Optional(text()),
});

const release = closed({
  id: uuid(),
  title: text(),
  artist_credit: t.Optional(text()),
  year: t.Optional(t.Integer()),
  formats: t.Optional(list(word(formatTypes.words))),
  barcode: t.Optional(text('Digits only; a UPC-A has a zero before it, as an EAN-13')),
  catalog_numbers: t.Optional(list(text(), 'Without spaces, hyphens and case')),
  owned: t.Optional(list(copy)),
  wanted: t.Optional(wish),
});

/** What is not known of a release or an item is left out. */
export type ShelfRelease = Static<typeof release>;
export type Copy = Static<typeof copy>;
export type Wish = Static<typeof wish>;

const id = `/api/users/${exampleUuid}/shelf-list`;

export const readShelfList = endpoint({
  method: 'get',
  path: '/api/users/:userId/shelf-list',
  operationId: 'shelfList',
  tags: ['Collection'],
  summary: 'Read all that is owned and wanted, to look it up without a connection',
  description: `Every release of the collection and the wishlist with the numbers that are printed on it, as they compare, and what is to be known in a shop. What is not known is left out. Asked with If-None-Match, it costs next to nothing where nothing was written since. ${neededScope('collection:read')} What is wanted is there where the token has wishlist:read too.`,
  pathParameters: { userId: listOwner },
  answers: {
    200: {
      description: 'The list',
      media: jsonApi(
        objectDocument(
          'ShelfList',
          closed({
            releases: list(release),
            is_whole: t.Boolean({ description: `Whether all items are there: of more than ${maximumItems} of a list, the newest are` }),
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
});
