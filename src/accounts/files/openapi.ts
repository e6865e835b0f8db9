import type { DocumentDecoration } from 'elysia';
import { closed, exampleUuid, iri, orNull, refer, text, userIdParameter, uuid } from '../../jsonapi/openapi-shared';
import { writesOf } from '../../jsonapi/write';
import { failure, guarded, headersOf, invalid, jsonApi, readResponses, withDocument } from '../openapi';
import { columnsOf } from './export';
import { maximumColumns, maximumRows } from './limits';
import { fileVersion, formatOf, type List } from './lists';
import { keptRowsOf } from './resources';

const userId = userIdParameter('id1');

const tagsOf = ({ name }: List) => [name === 'collection' ? 'Collection' : 'Wishlist'];
const upper = ({ name }: List): string => name.charAt(0).toUpperCase() + name.slice(1);
const needs = (scope: string): string => `The token needs the scope ${scope}.`;

/** A file as JSON. */
const fileOf = (list: List): { schema: object; example: object } => ({
  schema: {
    type: 'object',
    required: ['format', 'version', 'items'],
    properties: {
      format: { type: 'string', const: formatOf(list) },
      version: { type: 'integer', const: fileVersion },
      items: { type: 'array', items: { type: 'object' } },
    },
  },
  example: { format: formatOf(list), version: fileVersion, items: [exampleItem(list)] },
});

function exampleItem(list: List): Record<string, unknown> {
  const { example } = list.resource;
  const release = { release_id: exampleUuid, release_title: 'Psycho', barcode: '0077778980926', catalog_number: 'CDP 7 98092 2' };
  return Object.fromEntries(columnsOf(list).map((column) => [column, { ...example, ...release }[column]]));
}

const csvOf = (list: List): { schema: object; example: string } => ({ schema: text, example: `${columnsOf(list).join(',')}\r\n` });

export const exportDetail = (list: List): DocumentDecoration => ({
  operationId: `${list.name}Export`,
  tags: tagsOf(list),
  summary: `Take a ${list.name} out as a file`,
  description: `Text that a spreadsheet would run as a formula stands behind an apostrophe in CSV. ${needs(writesOf(list.resource).scopes.read)}`,
  parameters: [
    userId,
    {
      name: 'format',
      in: 'query',
      required: false,
      description: 'What kind of file',
      schema: { type: 'string', enum: ['csv', 'json'], default: 'csv' },
    },
  ],
  responses: {
    200: {
      description: 'The file',
      headers: headersOf({ 'Content-Disposition': 'The name of the file' }),
      content: { 'text/csv': csvOf(list), 'application/json': fileOf(list) },
    },
    400: failure('There is no such format', 400, 'format must be one of csv, json.'),
    ...guarded,
    404: refer('NotFound'),
  },
});

const candidate = closed({ id: uuid, title: text, artist_credit: orNull(text) });
const count = { type: 'integer', minimum: 0 };

const outcome = closed(
  {
    line: orNull(
      { type: 'integer', minimum: 1 },
      'The line of a CSV file or the number of an item in JSON; null for a row that an earlier file had',
    ),
    outcome: { type: 'string', enum: ['new', 'duplicate', 'unmatched', 'invalid'] },
  },
  { reason: text, release: candidate, candidates: { type: 'array', items: candidate } },
);

const report = (list: List) => {
  const type = `${upper(list)}Import`;
  const attributes = closed({
    dry_run: { type: 'boolean' },
    added: { ...count, description: 'On a dry run: what would be' },
    duplicates: count,
    unmatched: count,
    ignored_columns: { type: 'array', items: text },
    rows: { type: 'array', items: outcome },
  });
  const release = { id: exampleUuid, title: 'Psycho', artist_credit: 'Bernard Herrmann' };
  const example = {
    dry_run: false,
    added: 1,
    duplicates: 0,
    unmatched: 1,
    ignored_columns: [],
    rows: [
      { line: 2, outcome: 'new', release },
      { line: 3, outcome: 'unmatched', reason: 'The catalog has no such release.', candidates: [] },
    ],
  };
  return jsonApi(closed({ data: closed({ type: { type: 'string', const: type }, id: text, attributes }) }), {
    data: { type, id: exampleUuid, attributes: example },
  });
};

