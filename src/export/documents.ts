import { type Static, Type as t } from '@sinclair/typebox';
import { exampleUuid } from '../api/openapi/shared';
import { closed, iri, orNull, text, uuid, word } from '../api/schema/schemas';

const record = t.Object({
  type: text(),
  id: text(),
  attributes: t.Unsafe<Record<string, unknown>>({ type: 'object' }),
  relationships: t.Optional(t.Unsafe<Record<string, unknown>>({ type: 'object' })),
});

const attributes = closed({
  sequence: t.Integer({ minimum: 1, description: 'Increases without gaps' }),
  action: word(['created', 'updated', 'renamed', 'merged', 'deleted']),
  resource_type: text(),
  resource_id: uuid(),
  iri: orNull(iri(), 'Address of the record; null for a merged record whose address was shared'),
  slug: orNull(text(), 'For a renamed record, the former slug'),
  merged_into_id: orNull(uuid(), 'For a merged record, the UUID of the record that replaced it'),
  changed_at: t.String({ format: 'date-time' }),
  record: orNull(
    record,
    'Current state as in the export: the created or updated record, the redirect of a renamed or merged one, or the tombstone of a deleted one; null if that no longer exists',
  ),
});

/** A change, with the record in its current state. */
export type ChangeEntry = Static<typeof attributes>;

export const changeResource = closed({ id: iri(), type: t.Literal('Change'), attributes, links: closed({ self: iri() }) });

export type ChangeObject = Static<typeof changeResource>;

const artist = `/api/artists/${exampleUuid}`;
export const exampleRecord = {
  type: 'Artist',
  id: artist,
  attributes: {
    name: 'Bernard Herrmann',
    _type: 'person',
    slug: 'bernard-herrmann',
    created_at: '2026-01-14T09:30:00.000+00:00',
    updated_at: '2026-01-15T09:30:00.000+00:00',
  },
};
export const exampleChange: ChangeObject = {
  id: '/api/changes/46',
  type: 'Change',
  attributes: {
    sequence: 46,
    action: 'updated',
    resource_type: 'Artist',
    resource_id: exampleUuid,
    iri: artist,
    slug: null,
    merged_into_id: null,
    changed_at: '2026-01-15T09:30:00.000+00:00',
    record: exampleRecord,
  },
  links: { self: '/api/changes/46' },
};
