import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { contains, equals, inDecade, searches } from '../api/schema/filters';
import { startsWith } from '../api/schema/initials';
import { text as typedText } from '../api/schema/parameters';
import { countFromOne, country, defineKind, derived, name, partialDate, slug, times } from '../kinds';
import { exampleTimes } from './examples';
import { sampleRelease } from './release-editions';

const releaseCount = (row: string) =>
  sql<number>`(SELECT count(DISTINCT release_key) FROM release_label WHERE label_key = ${sql.ref(`${row}.key`)})`;

export const labels = defineKind({
  type: 'Label',
  table: 'label',
  path: '/api/labels',
  noun: 'label',
  nouns: 'labels',
  description: 'Record labels.',
  slugFrom: 'name',
  searched: 'name_folded',
  hasCompleteness: true,
  attributes: () => ({
    name: name(),
    slug: slug(),
    country: country(),
    begin_date: partialDate(),
    end_date: partialDate(),
    release_count: derived(t.Integer({ minimum: 0 }), releaseCount),
    ...times,
  }),
  filters: () => ({
    q: searches('label', 'label_search', {
      name: 'name_folded',
      description: 'Full-text search in names. Best matches first; sorting is ignored.',
    }),
    name: contains('label', 'name_folded', 'The name contains this text.'),
    initial: startsWith('label', 'name_folded', 'The name'),
    country: equals('label', 'country', typedText(2, 'US'), {
      description: 'With this country (ISO 3166-1 code).',
      many: true,
      read: (code) => code.toUpperCase(),
    }),
    decade: inDecade('label', 'begin_year', 'Founded in this decade.'),
  }),
  facets: ['country', 'decade', 'initial'],
  orders: { name: 'name_folded', country: 'country', releaseCount: releaseCount('label') },
  wholeOrder: 'name_folded',
  relationships: {
    sampleRelease: sampleRelease(sql`SELECT release_key FROM release_label WHERE label_key = record.value`),
  },
  example: {
    name: 'Varèse Sarabande',
    slug: 'varese-sarabande',
    country: 'US',
    begin_date: '1978',
    end_date: null,
    release_count: 400,
    ...exampleTimes,
  },
});

export const labelSeries = defineKind({
  type: 'LabelSeries',
  table: 'label_series',
  path: '/api/labels/:labelId/series',
  noun: 'label series',
  nouns: 'label series',
  description: 'Release series of a label.',
  slugFrom: 'name',
  searched: 'name_folded',
  hasCompleteness: true,
  above: [{ table: 'label', column: 'label_key' }],
  attributes: () => ({ name: name(), slug: slug(), position: countFromOne(), ...times }),
  defaultOrder: 'position',
  example: { name: 'Golden Age Classics', slug: 'golden-age-classics', position: 2, ...exampleTimes },
});
