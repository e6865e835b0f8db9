import { type RawBuilder, sql } from 'kysely';
import { conflict, forbidden, tooLarge } from '../../errors';
import { parameter, Statements } from '../../store/database/sql';
import type { Store } from '../../store/database/store';
import { now } from '../../store/values/time';
import { RevisionLog } from '../history/revisions';
import type { Fields } from '../write/record';
import { plainSlug, provisionalSlug } from '../write/slugs';
import type { Author } from './edit';

// Releases that members without the right to edit add. Their row is the only one that the catalog has of them: everything
// else that they say is pending, so that they take no slug, number or link from others and make no other record.

/** The columns that an unreviewed release has before it is accepted. */
export interface UnreviewedRow {
  readonly title: string;
  readonly title_folded: string;
  readonly artist_credit: string | null;
  readonly release_date: string | null;
  readonly country: string | null;
  readonly barcode: string | null;
}

/** What an unreviewed release says, to be written once it is accepted. */
export interface Pending extends Fields {
  readonly links: readonly { readonly provider: string; readonly external_id: string; readonly url: string }[];
  readonly known: PendingIdentity;
}

export interface PendingIdentity {
  /** UUIDs that it may have in the catalog: those of its pages at other sites. */
  readonly ids: readonly string[];
  /** Normalized. */
  readonly barcode: string | null;
  readonly numbers: readonly string[];
  readonly formats: Readonly<Record<string, number>>;
}

/** Who adds a release without the right to edit, and how many they may have waiting. */
export interface Contributor {
  readonly author: Author & { readonly userKey: number };
  readonly most: number;
}

/** In JSON: the largest boxes have some 1,200 tracks of 50 characters. With 2,000 a member, they take some 130 MB at most. */
const longestPending = 65_536;

/** Adds releases that only those who add them, and editors, see. Works within transactions of its caller. */
export class UnreviewedReleases {
  readonly #statements: Statements;
  readonly #log: RevisionLog;

  constructor(store: Store) {
    this.#statements = new Statements(store, { on: 'writer' });
    this.#log = new RevisionLog(this.#statements);
  }

  count(user: number): number {
    const query = sql<{ total: number }>`SELECT count(*) AS total FROM "release" WHERE unreviewed_by = ${parameter('user')}`;
    return this.#statements.get<{ total: number }>('count', () => query).get({ user })?.total ?? 0;
  }

  /** @throws {DomainError} forbidden, where a user would have more waiting than they may */
  requireRoom({ author, most }: Contributor, more: number): void {
    const waiting = this.count(author.userKey);
    if (waiting + more <= most) return;
    const room = Math.max(0, most - waiting);
    throw forbidden('many_unreviewed', { max: most, waiting, room, count: more });
  }

  /** @returns the UUID of the revision */
  add({ author }: Contributor, id: string, row: UnreviewedRow, pending: Pending): string {
    const text = JSON.stringify(pending);
    if (text.length > longestPending) throw tooLarge('unreviewed_too_long', { max: longestPending, length: text.length });
    const at = now();
    const values = {
      ...row,
      id,
      slug: provisionalSlug(plainSlug({ table: 'release' }, row.title), id),
      provisional: 1,
      unreviewed_by: author.userKey,
      created_at: at,
    };
    this.#statements
      .get('add', (db) => db.insertInto('release').values(Object.fromEntries(Object.keys(values).map((name) => [name, parameter(name)]))))
      .run(values);
    this.#statements
      .get(
        'keep pending',
        () =>
          sql`INSERT INTO unreviewed_release (release_key, pending) SELECT key, ${parameter('pending')} FROM "release" WHERE id = ${parameter('id')}`,
      )
      .run({ id, pending: text });
    const { attributes, relationships } = pending;
    const revision = {
      type: 'Release',
      id,
      iri: `/api/releases/${id}`,
      action: 'added' as const,
      before: null,
      after: { attributes, relationships },
      at,
    };
    return this.#log.add({ ...revision, username: author.username, note: author.note ?? null }, author, {});
  }

  /** What the release of a key says once it is accepted; none, of one that everybody sees. */
  pending(key: number): Pending | undefined {
    const query = sql<{ pending: string }>`SELECT pending FROM unreviewed_release WHERE release_key = ${parameter('key')}`;
    const row = this.#statements.get<{ pending: string }>('pending', () => query).get({ key });
    return row && JSON.parse(row.pending);
  }

