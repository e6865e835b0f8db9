import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { many, one } from '../api/schema/resource';
import { creditLine, credits, defineKind, derived, name, nullable, partialDate, shown, slug, sortTitle, times, wordOr } from '../kinds';
import { albumFilters } from './album-filters';
import { coverOfAlbum, coverOrNull, exampleCover } from './cover';
import { exampleOtherTitle, otherTitles } from './editions';
import { exampleCredit, exampleTimes } from './examples';
import { relationsBothWays } from './relations';
import { firstReleasesOfAlbums, releasesOfAlbums } from './release-editions';
import { albumTypes } from './vocabularies/vocabularies';

const releaseCount = (row: string) => sql<number>`(SELECT count(*) FROM "release" AS e WHERE e.album_key = ${sql.ref(`${row}.key`)})`;

export const albums = defineKind({
  type: 'Album',
  table: 'album',
  path: '/api/albums',
  noun: 'album',
  nouns: 'albums',
  description: 'Albums, each with one or more releases as its editions.',
  slugFrom: 'title',
  searched: 'by hand',
  hasCompleteness: true,
  releaseKeys: (keys) => sql`(SELECT key FROM "release" WHERE album_key IN ${keys})`,
  attributes: () => ({
    title: name(),
    slug: slug(),
    sort_title: sortTitle(),
    other_titles: otherTitles('album_other_title'),
    album_type: wordOr(albumTypes, 'other'),
    first_release_date: partialDate(),
    year: shown(nullable(t.Integer())),
    artist_credit: creditLine('artists', { description: 'The credit line as rendered' }),
    artists: credits(),
    release_count: derived(t.Integer({ minimum: 0 }), releaseCount),
    cover: derived(coverOrNull, coverOfAlbum),
    ...times,
  }),
  filters: albumFilters,
  facets: ['decade', 'type', 'genre', 'style', 'format', 'country', 'composer', 'director', 'label', 'award', 'holding'],
  orders: {
    title: 'title_folded',
    sortTitle: 'sorted_title',
    firstReleaseDate: 'first_release_day',
    createdAt: 'created_at',
    releaseCount: releaseCount('album'),
  },
  wholeOrder: 'title_folded',
  relationships: {
    ...relationsBothWays('AlbumRelation', 'album_key'),
    releases: many('Release', 'Its editions, oldest first', releasesOfAlbums),
    firstRelease: one('Release', 'Its first edition, which provides the cover', firstReleasesOfAlbums),
    productions: many('Production', 'Productions whose music it contains, in order', (db, from) =>
      db
        .selectFrom(
          db
            .selectFrom('production_entry')
            .innerJoin('release', 'release.key', 'production_entry.release_key')
            .where('release.album_key', 'in', from)
            .groupBy(['release.album_key', 'production_entry.production_key'])
            .select(({ fn }) => [
              'release.album_key',
              'production_entry.production_key',
              fn.min('production_entry.position').as('position'),
            ])
            .as('entry'),
        )
        .innerJoin('production', 'production.key', 'entry.production_key')
        .select([sql<number>`entry.album_key`.as('from'), 'production.key as to', 'production.id'])
        .orderBy('entry.position')
        .orderBy('production.title_folded')
        .orderBy('production.id'),
    ),
  },
  example: {
    title: 'Psycho',
    slug: 'psycho',
    sort_title: null,
    other_titles: [exampleOtherTitle],
    album_type: 'score',
    first_release_date: '1975',
    year: 1975,
    artist_credit: 'Bernard Herrmann',
    artists: [exampleCredit],
    release_count: 4,
    cover: exampleCover,
    ...exampleTimes,
  },
});
