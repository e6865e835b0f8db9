import { type RawBuilder, sql } from 'kysely';
import { forbidden, tooLarge } from '../../errors';
import { insertText, Statements } from '../../store/database/sql';
import type { Store } from '../../store/database/store';
import { now } from '../../store/values/dates';
import { RevisionLog } from '../history/revisions';
import { plainSlug } from '../write/plain-slug';
import type { Fields } from '../write/record';
import { provisionalSlug } from '../write/slugs';
import type { Author } from './edit';

// Releases added by members without edit rights. Only their own row exists; everything else they contain is pending, so that they
// take no slug, number or link from others and create no other records.

/** Columns of an unreviewed release before acceptance. */
export interface UnreviewedRow {
  readonly title: string;
  readonly title_folded: string;
  readonly artist_credit: string | null;
  readonly release_date: string | null;
  readonly country: string | null;
  readonly barcode: string | null;
}

/** Contents of an unreviewed release, written on acceptance. */
export interface Pending extends Fields {
  /** IRIs of productions whose score it has. */
  readonly productions?: readonly string[] | undefined;
  readonly links: readonly { readonly provider: string; readonly external_id: string; readonly url: string }[];
  readonly known: PendingIdentity;
}

export interface PendingIdentity {
  /** UUIDs derived from its pages at other sites. */
  readonly ids: readonly string[];
  /** Normalized. */
  readonly barcode: string | null;
  readonly numbers: readonly string[];
  readonly formats: Readonly<Record<string, number>>;
}

/** A member without edit rights, and their limit of unreviewed releases. */
export interface Contributor {
  readonly author: Author & { readonly userKey: number };
  readonly most: number;
}

/** JSON characters: the largest boxes have 1,200 tracks of 50 characters. With 2,000 per member, at most 130 MB. */
const longestPending = 65_536;

/** Adds releases visible only to their author and editors. Runs in the caller's transactions. */
export class UnreviewedReleases {
  readonly #statements: Statements;
  readonly #log: RevisionLog;

  constructor(store: Store) {
    this.#statements = new Statements(store, { on: 'writer' });
    this.#log = new RevisionLog(this.#statements);
  }

  count(user: number): number {
    const query = 'SELECT count(*) AS total FROM "release" WHERE unreviewed_by = :user';
    return this.#statements.text<{ total: number }>(query).get({ user })?.total ?? 0;
  }

  /** @throws {DomainError} forbidden, if a user would exceed their limit */
  requireRoom({ author, most }: Contributor, more: number): void {
    const pending = this.count(author.userKey);
    if (pending + more <= most) return;
    const room = Math.max(0, most - pending);
    throw forbidden('many_unreviewed', { max: most, waiting: pending, room, count: more });
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
    this.#statements.text(insertText('release', Object.keys(values))).run(values);
    this.#statements
      .text('INSERT INTO unreviewed_release (release_key, pending) SELECT key, :pending FROM "release" WHERE id = :id')
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

  /** Pending contents of a release; `undefined` for reviewed ones. */
  pending(key: number): Pending | undefined {
    const row = this.#statements.text<{ pending: string }>('SELECT pending FROM unreviewed_release WHERE release_key = :key').get({ key });
    return row && JSON.parse(row.pending);
  }

  /**
   * Deletes the history of a release removed before acceptance, and the redirect from its slug, which contains its title:
   * neither was ever public.
   */
  forgetHistory(id: string, slug: string): void {
    const ofRelease = "SELECT key FROM revision WHERE resource_type = 'Release' AND resource_id = :id";
    this.#statements.text(`DELETE FROM set_aside_item WHERE revision_key IN (${ofRelease})`).run({ id });
    this.#statements.text(`DELETE FROM revision WHERE key IN (${ofRelease})`).run({ id });
    // Only the merge just made has created that redirect.
    const ofSlug = "resource_type = 'Release' AND slug = :slug";
    this.#statements.text(`DELETE FROM slug_redirect WHERE ${ofSlug}`).run({ slug });
    const isRename = "action = 'renamed' AND sequence > (SELECT max(sequence) FROM change_row) - 10000";
    this.#statements.text(`DELETE FROM change WHERE ${ofSlug} AND ${isRename}`).run({ slug });
  }

  /** Publishes a release's own row; triggers update feed, search and counts. */
  accept(key: number): void {
    this.#statements.text('UPDATE "release" SET unreviewed_by = NULL, updated_at = :now WHERE key = :key').run({ key, now: now() });
  }

  /** Leaves a release to its author, with a note. A later acceptance takes both back. */
  reject(key: number, note: string): void {
    const query = 'UPDATE unreviewed_release SET rejection = :note, rejected_at = :now WHERE release_key = :key';
    this.#statements.text(query).run({ key, note, now: now() });
  }

  close(): void {
    this.#statements.close();
  }
}

/**
 * SQL: whether a user sees the release of an alias. Unreviewed releases are visible to their author, to users who have them on a
 * list, to editors and administrators.
 * @param user key of the user; null sees everything
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

/** First pending label value of an unreviewed release, as SQL on its row. */
export const pendingOfLabel = (name: 'name' | 'catalog_number'): RawBuilder<string | null> => sql<string | null>`(
  SELECT l.value ->> ${sql.lit(name)} FROM unreviewed_release AS u, json_each(u.pending, '$.attributes.labels') AS l
  WHERE u.release_key = "release".key AND l.value ->> ${sql.lit(name)} IS NOT NULL ORDER BY l.key LIMIT 1
)`;
