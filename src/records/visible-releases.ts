import { type RawBuilder, sql } from 'kysely';

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