  /**
   * What everybody sees leads to nothing that only its contributor and editors see.
   * @param relationships as a document has them
   * @throws {DomainError} a conflict
   */
  requireNone(relationships: Readonly<Record<string, unknown>>): void {
    const query = sql`SELECT 1 FROM "release" WHERE id = ${parameter('id')} AND unreviewed_by IS NOT NULL`;
    for (const [name, value] of Object.entries(relationships)) {
      const { type, id } = (value as { data?: { type?: unknown; id?: unknown } | null } | null)?.data ?? {};
      if (type !== 'Release' || typeof id !== 'string') continue;
      const uuid = id.slice(id.lastIndexOf('/') + 1).toLowerCase();
      if (this.#statements.get('unreviewed', () => query).get({ id: uuid }) !== undefined)
        throw conflict('review_first', {}, { pointer: `/data/relationships/${name}` });
    }
  }

  /**
   * Removes what history says of a release that went before it was accepted, and the way by which its slug, which has its
   * title, leads to the one that it was merged into: others were never to see it.
   */
  forgetHistory(id: string, slug: string): void {
    const ofRelease = sql`SELECT key FROM revision WHERE resource_type = 'Release' AND resource_id = ${parameter('id')}`;
    this.#statements.get('forget items', () => sql`DELETE FROM set_aside_item WHERE revision_key IN (${ofRelease})`).run({ id });
    this.#statements.get('forget revisions', () => sql`DELETE FROM revision WHERE key IN (${ofRelease})`).run({ id });
    // The merge is the only one that told of the slug, a moment ago.
    const ofSlug = sql`resource_type = 'Release' AND slug = ${parameter('slug')}`;
    this.#statements.get('forget slug', () => sql`DELETE FROM slug_redirect WHERE ${ofSlug}`).run({ slug });
    this.#statements
      .get(
        'forget rename',
        () => sql`DELETE FROM change WHERE ${ofSlug} AND action = 'renamed' AND sequence > (SELECT max(sequence) FROM change_row) - 10000`,
      )
      .run({ slug });
  }

  /**
   * What a contributor said, and its acceptance, are not taken back: what was pending is gone by then.
   * @param revision a UUID
   * @throws {DomainError} a conflict
   */
  requireRevertible(revision: string): void {
    // A release that anybody else adds has a slug from the beginning.
    const query = sql`SELECT 1 FROM revision AS own JOIN revision AS first ON first.resource_type = 'Release'
        AND first.resource_id = own.resource_id AND first.action = 'added' AND first.after ->> '$.attributes.slug' IS NULL
      WHERE own.id = ${parameter('revision')} AND own.resource_type = 'Release' AND (own.key = first.key OR own.key = (
        SELECT min(key) FROM revision WHERE resource_type = 'Release' AND resource_id = own.resource_id AND key > first.key
          AND action = 'changed'))`;
    if (this.#statements.get('revertible', () => query).get({ revision }) !== undefined) throw conflict('undo_unreviewed');
  }

  /** Shows a release to everybody, as far as its own row says it; triggers tell the feed, search and counts. */
  accept(key: number): void {
    const query = sql`UPDATE "release" SET unreviewed_by = NULL, updated_at = ${parameter('now')} WHERE key = ${parameter('key')}`;
    this.#statements.get('accept', () => query).run({ key, now: now() });
  }

  close(): void {
    this.#statements.close();
  }
}

/**
 * Whether a user sees the release of an alias: one that nobody has reviewed is seen by who added it, whoever has it on a list,
 * editors and administrators.
 * @param user the key of the user; null, of whoever sees everything
 */
export const isSeenBy = (alias: string, user: RawBuilder<unknown>): RawBuilder<boolean> => {
  const [key, addedBy] = [sql.ref(`${alias}.key`), sql.ref(`${alias}.unreviewed_by`)];
  return sql<boolean>`(
    ${addedBy} IS NULL OR ${user} IS NULL OR ${addedBy} = ${user}
    OR EXISTS (SELECT 1 FROM user WHERE user.key = ${user} AND user.role <> 'user')
    OR EXISTS (SELECT 1 FROM collection_item WHERE user_key = ${user} AND release_key = ${key})
    OR EXISTS (SELECT 1 FROM wishlist_item WHERE user_key = ${user} AND release_key = ${key})
  )`;
};

/** What an unreviewed release says of its first label that has it: the release stands for itself in SQL. */
export const pendingOfLabel = (name: 'name' | 'catalog_number'): RawBuilder<string | null> => sql<string | null>`(
  SELECT l.value ->> ${sql.lit(name)} FROM unreviewed_release AS u, json_each(u.pending, '$.attributes.labels') AS l
  WHERE u.release_key = "release".key AND l.value ->> ${sql.lit(name)} IS NOT NULL ORDER BY l.key LIMIT 1
)`;
