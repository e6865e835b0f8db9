import { hashToken } from '../../accounts/token';
import { type Cover, coverOfRelease } from '../../catalog/cover';
import { conflict, DomainError, notFound } from '../../errors';
import { message } from '../../messages/message';
import type { Value } from '../../store/database/connection';
import type { Store } from '../../store/database/open';
import { textOf } from '../../store/database/sql';
import { now, timestamp } from '../../store/values/dates';
import { type ReleaseInShort, releasesInShort } from '../releases-shown';
import type { ShownWord } from './resource';

// Lists that whoever has the link may see. The secret of a link is stored as a hash only.

/** For the family, the friends, the forum … */
export const maximumShares = 20;

/** 128 bits. */
const secretBytes = 16;

const wellFormed = /^[\w-]{22}$/;

/** Several reloads count as one opening. */
const openingMilliseconds = 60_000;

/** @returns the id of the share, and the only plain text of its secret */
export function addShare({ writer }: Store, user: number, values: Readonly<Record<string, Value>>): { id: string; secret: string } {
  const { total } = writer.get<{ total: number }>(openShares, { user }) ?? { total: 0 };
  if (total >= maximumShares) throw conflict('many_shares', { max: maximumShares });
  const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(secretBytes))).toString('base64url');
  const row = { id: Bun.randomUUIDv7(), user_key: user, hash: hashToken(secret), created_at: now(), updated_at: now() };
  writer.insertRow('share', { ...values, ...row });
  return { id: row.id, secret };
}

const openShares = 'SELECT count(*) AS total FROM share WHERE user_key = :user AND revoked_at IS NULL';

const ofUser = 'id = :id AND user_key = :user AND revoked_at IS NULL';

/**
 * @returns whether the user has the share
 * @throws {DomainError} conflict, if it would show what friends took while it did not
 */
export function changeShare({ writer }: Store, user: number, id: string, values: Readonly<Record<string, Value>>): boolean {
  if (values.shows_taken === 1 && writer.get(takenUnseen, { id, user })) throw conflict('share_taken');
  const columns = Object.keys(values).map((name) => `"${name}" = :${name}`);
  const set = [...columns, 'updated_at = :now'].join(', ');
  return writer.change(`UPDATE share SET ${set} WHERE ${ofUser}`, { ...values, id, user, now: now() }) > 0;
}

const takenUnseen = `
  SELECT 1 FROM share JOIN share_reservation AS taken ON taken.share_key = share.key
  WHERE share.id = :id AND share.user_key = :user AND share.shows_taken = 0`;

/**
 * Its link says that it has ended from then on. Who gives what is forgotten, unless another link shows the wishlist.
 * @returns whether the user had the share
 */
export function revokeShare({ writer }: Store, user: number, id: string): boolean {
  const taken = `share_key = (SELECT key FROM share WHERE ${ofUser})`;
  const other = `SELECT key FROM share WHERE user_key = :user AND list = 'wishlist' AND revoked_at IS NULL AND id <> :id ORDER BY key DESC LIMIT 1`;
  writer.change(`UPDATE share_reservation SET share_key = coalesce((${other}), share_key) WHERE ${taken}`, { id, user });
  writer.change(`DELETE FROM share_reservation WHERE ${taken}`, { id, user });
  return writer.change(`UPDATE share SET revoked_at = :now WHERE ${ofUser}`, { id, user, now: now() }) > 0;
}

export interface SharedList {
  readonly key: number;
  readonly id: string;
  readonly user: number;
  readonly owner: string;
  readonly list: 'wishlist' | 'collection';
  readonly title: string;
  readonly greeting: string | null;
  readonly shown: readonly ShownWord[];
  readonly shows_taken: boolean;
}

/**
 * The list of a link.
 * @throws {DomainError} not_found, for an unknown link; gone, for one that has ended
 */
export function sharedList({ reader }: Store, secret: string): SharedList {
  const row = wellFormed.test(secret)
    ? reader.get<Omit<SharedList, 'shown' | 'shows_taken'> & { shown: string } & Record<'has_ended' | 'shows_taken', 0 | 1>>(bySecret, {
        hash: hashToken(secret),
        now: now(),
      })
    : undefined;
  if (!row) throw notFound('no_share');
  const { has_ended, shown, shows_taken, ...share } = row;
  if (has_ended) throw new DomainError('gone', message('share_ended'));
  return { ...share, shown: JSON.parse(shown), shows_taken: shows_taken === 1 };
}

