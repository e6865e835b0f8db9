import { type Static, Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { creditLine, credits } from '../database/json-columns';
import { contains, equals, linksTo, searches } from '../jsonapi/filters';
import { integer } from '../jsonapi/parameters';
import { defineResource, many, one } from '../jsonapi/resource';
import { releaseLookups } from './lookups';
import { credit, exampleCredit, exampleId, exampleTimestamps, nullable, optionalText, partialDate, timestamps } from './parts';

const releaseLabel = t.Object(
  {
    iri: nullable(t.String({ format: 'iri-reference' })),
    id: nullable(t.String({ format: 'uuid' })),
    name: optionalText(),
    catalog_number: optionalText(),
  },
  { additionalProperties: false, description: 'A label of the release and its number there; either may be unknown' },
);

/** The labels of a release in order, each with the number it has there. */
const releaseLabels = sql<Static<typeof releaseLabel>[]>`(
  SELECT json_group_array(json_object(
    'iri', '/api/labels/' || l.id, 'id', l.id, 'name', l.name, 'catalog_number', rl.catalog_number
  ) ORDER BY rl.position)
  FROM release_label AS rl LEFT JOIN label AS l ON l.key = rl.label_key WHERE rl.release_key = "release".key
)`;

const firstLabel = sql<number>`(
  SELECT min(other.position) FROM release_label AS other
  WHERE other.release_key = release_label.release_key AND other.label_key IS NOT NULL
)`;

/** A compound track without a length of its own is as long as its parts; tracks of unknown length are left out. */
const duration = sql<number | null>`(
  SELECT sum(coalesce(t.duration_seconds, (SELECT sum(p.duration_seconds) FROM release_track AS p WHERE p.parent_key = t.key)))
  FROM release_format AS f JOIN release_track AS t ON t.release_format_key = f.key AND t.parent_key IS NULL
  WHERE f.release_key = "release".key
)`;

const trackCount = sql<number>`(
  SELECT count(*) FROM release_format AS f JOIN release_track AS t ON t.release_format_key = f.key AND t.parent_key IS NULL
  WHERE f.release_key = "release".key
)`;

export const releases = defineResource({
  type: 'Release',
  table: 'release',
  path: '/api/releases',
  noun: 'release',
  nouns: 'releases',
  description: 'Albums, singles and other editions of film music.',
  attributes: t.Object({
    title: t.String(),
    slug: t.String(),
    release_date: partialDate(),
    year: nullable(t.Integer()),
    country: optionalText(),
    barcode: optionalText(),
    catalog_number: nullable(t.String({ description: 'The first one that its labels gave it' })),
    artist_credit: nullable(t.String({ description: 'The credit line as rendered' })),
    artists: t.Array(credit),
    credits: t.Array(credit),
    labels: t.Array(releaseLabel),
    packaging_type: optionalText(),
    format_count: t.Integer({ minimum: 0 }),
    track_count: t.Integer({ minimum: 0, description: 'Parts of compound tracks are not counted' }),
    duration_seconds: nullable(t.Integer({ description: 'Of the tracks whose length is known' })),
    notes: optionalText(),
    ...timestamps,
  }),
  rows: (db) =>
    db
      .selectFrom('release')
      .leftJoin('packaging_type', 'packaging_type.key', 'release.packaging_type_key')
      .select([
        'release.key',
        'release.id as _id',
        'release.title',
        'release.slug',
        'release.release_date',
        'release.year',
        'release.country',
        'release.barcode',
        'packaging_type.name as packaging_type',
        'release.notes',
        'release.created_at',
        'release.updated_at',
      ])
      .select([
        sql<
          string | null
        >`(SELECT rl.catalog_number FROM release_label AS rl WHERE rl.release_key = "release".key AND rl.catalog_number IS NOT NULL ORDER BY rl.position LIMIT 1)`.as(
          'catalog_number',
        ),
        sql<string | null>`coalesce("release".artist_credit, ${creditLine('release_credit', 'artists', 'release.key')})`.as(
          'artist_credit',
        ),
        credits('release_credit', 'artists', 'release.key').as('artists'),
        credits('release_credit', 'credits', 'release.key').as('credits'),
        releaseLabels.as('labels'),
        sql<number>`(SELECT count(*) FROM release_format AS f WHERE f.release_key = "release".key)`.as('format_count'),
        trackCount.as('track_count'),
        duration.as('duration_seconds'),
      ]),
  filters: {
    q: searches('release', 'release_search', {
      name: 'title_folded',
      description: 'Full-text search in titles and artists. The best matches come first, and all orders are ignored.',
    }),
    title: contains('release', 'title_folded', 'The title contains this text.', 'release_title_trigram'),
    production: linksTo(
      'release',
      { table: 'production_entry', from: 'release_key', to: 'production_key' },
      { table: 'production', path: '/api/productions' },
      'With music of this production.',
    ),
    artist: linksTo(
      'release',
      { table: 'release_credit', from: 'release_key', to: 'artist_key', only: { column: 'list', value: 'artists' } },
      { table: 'artist', path: '/api/artists' },
      'By this artist.',
    ),
    label: linksTo(
      'release',
      { table: 'release_label', from: 'release_key', to: 'label_key' },
      { table: 'label', path: '/api/labels' },
      'On this label.',
    ),
    year: equals('release', 'year', integer(0, 9999), { description: 'Of this year.' }),
  },
  lookups: releaseLookups,
  orders: { title: 'title_folded', releaseDate: 'release_day' },
  wholeOrder: 'title_folded',
  relationships: {
    productions: many('Production', 'The productions whose music it has, in order', (db, from) =>
      db
        .selectFrom(
          db
            .selectFrom('production_entry')
            .where('release_key', 'in', from)
            .groupBy(['release_key', 'production_key'])
            .select(({ fn }) => ['release_key', 'production_key', fn.min('position').as('position')])
            .as('entry'),
        )
        .innerJoin('production', 'production.key', 'entry.production_key')
        .select(['entry.release_key as from', 'production.key as to', 'production.id'])
        .orderBy('entry.position')
        .orderBy('production.title_folded')
        .orderBy('production.id'),
    ),
    artists: many('Artist', 'The artists of its credit line, in order', (db, from) =>
      db
        .selectFrom(
          db
            .selectFrom('release_credit')
            .where('release_key', 'in', from)
            .where('list', '=', sql.lit('artists'))
            .groupBy(['release_key', 'artist_key'])
            .select(({ fn }) => ['release_key', 'artist_key', fn.min('position').as('position')])
            .as('credited'),
        )
        .innerJoin('artist', 'artist.key', 'credited.artist_key')
        .select(['credited.release_key as from', 'artist.key as to', 'artist.id'])
        .orderBy('credited.position'),
    ),
    label: one('Label', 'The first of its labels', (db, from) =>
      db
        .selectFrom('release_label')
        .innerJoin('label', 'label.key', 'release_label.label_key')
        .where('release_label.release_key', 'in', from)
        .where('release_label.position', '=', firstLabel)
        .select(['release_label.release_key as from', 'label.key as to', 'label.id']),
    ),
    series: one('LabelSeries', 'The series of a label that it is part of', (db, from) =>
      db
        .selectFrom('release')
        .innerJoin('label_series', 'label_series.key', 'release.label_series_key')
        .innerJoin('label', 'label.key', 'label_series.label_key')
        .where('release.key', 'in', from)
        .select(['release.key as from', 'label_series.key as to', 'label_series.id', 'label.id as labelId']),
    ),
    formats: many('ReleaseFormat', 'What it consists of, in order', (db, from) =>
      db
        .selectFrom('release_format')
        .innerJoin('release', 'release.key', 'release_format.release_key')
        .where('release_format.release_key', 'in', from)
        .select(['release_format.release_key as from', 'release_format.key as to', 'release_format.id', 'release.id as releaseId'])
        .orderBy('release_format.position')
        .orderBy('release_format.id'),
    ),
  },
  example: {
    title: 'Psycho',
    slug: 'psycho',
    release_date: '1975',
    year: 1975,
    country: 'GB',
    barcode: null,
    catalog_number: 'UKLM 1001',
    artist_credit: 'Bernard Herrmann',
    artists: [exampleCredit],
    credits: [exampleCredit],
    labels: [{ iri: `/api/labels/${exampleId}`, id: exampleId, name: 'Unicorn', catalog_number: 'UKLM 1001' }],
    packaging_type: null,
    format_count: 1,
    track_count: 40,
    duration_seconds: 3_600,
    notes: null,
    ...exampleTimestamps,
  },
});
