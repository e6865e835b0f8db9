import { type Static, Type as t } from '@sinclair/typebox';
import { bodyAnswers, failure, invalid, jsonApi, notAcceptable, notFound, nothing, pageParameters } from '../../jsonapi/answers';
import { catalogEndpoint } from '../../jsonapi/catalog-endpoint';
import { exampleUuid } from '../../jsonapi/openapi-shared';
import { choice } from '../../jsonapi/parameters';
import { endpoint } from '../../jsonapi/route';
import { closed, component, identifier, ignored, iri, list, orNull, pageLinks, pageNumbers, uuid, word } from '../../jsonapi/schemas';
import { type PairedType, pairReasons, suggestions, sureness } from '../../matching/pair';

const tag = 'Duplicates';
const forEditors = 'For editors and administrators, or as the setting `editing` says.';
const notForYou = failure('The token lacks the scope, or the user may not', 403, 'This is for editors. An administrator can make you one.');

const pair = { one: closed({ data: identifier }), other: closed({ data: identifier }) };

const records = list(
  t.Unsafe<{ id: string; type: string; attributes: Record<string, unknown> }>({
    anyOf: ['Release', 'Artist', 'Label'].map((type) => component(type)),
  }),
  'The records, where include asks for them',
);

const include = {
  ...choice('records'),
  description: 'Includes the records of the pairs',
};

const likelyDuplicate = closed({
  id: t.String({ description: 'The UUIDs of both records' }),
  type: t.Literal('LikelyDuplicate'),
  attributes: closed({
    suggestion: word(suggestions, 'same: one and the same; editions: two editions of one album, which are not under one yet'),
    sureness: word(sureness),
    reasons: list(word(pairReasons), 'Why, the best reason first'),
    provisional: t.Boolean({ description: 'Whether the other stands in for a true release, which the one is' }),
  }),
  relationships: closed(pair, 'The one is that which would better be kept'),
});

/** A pair as documents show it. */
export type LikelyDuplicateObject = Static<typeof likelyDuplicate>;

const otherUuid = exampleUuid.replace(/^./, '1');

/** The lists of pairs, one for each kind that has such. */
export const duplicateLists = (
  [
    ['Release', '/api/releases', 'release'],
    ['Artist', '/api/artists', 'artist'],
    ['Label', '/api/labels', 'label'],
  ] as const
).map(([type, path, noun]) => ({ type, listing: listingOf(type, path, noun) }));

function listingOf<P extends string>(type: PairedType, path: P, noun: string) {
  const page = `${path}/duplicates?page=1`;
  return catalogEndpoint({
    path: `${path}/duplicates`,
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
            relationships: { one: { data: { type, id: `${path}/${exampleUuid}` } }, other: { data: { type, id: `${path}/${otherUuid}` } } },
          },
        ],
        links: { self: page, first: page, last: page },
        meta: { totalItems: 1, itemsPerPage: 30, currentPage: 1, lookedThrough: 1 },
      },
    },
    errors: {
      403: {
        description: 'The token lacks the scope, or the user may not',
        detail: 'This is for editors. An administrator can make you one.',
      },
    },
  });
}

/** What people say of a pair. */
export const decisions = ['different', 'editions'] as const;

export type Decision = (typeof decisions)[number];

const settledPair = closed({
  id: iri(),
  type: t.Literal('SettledPair'),
  attributes: closed({
    _id: uuid(),
    decision: word(decisions, 'different: not the same; editions: two editions of one album'),
    username: orNull(t.String(), 'Who said so; null where the account is gone'),
    created_at: t.String({ format: 'date-time' }),
  }),
  relationships: closed(pair, 'The records as they stand today: what was merged leads to what it was merged into'),
  links: closed({ self: iri() }),
});

/** A settled pair as documents show it. */
export type SettledPairObject = Static<typeof settledPair>;

const path = '/api/settled-pairs';
const example: SettledPairObject = {
  id: `${path}/${exampleUuid}`,
  type: 'SettledPair',
  attributes: { _id: exampleUuid, decision: 'different', username: 'anna', created_at: '2026-01-15T09:30:00.000+00:00' },
  relationships: {
    one: { data: { type: 'Release', id: `/api/releases/${exampleUuid}` } },
    other: { data: { type: 'Release', id: `/api/releases/${otherUuid}` } },
  },
  links: { self: `${path}/${exampleUuid}` },
};
const single = closed({ data: settledPair });

export const listSettledPairs = catalogEndpoint({
  path,
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
      data: [example],
      links: { self: `${path}?page=1`, first: `${path}?page=1`, last: `${path}?page=1` },
      meta: { totalItems: 1, itemsPerPage: 30, currentPage: 1 },
    },
  },
  errors: {
    403: {
      description: 'The token lacks the scope, or the user may not',
      detail: 'This is for editors. An administrator can make you one.',
    },
  },
});

export const settlePair = endpoint({
  method: 'post',
  path,
  operationId: 'settlePair',
  tags: [tag],
  summary: 'Say that two records are not the same, or two editions of one album',
  description: `It is remembered, and they are not asked for again. Two editions come under one album: that of the one, else that of the other, else one that is made. What is one and the same is merged instead. \`meta.note\` says why. The token needs the scope catalog:write. ${forEditors}`,
  body: jsonApi(
    t.Object({
      data: t.Object({
        type: t.String(),
        attributes: t.Object({ decision: word(decisions) }),
        relationships: t.Object({ one: t.Object({ data: identifier }), other: t.Object({ data: identifier }) }),
      }),
      meta: t.Optional(t.Object({ note: t.Optional(t.String()) })),
    }),
    { data: { type: 'SettledPair', attributes: { decision: 'different' }, relationships: example.relationships } },
  ),
  answers: {
    200: { description: 'It was settled so already', media: jsonApi(single, { data: example }) },
    201: { description: 'The pair', headers: { Location: 'Where it stands' }, media: jsonApi(single, { data: example }) },
    ...bodyAnswers,
    401: { component: 'Unauthorized' },
    403: notForYou,
    406: notAcceptable,
    409: failure('It was settled otherwise', 409, 'The pair was settled otherwise: take that back first.'),
    422: invalid('decision', 'This must be one of different, editions.'),
  },
});

export const takeSettledPairBack = endpoint({
  method: 'delete',
  path: `${path}/:id`,
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
});
