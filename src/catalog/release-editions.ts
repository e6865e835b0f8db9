import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../store/database/schema';

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
