import { sql } from 'kysely';
import { catalog } from '../catalog';
import type { Store } from '../database/open';
import { RevisionCache } from '../database/revision-cache';
import { Statements } from '../database/statements';
import { requireAcceptable } from '../http/negotiation';
import { respond } from '../http/respond';
import { metaOf, Query } from '../jsonapi/query';
import type { Registry } from '../jsonapi/registry';
import type { Kind, Kinds } from '../kinds';
import { artistsShown, type CatalogStatistics, statisticsEndpoint } from './endpoints/statistics';
import { readAcrossKinds, readInclude } from './reading';

interface CreditedArtist {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly credits: number;
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
    this.#attributes = new RevisionCache(store, 1);
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
      releases_by_decade: this.#statements
        .get<CatalogStatistics['releases_by_decade'][number]>('releases by decade', () => releasesByDecade)
        .all({}),
      releases_by_format: this.#statements
        .get<CatalogStatistics['releases_by_format'][number]>('releases by format', () => releasesByFormat)
        .all({}),
      productions_by_type: this.#statements
        .get<CatalogStatistics['productions_by_type'][number]>('productions by type', () => productionsByType)
        .all({}),
      most_credited_artists: this.#statements
        .get<CreditedArtist>('most credited artists', () => mostCredited)
        .all({})
        .map(({ credits, id, ...artist }) => ({ artist: { iri: `/api/artists/${id}`, id, ...artist }, credits })),
    };
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

/** By years first, which an index has in order: they are few. */
const releasesByDecade = sql<object>`
  SELECT year / 10 * 10 AS decade, sum(releases) AS releases FROM (SELECT year, count(*) AS releases FROM "release" GROUP BY year)
  GROUP BY decade ORDER BY decade IS NULL, decade`;

/** A release of several formats counts for each. */
const releasesByFormat = sql<object>`
  SELECT format_type, count(DISTINCT release_key) AS releases FROM release_format
  GROUP BY format_type ORDER BY releases DESC, format_type`;

const productionsByType = sql<object>`
  SELECT production_type AS _type, count(*) AS productions FROM production
  GROUP BY production_type ORDER BY productions DESC, production_type`;

/** What a release says of its artists, its recordings and tracks say again for each, so these do not count. */
const mostCredited = sql<CreditedArtist>`
  WITH credited AS MATERIALIZED (
    SELECT artist_key, count(*) AS credits
    FROM (
      SELECT artist_key FROM production_credit
      UNION ALL SELECT artist_key FROM production_recording_credit
      UNION ALL SELECT artist_key FROM release_credit
    )
    GROUP BY artist_key
  )
  SELECT a.id, a.display_name AS name, a.slug, credited.credits
  FROM credited JOIN artist AS a ON a.key = credited.artist_key
  WHERE credited.credits >= coalesce((SELECT credits FROM credited ORDER BY credits DESC LIMIT 1 OFFSET ${sql.lit(artistsShown - 1)}), 0)
  ORDER BY credited.credits DESC, a.name_folded, a.id LIMIT ${sql.lit(artistsShown)}`;
