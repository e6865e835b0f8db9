import { catalog } from '../catalog';
import type { Store } from '../database/open';
import { bound } from '../database/prepare';
import { timestamp } from '../database/time';
import { WorkedOutApart } from '../database/worked-out';
import { requireAcceptable } from '../http/negotiation';
import { respond, respondOfCatalog } from '../http/respond';
import { metaOf, Query } from '../jsonapi/query';
import type { Registry } from '../jsonapi/registry';
import type { Kinds } from '../kinds';
import { type CatalogStatistics, statisticsEndpoint } from './endpoints/statistics';
import { readAcrossKinds, readInclude } from './reading';
import { statisticsQueries } from './statistics-queries';

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

/** What the queries find, under their names. */
type Rows = Omit<
  CatalogStatistics,
  'artists_by_type' | 'most_credited_artists' | 'most_scored_composers' | 'labels_by_releases' | 'longest_tracks'
> & {
  readonly artists_by_type: readonly { readonly _type: string; readonly fictional: number; readonly artists: number }[];
  readonly most_credited_artists: readonly Frequent[];
  readonly most_scored_composers: readonly Frequent[];
  readonly labels_by_releases: readonly Frequent[];
  readonly longest_tracks: readonly LongTrack[];
};

/** Numbers that are old are worse than ones that come a moment later: as long as people hardly notice. */
const patienceMilliseconds = 400;

/** Says what the catalog adds up to. */
export class Statistics {
  readonly #counted: WorkedOutApart<CatalogStatistics>;

  constructor(
    store: Store,
    private readonly registry: Registry,
    private readonly kinds: Kinds = catalog,
  ) {
    const asked = Object.values(statisticsQueries).map((query) => bound({ compile: () => query.compile(store.db) }));
    this.#counted = new WorkedOutApart(
      store,
      async () => {
        const { revision, found } = await store.apart.rows('unhurried', asked);
        const rows = Object.fromEntries(Object.keys(statisticsQueries).map((name, index) => [name, found[index]]));
        return { revision, found: this.#present(rows as unknown as Rows) };
      },
      patienceMilliseconds,
    );
  }

  async answer(request: Request): Promise<Response> {
    requireAcceptable(request);
    const query = new Query(request);
    readInclude(query);
    const { ignored } = readAcrossKinds(query, this.registry);
    const { value: attributes, at, isCurrent } = await this.#counted.find();
    const { path } = statisticsEndpoint;
    const data = { id: path, type: 'CatalogStatistics', attributes, links: { self: path } };
    // What is old is not kept for others: the new may be there when they ask.
    return isCurrent
      ? respondOfCatalog(request, { data, ...metaOf(ignored) })
      : respond(request, { data, meta: { ...ignored, countedAt: timestamp(at) } });
  }

  #present(rows: Rows): CatalogStatistics {
    const records = new Map(rows.totals.map((total) => [total.resource_type, total.records]));
    return {
      ...rows,
      totals: this.kinds.shown.map(({ type }) => ({ resource_type: type, records: records.get(type) ?? 0 })),
      artists_by_type: rows.artists_by_type.map(({ fictional, ...one }) => ({ ...one, fictional: fictional === 1 })),
      most_credited_artists: rows.most_credited_artists.map((one) => ({ artist: named('/api/artists', one), credits: one.count })),
      most_scored_composers: rows.most_scored_composers.map((one) => ({ artist: named('/api/artists', one), productions: one.count })),
      labels_by_releases: rows.labels_by_releases.map((one) => ({ label: named('/api/labels', one), releases: one.count })),
      longest_tracks: rows.longest_tracks.map(asTrack),
    };
  }
}

/** A record, without what it is counted by. */
const named = (path: string, { id, name, slug }: Frequent) => ({ iri: `${path}/${id}`, id, name, slug });

function asTrack(found: LongTrack): CatalogStatistics['longest_tracks'][number] {
  const release = `/api/releases/${found.release_id}`;
  return {
    track: { iri: `${release}/formats/${found.format_id}/tracks/${found.id}`, id: found.id, title: found.title },
    release: { iri: release, id: found.release_id, title: found.release_title, slug: found.slug },
    duration_seconds: found.duration_seconds,
  };
}
