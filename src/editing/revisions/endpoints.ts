import { type Static, Type as t } from '@sinclair/typebox';
import { failure, jsonApi, pageParameters, serviceUnavailable, unauthorized } from '../../jsonapi/answers';
import { catalogEndpoint } from '../../jsonapi/catalog-endpoint';
import { exampleUuid } from '../../jsonapi/openapi-shared';
import { reference, text as upTo } from '../../jsonapi/parameters';
import { endpoint } from '../../jsonapi/route';
import { closed, identifier, ignoredMeta, iri, list, orNull, pageLinks, pageMeta, text, uuid, word } from '../../jsonapi/schemas';

const fields = t.Object({
  attributes: t.Unsafe<Record<string, unknown>>({ type: 'object' }),
  relationships: t.Unsafe<Record<string, unknown>>({ type: 'object' }),
});

const attributes = closed({
  _id: uuid(),
  number: t.Integer({ minimum: 1, description: 'Counts up over all revisions' }),
  action: word(['added', 'changed', 'deleted', 'merged']),
  note: orNull(text(), 'Why'),
  username: orNull(
    text(),
    'Who it was; null for those who may not change the catalog, where the account is gone, and where a command of the server made it',
  ),
  source: word(['account', 'command_line']),
  before: orNull(
    fields,
    'Of a record that was changed, what was another: null where there was no value. Else all of it; null of one that was added',
  ),
  after: orNull(fields, 'Likewise afterwards; of a record that was merged, the relationship mergedInto'),
  reverts: orNull(t.Integer({ minimum: 1 }), 'The number of the revision that it takes back'),
  created_at: t.String({ format: 'date-time' }),
});

const revision = closed({
  id: iri(),
  type: t.Literal('Revision'),
  attributes,
  relationships: closed({
    record: closed({ data: identifier }),
    user: t.Optional(closed({ data: t.Union([identifier, t.Null()]) })),
  }),
  links: closed({ self: iri() }),
});

/** A revision as documents show it. */
export type RevisionObject = Static<typeof revision>;

const self = `/api/revisions/${exampleUuid}`;
const example: RevisionObject = {
  id: self,
  type: 'Revision',
  attributes: {
    _id: exampleUuid,
    number: 12,
    action: 'changed',
    note: 'He was born in New York.',
    username: null,
    source: 'account',
    before: { attributes: { begin_city: null }, relationships: {} },
    after: { attributes: { begin_city: 'New York City' }, relationships: {} },
    reverts: null,
    created_at: '2026-01-15T09:30:00.000+00:00',
  },
  relationships: { record: { data: { type: 'Artist', id: `/api/artists/${exampleUuid}` } } },
  links: { self },
};

/** A page of revisions. */
export const revisionList = closed({ data: list(revision), links: pageLinks, meta: pageMeta });

export const exampleList = (path: string): Static<typeof revisionList> => {
  const page = `${path}?page=1`;
  return { data: [example], links: { self: page, first: page, last: page }, meta: { totalItems: 1, itemsPerPage: 30, currentPage: 1 } };
};

const tag = 'Revisions';

export const listRevisions = catalogEndpoint({
  path: '/api/revisions',
  operationId: 'revisionList',
  tag,
  summary: 'List what people changed',
  description: 'The newest first. Who it was is told to those who may change the catalog themselves.',
  query: {
    record: {
      ...upTo(2_000, `/api/artists/${exampleUuid}`),
      description: 'Of this record, by its IRI or UUID, of what stands below it, and of what was merged into it',
    },
    user: { ...reference(() => '/api/users'), description: 'Of this user, by UUID or IRI; for those who may change the catalog' },
    ...pageParameters,
  },
  answer: { description: 'A page of revisions', schema: revisionList, example: exampleList('/api/revisions') },
});

const id = { description: 'The UUID of the revision', schema: uuid() };

export const readRevision = catalogEndpoint({
  path: '/api/revisions/:id',
  operationId: 'revision',
  tag,
  summary: 'Read one revision',
  pathParameters: { id },
  query: {},
  answer: { description: 'The revision', schema: closed({ data: revision, meta: ignoredMeta }), example: { data: example } },
  errors: { 404: 'NotFound' },
});

export const revertRevision = endpoint({
  method: 'post',
  path: '/api/revisions/:id/revert',
  operationId: 'revisionRevert',
  tags: [tag],
  summary: 'Take a revision back',
  description:
    'What was changed is as it was, what was added goes, and what was deleted comes back with all that went with it. A body is not needed; it may have `meta.note`. The token needs the scope catalog:write. For editors and administrators, or as the setting `editing` says.',
  pathParameters: { id },
  answers: {
    201: {
      description: 'The revision that it made',
      headers: { Location: 'The IRI of that' },
      media: jsonApi(closed({ data: revision, meta: ignoredMeta }), {
        data: { ...example, attributes: { ...example.attributes, reverts: 11 } },
      }),
    },
    401: unauthorized,
    403: failure('The token lacks the scope, or the user may not', 403, 'This is for editors. An administrator can make you one.'),
    404: failure('There is no such revision', 404, `There is no revision ${exampleUuid}.`),
    409: failure('Something newer stands against it', 409, 'Revision 14 is newer, and would be lost: take that back first.'),
    503: serviceUnavailable,
  },
});
