import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { jsonApi } from '../../api/openapi/answers';
import { exampleUuid } from '../../api/openapi/shared';
import { futureTime, wordsField, writableField } from '../../api/schema/fields';
import { defineResource } from '../../api/schema/registry';
import { closed, count, list, moment, word as oneOf, orNull, text, uuid } from '../../api/schema/schemas';
import { message } from '../../messages/message';
import { lineOfText, nullable, word, yesOrNo } from '../items/fields';
import { exampleRelease, releaseInShort } from '../releases-shown';

/** What a share may show besides releases and formats. */
export const shownWords = ['prices', 'notes', 'priority'] as const;

export type ShownWord = (typeof shownWords)[number];

const sharedLists = ['wishlist', 'collection'] as const;

const longestTitle = 100;
const longestGreeting = 1_000;

/** Without regard to the wishlist: otherwise, owners would learn what is taken by removing wishes one by one. */
const taken = sql<number>`(SELECT count(*) FROM share_reservation AS r WHERE r.share_key = share.key)`;

const takenItems = sql<string[] | null>`iif(share.shows_taken, (
  SELECT json_group_array('/api/users/' || user.id || '/wishlist/' || item.id)
  FROM reserved_release AS r JOIN "release" ON "release".id = r.release_id
    JOIN wishlist_item AS item ON item.user_key = r.user_key AND item.release_key = "release".key
  WHERE r.user_key = share.user_key AND r.share_key = share.key), NULL)`;

const lengthOf = (value: unknown): number => (typeof value === 'string' && value.isWellFormed() ? [...value].length : Number.NaN);

export const shares = defineResource({
  type: 'Share',
  table: 'share',
  path: '/api/users/:userId/shares',
  noun: 'shared list',
  nouns: 'shared lists',
  description: 'A list that whoever has its link may see.',
  within: { ancestors: [{ parameter: 'userId', table: 'user' }], column: 'user_key' },
  attributes: () =>
    t.Object({
      list: t.Union(sharedLists.map((list) => t.Literal(list))),
      title: t.String({ description: 'Heading of the page' }),
      greeting: nullable(t.String({ description: 'Below the heading' })),
      shown: t.Array(t.Union(shownWords.map((shown) => t.Literal(shown))), { description: 'Shown besides releases and formats' }),
      shows_taken: t.Boolean({ description: 'Whether you see which wishes are taken, and not only how many. Never by whom' }),
      expires_at: nullable(t.String({ format: 'date-time', description: 'null if it never ends' })),
      taken: t.Integer({ description: 'How many wishes are taken, removed ones included', readOnly: true }),
      taken_items: nullable(t.Array(t.String({ format: 'iri-reference' }), { description: 'Which, if `shows_taken`', readOnly: true })),
      opened: t.Integer({ description: 'How often it was opened; several times within a minute count as one', readOnly: true }),
      last_opened_at: nullable(t.String({ format: 'date-time', readOnly: true })),
      created_at: moment(),
      updated_at: moment(),
    }),
  rows: (db) =>
    db
      .selectFrom('share')
      .innerJoin('user', 'user.key', 'share.user_key')
      .where('share.revoked_at', 'is', null)
      .select(['share.key', 'share.id as _id', 'user.id as userId', 'share.list', 'share.title', 'share.greeting', 'share.shows_taken'])
      .select(['share.expires_at', 'share.opened', 'share.last_opened_at', 'share.created_at', 'share.updated_at'])
      .select([sql<ShownWord[]>`share.shown`.as('shown'), taken.as('taken'), takenItems.as('taken_items')]),
  writes: () => ({
    fields: {
      list: word(sharedLists, 'wishlist'),
      title: lineOfText(longestTitle),
      greeting: writableField({
        schema: t.String({ maxLength: longestGreeting }),
        expected: message('too_long', { max: longestGreeting }),
        isAllowed: (value) => lengthOf(value) <= longestGreeting,
      }),
      shown: wordsField(shownWords, '[]'),
      shows_taken: yesOrNo(),
      expires_at: futureTime(),
    },
    references: {},
    required: ['title'] as const,
    scopes: { read: 'wishlist:read', write: 'wishlist:write' },
  }),
  example: {
    list: 'wishlist',
    title: 'Birthday',
    greeting: 'Used discs are fine if they play.',
    shown: ['prices'],
    shows_taken: false,
    expires_at: '2027-01-15T09:30:00.000+00:00',
    taken: 2,
    taken_items: null,
    opened: 14,
    last_opened_at: '2026-01-15T09:30:00.000+00:00',
    created_at: '2026-01-15T09:30:00.000+00:00',
    updated_at: '2026-01-15T09:30:00.000+00:00',
  },
});

const { iri: _, slug: __, barcode: ___, ...shortRelease } = releaseInShort;

const item = closed({
  id: uuid(),
  release: closed(shortRelease),
  cover: orNull(closed({ width: t.Integer(), height: t.Integer() }), 'Of `…/items/{id}/cover`'),
  any_edition: t.Boolean(),
  priority: orNull(t.Integer()),
  price_cents: orNull(count('The most that the owner would pay, or what the copy cost')),
  currency: orNull(text()),
  notes: orNull(text()),
  is_taken: t.Boolean({ description: 'Whether somebody gives it' }),
  is_yours: t.Boolean({ description: 'Whether the sender of `Reservation-Key` gives it' }),
  taken_by: orNull(text('As they named themselves')),
});

const attributes = closed({
  owner: text('User name'),
  list: oneOf(['wishlist', 'collection']),
  title: text(),
  greeting: orNull(text()),
  shown: list(oneOf(shownWords)),
  shows_taken: t.Boolean({ description: 'Whether the owner sees which wishes are taken. Never by whom' }),
  items: list(item, 'Wishes that nobody gives first'),
});

/** A list as those with its link see it. */
export const sharedListDocument = jsonApi(
  closed({
    data: closed({ type: t.Literal('SharedList'), id: uuid(), attributes }),
    meta: closed({ totalItems: count(), itemsPerPage: count(), currentPage: count() }),
  }),
  {
    data: {
      type: 'SharedList',
      id: exampleUuid,
      attributes: {
        owner: 'anna',
        list: 'wishlist',
        title: 'Birthday',
        greeting: null,
        shown: ['prices'],
        shows_taken: false,
        items: [
          {
            id: exampleUuid,
            release: exampleShort(),
            cover: null,
            any_edition: false,
            priority: null,
            price_cents: 4000,
            currency: 'EUR',
            notes: null,
            is_taken: false,
            is_yours: false,
            taken_by: null,
          },
        ],
      },
    },
    meta: { totalItems: 1, itemsPerPage: 30, currentPage: 1 },
  },
);

function exampleShort() {
  const { iri: _, slug: __, barcode: ___, ...release } = exampleRelease;
  return release;
}