export const importDetail = (list: List): DocumentDecoration => ({
  operationId: `${list.name}Import`,
  tags: tagsOf(list),
  summary: `Put a file into a ${list.name}`,
  description: `The file is an export of this or another Leitmotif, or the CSV that Discogs exports. All of it is written, or nothing. Rows whose release the catalog does not have are kept and tried again at the next import. At most ${maximumRows} rows and ${maximumColumns} columns. ${needs(writesOf(list.resource).scopes.write)}`,
  parameters: [
    userId,
    {
      name: 'dryRun',
      in: 'query',
      required: false,
      description: 'Only say what would become of each row',
      schema: { type: 'boolean', default: false },
    },
  ],
  requestBody: { required: true, content: { 'text/csv': csvOf(list), 'application/json': fileOf(list) } },
  responses: {
    200: { description: 'What became of each row', content: report(list) },
    400: failure('The file cannot be read', 400, 'The file must be UTF-8. Spreadsheets save it as "CSV UTF-8".', ''),
    ...guarded,
    404: refer('NotFound'),
    406: refer('NotAcceptable'),
    413: withDocument[413],
    415: failure('The body is of another media type', 415, 'The body must be sent as application/json or text/csv, without parameters.'),
    422: invalid('notes', 'In line 3, this must be text of at most 10000 characters long, or null.'),
    503: {
      ...failure('Too many files are being put in', 503, 'Another file of yours is being put in. Try again in 5 seconds.'),
      headers: headersOf({ 'Retry-After': 'Seconds until it may be tried again' }),
    },
  },
});

export function keptDetail(list: List): DocumentDecoration {
  const { type, example, attributes } = keptRowsOf(list);
  const page = `/api/users/${exampleUuid}/${list.name}/import/unmatched`;
  const id = `${page}/${exampleUuid}`;
  const row = closed({
    id: iri,
    type: { type: 'string', const: type },
    attributes: closed({}, { _id: uuid, ...JSON.parse(JSON.stringify(attributes.properties)) }),
    links: closed({ self: iri }),
  });
  const schema = closed({
    data: { type: 'array', items: row },
    links: { $ref: '#/components/schemas/PageLinks' },
    meta: { $ref: '#/components/schemas/PageMeta' },
  });
  const answer = {
    data: [{ id, type, attributes: { _id: exampleUuid, ...example }, links: { self: id } }],
    links: { self: `${page}?page=1`, first: `${page}?page=1`, last: `${page}?page=1` },
    meta: { totalItems: 1, itemsPerPage: 30, currentPage: 1 },
  };
  return {
    operationId: `${list.name}ImportRows`,
    tags: tagsOf(list),
    summary: `List the rows that wait for their releases in a ${list.name}`,
    description: `The oldest first. ${needs(writesOf(list.resource).scopes.read)}`,
    parameters: [userId, pageParameter('page', 'Which page, from 1'), pageParameter('itemsPerPage', 'How many a page has, at most 100')],
    responses: {
      200: { description: 'The rows', content: jsonApi(schema, answer) },
      ...readResponses,
      ...guarded,
      404: refer('NotFound'),
    },
  };
}

const pageParameter = (name: string, description: string) => ({
  name,
  in: 'query' as const,
  required: false,
  description,
  schema: { type: 'integer' as const, minimum: 1 },
});

export const forgetDetail = (list: List): DocumentDecoration => ({
  operationId: `${list.name}ImportRowDelete`,
  tags: tagsOf(list),
  summary: `Forget a row that waits for its release in a ${list.name}`,
  description: needs(writesOf(list.resource).scopes.write),
  parameters: [
    userId,
    { name: 'id2', in: 'path', required: true, description: 'The UUID of the row', schema: { type: 'string', format: 'uuid' } },
  ],
  responses: { 204: { description: 'It is forgotten' }, ...guarded, 404: refer('NotFound'), 503: withDocument[503] },
});
