import { type RawBuilder, sql } from 'kysely';
import { forbidden, tooLarge } from '../../errors';
import { keyOfIri } from '../../kinds/lists';
import type { Connection } from '../../store/database/connection';
import { parameter, textOf } from '../../store/database/sql';
import { now } from '../../store/values/dates';
import { fold } from '../../store/values/folding';
import { type Author, addRevision } from '../history/revisions';
import type { Fields } from '../write/record';
import { plainSlug, provisionalSlug } from '../write/slugs';

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
  constructor(private readonly connection: Connection) {}

  count(user: number): number {
    const query = 'SELECT count(*) AS total FROM "release" WHERE unreviewed_by = :user';
    return this.connection.get<{ total: number }>(query, { user })?.total ?? 0;
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
      artist_credit_folded: row.artist_credit && fold(row.artist_credit),
      id,
      slug: provisionalSlug(plainSlug({ table: 'release' }, row.title), id),
      provisional: 1,
      unreviewed_by: author.userKey,
      created_at: at,
    };
    this.connection.insertRow('release', values);
    this.connection.change('INSERT INTO unreviewed_release (release_key, pending) SELECT key, :pending FROM "release" WHERE id = :id', {
      id,
      pending: text,
    });
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
    return addRevision(this.connection, { ...revision, username: author.username, note: author.note ?? null }, author, {});
  }

  /** Pending contents of a release; `undefined` for reviewed ones. */
  pending(key: number): Pending | undefined {
    const row = this.connection.get<{ pending: string }>('SELECT pending FROM unreviewed_release WHERE release_key = :key', { key });
    return row && JSON.parse(row.pending);
  }

  /** Whether the catalog has a record that pending contents refer to: it may be deleted since. */
  finds(type: 'Artist' | 'Label', iri: string): boolean {
    const query = `SELECT ${textOf(keyOfIri(type, parameter('iri')))} AS key`;
    return this.connection.get<{ key: number | null }>(query, { iri })?.key !== null;
  }

  change(key: number, pending: Pending): void {
    const query = 'UPDATE unreviewed_release SET pending = :pending WHERE release_key = :key';
    this.connection.change(query, { key, pending: JSON.stringify(pending) });
  }

  /**
   * Deletes the history of a release removed before acceptance, and the redirect from its slug, which contains its title:
   * neither was ever public.
   */
  forgetHistory(id: string, slug: string): void {
    const ofRelease = "SELECT key FROM revision WHERE resource_type = 'Release' AND resource_id = :id";
    this.connection.change(`DELETE FROM set_aside_item WHERE revision_key IN (${ofRelease})`, { id });
    this.connection.change(`DELETE FROM revision WHERE key IN (${ofRelease})`, { id });
    // Only the merge just made has created that redirect.
    const ofSlug = "resource_type = 'Release' AND slug = :slug";
    this.connection.change(`DELETE FROM slug_redirect WHERE ${ofSlug}`, { slug });
    const isRename = "action = 'renamed' AND sequence > (SELECT max(sequence) FROM change_row) - 10000";
    this.connection.change(`DELETE FROM change WHERE ${ofSlug} AND ${isRename}`, { slug });
  }

  /** Publishes a release's own row; triggers update feed, search and counts. */
  accept(key: number): void {
    this.connection.change('UPDATE "release" SET unreviewed_by = NULL, updated_at = :now WHERE key = :key', { key, now: now() });
  }

  /** Leaves a release to its author, with a note. A later acceptance takes both back. */
  reject(key: number, note: string): void {
    const query = 'UPDATE unreviewed_release SET rejection = :note, rejected_at = :now WHERE release_key = :key';
    this.connection.change(query, { key, note, now: now() });
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

/** SQL: whether nobody has a release on a list. @param key SQL of its key */
export const isOnNoList = (key: string): string => `
  NOT EXISTS (SELECT 1 FROM collection_item WHERE release_key = ${key})
  AND NOT EXISTS (SELECT 1 FROM wishlist_item WHERE release_key = ${key})`;

/** SQL: keys of releases, in brackets. */
type Releases = RawBuilder<unknown>;

const iriOfItem = sql`l.value ->> 'iri'`;

/** SQL: items `l` of a pending list or object, or a single value. */
export const pendingItems = (path: string, releases: Releases): RawBuilder<unknown> => sql`
  FROM unreviewed_release AS u CROSS JOIN json_each(u.pending, ${sql.lit(path)}) AS l WHERE u.release_key IN ${releases}`;

/** An empty list of artists is that of a credit that names nobody, such as "Various". */
const pendingArtists = (releases: Releases): RawBuilder<unknown> => sql`
  SELECT release_key, record_key, iif(record_key IS NULL, name, NULL) AS name, has_credits FROM (
    SELECT u.release_key, ${keyOfIri('Artist', iriOfItem)} AS record_key, r.artist_credit AS name,
      u.pending -> '$.attributes.credits' IS NOT NULL AS has_credits
    FROM unreviewed_release AS u CROSS JOIN "release" AS r ON r.key = u.release_key
      LEFT JOIN json_each(u.pending, '$.attributes.artists') AS l
    WHERE u.release_key IN ${releases} AND u.pending ->> '$.attributes.artists' IS NOT '[]'
  ) WHERE coalesce(record_key, name) IS NOT NULL`;

// What releases show to those who see them: `release_key` with a `record_key`, or with the printed `name` on an unreviewed release
// where the catalog has no record of it.

export const artistsShown = (releases: Releases): RawBuilder<unknown> => sql`
  SELECT release_key, artist_key AS record_key, NULL AS name FROM release_credit WHERE release_key IN ${releases} AND list = 'artists'
  UNION SELECT release_key, record_key, name FROM (${pendingArtists(releases)})`;

export const labelsShown = (releases: Releases): RawBuilder<unknown> => sql`
  SELECT release_key, label_key AS record_key, NULL AS name FROM release_label WHERE release_key IN ${releases} AND label_key IS NOT NULL
  UNION SELECT release_key, record_key, iif(record_key IS NULL, name, NULL) FROM (
    SELECT u.release_key, ${keyOfIri('Label', iriOfItem)} AS record_key, l.value ->> 'name' AS name
    ${pendingItems('$.attributes.labels', releases)}
  ) WHERE coalesce(record_key, name) IS NOT NULL`;

export const productionsShown = (releases: Releases): RawBuilder<unknown> => sql`
  SELECT release_key, production_key AS record_key, NULL AS name FROM production_entry WHERE release_key IN ${releases}
  UNION SELECT u.release_key, ${keyOfIri('Production', sql`l.value`)}, NULL ${pendingItems('$.productions', releases)}`;

const composerRole = sql`(SELECT key FROM artist_role WHERE slug = 'composer')`;

/** Those of the productions and of the credits. Of an unreviewed release without credits, also its artists. */
export const composersShown = (releases: Releases): RawBuilder<unknown> => sql`
  SELECT e.release_key, c.artist_key AS record_key, NULL AS name
  FROM (${productionsShown(releases)}) AS e CROSS JOIN production_credit AS c ON c.production_key = e.record_key
  WHERE c.list = 'composers' OR c.role_key = ${composerRole}
  UNION SELECT release_key, artist_key, NULL FROM release_credit WHERE release_key IN ${releases} AND role_key = ${composerRole}
  UNION SELECT u.release_key, ${keyOfIri('Artist', iriOfItem)}, NULL
    ${pendingItems('$.attributes.credits', releases)} AND l.value ->> 'credit_role' = 'composer'
  UNION SELECT release_key, record_key, name FROM (${pendingArtists(releases)}) WHERE NOT has_credits`;

/** Types with their number of discs, tapes or files. */
export const formatsShown = (releases: Releases): RawBuilder<unknown> => sql`
  SELECT release_key, format_type, sum(quantity) AS quantity, min(position) AS position
  FROM release_format WHERE release_key IN ${releases} GROUP BY release_key, format_type
  UNION ALL SELECT u.release_key, l.key, l.value, l.id ${pendingItems('$.known.formats', releases)}`;

/** Catalog numbers, normalized. */
export const numbersShown = (releases: Releases): RawBuilder<unknown> => sql`
  SELECT catalog_number_normalized AS number FROM release_label WHERE release_key IN ${releases} AND catalog_number_normalized IS NOT NULL
  UNION SELECT l.value ${pendingItems('$.known.numbers', releases)}`;

/** The barcode of a release, normalized. */
export const barcodeShown = sql<string | null>`coalesce(
  "release".barcode_normalized, (SELECT l.value ${pendingItems('$.known.barcode', sql`("release".key)`)})
)`;

/** First pending label value of an unreviewed release, as SQL on its row. */
export const pendingOfLabel = (name: 'name' | 'catalog_number'): RawBuilder<string | null> => sql<string | null>`(
  SELECT l.value ->> ${sql.lit(name)} ${pendingItems('$.attributes.labels', sql`("release".key)`)}
    AND l.value ->> ${sql.lit(name)} IS NOT NULL ORDER BY l.key LIMIT 1
)`;
