import { Type } from '@sinclair/typebox';
import { type RawBuilder, sql } from 'kysely';
import { oneOrMany } from '../../api/schema/filter-queries';
import { equals } from '../../api/schema/filters';
import { currentIds, linksTo, refersTo } from '../../api/schema/linked-filters';
import { choice, integer, type ParameterType, reference } from '../../api/schema/parameters';
import type { Bound, Filter } from '../../api/schema/resource';
import { type FormatType, formatTypes } from '../../catalog/vocabularies/vocabularies';
import { whereIs } from '../../kinds';
import { message } from '../../messages/message';

// Filters and orders by the release of an item. Release columns are looked up per item, since a user has a few thousand at most;
// filters that match many releases start from their index.

type ItemTable = 'collection_item' | 'wishlist_item';

const maximumYear = 9999;

const year = integer(0, maximumYear);

/** By its first year. */
const decade: ParameterType<number> = {
  schema: Type.Integer({ minimum: 0, maximum: maximumYear, multipleOf: 10 }),
  expected: message('invalid_decade'),
  read: year.read,
  example: 1970,
};

const ofRelease = <V>(table: ItemTable, column: string): RawBuilder<V> =>
  sql<V>`(SELECT r.${sql.ref(column)} FROM "release" AS r WHERE r.key = ${releaseKeyOf(table)})`;

const releaseKeyOf = (table: ItemTable): RawBuilder<number> => sql.ref<number>(`${table}.release_key`);

export const releaseTitle = (table: ItemTable): RawBuilder<string> => ofRelease(table, 'title_folded');

const creditedArtists = (table: ItemTable) => sql`
  FROM release_credit AS c JOIN artist AS a ON a.key = c.artist_key WHERE c.release_key = ${releaseKeyOf(table)} AND c.list = 'artists'`;

/** Text that is searched: the title, the artists (those credited, else as printed) and the notes. */
export const searchedText = (table: ItemTable): RawBuilder<string> => sql`${releaseTitle(table)} || ' ' || coalesce(
  (SELECT group_concat(a.name_folded, ' ') ${creditedArtists(table)}), ${ofRelease(table, 'artist_credit_folded')}, ''
) || ' ' || coalesce(${sql.ref(`${table}.notes_folded`)}, '')`;

export const releaseYear = (table: ItemTable): RawBuilder<number | null> => ofRelease(table, 'year');

/** The first credited artist, else the credit as printed. */
export const artistOf = (table: ItemTable): RawBuilder<string | null> => sql`coalesce(
  (SELECT a.name_folded ${creditedArtists(table)} ORDER BY c.position LIMIT 1), ${ofRelease(table, 'artist_credit_folded')}
)`;

export function itemReleaseFilters<T extends ItemTable>(table: T) {
  const linked = linksToRelease(table);
  return {
    release: refersTo<ItemTable>(table, 'release_key', whereIs('Release'), 'Of this release.') as Filter<T, string>,
    artist: linked('release_credit', 'artist_key', 'Artist', 'By this artist.', { column: 'list', value: 'artists' }),
    composer: composedBy(table),
    label: linked('release_label', 'label_key', 'Label', 'On this label.'),
    production: linked('production_entry', 'production_key', 'Production', 'With music of this production.'),
    year: equals<T, number>(table, releaseYear(table), year, { description: 'Of a release of this year.', many: true }),
    decade: equals<T, number>(table, sql<number>`${releaseYear(table)} / 10 * 10`, decade, {
      description: 'Of a release of this decade, named by its first year.',
      many: true,
    }),
  };
}

const linksToRelease =
  <T extends ItemTable>(table: T) =>
  <L extends 'release_credit' | 'release_label' | 'production_entry'>(
    link: L,
    to: string,
    type: string,
    description: string,
    only?: { column: string; value: string },
  ): Filter<T, string> =>
    linksTo<ItemTable, L>(
      table,
      { table: link, from: 'release_key' as never, to: to as never, ...(only && { only: only as never }) },
      whereIs(type),
      description,
      'release_key',
    ) as Filter<T, string>;

/** By production credits, or by the release's own credits. */
const composedBy = <T extends ItemTable>(table: T): Filter<T, string> => ({
  kind: reference(() => '/api/artists'),
  description: 'With music of a production of this composer, or credited on the release as composer.',
  many: true,
  bind: (values) => oneOrMany(values as string[]),
  where: (rows, bound, shape) => {
    const composers = sql`(SELECT key FROM artist WHERE id IN ${currentIds('artist', bound, shape)})`;
    return rows.where(
      sql<boolean>`${releaseKeyOf(table)} IN (
        SELECT e.release_key FROM production_credit AS c JOIN production_entry AS e ON e.production_key = c.production_key
        WHERE c.artist_key IN ${composers} AND (c.list = 'composers' OR c.role_key = (SELECT key FROM artist_role WHERE slug = 'composer'))
        UNION ALL
        SELECT c.release_key FROM release_credit AS c JOIN artist_role AS r ON r.key = c.role_key
        WHERE c.artist_key IN ${composers} AND r.slug = 'composer')`,
    );
  },
});

/** By the item's own format, else the formats of its release. */
export const isOnFormat = <T extends ItemTable>(table: T, own?: RawBuilder<string | null>): Filter<T, FormatType> => ({
  kind: choice(...formatTypes.words),
  description: own
    ? 'On this format of the item, or of its release if the item has none.'
    : 'Of a release with a disc, tape or file of this format.',
  many: true,
  bind: (values) => oneOrMany(values as string[]),
  where: (rows, bound, shape) => {
    const consists = sql`EXISTS (SELECT 1 FROM release_format AS f WHERE f.release_key = ${releaseKeyOf(table)} AND ${isOneOf('f.format_type', bound, shape)})`;
    return own
      ? rows.where(sql<boolean>`CASE WHEN ${own} IS NULL THEN ${consists} ELSE ${own} IN ${listed(bound, shape)} END`)
      : rows.where(sql<boolean>`${consists}`);
  },
});

const isOneOf = (column: string, bound: Bound, shape: string): RawBuilder<boolean> => sql`${sql.ref(column)} IN ${listed(bound, shape)}`;

const listed = (bound: Bound, shape: string): RawBuilder<string> =>
  shape === 'one' ? sql`(${bound()})` : sql`(SELECT value FROM json_each(${bound()}))`;
