import { type RawBuilder, sql } from 'kysely';

// Who is credited with what, as pairs that filters and facets go by: `key` of the record, `value` of the artist.

const roleKey = (role: RawBuilder<string>): RawBuilder<number> => sql`(SELECT key FROM artist_role WHERE slug = ${role})`;

/** Whom productions credit with a role, by its slug; composers have a list of their own as well. */
export const creditedByProductions = (role: RawBuilder<string>): RawBuilder<unknown> => sql`
  SELECT production_key AS key, artist_key AS value FROM production_credit WHERE role_key = ${roleKey(role)}
  UNION
  SELECT production_key, artist_key FROM production_credit WHERE list = 'composers' AND ${role} = 'composer'`;

/** Whom releases credit with a role themselves, and whom their productions do. */
export const creditedByReleases = (role: RawBuilder<string>): RawBuilder<unknown> => sql`
  SELECT entry.release_key AS key, credit.artist_key AS value
  FROM production_credit AS credit JOIN production_entry AS entry ON entry.production_key = credit.production_key
  WHERE credit.role_key = ${roleKey(role)}
  UNION ALL
  SELECT entry.release_key, credit.artist_key
  FROM production_credit AS credit JOIN production_entry AS entry ON entry.production_key = credit.production_key
  WHERE credit.list = 'composers' AND ${role} = 'composer'
  UNION ALL
  SELECT release_key, artist_key FROM release_credit WHERE role_key = ${roleKey(role)}`;

/** Who directed the productions of releases: a release itself credits nobody with the film. */
export const directorsOfReleases = sql`
  SELECT entry.release_key AS key, credit.artist_key AS value
  FROM production_credit AS credit JOIN production_entry AS entry ON entry.production_key = credit.production_key
  WHERE credit.role_key = ${roleKey(sql.lit('director'))}`;

/** The composers of the productions of releases, and whom these credit as one themselves. */
export const composersOfReleases = sql`
  SELECT entry.release_key AS key, composer.artist_key AS value
  FROM production_credit AS composer JOIN production_entry AS entry ON entry.production_key = composer.production_key
  WHERE composer.list = 'composers' OR composer.role_key = ${roleKey(sql.lit('composer'))}
  UNION ALL
  SELECT release_key, artist_key FROM release_credit WHERE role_key = ${roleKey(sql.lit('composer'))}`;

export const composersOfProductions = sql`
  SELECT production_key AS key, artist_key AS value FROM production_credit WHERE list = 'composers' OR role_key = ${roleKey(sql.lit('composer'))}`;

export const directorsOfProductions = creditedByProductions(sql.lit('director'));

/** What albums have by their editions, from what releases have. */
export const ofEditions = (ofReleases: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT edition.album_key AS key, pair.value FROM (${ofReleases}) AS pair JOIN "release" AS edition ON edition.key = pair.key
  WHERE edition.album_key IS NOT NULL`;
