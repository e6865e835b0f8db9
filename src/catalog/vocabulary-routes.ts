import { type AnyElysia, type DocumentDecoration, Elysia } from 'elysia';
import { badParameter, notFound } from '../errors';
import { jsonApiMediaType } from '../http/media-type';
import { requireAcceptable } from '../http/negotiation';
import { respond } from '../http/respond';
import { pageFrame } from '../jsonapi/document';
import { closed, ignoredSchemas, iri, refer, text } from '../jsonapi/openapi-shared';
import { defaultItemsPerPage, maximumItemsPerPage, metaOf, Query } from '../jsonapi/query';
import { labelOf, type Vocabulary, vocabularies } from './vocabularies';

// Vocabularies stand in the program and not in a table, so they have routes of their own.

const path = '/api/vocabularies';

/** The routes of the vocabularies: the list, and each by its name. The guard lets requests through to them. */
export const vocabularyRoutes = (guard: AnyElysia) =>
  new Elysia()
    .use(guard)
    .get(path, ({ request }) => list(request), { detail: listDetail })
    .get(`${path}/:name`, ({ request, params }) => single(request, params.name), { detail: singleDetail });

function list(request: Request): Response {
  requireAcceptable(request);
  const query = queryOf(request);
  const paging = query.paging();
  const { page, itemsPerPage } = paging;
  return respond(request, {
    data: vocabularies.slice((page - 1) * itemsPerPage, page * itemsPerPage).map(resourceObject),
    ...pageFrame(path, { ...paging, ignored: query.ignored() }, vocabularies.length),
  });
}

function single(request: Request, name: string | null): Response {
  requireAcceptable(request);
  const found = vocabularies.find((vocabulary) => vocabulary.name === name);
  if (!found) {
    const known = vocabularies.map((vocabulary) => vocabulary.name).join(', ');
    throw notFound(`There is no vocabulary ${(name ?? '').slice(0, 100)}; there are ${known}.`);
  }
  return respond(request, { data: resourceObject(found), ...metaOf(queryOf(request).ignored()) });
}

function resourceObject({ name, description, words }: Vocabulary): object {
  const id = `${path}/${name}`;
  const values = words.map((value) => ({ value, label: labelOf(value) }));
  return { id, type: 'Vocabulary', attributes: { _id: name, name, description, values }, links: { self: id } };
}

/** JSON:API 1.1, inclusion of related resources: who cannot include refuses to. */
function queryOf(request: Request): Query {
  const query = new Query(request);
  if (query.take('include')?.values.some((value) => value !== ''))
    throw badParameter('include', 'Vocabulary has no relationships to include.');
  return query;
}

const resourceSchema = closed({
  id: iri,
  type: { type: 'string', const: 'Vocabulary' },
  attributes: closed({
    _id: text,
    name: text,
    description: text,
    values: { type: 'array', items: closed({ value: text, label: { ...text, description: 'As it is shown to a person' } }) },
  }),
  links: closed({ self: iri }),
});

const example = resourceObject({ name: 'track_type', description: 'Whether a track has parts (`_type`)', words: ['track', 'compound'] });

const responses = (description: string, schema: object, answer: object) => ({
  200: { description, content: { [jsonApiMediaType]: { schema, example: answer } } },
  304: refer('NotModified'),
  400: refer('BadRequest'),
  401: refer('Unauthorized'),
  403: {
    description: 'The token lacks the scope',
    content: { [jsonApiMediaType]: { schema: { $ref: '#/components/schemas/Errors' } } },
  },
  406: refer('NotAcceptable'),
  429: refer('TooManyRequests'),
});

const tags = ['Vocabularies'];

const listDetail: DocumentDecoration = {
  operationId: 'vocabularyList',
  tags,
  summary: 'List vocabularies',
  description: 'The closed lists of words that attributes take their values from. The token needs the scope catalog:read.',
  parameters: [
    { name: 'page', in: 'query', description: 'Which page, from 1', schema: { type: 'integer', minimum: 1, default: 1 } },
    {
      name: 'itemsPerPage',
      in: 'query',
      description: `How many a page has. More than ${maximumItemsPerPage} are ${maximumItemsPerPage}.`,
      schema: { type: 'integer', minimum: 1, default: defaultItemsPerPage },
    },
  ],
  responses: responses(
    'The vocabularies, by name',
    closed({
      data: { type: 'array', items: resourceSchema },
      links: { $ref: '#/components/schemas/PageLinks' },
      meta: { $ref: '#/components/schemas/PageMeta' },
    }),
    {
      data: [example],
      links: { self: `${path}?page=1`, first: `${path}?page=1`, last: `${path}?page=1` },
      meta: { totalItems: 1, itemsPerPage: 30, currentPage: 1 },
    },
  ),
};

const singleDetail: DocumentDecoration = {
  operationId: 'vocabulary',
  tags,
  summary: 'Read one vocabulary',
  description: 'One closed list of words, each with how it is shown to a person. The token needs the scope catalog:read.',
  parameters: [
    {
      name: 'name',
      in: 'path',
      required: true,
      description: 'Its name',
      schema: { type: 'string', enum: vocabularies.map(({ name }) => name) },
    },
  ],
  responses: {
    ...responses('The vocabulary', closed({ data: resourceSchema }, { meta: closed({}, ignoredSchemas) }), { data: example }),
    404: refer('NotFound'),
  },
};
