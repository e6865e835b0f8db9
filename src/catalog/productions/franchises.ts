import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { contains } from '../../api/schema/filters';
import { startsWith } from '../../api/schema/initials';
import { many, one } from '../../api/schema/resource';
import { closed } from '../../api/schema/schemas';
import { defineKind, derived, linkedRecords, name, namedRecord, optionalText, rowsFirst, slug, times } from '../../kinds';
import { ofReleases } from '../credited';
import { exampleTimes } from '../examples';

const productionCount = (row: string) =>
  sql<number>`(SELECT count(*) FROM production_franchise WHERE franchise_key = ${sql.ref(`${row}.key`)})`;

/** In the order of their numbers, the others by year. */
const first = sql<number>`(
  SELECT p.key FROM production_franchise AS link CROSS JOIN production AS p ON p.key = link.production_key WHERE link.franchise_key = record.value
  ORDER BY link.number IS NULL, CAST(link.number AS REAL), p.year, p.id LIMIT 1
)`;

export const franchises = defineKind({
  type: 'Franchise',
  table: 'franchise',
  path: '/api/franchises',
  noun: 'franchise',
  nouns: 'franchises',
  description: 'Series of films and games, such as James Bond.',
  slugFrom: 'name',
  searched: 'name_folded',
  hasCompleteness: true,
  attributes: () => ({ name: name(), slug: slug(), production_count: derived(t.Integer({ minimum: 0 }), productionCount), ...times }),
  filters: () => ({
    name: contains('franchise', 'name_folded', 'The name contains this text.'),
    initial: startsWith('franchise', 'name_folded', 'The name'),
  }),
  facets: ['initial'],
  orders: { name: 'name_folded' },
  wholeOrder: 'name_folded',
  relationships: {
    firstProduction: one('Production', 'Its first production, whose picture represents it', (db, from) =>
      db
        .selectFrom(rowsFirst(from))
        .innerJoin('production', (join) => join.on('production.key', '=', first))
        .select(['record.value as from', 'production.key as to', 'production.id']),
    ),
    productions: many('Production', 'Its productions by their number, the others by year', (db, from) =>
      db
        .selectFrom('production_franchise as link')
        .innerJoin('production', 'production.key', 'link.production_key')
        .where('link.franchise_key', 'in', from)
        .select(['link.franchise_key as from', 'production.key as to', 'production.id'])
        .orderBy(sql`link.number IS NULL`)
        .orderBy(sql`CAST(link.number AS REAL)`)
        .orderBy('production.year')
        .orderBy('production.id'),
    ),
  },
  example: { name: 'James Bond', slug: 'james-bond', production_count: 27, ...exampleTimes },
});

/** The franchises of a production, with its number in each. */
export const franchisesOfProduction = () =>
  linkedRecords(
    closed({ ...namedRecord, number: optionalText('Its number in the franchise') }),
    { type: 'Franchise', title: 'name' },
    { table: 'production_franchise', column: 'franchise_key', texts: [{ name: 'number' }] },
  );

/** Pairs of releases and the franchises of their productions. */
export const franchisesOfReleases = ofReleases(sql`SELECT production_key AS key, franchise_key AS value FROM production_franchise`);
