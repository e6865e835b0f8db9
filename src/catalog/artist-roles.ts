import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { contains, equals, modifies } from '../api/schema/filters';
import { startsWith } from '../api/schema/initials';
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
  description: 'Roles that artists and organizations can be credited for.',
  slugFrom: 'role',
  isNamedBySlug: true,
  searched: 'role_folded',
  attributes: () => ({
    role: name({ role_case_folded: foldCase }),
    slug: slug(t.String({ description: 'Value of `credit_role` in credits' })),
    scope: word(roleScopes),
    description_markdown: prose({ shown: t.String(), fallback: '' }),
    organization_applicable: flag(),
    aliases: names('Alternative credit titles', { table: 'artist_role_alias', column: 'alias', owner: 'role_key' }),
  }),
  filters: () => ({
    role: {
      ...role,
      description: `${role.description} With exact, the role equals this text, ignoring case.`,
      bind: (values, asList, other) =>
        other('exact') ? { shape: 'exact', values: { value: foldCase(values[0] as string) } } : role.bind(values, asList, other),
      where: (rows, bound, shape) =>
        shape === 'exact' ? rows.where(sql<boolean>`artist_role.role_case_folded = ${bound()}`) : role.where(rows, bound, shape),
    },
    initial: startsWith('artist_role', 'role_folded', 'The role'),
    exact: modifies('artist_role', typedFlag, 'Whether role must match in full instead of in part.'),
    slug: equals('artist_role', 'slug', typedText(255, 'orchestrator'), {
      description: 'With this slug, the value of `credit_role` in credits.',
      many: true,
    }),
    scope: equals('artist_role', 'scope', choice(...roleScopes.words), {
      description: 'What the role applies to.',
      many: true,
    }),
  }),
  facets: ['initial'],
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
