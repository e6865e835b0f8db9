import { sql } from 'kysely';
import type { Principal, Scope } from '../accounts/principal';
import { iri } from '../api/openapi/shared';
import { type Personal, type Share, sharedThings } from '../api/read/viewer';
import type { Resource } from '../api/schema/resource';
import { bearerToken, insufficientScope } from '../http/authentication';
import { isSeenBy } from '../records/edit/unreviewed';
import type { Store } from '../store/database/open';
import { RevisionCache } from '../store/database/revision-cache';
import { parameter } from '../store/database/sql';
import { countsOf, isCompleted, viewerOf } from './completeness/scores';
import { sharesOf } from './completeness/shares';

/** Whether a user owns or wants a release, or another edition. */
export interface Holding {
  readonly release: string;
  readonly edition: 'this' | 'another';
  /** The release itself, its album, or only a production. */
  readonly shared: (typeof sharedThings)[number];
  readonly item: string;
  readonly itemRelease: string;
}

/** Both lists with their member in `meta` and required scope. */
const lists = [
  { member: 'owned', table: 'collection_item', path: 'collection', scope: 'collection:read' },
  { member: 'wanted', table: 'wishlist_item', path: 'wishlist', scope: 'wishlist:read' },
] as const satisfies readonly { readonly scope: Scope; readonly [name: string]: string }[];

type List = (typeof lists)[number];

/** Cached users, about 100 bytes each. */
const maximumKnownLists = 10_000;

/** Pages of lists with the viewer's shares, of some kilobytes each. */
const maximumKnownPages = 500;

const maximumHoldings = 3_000;

/** Tells clients which of the returned releases they own or want, as far as their token's scopes allow. */
export function holdings(store: Store, findPrincipal: (token: string) => Principal | undefined): Personal {
  const { db, reader } = store;
  const find = (list: List, { type, releaseKeys }: Keepable) =>
    reader.composed<Holding>(`${list.member} ${type}`, () => holdingsQuery(list, releaseKeys).compile(db));
  const hasItems = itemsFinder(store);
  const shares = new RevisionCache<ReadonlyMap<number, Share>>(store, maximumKnownPages);
  const principalOf = (request: Request) => findPrincipal(bearerToken(request.headers.get('authorization')) ?? '');
  const readableBy = (principal: Principal | undefined) =>
    lists.filter(({ scope }) => principal && (principal.scopes === null || principal.scopes.has(scope)));
  const showsOwned = (principal: Principal) => readableBy(principal).some(({ member }) => member === 'owned');
  const notes: Personal['notes'] = (request, { type, releaseKeys }, keys) => {
    if (!releaseKeys) return undefined;
    const principal = principalOf(request);
    const readable = readableBy(principal);
    if (!principal || readable.length === 0) return undefined;
    const values = { user: principal.userKey, keys: JSON.stringify(keys) };
    const items = (list: List) => `/api/users/${principal.userId}/${list.path}`;
    return Object.fromEntries(
      readable.map((list) => [
        list.member,
        hasItems(list, principal.userKey)
          ? find(list, { type, releaseKeys })
              .all(values)
              .map((row) => asIris(row, items(list)))
          : [],
      ]),
    );
  };
  const keeps: Personal['keeps'] = (request, { type, releaseKeys }, keys) => {
    const principal = principalOf(request);
    if (!principal || !releaseKeys) return new Set();
    const values = { user: principal.userKey, keys: JSON.stringify(keys) };
    const owned = readableBy(principal)
      .filter((list) => hasItems(list, principal.userKey))
      .flatMap(({ table }) =>
        reader.composed<{ key: number }>(`in ${table} ${type}`, () => ownedQuery(table, releaseKeys).compile(db)).all(values),
      );
    return new Set(owned.map(({ key }) => key));
  };
  return {
    notes,
    completeness(request, { type }, key) {
      const principal = principalOf(request);
      if (!principal || !isCompleted(type) || !showsOwned(principal)) return undefined;
      return { completeness: countsOf(reader, { type, key }, viewerOf(principal)) };
    },
    shares(request, { type }, keys) {
      const principal = principalOf(request);
      if (!principal || !isCompleted(type) || !showsOwned(principal)) return undefined;
      return shares.find(`${type} ${principal.userKey} ${keys}`, () => sharesOf(reader, type, keys, viewerOf(principal)));
    },
    keeps,
    asker(request, scopes) {
      const principal = principalOf(request);
      const lacking = scopes.find((scope) => principal?.scopes && !principal.scopes.has(scope as Scope));
      if (!principal || lacking !== undefined) throw insufficientScope(lacking ?? 'collection:read');
      return principal;
    },
    seesUnreviewed(request, { type }, key) {
      const principal = principalOf(request);
      if (!principal || type !== 'Release') return false;
      const seen = reader.composed('seen release', () => seenRelease.compile(db));
      return seen.get({ user: principal.userKey, key }) !== undefined;
    },
  };
}

