import type { AnyElysia, Elysia } from 'elysia';
import { badParameter, notFound } from '../errors';
import { requireAcceptable } from '../http/negotiation';
import { respondOfCatalog } from '../http/respond';
import { pageFrame } from '../jsonapi/document';
import { metaOf, Query } from '../jsonapi/query';
import { labelOf, type Vocabulary, vocabularies } from './vocabularies';
import type { VocabularyObject } from './vocabulary-endpoints';

// Vocabularies stand in the program and not in a table, so they have routes of their own.

const path = '/api/vocabularies';

/** The routes of the vocabularies: the list, and each by its name. The guard lets requests through to them. */
export const vocabularyRoutes = (guard: AnyElysia) => (app: Elysia) =>
  app
    .use(guard)
    .get(path, ({ request }) => list(request))
    .get(`${path}/:name`, ({ request, params }) => single(request, params.name));

function list(request: Request): Response {
  requireAcceptable(request);
  const query = queryOf(request);
  const paging = query.paging();
  const { page, itemsPerPage } = paging;
  return respondOfCatalog(request, {
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
  return respondOfCatalog(request, { data: resourceObject(found), ...metaOf(queryOf(request).ignored()) });
}

function resourceObject({ name, description, words, nameOf = labelOf }: Vocabulary): VocabularyObject {
  const id = `${path}/${name}`;
  const values = words.map((value) => ({ value, label: nameOf(value) }));
  return { id, type: 'Vocabulary', attributes: { _id: name, name, description, values }, links: { self: id } };
}

/** JSON:API 1.1, inclusion of related resources: who cannot include refuses to. */
function queryOf(request: Request): Query {
  const query = new Query(request);
  if (query.take('include')?.values.some((value) => value !== ''))
    throw badParameter('include', 'Vocabulary has no relationships to include.');
  return query;
}
