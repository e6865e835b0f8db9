import { Type as t } from '@sinclair/typebox';
import type { Guard } from '../../accounts/access';
import { bodyAnswers, failure, invalid, jsonApi, notAcceptable, notFound, nothing, pageParameters } from '../../api/openapi/answers';
import { exampleUuid } from '../../api/openapi/shared';
import { catalogRead } from '../../api/read/catalog-read';
import { defineRoute } from '../../api/route';
import { choice } from '../../api/schema/parameters';
import type { Registry } from '../../api/schema/registry';
import { once } from '../../api/schema/registry';
import { closed, identifier, ignored, list, pageLinks, pageNumbers, uuid, word } from '../../api/schema/schemas';
import { readBody } from '../../http/body';
import type { Kinds } from '../../kinds';
import { message } from '../../messages/message';
import type { Store } from '../../store/database/open';
import { decisions, exampleSettledPair, likelyDuplicate, otherUuid, records, settledPair, settledPairsPath } from './documents';

const tag = 'Duplicates';
const forEditors = 'Needs edit rights: editors and administrators, or as the setting `editing` allows.';
const notForYou = failure('The token lacks the scope, or the user lacks edit rights', 403, message('editors_only'));

const include = {
  ...choice('records'),
  description: 'Includes the records of the pairs',
};

const single = closed({ data: settledPair });

/** Routes for finding and settling duplicates. Handlers load with the first request. */
export function duplicateRoutes(guard: Guard, store: Store, registry: Registry, kinds: Kinds) {
  const reader = guard.editor('catalog:read');
  const likely = once(async () => new (await import('./likely-duplicates')).LikelyDuplicates(store, registry, kinds));
  const settled = once(async () => new (await import('./settled-pairs')).SettledPairs(store, registry, kinds));
  return [
    defineRoute({
      ...catalogRead({
        path: settledPairsPath,
        operationId: 'settledPairList',
        tag,
        summary: 'List settled pairs',
        description: `Newest first. Settled pairs are no longer listed as likely duplicates. ${forEditors}`,
        query: { include, ...pageParameters },
        answer: {
          description: 'A page of pairs',
          schema: closed({
            data: list(settledPair),
            links: pageLinks,
            meta: closed({ ...pageNumbers, ...ignored }),
            included: t.Optional(records),
          }),
          example: {
            data: [exampleSettledPair],
            links: { self: `${settledPairsPath}?page=1`, first: `${settledPairsPath}?page=1`, last: `${settledPairsPath}?page=1` },
            meta: { totalItems: 1, itemsPerPage: 30, currentPage: 1 },
          },
        },
        errors: {
          403: {
            description: 'The token lacks the scope, or the user lacks edit rights',
            problem: message('editors_only'),
          },
        },
      }),
      access: reader,
      otherParameters: 'ignore',
      handle: async ({ request, query, paging }) => (await settled()).list(request, query.include !== undefined, paging),
    }),
    ...(
      [
        ['Release', '/api/releases', 'release'],
        ['Artist', '/api/artists', 'artist'],
        ['Label', '/api/labels', 'label'],
        ['Production', '/api/productions', 'production'],
      ] as const
    ).map(([type, recordsPath, noun]) => {
      const path = `${recordsPath}/duplicates` as const;
      const page = `${path}?page=1`;
      return defineRoute({
        ...catalogRead({
          path,
          operationId: `${noun}Duplicates`,
          tag,
          summary: `List likely duplicate ${noun}s`,
          description: `Placeholders first, then by certainty. Settled pairs are omitted. ${forEditors}`,
          query: { include, ...pageParameters },
          answer: {
            description: 'A page of pairs',
            schema: closed({
              data: list(likelyDuplicate),
              links: pageLinks,
              meta: closed({
                ...pageNumbers,
                lookedThrough: t.Number({
                  minimum: 0,
                  maximum: 1,
                  description: 'Share of the catalog searched so far; 1 when complete',
                }),
                ...ignored,
              }),
              included: t.Optional(records),
            }),
            example: {
              data: [
                {
                  id: `${exampleUuid}.${otherUuid}`,
                  type: 'LikelyDuplicate' as const,
                  attributes: {
                    suggestion: 'same',
                    sureness: 'certain',
                    reasons: type === 'Release' ? ['barcode', 'title'] : ['name'],
                    provisional: false,
                  },
                  relationships: {
                    one: { data: { type, id: `${recordsPath}/${exampleUuid}` } },
                    other: { data: { type, id: `${recordsPath}/${otherUuid}` } },
                  },
                },
              ],
              links: { self: page, first: page, last: page },
              meta: { totalItems: 1, itemsPerPage: 30, currentPage: 1, lookedThrough: 1 },
            },
          },
          errors: {
            403: {
              description: 'The token lacks the scope, or the user lacks edit rights',
              problem: message('editors_only'),
            },
          },
        }),
        access: reader,
        otherParameters: 'ignore',
        handle: async ({ request, query, paging }) => (await likely()).list(request, type, path, query.include !== undefined, paging),
      });
    }),
    defineRoute({
      method: 'post',
      path: settledPairsPath,
      operationId: 'settlePair',
      tags: [tag],
      summary: 'Settle a pair as different records or editions of one album',
      description: `The pair is no longer listed as a likely duplicate. Editions get the same album: that of the first, else of the second, else a new one. To settle duplicates, merge them instead. \`meta.note\` is the reason. The token needs the scope catalog:write. ${forEditors}`,
      body: {
        ...jsonApi(
          t.Object({
            data: t.Object({
              type: t.String(),
              attributes: t.Object({ decision: word(decisions) }),
              relationships: t.Object({ one: t.Object({ data: identifier }), other: t.Object({ data: identifier }) }),
            }),
            meta: t.Optional(t.Object({ note: t.Optional(t.String()) })),
          }),
          { data: { type: 'SettledPair', attributes: { decision: 'different' }, relationships: exampleSettledPair.relationships } },
        ),
        read: readBody,
      },
      answers: {
        200: { description: 'Already settled the same way', media: jsonApi(single, { data: exampleSettledPair }) },
        201: {
          description: 'The pair',
          headers: { Location: 'Address of the pair' },
          media: jsonApi(single, { data: exampleSettledPair }),
        },
        ...bodyAnswers,
        401: { component: 'Unauthorized' },
        403: notForYou,
        406: notAcceptable,
        409: failure('Already settled differently', 409, message('pair_settled')),
        422: invalid('decision', message('invalid_word', { values: ['different', 'editions'] })),
      },
      access: guard.editor('catalog:write'),
      handle: async ({ request, principal, body }) => (await settled()).settle(request, principal, body),
    }),
    defineRoute({
      method: 'delete',
      path: `${settledPairsPath}/:id`,
      operationId: 'takeSettledPairBack',
      tags: [tag],
      summary: 'Reopen a settled pair',
      description: `The pair is listed again if it is still a likely duplicate. Albums stay unchanged. The token needs the scope catalog:write. ${forEditors}`,
      pathParameters: { id: { description: 'UUID of the settled pair', schema: uuid() } },
      answers: {
        204: nothing('Reopened'),
        401: { component: 'Unauthorized' },
        403: notForYou,
        404: notFound,
        503: bodyAnswers[503],
      },
      access: guard.editor('catalog:write'),
      handle: async ({ request, params: { id } }) => (await settled()).takeBack(request, id),
    }),
  ];
}
