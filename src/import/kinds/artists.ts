import { Type as t } from '@sinclair/typebox';
import { foldCase } from '../../database/folding';
import { bit, country, folded, long, maybe, name, orNull, partialDate, position, short, slug, word } from './attributes';
import { type Kinds, kind, to } from './kind';
import { externalLink } from './shared';

/** Artists, what belongs to them, and what they are credited for. */
export const artistKinds: Kinds = {
  Artist: kind(
    'artist',
    '/api/artists',
    {
      name: name(),
      _type: word('person', 'group', 'orchestra', 'choir'),
      country: country(),
      slug: slug(),
      real_name: short(),
      begin_date: partialDate(),
      end_date: partialDate(),
      begin_city: short(),
      begin_country: country(),
      end_city: short(),
      end_country: country(),
      disambiguation: short(),
      biography: long(),
      fictional: t.Optional(t.Boolean()),
    },
    {
      slugFrom: (a) => a.name,
      origins: { artist_type: '_type' },
      rule: (a) => (a.fictional && a.end_date ? 'end_date: a fictional artist has none.' : undefined),
      columns: (a) => ({
        name: a.name,
        name_folded: folded(a.name),
        artist_type: a._type,
        country: orNull(a.country),
        real_name: orNull(a.real_name),
        real_name_folded: a.real_name ? folded(a.real_name) : null,
        begin_date: orNull(a.begin_date),
        end_date: orNull(a.end_date),
        begin_city: orNull(a.begin_city),
        begin_country: orNull(a.begin_country),
        end_city: orNull(a.end_city),
        end_country: orNull(a.end_country),
        disambiguation: orNull(a.disambiguation),
        biography: orNull(a.biography),
        fictional: bit(a.fictional),
      }),
    },
  ),
  ArtistAlias: kind(
    'artist_alias',
    '/api/artists/:id/aliases',
    {
      variation: name(),
      notes: long(),
      position: position(),
      _type: maybe(
        word('name_variation', 'legal_name', 'birth_name', 'stage_name', 'pseudonym', 'native_name', 'abbreviation', 'former_name'),
      ),
    },
    {
      within: { table: 'artist', column: 'artist_key' },
      origins: { type: '_type' },
      columns: (a) => ({
        variation: a.variation,
        variation_folded: folded(a.variation),
        type: orNull(a._type),
        notes: orNull(a.notes),
        position: a.position ?? 1,
      }),
    },
  ),
  ArtistGroupMember: kind(
    'artist_group_member',
    '/api/artists/:id/group-memberships',
    { position: position() },
    {
      within: { table: 'artist', column: 'member_key' },
      relationships: { group: to('artist', 'group_key', true), alias: to('artist_alias', 'alias_key') },
      columns: (a) => ({ position: a.position ?? 1 }),
    },
  ),
  ArtistExternalLink: externalLink('artist'),
  ArtistRole: kind(
    'artist_role',
    '/api/artists/roles',
    {
      role: name(),
      slug: slug(),
      scope: word('release', 'track', 'recording', 'production'),
      description_markdown: long(),
      organization_applicable: t.Optional(t.Boolean()),
      aliases: maybe(t.Array(name())),
    },
    {
      slugFrom: (a) => a.role,
      columns: (a) => ({
        role: a.role,
        role_folded: folded(a.role),
        role_case_folded: foldCase(a.role ?? ''),
        scope: a.scope,
        description_markdown: a.description_markdown ?? '',
        organization_applicable: bit(a.organization_applicable),
      }),
      owned: (a) => [
        {
          attribute: 'aliases',
          table: 'artist_role_alias',
          owner: 'role_key',
          columns: ['position', 'alias', 'alias_folded'],
          rows: (a.aliases ?? []).map((alias: string, index: number) => [index + 1, alias, folded(alias)]),
        },
      ],
    },
  ),
};
