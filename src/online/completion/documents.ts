import { type Static, Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { equals } from '../../api/schema/filters';
import { choice } from '../../api/schema/parameters';
import { defineResource } from '../../api/schema/registry';
import { closed, count, iri, list, moment, objectDocument, orNull, text, word } from '../../api/schema/schemas';
import { coverOfRelease, coverOrNull } from '../../catalog/cover';
import { releaseSources } from '../../config';
import { candidate, foundCandidate } from '../look-up';

const foundByWords = ['id', 'barcode', 'catalog_number', 'title'] as const;

export type FoundBy = (typeof foundByWords)[number];

export const rowStates = ['waiting', 'complete', 'review', 'not_found', 'failed', 'dismissed'] as const;

export type RowState = (typeof rowStates)[number];

const comparedFields = ['title', 'artist', 'barcode', 'catalog_number', 'label', 'year', 'format', 'country'] as const;

export type ComparedField = (typeof comparedFields)[number];

export const comparedCandidate = closed({
  ...foundCandidate.properties,
  source: word([...releaseSources, 'catalog'], 'catalog: a release of this catalog'),
  agrees: list(word(comparedFields), 'Values that are equal, apart from spelling'),
  differs: list(word(comparedFields), 'Values that contradict each other; a longer form of a title or credit does not'),
});

export type ComparedCandidate = Static<typeof comparedCandidate>;

export type CandidateValues = Omit<ComparedCandidate, 'agrees' | 'differs'>;

const jobStates = ['none', 'running', 'stopped', 'done'] as const;

const progress = closed({
  state: word(jobStates, 'none: never started; stopped: by the user, or for `reason`'),
  reason: orNull(text('Error code: why it ended early')),
  releases: count('Releases on the lists of the user'),
  placeholders: count('Placeholders among them'),
  ...(Object.fromEntries(rowStates.map((state) => [state, count()])) as Readonly<Record<RowState, ReturnType<typeof count>>>),
  clear: count('Releases to review with exactly one possible candidate'),
  seconds_left: count('Estimate: for what waits while it runs, otherwise for all placeholders'),
  paused_until: orNull(moment('When a site that is busy or down is tried again')),
  started_at: orNull(moment()),
  finished_at: orNull(moment()),
});

export type Progress = Static<typeof progress>;

export const progressDocument = objectDocument('Completion', progress, {});

export const exampleProgress: Progress = {
  state: 'done',
  reason: null,
  releases: 612,
  placeholders: 34,
  ...{ waiting: 0, complete: 571, review: 22, not_found: 12, failed: 0, dismissed: 0, clear: 9 },
  seconds_left: 136,
  paused_until: null,
  started_at: '2026-01-15T09:30:00.000+00:00',
  finished_at: '2026-01-15T10:21:00.000+00:00',
};

// The rows of an unreviewed release are pending.

const labels = sql<
  ComparedCandidate['labels']
>`(SELECT json_group_array(json_object('name', name, 'catalog_number', number) ORDER BY position) FROM (
  SELECT value ->> 'name' AS name, value ->> 'catalog_number' AS number, key AS position
  FROM json_each(unreviewed_release.pending, '$.attributes.labels')
  UNION ALL SELECT label.name, l.catalog_number, l.position
  FROM release_label AS l LEFT JOIN label ON label.key = l.label_key WHERE l.release_key = "release".key))`;

const formats = sql<
  ComparedCandidate['formats']
>`(SELECT json_group_array(json_object('format_type', type, 'quantity', quantity) ORDER BY position) FROM (
  SELECT value ->> 'format_type' AS type, coalesce(value ->> 'quantity', 1) AS quantity, key AS position
  FROM json_each(unreviewed_release.pending, '$.attributes.formats')
  UNION ALL SELECT format_type, quantity, position FROM release_format WHERE release_key = "release".key))`;

/** The one that is the release, or that it has a link to. */
const accepted = sql<ComparedCandidate | null>`(SELECT c.value FROM json_each(completion_row.candidates) AS c
  WHERE c.value ->> 'source' = 'catalog' AND c.value ->> 'id' = became.id OR EXISTS (SELECT 1 FROM release_external_link AS l
    WHERE l.release_key = became.key AND l.provider = c.value ->> 'source' AND l.external_id = c.value ->> 'id') LIMIT 1)`;

export const completionRows = defineResource({
  type: 'CompletionRow',
  table: 'completion_row',
  path: '/api/users/:userId/completion/rows',
  noun: 'release to complete',
  nouns: 'releases to complete',
  description: 'A placeholder that is looked up at other sites.',
  within: { ancestors: [{ parameter: 'userId', table: 'user' }], column: 'user_key' },
  attributes: t.Object({
    placeholder: iri('The release that is looked up; a redirect once it is complete'),
    title: text('As on the list'),
    artist_credit: orNull(text()),
    release_date: orNull(text('From the placeholder, as what follows: null or empty once it is gone')),
    country: candidate.properties.country,
    barcode: candidate.properties.barcode,
    labels: candidate.properties.labels,
    formats: candidate.properties.formats,
    state: word(rowStates, 'dismissed: the user keeps the placeholder as it is'),
    found_by: orNull(word(foundByWords), 'What found the candidates'),
    is_clear: t.Boolean({ description: 'Whether only the first candidate can be meant' }),
    candidates: list(comparedCandidate, 'Best first'),
    reason: orNull(text('Error code: why the look-up failed')),
    release: orNull(iri('The release that it became')),
    accepted: orNull(comparedCandidate, 'The candidate from which the release comes'),
    cover: coverOrNull,
    is_undoable: t.Boolean({ description: 'Of what is complete: false if the placeholder itself became the release' }),
    updated_at: moment(),
  }),
  rows: (db) =>
    db
      .selectFrom('completion_row')
      .innerJoin('user', 'user.key', 'completion_row.user_key')
      .leftJoin('release', 'release.id', 'completion_row.release_id')
      .leftJoin('release as became', 'became.id', 'completion_row.into_id')
      .leftJoin('unreviewed_release', 'unreviewed_release.release_key', 'release.key')
      .select([
        'completion_row.key',
        'completion_row.id as _id',
        'user.id as userId',
        'completion_row.title',
        'completion_row.artist_credit',
        'release.release_date',
        'release.country',
        'release.barcode',
        'completion_row.state',
        'completion_row.found_by',
        'completion_row.is_clear',
        'completion_row.reason',
        'completion_row.updated_at',
      ])
      .select([
        sql<ComparedCandidate[]>`completion_row.candidates`.as('candidates'),
        sql<string>`'/api/releases/' || completion_row.release_id`.as('placeholder'),
        sql<string | null>`'/api/releases/' || completion_row.into_id`.as('release'),
        accepted.as('accepted'),
        coverOfRelease('became').as('cover'),
        labels.as('labels'),
        formats.as('formats'),
        sql<0 | 1>`completion_row.undo IS NOT NULL`.as('is_undoable'),
      ]),
  filters: () => ({
    state: equals('completion_row', 'state', choice(...rowStates), { description: 'In this state.', many: true }),
  }),
  example: {
    placeholder: '/api/releases/6f1b2d9e-3c4a-5b7d-8e9f-0a1b2c3d4e5f',
    title: 'Psycho',
    artist_credit: 'Bernard Herrmann',
    release_date: '1975',
    country: 'GB',
    barcode: null,
    labels: [{ name: 'Unicorn', catalog_number: 'UNS 336' }],
    formats: [{ format_type: 'vinyl', quantity: 1 }],
    state: 'review',
    found_by: 'title',
    is_clear: false,
    candidates: [],
    reason: null,
    release: null,
    accepted: null,
    cover: null,
    is_undoable: false,
    updated_at: '2026-01-15T09:30:00.000+00:00',
  },
});
