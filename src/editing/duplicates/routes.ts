import { Type as t } from '@sinclair/typebox';
import type { Guard } from '../../accounts/access';
import {
  bodyAnswers,
  failure,
  invalid,
  jsonApi,
  notAcceptable,
  notFound,
  nothing,
  pageParameters,
  readBody,
} from '../../api/openapi/answers';
import { exampleUuid } from '../../api/openapi/shared';
import { catalogRead } from '../../api/read/catalog-read';
import { defineRoute } from '../../api/route';
import { choice } from '../../api/schema/parameters';
import type { Registry } from '../../api/schema/registry';
import { once } from '../../api/schema/registry';
import { closed, identifier, ignored, list, pageLinks, pageNumbers, uuid, word } from '../../api/schema/schemas';
import type { Kinds } from '../../kinds';
import { message } from '../../messages/message';
import type { Store } from '../../store/database/open';
import { decisions, exampleSettledPair, likelyDuplicate, otherUuid, records, settledPair, settledPairsPath } from './documents';

const tag = 'Duplicates';
const forEditors = 'For editors and administrators, or as the setting `editing` says.';
const notForYou = failure('The token lacks the scope, or the user may not', 403, message('editors_only'));

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
        summary: 'List the pairs that people settled',
        description: `The newest first. They are not among the likely duplicates. ${forEditors}`,
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
            description: 'The token lacks the scope, or the user may not',
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
      ] as const
    ).map(([type, recordsPath, noun]) => {
      const path = `${recordsPath}/duplicates` as const;
      const page = `${path}?page=1`;
      return defineRoute({
        ...catalogRead({
          path,
          operationId: `${noun}Duplicates`,
          tag,
          summary: `List pairs of ${noun}s that may be one`,
          description: `What stands in for a true one first, then the surest. Pairs that somebody settled are not among them. ${forEditors}`,
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
                  description: 'The share of the catalog that was looked through by now; 1 is all of it',
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
              description: 'The token lacks the scope, or the user may not',
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
      summary: 'Say that two records are not the same, or two editions of one album',
      description: `It is remembered, and they are not asked for again. Two editions come under one album: that of the one, else that of the other, else one that is made. What is one and the same is merged instead. \`meta.note\` says why. The token needs the scope catalog:write. ${forEditors}`,
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
        200: { description: 'It was settled so already', media: jsonApi(single, { data: exampleSettledPair }) },
        201: { description: 'The pair', headers: { Location: 'Where it stands' }, media: jsonApi(single, { data: exampleSettledPair }) },
        ...bodyAnswers,
        401: { component: 'Unauthorized' },
        403: notForYou,
        406: notAcceptable,
        409: failure('It was settled otherwise', 409, message('pair_settled')),
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
      summary: 'Take back what was said of a pair',
      description: `It is asked for again, where it is still likely. Albums stay as they are. The token needs the scope catalog:write. ${forEditors}`,
      pathParameters: { id: { description: 'The UUID of the settled pair', schema: uuid() } },
      answers: {
        204: nothing('It is taken back'),
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
