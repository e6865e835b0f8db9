import { contains, equals } from '../api/schema/filters';
import { text as typedText } from '../api/schema/parameters';
import { country, defineKind, name, slug, text, times } from '../kinds';
import { exampleTimes } from './examples';

export const organizations = defineKind({
  type: 'Organization',
  table: 'organization',
  path: '/api/organizations',
  noun: 'organization',
  nouns: 'organizations',
  description: 'Studios, publishers and other companies credited on recordings.',
  slugFrom: 'name',
  searched: 'name_folded',
  attributes: () => ({ name: name(), slug: slug(), organization_type: text(), country: country(), ...times }),
  filters: () => ({
    name: contains('organization', 'name_folded', 'The name contains this text.'),
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
  orders: { name: 'name_folded', country: 'country' },
  wholeOrder: 'name_folded',
  example: {
    name: 'Abbey Road Studios',
    slug: 'abbey-road-studios',
    organization_type: 'recording studio',
    country: 'GB',
    ...exampleTimes,
  },
});
