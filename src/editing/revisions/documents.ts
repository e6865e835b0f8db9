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
  number: t.Integer({ minimum: 1, description: 'Sequence number over all revisions' }),
  action: word(['added', 'changed', 'deleted', 'merged']),
  note: orNull(text(), 'Why'),
  username: orNull(text(), 'The user; null without edit rights, for a deleted account, and for a change by a command or an import'),
  source: word(['account', 'command_line', 'import']),
  before: orNull(
    revisedFields,
    'Former values of the changed members, null for no value; the whole record if it was deleted or merged; null if it was added',
  ),
  after: orNull(revisedFields, 'The same afterwards; for a merged record, the relationship mergedInto'),
  reverts: orNull(t.Integer({ minimum: 1 }), 'Number of the revision that it undoes'),
  revertible: t.Boolean({
    description: 'Whether it can be undone; this may still conflict with newer changes or be done already',
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
