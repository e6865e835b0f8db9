import { type Kysely, type RawBuilder, sql } from 'kysely';
import { one } from '../api/schema/resource';
import { rowsFirst } from '../kinds';
import type { Schema } from '../store/database/schema.gen';

// Editions of an album, oldest first, undated last.

const isUndated = sql<number>`edition.release_day IS NULL`;

/** Other editions of releases' albums. */
export const editionsOf = (db: Kysely<Schema>, from: RawBuilder<number>) =>
  db
    .selectFrom('release as own')
    .innerJoin('release as edition', 'edition.album_key', 'own.album_key')
    .where('own.key', 'in', from)
    .whereRef('edition.key', '<>', 'own.key')
    .select(['own.key as from', 'edition.key as to', 'edition.id'])
    .orderBy(isUndated)
    .orderBy('edition.release_day')
    .orderBy('edition.id');

export const releasesOfAlbums = (db: Kysely<Schema>, from: RawBuilder<number>) =>
  db
    .selectFrom('release as edition')
    .where('edition.album_key', 'in', from)
    .select([sql<number>`edition.album_key`.as('from'), 'edition.key as to', 'edition.id'])
    .orderBy(isUndated)
    .orderBy('edition.release_day')
    .orderBy('edition.id');

const first = sql<number>`(
  SELECT e.key FROM "release" AS e WHERE e.album_key = album.key ORDER BY e.release_day IS NULL, e.release_day, e.id LIMIT 1
)`;

export const firstReleasesOfAlbums = (db: Kysely<Schema>, from: RawBuilder<number>) =>
  db
    .selectFrom('album')
    .innerJoin('release', (join) => join.on('release.key', '=', first))
    .where('album.key', 'in', from)
    .select(['album.key as from', 'release.key as to', 'release.id']);

/**
 * A release of a label, organization or work. Which one is oldest would take reading all of them.
 * @param links SQL for the `release_key` of the releases of `record.value`
 */
export const sampleRelease = (links: RawBuilder<unknown>) => {
  const first = sql<number>`(
    SELECT r.key FROM (${links}) AS its CROSS JOIN "release" AS r ON r.key = its.release_key
    WHERE r.unreviewed_by IS NULL ORDER BY its.release_key LIMIT 1
  )`;
  return one('Release', 'The first of its releases that was added, whose cover represents it', (db, from) =>
    db
      .selectFrom(rowsFirst(from))
      .innerJoin('release', (join) => join.on('release.key', '=', first))
      .select(['record.value as from', 'release.key as to', 'release.id']),
  );
};

/** Albums with music of productions, by release date. */
export const albumsOfProductions = (db: Kysely<Schema>, from: RawBuilder<number>) =>
  db
    .selectFrom(
      db
        .selectFrom('production_entry as entry')
        .innerJoin('release as edition', 'edition.key', 'entry.release_key')
        .where('entry.production_key', 'in', from)
        .where('edition.album_key', 'is not', null)
        .select(['entry.production_key', 'edition.album_key'])
        .distinct()
        .as('pair'),
    )
    .innerJoin('album', 'album.key', 'pair.album_key')
    .select(['pair.production_key as from', 'album.key as to', 'album.id'])
    .orderBy(sql`album.first_release_day IS NULL`)
    .orderBy('album.first_release_day')
    .orderBy('album.title_folded')
    .orderBy('album.id');
