import { sql } from 'kysely';
import { defineKind, requiredText, times } from '../kinds';
import { exampleTimes } from './examples';

export const packagingTypes = defineKind({
  type: 'PackagingType',
  table: 'packaging_type',
  path: '/api/packaging-types',
  noun: 'packaging type',
  nouns: 'packaging types',
  description: 'Packaging types of releases.',
  identity: ['name'],
  attributes: () => ({ name: requiredText(), ...times }),
  orders: { name: sql`lower(packaging_type.name)` },
  defaultOrder: 'name',
  example: { name: 'Jewel Case', ...exampleTimes },
});
