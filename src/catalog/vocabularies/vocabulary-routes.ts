import { type Static, Type as t } from '@sinclair/typebox';
import { pageParameters } from '../../api/openapi/answers';
import { catalogRead } from '../../api/read/catalog-read';
import { metaOf, pageFrame } from '../../api/read/document';
import { Query } from '../../api/read/query';
import { defineRoute } from '../../api/route';
import { closed, ignoredMeta, iri, list, pageLinks, pageMeta, text, word } from '../../api/schema/schemas';
import { badParameter, notFound } from '../../errors';
import type { Access } from '../../http/authentication';
import { respondOfCatalog } from '../../http/response-cache';
import { type Vocabulary, vocabularies, wordLabelOf } from './vocabularies';

const path = '/api/vocabularies';

const vocabulary = closed({
  id: iri(),
  type: t.Literal('Vocabulary'),
  attributes: closed({
    _id: text(),
    name: text(),
    description: text(),
    values: list(closed({ value: text(), label: text('Display name') })),
  }),
  links: closed({ self: iri() }),
});

type VocabularyObject = Static<typeof vocabulary>;

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

export const vocabularyRoutes = (reader: Access) => [
  defineRoute({
    ...catalogRead({
      path: '/api/vocabularies',
      operationId: 'vocabularyList',
      tag: 'Vocabularies',
      summary: 'List vocabularies',
      description: 'Closed vocabularies for attribute values.',
      query: pageParameters,
      answer: {
        description: 'Vocabularies by name',
        schema: closed({ data: list(vocabulary), links: pageLinks, meta: pageMeta }),
        example: {
          data: [example],
          links: { self: '/api/vocabularies?page=1', first: '/api/vocabularies?page=1', last: '/api/vocabularies?page=1' },
          meta: { totalItems: 1, itemsPerPage: 30, currentPage: 1 },
        },
      },
    }),
    access: reader,
    handle: ({ request }) => {
      const query = queryOf(request);
      const paging = query.paging();
      const { page, itemsPerPage } = paging;
      return respondOfCatalog(request, {
        data: vocabularies.slice((page - 1) * itemsPerPage, page * itemsPerPage).map(resourceObject),
        ...pageFrame(path, { ...paging, ignored: query.ignored() }, vocabularies.length),
      });
    },
  }),
  defineRoute({
    ...catalogRead({
      path: '/api/vocabularies/:name',
      operationId: 'vocabulary',
      tag: 'Vocabularies',
      summary: 'Get a vocabulary',
      description: 'A closed list of words with their display names.',
      pathParameters: { name: { description: 'Its name', schema: word(vocabularies.map(({ name }) => name)) } },
      query: {},
      answer: { description: 'The vocabulary', schema: closed({ data: vocabulary, meta: ignoredMeta }), example: { data: example } },
      errors: { 404: 'NotFound' },
    }),
    access: reader,
    handle: ({ request, params: { name } }) => {
      const found = vocabularies.find((vocabulary) => vocabulary.name === name);
      if (!found) {
        const possible = vocabularies.map((vocabulary) => vocabulary.name);
        throw notFound('no_vocabulary', { name: name.slice(0, 100), possible });
      }
      return respondOfCatalog(request, { data: resourceObject(found), ...metaOf(queryOf(request).ignored()) });
    },
  }),
];

function resourceObject({ name, description, words, nameOf = wordLabelOf }: Vocabulary): VocabularyObject {
  const id = `${path}/${name}`;
  const values = words.map((value) => ({ value, label: nameOf(value) }));
  return { id, type: 'Vocabulary', attributes: { _id: name, name, description, values }, links: { self: id } };
}

/** JSON:API 1.1, inclusion of related resources: `include` is refused if unsupported. */
function queryOf(request: Request): Query {
  const query = new Query(request);
  if (query.take('include')?.values.some((value) => value !== '')) throw badParameter('include', 'no_include', { type: 'Vocabulary' });
  return query;
}
