import { type Static, Type as t } from '@sinclair/typebox';
import { catalogRead } from '../../jsonapi/catalog-read';
import { exampleUuid } from '../../jsonapi/openapi-shared';
import { closed, count, iri, list, objectDocument, orNull, text, uuid } from '../../jsonapi/schemas';

/** How many artists are told. */
export const artistsShown = 20;

/** How many tracks are told. */
export const tracksShown = 10;

const record = closed({ iri: iri(), id: uuid(), name: text(), slug: text() });

const exampleArtist = { iri: `/api/artists/${exampleUuid}`, id: exampleUuid, name: 'Bernard Herrmann', slug: 'bernard-herrmann' };

const attributes = closed({
  totals: list(closed({ resource_type: text(), records: count() }), 'How many records there are of each kind'),
  releases_by_decade: list(
    closed({ decade: orNull(t.Integer()), releases: count() }),
    'By the decade they came out in, named by its first year; null where that is unknown',
  ),
  releases_by_format: list(closed({ format_type: text(), releases: count() }), 'A release of several formats counts for each'),
  productions_by_type: list(closed({ _type: text(), productions: count() }), 'By the type of production'),
  releases_by_country: list(closed({ country: orNull(text()), releases: count() }), 'By country; null where that is unknown'),
  productions_by_decade: list(
    closed({ decade: orNull(t.Integer()), productions: count() }),
    'By the decade of their year, named by its first year; null where that is unknown',
  ),
  productions_by_country: list(closed({ country: orNull(text()), productions: count() }), 'By country; null where that is unknown'),
  artists_by_type: list(closed({ _type: text(), fictional: t.Boolean(), artists: count() }), 'By type, real ones and fictional ones apart'),
  most_scored_composers: list(
    closed({ artist: record, productions: count() }),
    `The ${artistsShown} artists who composed for the most productions`,
  ),
  labels_by_releases: list(closed({ label: record, releases: count() }), `The ${artistsShown} labels with the most releases`),
  longest_tracks: list(
    closed({
      track: closed({ iri: iri(), id: uuid(), title: text() }),
      release: closed({ iri: iri(), id: uuid(), title: text(), slug: text() }),
      duration_seconds: count(),
    }),
    `The ${tracksShown} longest tracks; parts of compound ones do not count`,
  ),
  most_credited_artists: list(
    closed({ artist: record, credits: count() }),
    `The ${artistsShown} with the most credits on productions, their recordings and releases; those of single tracks do not count`,
  ),
});

const countedAt = t.Optional(
  t.String({
    format: 'date-time',
    description: 'When this was counted, where the catalog has changed since: it is counted anew meanwhile',
  }),
);

export type CatalogStatistics = Static<typeof attributes>;

export const statisticsEndpoint = catalogRead({
  path: '/api/statistics',
  operationId: 'statistics',
  tag: 'Search',
  summary: 'Read what the catalog adds up to',
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
          most_scored_composers: [{ artist: exampleArtist, productions: 1 }],
          labels_by_releases: [
            { label: { iri: `/api/labels/${exampleUuid}`, id: exampleUuid, name: 'Unicorn', slug: 'unicorn' }, releases: 1 },
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
        },
        links: { self: '/api/statistics' },
      },
    },
  },
});
