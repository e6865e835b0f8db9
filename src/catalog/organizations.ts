import { Type as t } from '@sinclair/typebox';
import { contains, equals } from '../jsonapi/filters';
import { text } from '../jsonapi/parameters';
import { defineResource } from '../jsonapi/resource';
import { exampleTimestamps, optionalText, timestamps } from './parts';

export const organizations = defineResource({
  type: 'Organization',
  table: 'organization',
  path: '/api/organizations',
  noun: 'organization',
  nouns: 'organizations',
  description: 'Studios, publishers and other companies that take part in recordings.',
  attributes: t.Object({ name: t.String(), slug: t.String(), organization_type: optionalText(), country: optionalText(), ...timestamps }),
  rows: (db) =>
    db
      .selectFrom('organization')
      .select(['organization.key', 'organization.id as _id', 'name', 'slug', 'organization_type', 'country', 'created_at', 'updated_at']),
  filters: {
    name: contains('organization', 'name_folded', 'The name contains this text.'),
    type: equals('organization', 'organization_type', text(255, 'recording studio'), {
      description: 'The type of organization, as it is written.',
      many: true,
      aliases: ['organizationType', 'organization_type'],
    }),
    country: equals('organization', 'country', text(2, 'GB'), {
      description: 'The country, as an ISO 3166-1 code.',
      read: (code) => code.toUpperCase(),
    }),
  },
  orders: { name: 'name_folded', country: 'country' },
  wholeOrder: 'name_folded',
  example: {
    name: 'Abbey Road Studios',
    slug: 'abbey-road-studios',
    organization_type: 'recording studio',
    country: 'GB',
    ...exampleTimestamps,
  },
});
