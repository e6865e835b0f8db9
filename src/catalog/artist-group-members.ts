import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { closed } from '../api/schema/schemas';
import { belongsTo, countFromOne, defineKind, derived } from '../kinds';
import { exampleId } from './examples';

const nameVariation = closed(
  { id: t.String({ format: 'uuid' }), variation: t.String(), type: t.String() },
  "The name the member has in the group: one of the artist's variations, else (type `name`) the artist's own",
);

export const artistGroupMembers = defineKind({
  type: 'ArtistGroupMember',
  table: 'artist_group_member',
  path: '/api/artists/:artistId/group-memberships',
  noun: 'group membership',
  nouns: 'group memberships',
  description: 'Group memberships of an artist.',
  above: [{ table: 'artist', column: 'member_key' }],
  likeness: ['member_key', 'group_key'],
  noCircle: 'group',
  attributes: () => ({
    position: countFromOne(),
    name_variation: derived(
      nameVariation,
      (row) => sql`coalesce(
        (SELECT json_object('id', id, 'variation', variation, 'type', coalesce(type, 'name_variation')) FROM artist_alias WHERE key = ${sql.ref(`${row}.alias_key`)}),
        (SELECT json_object('id', id, 'variation', name, 'type', 'name') FROM artist WHERE key = ${sql.ref(`${row}.member_key`)})
      )`,
    ),
  }),
  relationships: {
    group: belongsTo('Artist', 'group_key', 'The group', { required: true }),
    alias: belongsTo('ArtistAlias', 'alias_key', 'Name of the member in the group', { isShown: false }),
  },
  example: { position: 1, name_variation: { id: exampleId, variation: 'Agnetha Fältskog', type: 'name' } },
});
