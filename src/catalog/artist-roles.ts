import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { contains, equals, modifies } from '../api/schema/filters';
import { choice, flag as typedFlag, text as typedText } from '../api/schema/parameters';
import { defineKind, flag, name, names, prose, slug, word } from '../kinds';
import { foldCase } from '../store/values/folding';
import { roleScopes } from './vocabularies/vocabularies';

const role = contains('artist_role', 'role_folded', 'The role contains this text.');

export const artistRoles = defineKind({
  type: 'ArtistRole',
  table: 'artist_role',
  path: '/api/artists/roles',
  noun: 'artist role',
  nouns: 'artist roles',
  description: 'What an artist or an organization can be credited for.',
  slugFrom: 'role',
  isNamedBySlug: true,
  attributes: () => ({
    role: name({ role_case_folded: foldCase }),
    slug: slug(t.String({ description: 'What `credit_role` of a credit holds' })),
    scope: word(roleScopes),
    description_markdown: prose({ shown: t.String(), fallback: '' }),
    organization_applicable: flag(),
    aliases: names('Alternative credit titles', { table: 'artist_role_alias', column: 'alias', owner: 'role_key' }),
  }),
  filters: () => ({
    role: {
      ...role,
      description: `${role.description} With exact, the role is this text in full, ignoring case.`,
      bind: (given, asList, other) =>
        other('exact') ? { shape: 'exact', values: { value: foldCase(given[0] as string) } } : role.bind(given, asList, other),
      where: (rows, bound, shape) =>
        shape === 'exact' ? rows.where(sql<boolean>`artist_role.role_case_folded = ${bound()}`) : role.where(rows, bound, shape),
    },
    exact: modifies('artist_role', typedFlag, 'Whether role is compared in full. Without it, a part is enough.'),
    slug: equals('artist_role', 'slug', typedText(255, 'orchestrator'), {
      description: 'With this slug, as `credit_role` of a credit holds it.',
      many: true,
    }),
    scope: equals('artist_role', 'scope', choice(...roleScopes.words), {
      description: 'What the role applies to.',
      many: true,
    }),
  }),
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
