import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { defineResource } from '../jsonapi/resource';
import { exampleTimestamps, timestamps } from './parts';

export const packagingTypes = defineResource({
  type: 'PackagingType',
  table: 'packaging_type',
  path: '/api/packaging-types',
  noun: 'packaging type',
  nouns: 'packaging types',
  description: 'How releases are packed.',
  attributes: t.Object({ name: t.String(), ...timestamps }),
  rows: (db) =>
    db.selectFrom('packaging_type').select(['packaging_type.key', 'packaging_type.id as _id', 'name', 'created_at', 'updated_at']),
  orders: { name: sql`lower(packaging_type.name)` },
  defaultOrder: 'name',
  example: { name: 'Jewel Case', ...exampleTimestamps },
});