const bySecret = `
  SELECT share.key, share.id, share.user_key AS user, user.username AS owner, share.list, share.title, share.greeting, share.shown, share.shows_taken,
    share.revoked_at IS NOT NULL OR coalesce(share.expires_at <= :now, 0) OR user.disabled_at IS NOT NULL AS has_ended
  FROM share JOIN user ON user.key = share.user_key WHERE share.hash = :hash`;

/** Counts an opening by somebody else than the owner. */
export async function noteOpened(store: Store, { key }: SharedList): Promise<void> {
  const values = { key, now: now(), before: timestamp(Date.now() - openingMilliseconds) };
  const isDue = 'key = :key AND coalesce(last_opened_at < :before, 1)';
  if (!store.reader.get(`SELECT 1 FROM share WHERE ${isDue}`, { key, before: values.before })) return;
  await store.write(() => store.writer.change(`UPDATE share SET opened = opened + 1, last_opened_at = :now WHERE ${isDue}`, values));
}

/** What a friend sees of an item; null where the owner does not show it. */
export interface SharedItem {
  readonly id: string;
  readonly release: Omit<ReleaseInShort, 'iri' | 'slug' | 'barcode'>;
  readonly cover: Pick<Cover, 'width' | 'height'> | null;
  readonly any_edition: boolean;
  readonly priority: number | null;
  /** The most that the owner would pay, or what a copy cost. */
  readonly price_cents: number | null;
  readonly currency: string | null;
  readonly notes: string | null;
  readonly is_taken: boolean;
  /** Whether the browser that asks takes it. */
  readonly is_yours: boolean;
  readonly taken_by: string | null;
}

type ItemRow = Pick<SharedItem, 'id' | 'priority' | 'price_cents' | 'currency' | 'notes' | 'taken_by'> & {
  readonly release_key: number;
  readonly release_id: string;
  readonly cover: string | null;
} & Readonly<Record<'any_edition' | 'is_taken' | 'is_yours', 0 | 1>>;

/** Who looks: a browser by its secret, or the owner, who never sees who gives what. */
export interface SharedView {
  readonly holder: string | null;
  readonly isOwner: boolean;
}

/** One page. Wishes that nobody gives come first, unless the owner looks, and the most wanted of them before others. */
export function sharedItems(
  store: Store,
  share: SharedList,
  { holder, isOwner }: SharedView,
  { page, itemsPerPage }: { readonly page: number; readonly itemsPerPage: number },
): { readonly items: readonly SharedItem[]; readonly total: number } {
  const { reader } = store;
  const { user } = share;
  const text = share.list === 'wishlist' ? wishes : copies;
  const at = { user, limit: itemsPerPage, offset: (page - 1) * itemsPerPage };
  const rows = reader.all<ItemRow>(text, share.list === 'wishlist' ? { ...at, holder: holder && hashToken(holder) } : at);
  const releases = releasesInShort(
    store,
    rows.map(({ release_key }) => release_key),
  );
  const byId = new Map(releases.map((release) => [release.id, release]));
  const shows = (word: ShownWord): boolean => share.shown.includes(word);
  const items = rows.flatMap((row) => {
    const found = byId.get(row.release_id);
    return found ? [present(row, found, shows, isOwner)] : [];
  });
  const count = `SELECT count(*) AS total FROM ${itemTables[share.list]} WHERE user_key = :user`;
  return { items, total: reader.get<{ total: number }>(count, { user })?.total ?? 0 };
}

function present(row: ItemRow, release: ReleaseInShort, shows: (word: ShownWord) => boolean, isOwner: boolean): SharedItem {
  const { iri: _, slug: __, barcode: ___, ...seen } = release;
  const cover: Cover | null = row.cover === null ? null : JSON.parse(row.cover);
  return {
    id: row.id,
    release: seen,
    cover: cover && { width: cover.width, height: cover.height },
    any_edition: row.any_edition === 1,
    priority: shows('priority') ? row.priority : null,
    price_cents: shows('prices') ? row.price_cents : null,
    currency: shows('prices') ? row.currency : null,
    notes: shows('notes') ? row.notes : null,
    is_taken: row.is_taken === 1 && !isOwner,
    is_yours: row.is_yours === 1,
    taken_by: isOwner ? null : row.taken_by,
  };
}

