import { type Static, Type as t } from '@sinclair/typebox';
import { catalogRead } from '../jsonapi/catalog-read';
import { exampleUuid } from '../jsonapi/openapi-shared';
import { flag, integer } from '../jsonapi/parameters';
import { closed, count, ignored, ignoredMeta, iri, list, orNull, text, uuid, word } from '../jsonapi/schemas';
import { ndjsonMediaType } from './encoding';

/** A page that is read in a moment also where all of it are tracks. */
export const defaultLimit = 100;
/** Keeps the largest page at some hundreds of kilobytes. */
export const maximumLimit = 1_000;

const record = t.Object({
  type: text(),
  id: text(),
  attributes: t.Unsafe<Record<string, unknown>>({ type: 'object' }),
  relationships: t.Optional(t.Unsafe<Record<string, unknown>>({ type: 'object' })),
});

const attributes = closed({
  sequence: t.Integer({ minimum: 1, description: 'Counts up without gaps' }),
  action: word(['created', 'updated', 'renamed', 'merged', 'deleted']),
  resource_type: text(),
  resource_id: uuid(),
  iri: orNull(iri(), 'Of the record; null for one that was merged and whose address named others as well'),
  slug: orNull(text(), 'Of a renamed record: the former slug that leads to it now'),
  merged_into_id: orNull(uuid(), 'Of a merged record: the UUID of the one that stands for it'),
  changed_at: t.String({ format: 'date-time' }),
  record: orNull(
    record,
    'As the export has it now: the record that was created or updated, the redirect of one that was renamed or merged, the tombstone of one that was deleted; null where that is not there any more',
  ),
});

/** One change, and the record as it is now. */
export type Change = Static<typeof attributes>;

const change = closed({ id: iri(), type: t.Literal('Change'), attributes, links: closed({ self: iri() }) });

/** A change as documents show it. */
export type ChangeObject = Static<typeof change>;

const artist = `/api/artists/${exampleUuid}`;
const exampleRecord = {
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
const example: ChangeObject = {
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

const gone = {
  description: 'The feed does not reach back that far',
  detail:
    'Changes are known here from after sequence 45 on, so since must be at least 45. Take a whole export (GET /api/export), and follow from its sequence.',
  source: { parameter: 'since' },
};

const tooMany = {
  description: 'As many are read as there may be at once; Retry-After says when to ask again',
  detail: '32 exports are being read now, which is as many as there may be at once.',
};

/** A sequence of the feed. */
const since = (description: string) => ({ ...integer(0, Number.MAX_SAFE_INTEGER), example: 45, description });

export const changesEndpoint = catalogRead({
  path: '/api/changes',
  operationId: 'changeList',
  tag: 'Changes',
  summary: 'List what has changed',
  description: 'What was created, updated, renamed, merged and deleted in the catalog, in order and without gaps: what a mirror follows.',
  query: {
    since: since('Only changes after this sequence; 0 for all. Beyond the newest there are none'),
    limit: {
      ...integer(1, Number.MAX_SAFE_INTEGER, defaultLimit),
      description: `How many changes a page has. More than ${maximumLimit} are ${maximumLimit}.`,
    },
  },
  answer: {
    description: 'A page of changes',
    schema: closed({
      data: list(change),
      links: closed({ self: iri(), next: t.Optional(iri('Where there are more')) }),
      meta: closed({
        sequence: count('Of the newest change'),
        oldestSince: count('The least that since may be'),
        limit: count(),
        ...ignored,
      }),
    }),
    example: {
      data: [example],
      links: { self: '/api/changes?since=45&limit=1', next: '/api/changes?since=46&limit=1' },
      meta: { sequence: 47, oldestSince: 0, limit: 1 },
    },
  },
  errors: { 410: gone },
});

export const changeEndpoint = catalogRead({
  path: '/api/changes/:id',
  operationId: 'change',
  tag: 'Changes',
  summary: 'Read one change',
  pathParameters: { id: { description: 'Its sequence', schema: t.Integer({ minimum: 1 }) } },
  query: {},
  answer: { description: 'The change', schema: closed({ data: change, meta: ignoredMeta }), example: { data: example } },
  errors: { 404: 'NotFound' },
});

const exportExample = [
  { type: 'Export', id: '/api/export', attributes: { format_version: 1, sequence: 46, counts: { Artist: 1 } } },
  exampleRecord,
];

export const exportEndpoint = catalogRead({
  path: '/api/export',
  operationId: 'export',
  tag: 'Changes',
  summary: 'Take the whole catalog out',
  description:
    'The catalog as JSON lines, one record a line after a header: one state of it, however long that takes. Compressed where Accept-Encoding allows zstd or gzip. Where many are read at once, another is refused with a 503 and Retry-After.',
  query: {
    since: since('Only what has changed after this sequence'),
    provisional: { ...flag, description: 'Whether releases that only stand in for others to come are in it, with what is below them' },
  },
  answer: {
    description: 'The export',
    schema: text(),
    example: exportExample.map((line) => `${JSON.stringify(line)}\n`).join(''),
    mediaType: ndjsonMediaType,
    headers: {
      'Content-Disposition': 'A name for the file, with the sequence it is of',
      'X-Request-Id': { component: 'X-Request-Id' },
    },
  },
  errors: { 410: gone, 503: tooMany },
});

export const exportEndpoints = [changesEndpoint, changeEndpoint, exportEndpoint] as const;
