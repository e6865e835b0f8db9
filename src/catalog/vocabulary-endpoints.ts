import { type Static, Type as t } from '@sinclair/typebox';
import { pageParameters } from '../jsonapi/answers';
import { catalogRead } from '../jsonapi/catalog-read';
import type { EndpointRoutes } from '../jsonapi/client-types';
import { closed, ignoredMeta, iri, list, pageLinks, pageMeta, text, word } from '../jsonapi/schemas';
import { vocabularies } from './vocabularies';

const vocabulary = closed({
  id: iri(),
  type: t.Literal('Vocabulary'),
  attributes: closed({
    _id: text(),
    name: text(),
    description: text(),
    values: list(closed({ value: text(), label: text('As it is shown to a person') })),
  }),
  links: closed({ self: iri() }),
});

/** A vocabulary as documents show it. */
export type VocabularyObject = Static<typeof vocabulary>;

const example: VocabularyObject = {
  id: '/api/vocabularies/track_type',
  type: 'Vocabulary',
  attributes: {
    _id: 'track_type',
    name: 'track_type',
    description: 'Whether a track has parts (`_type`)',
    values: [
      { value: 'track', label: 'Track' },
      { value: 'compound', label: 'Compound' },
    ],
  },
  links: { self: '/api/vocabularies/track_type' },
};

const listEndpoint = catalogRead({
  path: '/api/vocabularies',
  operationId: 'vocabularyList',
  tag: 'Vocabularies',
  summary: 'List vocabularies',
  description: 'The closed lists of words that attributes take their values from.',
  query: pageParameters,
  answer: {
    description: 'The vocabularies, by name',
    schema: closed({ data: list(vocabulary), links: pageLinks, meta: pageMeta }),
    example: {
      data: [example],
      links: { self: '/api/vocabularies?page=1', first: '/api/vocabularies?page=1', last: '/api/vocabularies?page=1' },
      meta: { totalItems: 1, itemsPerPage: 30, currentPage: 1 },
    },
  },
});

const singleEndpoint = catalogRead({
  path: '/api/vocabularies/:name',
  operationId: 'vocabulary',
  tag: 'Vocabularies',
  summary: 'Read one vocabulary',
  description: 'One closed list of words, each with how it is shown to a person.',
  pathParameters: { name: { description: 'Its name', schema: word(vocabularies.map(({ name }) => name)) } },
  query: {},
  answer: { description: 'The vocabulary', schema: closed({ data: vocabulary, meta: ignoredMeta }), example: { data: example } },
  errors: { 404: 'NotFound' },
});

export const vocabularyEndpoints = [listEndpoint, singleEndpoint] as const;

/** What a client in TypeScript knows of them. */
export type VocabularyRoutes = EndpointRoutes<(typeof vocabularyEndpoints)[number]>;
