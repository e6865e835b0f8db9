import { Type as t } from '@sinclair/typebox';
import { contains, equals, searches } from '../jsonapi/filters';
import { text } from '../jsonapi/parameters';
import { defineResource } from '../jsonapi/resource';
import { exampleTimestamps, optionalText, partialDate, timestamps } from './parts';

export const labels = defineResource({
  type: 'Label',
  table: 'label',
  path: '/api/labels',
  noun: 'label',
  nouns: 'labels',
  description: 'The labels that releases come out on.',
  attributes: t.Object({
    name: t.String(),
    slug: t.String(),
    country: optionalText(),
    begin_date: partialDate(),
    end_date: partialDate(),
    ...timestamps,
  }),
  rows: (db) =>
    db
      .selectFrom('label')
      .select([
        'label.key',
        'label.id as _id',
        'label.name',
        'label.slug',
        'label.country',
        'label.begin_date',
        'label.end_date',
        'label.created_at',
        'label.updated_at',
      ]),
  filters: {
    q: searches('label', 'label_search', {
      name: 'name_folded',
      description: 'Full-text search in names. The best matches come first, and all orders are ignored.',
    }),
    name: contains('label', 'name_folded', 'The name contains this text.'),
    country: equals('label', 'country', text(2, 'US'), {
      description: 'The country, as an ISO 3166-1 code.',
      read: (code) => code.toUpperCase(),
    }),
  },
  orders: { name: 'name_folded', country: 'country' },
  wholeOrder: 'name_folded',
  example: {
    name: 'Varèse Sarabande',
    slug: 'varese-sarabande',
    country: 'US',
    begin_date: '1978',
    end_date: null,
    ...exampleTimestamps,
  },
});

export const labelSeries = defineResource({
  type: 'LabelSeries',
  table: 'label_series',
  path: '/api/labels/:labelId/series',
  noun: 'label series',
  nouns: 'label series',
  description: 'The series in which a label puts out releases.',
  within: { ancestors: [{ parameter: 'labelId', table: 'label' }], column: 'label_key' },
  attributes: t.Object({ name: t.String(), slug: t.String(), position: t.Integer({ minimum: 1 }), ...timestamps }),
  rows: (db) =>
    db
      .selectFrom('label_series')
      .innerJoin('label', 'label.key', 'label_series.label_key')
      .select([
        'label_series.key',
        'label_series.id as _id',
        'label.id as labelId',
        'label_series.name',
        'label_series.slug',
        'label_series.position',
        'label_series.created_at',
        'label_series.updated_at',
      ]),
  defaultOrder: 'position',
  example: { name: 'Golden Age Classics', slug: 'golden-age-classics', position: 2, ...exampleTimestamps },
});
