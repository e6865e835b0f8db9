import { type Static, Type as t } from '@sinclair/typebox';
import type { Guard } from '../accounts/access';
import { exampleUuid } from '../api/openapi/shared';
import { catalogRead } from '../api/read/catalog-read';
import { metaOf } from '../api/read/document';
import { Query } from '../api/read/query';
import { isReviewed } from '../api/read/selection';
import { defineRoute } from '../api/route';
import type { Registry } from '../api/schema/registry';
import { closed, count, iri, list, objectDocument, orNull, text, uuid } from '../api/schema/schemas';
import { catalog } from '../catalog';
import { releases } from '../catalog/releases';
import type { artistTypes, FormatType, productionTypes } from '../catalog/vocabularies/vocabularies';
import { respond } from '../http/respond';
import { respondOfCatalog } from '../http/response-cache';
import type { Kinds } from '../kinds';
import type { Store } from '../store/database/open';
import { timestamp } from '../store/values/dates';
import { StaleWhileRevalidate } from '../store/workers/stale-while-revalidate';
import { readAcrossKinds, readInclude } from './documents';
import { byDecadeExamples, byDecadeQueries, byDecadeSchemas, decadesOf, vocabularyWord } from './statistics-by-decade';

const listedArtists = 20;

const listedTracks = 10;

const decades = () => list(closed({ decade: orNull(t.Integer()), count: count() }), 'The same by decade; null for undated records');

const record = closed({ iri: iri(), id: uuid(), name: text(), slug: text() });

const exampleArtist = { iri: `/api/artists/${exampleUuid}`, id: exampleUuid, name: 'Bernard Herrmann', slug: 'bernard-herrmann' };

type ArtistType = (typeof artistTypes.words)[number];

const attributes = closed({
  totals: list(closed({ resource_type: text(), records: count() }), 'Number of records of each kind'),
  releases_by_decade: list(
    closed({ decade: orNull(t.Integer()), releases: count() }),
    'By decade of release, named by its first year; null if unknown',
  ),
  releases_by_format: list(
    closed({ format_type: vocabularyWord<FormatType>(), releases: count() }),
    'A release with several formats counts for each',
  ),
  productions_by_type: list(
    closed({ _type: vocabularyWord<(typeof productionTypes.words)[number]>(), productions: count() }),
    'By production type',
  ),
  releases_by_country: list(closed({ country: orNull(text()), releases: count() }), 'By country; null if unknown'),
  productions_by_decade: list(
    closed({ decade: orNull(t.Integer()), productions: count() }),
    'By decade, named by its first year; null if unknown',
  ),
  productions_by_country: list(closed({ country: orNull(text()), productions: count() }), 'By country; null if unknown'),
  artists_by_type: list(
    closed({ _type: vocabularyWord<ArtistType>(), fictional: t.Boolean(), artists: count() }),
    'By type, with real and fictional artists separate',
  ),
  most_scored_composers: list(
    closed({ artist: record, productions: count(), decades: decades() }),
    `The ${listedArtists} composers with the most productions`,
  ),
  labels_by_releases: list(
    closed({ label: record, releases: count(), decades: decades() }),
    `The ${listedArtists} labels with the most releases`,
  ),
  longest_tracks: list(
    closed({
      track: closed({ iri: iri(), id: uuid(), title: text() }),
      release: closed({ iri: iri(), id: uuid(), title: text(), slug: text() }),
      duration_seconds: count(),
    }),
    `The ${listedTracks} longest tracks, without parts of compound tracks`,
  ),
  most_credited_artists: list(
    closed({ artist: record, credits: count() }),
    `The ${listedArtists} artists with the most credits on productions, recordings and releases; track credits do not count`,
  ),
  ...byDecadeSchemas,
});

const countedAt = t.Optional(
  t.String({
    format: 'date-time',
    description: 'When these were counted, if the catalog changed since; they are being recomputed',
  }),
);

export type CatalogStatisticsAttributes = Static<typeof attributes>;

const declared = catalogRead({
  path: '/api/statistics',
  operationId: 'statistics',
  tag: 'Search',
  summary: 'Get catalog statistics',
  query: {},
  answer: {
    description: 'The statistics',
    schema: objectDocument('CatalogStatistics', attributes, {}, { countedAt }),
    example: {
      data: {
        id: '/api/statistics',
        type: 'CatalogStatistics',
        attributes: {
          totals: [{ resource_type: 'Artist', records: 1 }],
          releases_by_decade: [{ decade: 1960, releases: 1 }],
          releases_by_format: [{ format_type: 'vinyl', releases: 1 }],
          productions_by_type: [{ _type: 'movie', productions: 1 }],
          releases_by_country: [{ country: 'GB', releases: 1 }],
          productions_by_decade: [{ decade: 1960, productions: 1 }],
          productions_by_country: [{ country: 'US', productions: 1 }],
          artists_by_type: [{ _type: 'person', fictional: false, artists: 1 }],
          most_scored_composers: [{ artist: exampleArtist, productions: 1, decades: [{ decade: 1960, count: 1 }] }],
          labels_by_releases: [
            {
              label: { iri: `/api/labels/${exampleUuid}`, id: exampleUuid, name: 'Unicorn', slug: 'unicorn' },
              releases: 1,
              decades: [{ decade: 1970, count: 1 }],
            },
          ],
          longest_tracks: [
            {
              track: {
                iri: `/api/releases/${exampleUuid}/formats/${exampleUuid}/tracks/${exampleUuid}`,
                id: exampleUuid,
                title: 'Prelude',
              },
              release: { iri: `/api/releases/${exampleUuid}`, id: exampleUuid, title: 'Psycho', slug: 'psycho' },
              duration_seconds: 1_200,
            },
          ],
          most_credited_artists: [{ artist: exampleArtist, credits: 12 }],
          ...byDecadeExamples,
        },
        links: { self: '/api/statistics' },
      },
    },
  },
});

