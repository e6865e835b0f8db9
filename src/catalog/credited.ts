import { type RawBuilder, sql } from 'kysely';

// Credit pairs for filters and facets: `key` of the record, `value` of the artist.

const roleKey = (role: RawBuilder<string>): RawBuilder<number> => sql`(SELECT key FROM artist_role WHERE slug = ${role})`;

/** Artists credited by productions in a role, by its slug; composers also have a list of their own. */
export const creditedByProductions = (role: RawBuilder<string>): RawBuilder<unknown> => sql`
  SELECT production_key AS key, artist_key AS value FROM production_credit WHERE role_key = ${roleKey(role)}
  UNION
  SELECT production_key, artist_key FROM production_credit WHERE list = 'composers' AND ${role} = 'composer'`;

/** Queries to be combined, each planned on its own; their union would be read in full first. */
type Arms = readonly RawBuilder<unknown>[];

export const together = (arms: Arms): RawBuilder<unknown> => sql.join(arms, sql` UNION ALL `);

const ofTheirProductions = (only: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT entry.release_key AS key, credit.artist_key AS value
  FROM production_credit AS credit JOIN production_entry AS entry ON entry.production_key = credit.production_key WHERE ${only}`;

const ofThemselves = (role: RawBuilder<string>): RawBuilder<unknown> =>
  sql`SELECT release_key AS key, artist_key AS value FROM release_credit WHERE role_key = ${roleKey(role)}`;

/** Artists credited in a role by releases, or by their productions. */
export const creditedByReleases = (role: RawBuilder<string>): Arms => [
  ofTheirProductions(sql`credit.role_key = ${roleKey(role)}`),
  ofTheirProductions(sql`credit.list = 'composers' AND ${role} = 'composer'`),
  ofThemselves(role),
];

/** Directors of releases' productions; releases themselves credit none. */
export const directorsOfReleases: Arms = [ofTheirProductions(sql`credit.role_key = ${roleKey(sql.lit('director'))}`)];

/** Composers of releases: of their productions, and credited by the release itself. */
export const composersOfReleases: Arms = [
  ofTheirProductions(sql`(credit.list = 'composers' OR credit.role_key = ${roleKey(sql.lit('composer'))})`),
  ofThemselves(sql.lit('composer')),
];

export const composersOfProductions = sql`
  SELECT production_key AS key, artist_key AS value FROM production_credit WHERE list = 'composers' OR role_key = ${roleKey(sql.lit('composer'))}`;

export const directorsOfProductions = creditedByProductions(sql.lit('director'));

/** Pairs of releases, derived from their productions. */
export const ofReleases = (ofProductions: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT entry.release_key AS key, pair.value FROM (${ofProductions}) AS pair JOIN production_entry AS entry ON entry.production_key = pair.key`;

/** Pairs of albums, derived from their editions. */
export const ofEditions = (arms: Arms): RawBuilder<unknown> =>
  together(
    arms.map(
      (ofReleases) => sql`
        SELECT edition.album_key AS key, pair.value FROM (${ofReleases}) AS pair JOIN "release" AS edition ON edition.key = pair.key
        WHERE edition.album_key IS NOT NULL`,
    ),
  );
