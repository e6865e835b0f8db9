import { Type } from '@sinclair/typebox';
import { type RawBuilder, sql } from 'kysely';
import { equals, oneOrMany } from '../../api/schema/filters';
import { linkedKeys, refersTo } from '../../api/schema/linked-filters';
import { choice, integer, nonEmpty, type ParameterType, reference, text } from '../../api/schema/parameters';
import type { Bound, Filter } from '../../api/schema/resource';
import { type FormatType, formatTypes } from '../../catalog/vocabularies/vocabularies';
import { whereIs } from '../../kinds';
import { longestCreditLine } from '../../kinds/lists';
import { message } from '../../messages/message';
import { artistsShown, composersShown, formatsShown, labelsShown, productionsShown } from '../../records/edit/unreviewed';

// Filters and orders by the release of an item, looked up per item, since a user has a few thousand at most.

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

export const sortedTitle = (table: ItemTable): RawBuilder<string> => ofRelease(table, 'sorted_title');

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
  const linked = (shown: Shown, type: string, description: string): Filter<T, string> => ({
    kind: reference(() => whereIs(type)().path),
    description,
    many: true,
    bind: (values) => oneOrMany(values as string[]),
    where: (rows, bound, shape) => rows.where(isShown(table, shown, sql`record_key IN ${linkedKeys(whereIs(type)(), bound, shape)}`)),
  });
  const named = (shown: Shown, record: RawBuilder<string>, example: string, description: string): Filter<T, string> => ({
    kind: nonEmpty(text(longestCreditLine, example)),
    description: `${description} Case is ignored.`,
    many: true,
    bind: (values) => ({ shape: 'many', values: { value: JSON.stringify(values) } }),
    where: (rows, bound) =>
      rows.where(isShown(table, shown, sql`lower(coalesce(name, ${record})) IN (SELECT lower(value) FROM json_each(${bound()}))`)),
  });
  return {
    release: refersTo<ItemTable>(table, 'release_key', whereIs('Release'), 'Of this release.') as Filter<T, string>,
    artist: linked(artistsShown, 'Artist', 'By this artist.'),
    composer: linked(composersShown, 'Artist', 'With music of a production of this composer, or credited on the release as composer.'),
    composerName: named(
      composersShown,
      sql`(SELECT display_name FROM artist WHERE key = record_key)`,
      'Bernard Herrmann',
      'With music by a composer of this name, as statistics have it, also where the catalog has no record of one.',
    ),
    label: linked(labelsShown, 'Label', 'On this label.'),
    labelName: named(
      labelsShown,
      sql`(SELECT name FROM label WHERE key = record_key)`,
      'Varèse Sarabande',
      'On a label of this name, as statistics have it, also where the catalog has no record of one.',
    ),
    production: linked(productionsShown, 'Production', 'With music of this production.'),
    year: equals<T, number>(table, releaseYear(table), year, { description: 'Of a release of this year.', many: true }),
    decade: equals<T, number>(table, sql<number>`${releaseYear(table)} / 10 * 10`, decade, {
      description: 'Of a release of this decade, named by its first year.',
      many: true,
    }),
  };
}

type Shown = typeof artistsShown;

const isShown = (table: ItemTable, shown: Shown, condition: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`EXISTS (SELECT 1 FROM (${shown(sql`(${releaseKeyOf(table)})`)}) WHERE ${condition})`;

/** By the item's own format, else the formats of its release. */
export const isOnFormat = <T extends ItemTable>(table: T, own?: RawBuilder<string | null>): Filter<T, FormatType> => ({
  kind: choice(...formatTypes.words),
  description: own
    ? 'On this format of the item, or of its release if the item has none.'
    : 'Of a release with a disc, tape or file of this format.',
  many: true,
  bind: (values) => oneOrMany(values as string[]),
  where: (rows, bound, shape) => {
    const consists = isShown(table, formatsShown, sql`format_type IN ${listed(bound, shape)}`);
    return own
      ? rows.where(sql<boolean>`CASE WHEN ${own} IS NULL THEN ${consists} ELSE ${own} IN ${listed(bound, shape)} END`)
      : rows.where(consists);
  },
});

const listed = (bound: Bound, shape: string): RawBuilder<string> =>
  shape === 'one' ? sql`(${bound()})` : sql`(SELECT value FROM json_each(${bound()}))`;