export const statisticsRoute = (guard: Guard, statistics: () => Statistics) =>
  defineRoute({ ...declared, access: guard.user('catalog:read'), handle: ({ request }) => statistics().answer(request) });

interface Frequent {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly count: number;
  /** JSON. */
  readonly decades: string;
}

interface LongTrack {
  readonly id: string;
  readonly title: string;
  readonly duration_seconds: number;
  readonly format_id: string;
  readonly release_id: string;
  readonly release_title: string;
  readonly slug: string;
}

type Rows = Omit<
  CatalogStatisticsAttributes,
  'artists_by_type' | 'completeness' | 'most_credited_artists' | 'most_scored_composers' | 'labels_by_releases' | 'longest_tracks'
> & {
  readonly completeness: readonly [CatalogStatisticsAttributes['completeness']];
  readonly artists_by_type: readonly { readonly _type: ArtistType; readonly fictional: number; readonly artists: number }[];
  readonly most_credited_artists: readonly Frequent[];
  readonly most_scored_composers: readonly Frequent[];
  readonly labels_by_releases: readonly Frequent[];
  readonly longest_tracks: readonly LongTrack[];
};

/** Waiting briefly for fresh numbers is better than showing stale ones. */
const patienceMilliseconds = 400;

export class Statistics {
  readonly #counted: StaleWhileRevalidate<CatalogStatisticsAttributes>;

  constructor(
    store: Store,
    private readonly registry: Registry,
    private readonly kinds: Kinds = catalog,
  ) {
    const queries = Object.values(statisticsQueries).map((sql) => ({ sql, values: {} }));
    this.#counted = new StaleWhileRevalidate(
      store,
      async () => {
        const { revision, found } = await store.readPool.rows('background', queries);
        const rows = Object.fromEntries(Object.keys(statisticsQueries).map((name, index) => [name, found[index]]));
        return { revision, found: this.#present(rows as unknown as Rows) };
      },
      patienceMilliseconds,
    );
  }

  async answer(request: Request): Promise<Response> {
    const query = new Query(request);
    readInclude(query);
    const { ignored } = readAcrossKinds(query, this.registry);
    const { value: attributes, at, isCurrent } = await this.#counted.find();
    const { path } = declared;
    const data = { id: path, type: 'CatalogStatistics', attributes, links: { self: path } };
    // Stale responses are not cached: fresh ones may be ready for the next request.
    return isCurrent
      ? respondOfCatalog(request, { data, ...metaOf(ignored) })
      : respond(request, { data, meta: { ...ignored, countedAt: timestamp(at) } });
  }

  #present(rows: Rows): CatalogStatisticsAttributes {
    const records = new Map(rows.totals.map((total) => [total.resource_type, total.records]));
    return {
      ...rows,
      completeness: rows.completeness[0],
      totals: this.kinds.shown.map(({ type }) => ({ resource_type: type, records: records.get(type) ?? 0 })),
      artists_by_type: rows.artists_by_type.map(({ fictional, ...counted }) => ({ ...counted, fictional: fictional === 1 })),
      most_credited_artists: rows.most_credited_artists.map((artist) => ({ artist: named('/api/artists', artist), credits: artist.count })),
      most_scored_composers: rows.most_scored_composers.map((artist) => ({
        artist: named('/api/artists', artist),
        productions: artist.count,
        decades: JSON.parse(artist.decades),
      })),
      labels_by_releases: rows.labels_by_releases.map((label) => ({
        label: named('/api/labels', label),
        releases: label.count,
        decades: JSON.parse(label.decades),
      })),
      longest_tracks: rows.longest_tracks.map(asTrack),
    };
  }
}

/** A record without its counts. */
const named = (path: string, { id, name, slug }: Frequent) => ({ iri: `${path}/${id}`, id, name, slug });

function asTrack(found: LongTrack): CatalogStatisticsAttributes['longest_tracks'][number] {
  const release = `/api/releases/${found.release_id}`;
  return {
    track: { iri: `${release}/formats/${found.format_id}/tracks/${found.id}`, id: found.id, title: found.title },
    release: { iri: release, id: found.release_id, title: found.release_title, slug: found.slug },
    duration_seconds: found.duration_seconds,
  };
}

