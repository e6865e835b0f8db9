import { Type as t } from '@sinclair/typebox';
import { equals } from '../jsonapi/filters';
import { choice } from '../jsonapi/parameters';
import { defineResource, one } from '../jsonapi/resource';
import { exampleTimestamps, timestamps } from './parts';
import { entryKinds, oneOf } from './vocabularies';

export const productionEntries = defineResource({
  type: 'ProductionEntry',
  table: 'production_entry',
  path: '/api/productions/:productionId/entries',
  noun: 'entry',
  nouns: 'entries',
  description: 'The appearances of a production on releases.',
  within: { ancestors: [{ parameter: 'productionId', table: 'production' }], column: 'production_key' },
  attributes: t.Object({
    kind: oneOf(entryKinds),
    position: t.Integer({ minimum: 1, description: 'The place of the production on the release' }),
    ...timestamps,
  }),
  rows: (db) =>
    db
      .selectFrom('production_entry')
      .innerJoin('production', 'production.key', 'production_entry.production_key')
      .select([
        'production_entry.key',
        'production_entry.id as _id',
        'production.id as productionId',
        'production_entry.kind',
        'production_entry.position',
        'production_entry.created_at',
        'production_entry.updated_at',
      ]),
  filters: {
    kind: equals('production_entry', 'kind', choice(...entryKinds.words), {
      description: 'What the release has of the production.',
      many: true,
    }),
  },
  relationships: {
    production: one('Production', 'The production', (db, from) =>
      db
        .selectFrom('production_entry')
        .innerJoin('production', 'production.key', 'production_entry.production_key')
        .where('production_entry.key', 'in', from)
        .select(['production_entry.key as from', 'production.key as to', 'production.id']),
    ),
    release: one('Release', 'The release', (db, from) =>
      db
        .selectFrom('production_entry')
        .innerJoin('release', 'release.key', 'production_entry.release_key')
        .where('production_entry.key', 'in', from)
        .select(['production_entry.key as from', 'release.key as to', 'release.id']),
    ),
  },
  example: { kind: 'score', position: 1, ...exampleTimestamps },
});
