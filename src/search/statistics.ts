import { type RawBuilder, sql } from 'kysely';
import { catalog } from '../catalog';
import { catalogRevision } from '../database/catalog-revision';
import type { Store } from '../database/open';
import { RevisionCache } from '../database/revision-cache';
import { Statements } from '../database/statements';
import { requireAcceptable } from '../http/negotiation';
import { respond } from '../http/respond';
import { metaOf, Query } from '../jsonapi/query';
import type { Registry } from '../jsonapi/registry';
import type { Kind, Kinds } from '../kinds';
import { type CatalogStatistics, statisticsEndpoint } from './endpoints/statistics';
import { readAcrossKinds, readInclude } from './reading';
import * as queries from './statistics-queries';

interface Frequent {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly count: number;
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

/** Says what the catalog adds up to. */
export class Statistics {
  readonly #statements: Statements;
  readonly #attributes: RevisionCache<CatalogStatistics>;

  constructor(
    private readonly store: Store,
    private readonly registry: Registry,
    private readonly kinds: Kinds = catalog,
  ) {
    this.#statements = new Statements(store);
    this.#attributes = new RevisionCache(catalogRevision(store), 1);
  }

  answer(request: Request): Response {
    requireAcceptable(request);
    const query = new Query(request);
    readInclude(query);
    const { ignored } = readAcrossKinds(query, this.registry);
    const attributes = this.store.read(() => this.#attributes.find('all', () => this.#count()));
    const { path } = statisticsEndpoint;
    return respond(request, {
      data: { id: path, type: 'CatalogStatistics', attributes, links: { self: path } },
      ...metaOf(ignored),
    });
  }

  /** Each a count along an index: a catalog of a million tracks takes some tens of milliseconds, once for a state of it. */
  #count(): CatalogStatistics {
    return {
      totals: this.kinds.shown.map((kind) => ({ resource_type: kind.type, records: this.#total(kind) })),
      releases_by_decade: this.#all('releases_by_decade', queries.releasesByDecade),
      releases_by_format: this.#all('releases_by_format', queries.releasesByFormat),
      releases_by_country: this.#all('releases_by_country', queries.releasesByCountry),
      productions_by_type: this.#all('productions_by_type', queries.productionsByType),
      productions_by_decade: this.#all('productions_by_decade', queries.productionsByDecade),
      productions_by_country: this.#all('productions_by_country', queries.productionsByCountry),
      artists_by_type: this.#all<{ _type: string; fictional: number; artists: number }>('artists_by_type', queries.artistsByType).map(
        ({ fictional, ...one }) => ({ ...one, fictional: fictional === 1 }),
      ),
      most_credited_artists: this.#named('most_credited_artists', queries.mostCredited, '/api/artists').map(({ record, count }) => ({
        artist: record,
        credits: count,
      })),
      most_scored_composers: this.#named('most_scored_composers', queries.mostScored, '/api/artists').map(({ record, count }) => ({
        artist: record,
        productions: count,
      })),
      labels_by_releases: this.#named('labels_by_releases', queries.labelsByReleases, '/api/labels').map(({ record, count }) => ({
        label: record,
        releases: count,
      })),
      longest_tracks: this.#all<LongTrack>('longest_tracks', queries.longestTracks).map(asTrack),
    };
  }

  #all<O>(name: string, query: RawBuilder<unknown>): O[] {
    return this.#statements.get<O>(name, () => query).all({});
  }

  /** Records with what they are counted by. */
  #named(name: string, query: RawBuilder<unknown>, path: string) {
    return this.#all<Frequent>(name, query).map(({ count, id, ...names }) => ({ record: { iri: `${path}/${id}`, id, ...names }, count }));
  }

  #total({ table, parts }: Kind): number {
    // Parts of a record are told within it, and counted with it.
    const whole = parts ? sql`WHERE ${sql.ref(parts.column)} IS NULL` : sql``;
    return (
      this.#statements
        .get<{ total: number }>(`total ${table}`, () => sql`SELECT count(*) AS total FROM ${sql.table(table)} ${whole}`)
        .get({})?.total ?? 0
    );
  }
}

function asTrack(found: LongTrack): CatalogStatistics['longest_tracks'][number] {
  const release = `/api/releases/${found.release_id}`;
  return {
    track: { iri: `${release}/formats/${found.format_id}/tracks/${found.id}`, id: found.id, title: found.title },
    release: { iri: release, id: found.release_id, title: found.release_title, slug: found.slug },
    duration_seconds: found.duration_seconds,
  };
}
