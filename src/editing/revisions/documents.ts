import { type Static, Type as t } from '@sinclair/typebox';
import { exampleUuid } from '../../api/openapi/shared';
import { closed, identifier, iri, list, orNull, pageLinks, pageMeta, text, uuid, word } from '../../api/schema/schemas';

/** Some fields of a record. */
export const revisedFields = t.Object({
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
    'Who it was; null for those who may not change the catalog, where the account is gone, and where a command of the server or an import made it',
  ),
  source: word(['account', 'command_line', 'import']),
  before: orNull(
    revisedFields,
    'Of a record that was changed, what was another: null where there was no value. Else all of it; null of one that was added',
  ),
  after: orNull(revisedFields, 'Likewise afterwards; of a record that was merged, the relationship mergedInto'),
  reverts: orNull(t.Integer({ minimum: 1 }), 'The number of the revision that it takes back'),
  revertible: t.Boolean({
    description: 'False if it can never be undone. Others may conflict with newer changes, or be undone already',
  }),
  created_at: t.String({ format: 'date-time' }),
});

export const revision = closed({
  id: iri(),
  type: t.Literal('Revision'),
  attributes,
  relationships: closed({
    record: closed({ data: identifier }),
    user: t.Optional(closed({ data: t.Union([identifier, t.Null()]) })),
  }),
  links: closed({ self: iri() }),
});

export type RevisionObject = Static<typeof revision>;

const self = `/api/revisions/${exampleUuid}`;
export const example: RevisionObject = {
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
    revertible: true,
    created_at: '2026-01-15T09:30:00.000+00:00',
  },
  relationships: { record: { data: { type: 'Artist', id: `/api/artists/${exampleUuid}` } } },
  links: { self },
};

export const revisionList = closed({ data: list(revision), links: pageLinks, meta: pageMeta });

export const exampleList = (path: string): Static<typeof revisionList> => {
  const page = `${path}?page=1`;
  return { data: [example], links: { self: page, first: page, last: page }, meta: { totalItems: 1, itemsPerPage: 30, currentPage: 1 } };
};