const ofRelease = `"release".id AS release_id, ${textOf(coverOfRelease('release'))} AS cover`;

const wishes = `
  SELECT item.id, item.release_key, item.any_edition, item.priority, item.max_price_cents AS price_cents, item.currency, item.notes,
    taken.key IS NOT NULL AS is_taken, taken.holder_hash IS :holder AND :holder IS NOT NULL AS is_yours, taken.name AS taken_by, ${ofRelease}
  FROM wishlist_item AS item JOIN "release" ON "release".key = item.release_key
    LEFT JOIN reserved_release AS taken ON taken.user_key = item.user_key AND taken.release_id = "release".id
  WHERE item.user_key = :user
  ORDER BY item.priority IS NULL, item.priority, "release".title_folded, item.id LIMIT :limit OFFSET :offset`;

const copies = `
  SELECT item.id, item.release_key, 0 AS any_edition, NULL AS priority, item.purchase_price_cents AS price_cents, item.currency, item.notes,
    0 AS is_taken, 0 AS is_yours, NULL AS taken_by, ${ofRelease}
  FROM collection_item AS item JOIN "release" ON "release".key = item.release_key
  WHERE item.user_key = :user ORDER BY "release".title_folded, item.id LIMIT :limit OFFSET :offset`;

/** UUID of the release of an item on the list; undefined for others. */
export const releaseOfItem = ({ reader }: Store, { user, list }: SharedList, item: string): string | undefined =>
  reader.get<{ id: string }>(releaseOf(list), { user, item })?.id;

const itemTables = { wishlist: 'wishlist_item', collection: 'collection_item' } as const;

const releaseOf = (list: SharedList['list']): string => `
  SELECT "release".id FROM ${itemTables[list]} AS item JOIN "release" ON "release".key = item.release_key
  WHERE item.user_key = :user AND item.id = :item`;

/** More than anybody gives; keeps one browser from taking a whole list. */
const mostOfHolder = 20;

/**
 * Notes that somebody gives a wish.
 * @throws {DomainError} not_found, if it is not on the list; conflict, if somebody else gives it, or this browser too many
 */
export function reserve({ writer }: Store, share: SharedList, item: string, holder: string, name: string | null): void {
  const { user } = share;
  const wish = share.list === 'wishlist' ? writer.get<{ id: string }>(releaseOfWish, { item, user }) : undefined;
  if (!wish) throw notFound('no_wish', { id: item.slice(0, 100) });
  const at = { user, release: wish.id, holder: hashToken(holder) };
  const { total } = writer.get<{ total: number }>(ofHolder, at) ?? { total: 0 };
  if (total >= mostOfHolder) throw conflict('many_reservations', { max: mostOfHolder });
  const changed =
    writer.change(`UPDATE share_reservation SET name = :name WHERE holder_hash = :holder AND key = (${reservedBy})`, { name, ...at }) +
    writer.change(
      `INSERT INTO share_reservation (share_key, user_key, release_id, holder_hash, name, created_at)
       SELECT :share, :user, :release, :holder, :name, :now WHERE NOT EXISTS (${reservedBy})`,
      { ...at, share: share.key, name, now: now() },
    );
  if (changed === 0) throw conflict('wish_taken');
}

const releaseOfWish = releaseOf('wishlist');

const reservedBy = 'SELECT key FROM reserved_release WHERE user_key = :user AND release_id = :release';

const ofHolder = `
  SELECT count(*) AS total FROM reserved_release WHERE user_key = :user AND holder_hash = :holder AND release_id <> :release`;

/** @returns whether the browser had it */
export const giveBack = ({ writer }: Store, { user }: SharedList, item: string, holder: string): boolean =>
  writer.change(
    `DELETE FROM share_reservation WHERE holder_hash = :holder
       AND key = (SELECT key FROM reserved_release WHERE user_key = :user AND release_id = (${releaseOfWish}))`,
    { item, user, holder: hashToken(holder) },
  ) > 0;