/** Records that are releases or belong to one. */
interface Keepable {
  readonly type: string;
  readonly releaseKeys: NonNullable<Resource['releaseKeys']>;
}

/** Whether a user has any items, cached per database state: most look-ups need nothing more. */
function itemsFinder(store: Store): (list: List, user: number) => boolean {
  const known = new RevisionCache<boolean>(store, maximumKnownLists);
  return ({ table }, user) =>
    known.find(`${table} ${user}`, () => {
      const first = store.reader.get(`SELECT 1 FROM ${table} WHERE user_key = :user LIMIT 1`, { user });
      return first !== undefined;
    }) === true;
}

const seenRelease = sql`SELECT 1 FROM "release" AS r WHERE r.key = ${parameter('key')} AND ${isSeenBy('r', parameter('user'))}`;

const ownedQuery = (table: List['table'], releases: Keepable['releaseKeys']) => sql`
  SELECT record.value AS key FROM json_each(:keys) AS record WHERE EXISTS (
    SELECT 1 FROM ${sql.table(table)} AS item WHERE item.user_key = :user AND item.release_key IN ${releases(sql`(record.value)`)}
  )`;

const asIris = ({ release, edition, shared, item, itemRelease }: Holding, items: string): Holding => ({
  release: `/api/releases/${release}`,
  edition,
  shared,
  item: `${items}/${item}`,
  itemRelease: `/api/releases/${itemRelease}`,
});

/**
 * Holdings of releases, of other editions of their albums, and of releases with the same productions. CROSS JOIN keeps the
 * order: from the few found releases to what is owned of them.
 */
function holdingsQuery({ table }: List, releases: Keepable['releaseKeys']) {
  const isFound = sql`found.key IN ${releases(sql`(SELECT value FROM json_each(:keys))`)}`;
  const item = sql`${sql.table(table)} AS item`;
  return sql`
    SELECT found.id AS release, 'this' AS edition, 'release' AS shared, item.id AS item, found.id AS itemRelease
    FROM "release" AS found CROSS JOIN ${item}
    WHERE ${isFound} AND item.release_key = found.key AND item.user_key = :user
    UNION SELECT found.id, 'another', 'album', item.id, owned.id
    FROM "release" AS found CROSS JOIN "release" AS owned CROSS JOIN ${item}
    WHERE ${isFound} AND owned.album_key = found.album_key AND owned.key <> found.key
      AND item.release_key = owned.key AND item.user_key = :user
    UNION SELECT found.id, 'another', 'production', item.id, owned.id
    FROM "release" AS found CROSS JOIN production_entry AS its CROSS JOIN production_entry AS theirs
      CROSS JOIN ${item} CROSS JOIN "release" AS owned
    WHERE ${isFound} AND its.release_key = found.key AND theirs.production_key = its.production_key AND theirs.release_key <> found.key
      AND item.release_key = theirs.release_key AND item.user_key = :user AND owned.key = item.release_key
      AND (owned.album_key = found.album_key) IS NOT TRUE
    ORDER BY release, edition DESC, shared, item LIMIT ${sql.lit(maximumHoldings)}`;
}

const holdingList = (description: string): object => ({
  type: 'array',
  description,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['release', 'edition', 'shared', 'item', 'itemRelease'],
    properties: {
      release: { ...iri, description: 'A found release, or one with a found track' },
      edition: {
        type: 'string',
        enum: ['this', 'another'],
        description: 'Of this release, or of another release of its album or productions',
      },
      shared: {
        type: 'string',
        enum: sharedThings,
        description: 'What both have in common; releases of one album are editions',
      },
      item: iri,
      itemRelease: { ...iri, description: 'Release of the item' },
    },
  },
});

/** OpenAPI schema of what {@link holdings} adds to `meta`. */
export const holdingsSchema: Readonly<Record<string, object>> = {
  owned: holdingList("With look-ups and holdings: items of the user's collection. Needs collection:read."),
  wanted: holdingList("With look-ups and holdings: items of the user's wishlist. Needs wishlist:read."),
};
