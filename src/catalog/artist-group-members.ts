import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { defineResource, one } from '../jsonapi/resource';
import { exampleId } from './parts';

const nameVariation = t.Object(
  { id: t.String({ format: 'uuid' }), variation: t.String(), type: t.String() },
  {
    additionalProperties: false,
    description: "The name the member has in the group: one of the artist's variations, else (type `name`) the artist's own",
  },
);

export const artistGroupMembers = defineResource({
  type: 'ArtistGroupMember',
  table: 'artist_group_member',
  path: '/api/artists/:artistId/group-memberships',
  noun: 'group membership',
  nouns: 'group memberships',
  description: 'The groups that an artist is a member of.',
  within: { ancestors: [{ parameter: 'artistId', table: 'artist' }], column: 'member_key' },
  attributes: t.Object({ position: t.Integer({ minimum: 1 }), name_variation: nameVariation }),
  rows: (db) =>
    db
      .selectFrom('artist_group_member')
      .innerJoin('artist as member', 'member.key', 'artist_group_member.member_key')
      .leftJoin('artist_alias', 'artist_alias.key', 'artist_group_member.alias_key')
      .select(['artist_group_member.key', 'artist_group_member.id as _id', 'member.id as artistId', 'artist_group_member.position'])
      .select(
        sql<{ id: string; variation: string; type: string }>`iif(artist_alias.key IS NULL,
          json_object('id', member.id, 'variation', member.name, 'type', 'name'),
          json_object('id', artist_alias.id, 'variation', artist_alias.variation, 'type', coalesce(artist_alias.type, 'name_variation')))`.as(
          'name_variation',
        ),
      ),
  relationships: {
    group: one('Artist', 'The group', (db, from) =>
      db
        .selectFrom('artist_group_member')
        .innerJoin('artist', 'artist.key', 'artist_group_member.group_key')
        .where('artist_group_member.key', 'in', from)
        .select(['artist_group_member.key as from', 'artist.key as to', 'artist.id']),
    ),
  },
  example: { position: 1, name_variation: { id: exampleId, variation: 'Agnetha Fältskog', type: 'name' } },
});
