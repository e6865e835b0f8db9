import { sql } from 'kysely';
import { contains, equals } from '../api/schema/filters';
import { startsWith } from '../api/schema/initials';
import { text as typedText } from '../api/schema/parameters';
import { country, defineKind, name, slug, text, times } from '../kinds';
import { exampleTimes } from './examples';
import { sampleRelease } from './release-editions';

export const organizations = defineKind({
  type: 'Organization',
  table: 'organization',
  path: '/api/organizations',
  noun: 'organization',
  nouns: 'organizations',
  description: 'Studios, publishers and other companies credited on recordings.',
  slugFrom: 'name',
  searched: 'name_folded',
  hasCompleteness: true,
  attributes: () => ({ name: name(), slug: slug(), organization_type: text(), country: country(), ...times }),
  filters: () => ({
    name: contains('organization', 'name_folded', 'The name contains this text.'),
    initial: startsWith('organization', 'name_folded', 'The name'),
    type: equals('organization', 'organization_type', typedText(255, 'recording studio'), {
      description: 'The type of organization, as stored.',
      many: true,
      aliases: ['organizationType', 'organization_type'],
    }),
    country: equals('organization', 'country', typedText(2, 'GB'), {
      description: 'With this country (ISO 3166-1 code).',
      read: (code) => code.toUpperCase(),
    }),
  }),
  facets: ['type', 'country', 'initial'],
  orders: { name: 'name_folded', country: 'country' },
  wholeOrder: 'name_folded',
  relationships: {
    sampleRelease: sampleRelease(sql`SELECT release_key FROM release_company WHERE organization_key = record.value`),
  },
  example: {
    name: 'Abbey Road Studios',
    slug: 'abbey-road-studios',
    organization_type: 'recording studio',
    country: 'GB',
    ...exampleTimes,
  },
});
