import { sql } from 'kysely';
import type { Principal, Scope } from '../accounts/principal';
import { iri } from '../api/openapi/shared';
import { type Personal, sharedThings } from '../api/read/viewer';
import type { Resource } from '../api/schema/resource';
import { bearerToken, insufficientScope } from '../http/authentication';
import { isSeenBy } from '../records/edit/unreviewed';
import type { Store } from '../store/database/open';
import { RevisionCache } from '../store/database/revision-cache';
import { parameter, prepare, type Statement, Statements } from '../store/database/sql';

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

const maximumHoldings = 3_000;

/** Tells clients which of the returned releases they own or want, as far as their token's scopes allow. */
export function holdings(store: Store, findPrincipal: (token: string) => Principal | undefined): Personal {
  const prepared = new Map<string, Statement<Holding, Values>>();
  /** Prepared on first use. */
  const find = (list: List, { type, releaseKeys }: Keepable) => {
    const name = `${list.member} ${type}`;
    const statement = prepared.get(name) ?? holdingsQuery(store, list, releaseKeys);
    prepared.set(name, statement);
    return statement;
  };
  const hasItems = itemsFinder(store);
  const statements = new Statements(store);
  const seesRelease = {
    get: (values: { readonly user: number; readonly key: number }) => statements.of(seenRelease).get(values),
  };
  const principalOf = (request: Request) => findPrincipal(bearerToken(request.headers.get('authorization')) ?? '');
  const readableBy = (principal: Principal | undefined) =>
    lists.filter(({ scope }) => principal && (principal.scopes === null || principal.scopes.has(scope)));
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
  const keeps: Personal['keeps'] = (request, { releaseKeys }, keys) => {
    const principal = principalOf(request);
    if (!principal || !releaseKeys) return new Set();
    const values = { user: principal.userKey, keys: JSON.stringify(keys) };
    const kept = readableBy(principal)
      .filter((list) => hasItems(list, principal.userKey))
      .flatMap(({ table }) => statements.of(keptQuery, table, releaseKeys).all(values));
    return new Set(kept.map(({ key }) => key));
  };
  return {
    notes,
    keeps,
    asker(request, scopes) {
      const principal = principalOf(request);
      const lacking = scopes.find((scope) => principal?.scopes && !principal.scopes.has(scope as Scope));
      if (!principal || lacking !== undefined) throw insufficientScope(lacking ?? 'collection:read');
      return principal;
    },
    seesUnreviewed(request, { type }, key) {
      const principal = principalOf(request);
      return principal !== undefined && type === 'Release' && seesRelease.get({ user: principal.userKey, key }) !== undefined;
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
  const prepared = new Map<string, Statement<{ found: number }, { user: number }>>();
  return ({ table }, user) => {
    const found = known.find(`${table} ${user}`, () => {
      const statement = prepared.get(table) ?? hasItemsQuery(store, table);
      prepared.set(table, statement);
      return statement.get({ user })?.found === 1;
    });
    return found === true;
  };
}

const seenRelease = sql`SELECT 1 FROM "release" AS r WHERE r.key = ${parameter('key')} AND ${isSeenBy('r', parameter('user'))}`;

const keptQuery = (table: List['table'], releases: Keepable['releaseKeys']) => sql<{ key: number }>`
  SELECT one.value AS key FROM json_each(${parameter('keys')}) AS one WHERE EXISTS (
    SELECT 1 FROM ${sql.table(table)} AS item WHERE item.user_key = ${parameter('user')} AND item.release_key IN ${releases(sql`(one.value)`)}
  )`;

const hasItemsQuery = ({ db, reader }: Store, table: List['table']) =>
  prepare<{ user: number }>()(reader, (p) =>
    db.selectNoFrom(sql<number>`EXISTS (SELECT 1 FROM ${sql.table(table)} WHERE user_key = ${p('user')})`.as('found')),
  );

interface Values {
  readonly user: number;
  readonly keys: string;
  readonly [name: string]: string | number;
}

const asIris = ({ release, edition, shared, item, itemRelease }: Holding, items: string): Holding => ({
  release: `/api/releases/${release}`,
  edition,
  shared,
  item: `${items}/${item}`,
  itemRelease: `/api/releases/${itemRelease}`,
});

interface ItemColumns {
  readonly id: string;
  readonly user_key: number;
  readonly release_key: number;
}

/**
 * Holdings of releases, of other editions of their albums, and of releases with the same productions. CROSS JOIN keeps the
 * order: from the few found releases to what is kept of them.
 */
function holdingsQuery({ db, reader }: Store, { table }: List, releases: Keepable['releaseKeys']): Statement<Holding, Values> {
  return prepare<Values>()(reader, (p) => {
    const found = () =>
      db.selectFrom('release as found').where('found.key', 'in', releases(sql`(SELECT value FROM json_each(${p('keys')}))`));
    const item = sql<ItemColumns>`${sql.table(table)}`.as('item');
    const rowOf = (edition: Holding['edition'], shared: Holding['shared'], itemRelease: 'found.id' | 'kept.id') =>
      [
        'found.id as release',
        sql<Holding['edition']>`${sql.lit(edition)}`.as('edition'),
        sql<Holding['shared']>`${sql.lit(shared)}`.as('shared'),
        sql<string>`item.id`.as('item'),
        sql<string>`${sql.ref(itemRelease)}`.as('itemRelease'),
      ] as const;
    const same = found()
      .crossJoin(item)
      .whereRef('item.release_key', '=', 'found.key')
      .where('item.user_key', '=', p('user'))
      .select(rowOf('this', 'release', 'found.id'));
    const ofAlbum = found()
      .crossJoin('release as kept')
      .crossJoin(item)
      .whereRef('kept.album_key', '=', 'found.album_key')
      .whereRef('kept.key', '<>', 'found.key')
      .whereRef('item.release_key', '=', 'kept.key')
      .where('item.user_key', '=', p('user'))
      .select(rowOf('another', 'album', 'kept.id'));
    const ofProduction = found()
      .crossJoin('production_entry as its')
      .crossJoin('production_entry as theirs')
      .crossJoin(item)
      .crossJoin('release as kept')
      .whereRef('its.release_key', '=', 'found.key')
      .whereRef('theirs.production_key', '=', 'its.production_key')
      .whereRef('theirs.release_key', '<>', 'found.key')
      .whereRef('item.release_key', '=', 'theirs.release_key')
      .where('item.user_key', '=', p('user'))
      .whereRef('kept.key', '=', 'item.release_key')
      .where(sql<boolean>`(kept.album_key = found.album_key) IS NOT TRUE`)
      .select(rowOf('another', 'production', 'kept.id'));
    return same
      .union(ofAlbum)
      .union(ofProduction)
      .orderBy('release')
      .orderBy('edition', 'desc')
      .orderBy('shared')
      .orderBy('item')
      .limit(sql.lit(maximumHoldings));
  });
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
