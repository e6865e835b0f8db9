import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { foldCase } from '../database/folding';
import { values } from '../database/json-columns';
import { contains, equals, modifies } from '../jsonapi/filters';
import { choice, flag } from '../jsonapi/parameters';
import { defineResource } from '../jsonapi/resource';
import { oneOf, roleScopes } from './vocabularies';

const role = contains('artist_role', 'role_folded', 'The role contains this text.');

export const artistRoles = defineResource({
  type: 'ArtistRole',
  table: 'artist_role',
  path: '/api/artists/roles',
  noun: 'artist role',
  nouns: 'artist roles',
  description: 'What an artist or an organization can be credited for.',
  attributes: t.Object({
    role: t.String(),
    slug: t.String({ description: 'What `credit_role` of a credit holds' }),
    scope: oneOf(roleScopes),
    description_markdown: t.String(),
    organization_applicable: t.Boolean(),
    aliases: t.Array(t.String(), { description: 'Alternative credit titles' }),
  }),
  rows: (db) =>
    db
      .selectFrom('artist_role')
      .select(['artist_role.key', 'artist_role.id as _id', 'role', 'slug', 'scope', 'description_markdown', 'organization_applicable'])
      .select(values<string>('artist_role_alias', 'alias', { column: 'role_key', equals: 'artist_role.key' }).as('aliases')),
  filters: {
    role: {
      ...role,
      description: `${role.description} With exact, the role is this text in full, ignoring case.`,
      bind: (given, asList, other) =>
        other('exact') ? { shape: 'exact', values: { value: foldCase(given[0] as string) } } : role.bind(given, asList, other),
      where: (rows, bound, shape) =>
        shape === 'exact' ? rows.where(sql<boolean>`artist_role.role_case_folded = ${bound()}`) : role.where(rows, bound, shape),
    },
    exact: modifies('artist_role', flag, 'Whether role is compared in full. Without it, a part is enough.'),
    scope: equals('artist_role', 'scope', choice(...roleScopes.words), {
      description: 'What the role applies to.',
      many: true,
    }),
  },
  orders: { role: 'role_folded' },
  orderAlias: 'role',
  defaultOrder: 'role_folded',
  example: {
    role: 'Orchestrator',
    slug: 'orchestrator',
    scope: 'recording',
    description_markdown: "Writes out the composer's *sketch* for the orchestra.",
    organization_applicable: false,
    aliases: ['Orchestrated By', 'Orchestration'],
  },
});
