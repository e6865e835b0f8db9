import { sql } from 'kysely';
import { catalog } from '../catalog';
import type { Store } from '../database/open';
import { RevisionCache } from '../database/revision-cache';
import { requireAcceptable } from '../http/negotiation';
import { respond } from '../http/respond';
import { metaOf, Query } from '../jsonapi/query';
import type { Registry } from '../jsonapi/registry';
import { readAcrossKinds, readInclude } from './reading';
import { Statements } from './statement';

export const statisticsPath = '/api/statistics';

/** How many artists are told. */
export const artistsShown = 20;

interface CreditedArtist {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly credits: number;
}

/** Says what the catalog adds up to. */
export class Statistics {
  readonly #statements: Statements;
  readonly #attributes: RevisionCache<object>;

  constructor(
    private readonly store: Store,
    private readonly registry: Registry,
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
    return respond(request, {
      data: { id: statisticsPath, type: 'CatalogStatistics', attributes, links: { self: statisticsPath } },
      ...metaOf(ignored),
    });
  }

  /** Each a count along an index: a catalog of a million tracks takes some tens of milliseconds, once for a state of it. */
  #count(): object {
    return {
      totals: catalog.shown.map(({ type, table }) => ({ resource_type: type, records: this.#total(table) })),
      releases_by_decade: this.#statements.keep<object>('releases by decade', () => releasesByDecade).all({}),
      releases_by_format: this.#statements.keep<object>('releases by format', () => releasesByFormat).all({}),
      productions_by_type: this.#statements.keep<object>('productions by type', () => productionsByType).all({}),
      most_credited_artists: this.#statements
        .keep<CreditedArtist>('most credited artists', () => mostCredited)
        .all({})
        .map(({ credits, id, ...artist }) => ({ artist: { iri: `/api/artists/${id}`, id, ...artist }, credits })),
    };
  }

  #total(table: string): number {
    return (
      this.#statements
        .keep<{ total: number }>(`total ${table}`, () => sql`SELECT count(*) AS total FROM ${sql.table(table)} ${whole(table)}`)
        .get({})?.total ?? 0
    );
  }
}

/** Parts of compound tracks are told within their tracks, and counted with them. */
const whole = (table: string) => (table === 'release_track' ? sql`WHERE parent_key IS NULL` : sql``);

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