// Statements of the catalog statistics: each reads an index, or a table once.

/** Child records of unreviewed releases are stored elsewhere, so only the rows themselves are excluded. */
const reviewedOf = (table: 'release' | 'production') => (table === 'release' ? `WHERE ${isReviewed(releases, 'key')}` : '');

/** Groups by year first, which an index orders. */
const byDecade = (table: 'release' | 'production', counted: string) => `
  SELECT year / 10 * 10 AS decade, sum(records) AS ${counted} FROM (SELECT year, count(*) AS records FROM "${table}" ${reviewedOf(table)} GROUP BY year)
  GROUP BY decade ORDER BY decade IS NULL, decade`;

const byCountry = (table: 'release' | 'production', counted: string) => `
  SELECT country, count(*) AS ${counted} FROM "${table}" ${reviewedOf(table)} GROUP BY country ORDER BY count(*) DESC, country`;

const releasesByDecade = byDecade('release', 'releases');
const productionsByDecade = byDecade('production', 'productions');
const releasesByCountry = byCountry('release', 'releases');
const productionsByCountry = byCountry('production', 'productions');

const releasesByFormat = `
  SELECT format_type, count(DISTINCT release_key) AS releases FROM release_format
  GROUP BY format_type ORDER BY releases DESC, format_type`;

const productionsByType = `
  SELECT production_type AS _type, count(*) AS productions FROM production
  GROUP BY production_type ORDER BY productions DESC, production_type`;

const artistsByType = `
  SELECT artist_type AS _type, fictional, count(*) AS artists FROM artist GROUP BY artist_type, fictional ORDER BY artists DESC, _type, fictional`;

/** Joins names only for records that reach the count of the last one shown. */
const mostFrequent = (table: 'artist' | 'label', name: string, counted: string, decades = 'NULL') => `
  WITH counted AS MATERIALIZED (${counted})
  SELECT r.id, r.${name} AS name, r.slug, counted.count, ${decades} AS decades
  FROM counted CROSS JOIN "${table}" AS r ON r.key = counted.key
  WHERE counted.count >= coalesce((SELECT count FROM counted ORDER BY count DESC LIMIT 1 OFFSET ${listedArtists - 1}), 0)
  ORDER BY counted.count DESC, r.name_folded, r.id LIMIT ${listedArtists}`;

/** Credits of recordings and tracks repeat those of releases, so they do not count. */
const mostCredited = mostFrequent(
  'artist',
  'display_name',
  `
    SELECT artist_key AS key, count(*) AS count
    FROM (
      SELECT artist_key FROM production_credit
      UNION ALL SELECT artist_key FROM production_recording_credit
      UNION ALL SELECT artist_key FROM release_credit
    )
    GROUP BY artist_key`,
);

const mostScored = mostFrequent(
  'artist',
  'display_name',
  `SELECT artist_key AS key, count(DISTINCT production_key) AS count FROM production_credit
    WHERE list = 'composers' OR role_key = (SELECT key FROM artist_role WHERE slug = 'composer') GROUP BY artist_key`,
  decadesOf(`
    SELECT DISTINCT p.key, p.year FROM production_credit AS c JOIN production AS p ON p.key = c.production_key
    WHERE c.artist_key = r.key AND (c.list = 'composers' OR c.role_key = (SELECT key FROM artist_role WHERE slug = 'composer'))`),
);

const labelsByReleases = mostFrequent(
  'label',
  'name',
  `SELECT label_key AS key, count(DISTINCT release_key) AS count FROM release_label WHERE label_key IS NOT NULL GROUP BY label_key`,
  decadesOf(`
    SELECT DISTINCT x.key, x.year FROM release_label AS l JOIN "release" AS x ON x.key = l.release_key WHERE l.label_key = r.key`),
);

const longestTracks = `
  SELECT t.id, t.title, t.duration_seconds, f.id AS format_id, r.id AS release_id, r.title AS release_title, r.slug
  FROM (
    SELECT key, id, title, duration_seconds, release_format_key FROM release_track
    WHERE parent_key IS NULL AND duration_seconds IS NOT NULL ORDER BY duration_seconds DESC, id LIMIT ${listedTracks}
  ) AS t
  CROSS JOIN release_format AS f ON f.key = t.release_format_key CROSS JOIN "release" AS r ON r.key = f.release_key
  ORDER BY t.duration_seconds DESC, t.id`;

/** By attribute. */
export const statisticsQueries = {
  totals: `SELECT resource_type, records FROM record_count`,
  releases_by_decade: releasesByDecade,
  releases_by_format: releasesByFormat,
  releases_by_country: releasesByCountry,
  productions_by_type: productionsByType,
  productions_by_decade: productionsByDecade,
  productions_by_country: productionsByCountry,
  artists_by_type: artistsByType,
  most_credited_artists: mostCredited,
  most_scored_composers: mostScored,
  labels_by_releases: labelsByReleases,
  longest_tracks: longestTracks,
  ...byDecadeQueries,
};
