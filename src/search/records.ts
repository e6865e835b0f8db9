import { sql } from 'kysely';
import { catalog } from '../catalog';
import { followMerges } from '../database/merges';
import type { Store } from '../database/open';
import { parameter } from '../database/prepare';
import { RevisionCache } from '../database/revision-cache';
import type { Resource } from '../jsonapi/resource';
import { Statements } from './statement';

/** A record that stands, by its key. */
export interface Located {
  readonly resource: Resource;
  readonly key: number;
}

/** A record that a slug leads to. */
export interface BySlug extends Located {
  /** Whether it has another slug today, or was merged. */
  readonly isMoved: boolean;
}

/** An external link, and the record that it is of. */
export interface LinkMatch {
  readonly link: Located;
  readonly record: Located;
  readonly recordIri: string;
  readonly externalId: string;
}

/** A kind of the catalog. */
export const findCatalogResource = (type: string): Resource | undefined => catalog.find(type);

/** The kinds of links to other sites, with the kind that they are of. */
export const linkKinds: readonly { link: Resource; record: Resource }[] = ['Artist', 'Production', 'Release'].flatMap((type) => {
  const [link, record] = [catalog.find(`${type}ExternalLink`), catalog.find(type)];
  return link && record ? [{ link, record }] : [];
});

/** Finds records of any kind by what names them exactly. */
export class Records {
  readonly #statements: Statements;
  readonly #providers: RevisionCache<readonly string[]>;

  constructor(store: Store) {
    this.#statements = new Statements(store);
    this.#providers = new RevisionCache(store, linkKinds.length);
  }

  /** By UUID, through merges of any length. */
  byId(resource: Resource, id: string): Located | undefined {
    const table = sql.table(resource.table);
    const statement = this.#statements.keep<{ key: number }>(
      `id ${resource.type}`,
      () => sql`SELECT key FROM ${table} WHERE id = ${parameter('id')}`,
    );
    const standing = followMerges(
      id.toLowerCase(),
      (id) => statement.get({ id })?.key,
      (id) => this.#mergedInto(resource.type, id),
    );
    return standing && { resource, key: standing.found };
  }

  /** By the slug that it has, or else had. */
  bySlug(resource: Resource, slug: string): BySlug | undefined {
    const table = sql.table(resource.table);
    const own = this.#statements
      .keep<{ key: number }>(`slug ${resource.type}`, () => sql`SELECT key FROM ${table} WHERE slug = ${parameter('slug')}`)
      .get({ slug });
    if (own) return { resource, key: own.key, isMoved: false };
    const renamed = this.#statements
      .keep<{ id: string }>(
        'renamed',
        () => sql`SELECT resource_id AS id FROM slug_redirect WHERE resource_type = ${parameter('type')} AND slug = ${parameter('slug')}`,
      )
      .get({ type: resource.type, slug });
    const found = renamed && this.byId(resource, renamed.id);
    return found && { ...found, isMoved: true };
  }

  /** The slug of the label that a series is of. */
  labelSlugOf(seriesKey: number): string | undefined {
    return this.#statements
      .keep<{ slug: string }>(
        'label of series',
        () => sql`SELECT l.slug FROM label_series AS s JOIN label AS l ON l.key = s.label_key WHERE s.key = ${parameter('key')}`,
      )
      .get({ key: seriesKey })?.slug;
  }

  /** The key of the label of a series. */
  labelOf(seriesKey: number): number | undefined {
    return this.#statements
      .keep<{ label_key: number }>('label key of series', () => sql`SELECT label_key FROM label_series WHERE key = ${parameter('key')}`)
      .get({ key: seriesKey })?.label_key;
  }

  /** By what other sites call them; of one of the sites, whatever its case, or of all. */
  byExternalIds(externalIds: readonly string[], provider?: string): LinkMatch[] {
    return linkKinds.flatMap(({ link, record }) => {
      const providers = this.#providersOf(link).filter((one) => provider === undefined || one.toLowerCase() === provider.toLowerCase());
      if (providers.length === 0) return [];
      return this.#linksOf(link, record)
        .all({ providers: JSON.stringify(providers), ids: JSON.stringify(externalIds) })
        .map(({ key, record_key, record_id, external_id }) => ({
          link: { resource: link, key },
          record: { resource: record, key: record_key },
          recordIri: record.iri({ id: record_id }),
          externalId: external_id,
        }));
    });
  }

  #linksOf(link: Resource, record: Resource) {
    const owner = sql.ref(link.withinColumn ?? `${record.table}_key`);
    return this.#statements.keep<{ key: number; record_key: number; record_id: string; external_id: string }>(
      `links ${link.type}`,
      () => sql`
        SELECT link.key, record.key AS record_key, record.id AS record_id, link.external_id
        FROM ${sql.table(link.table)} AS link JOIN ${sql.table(record.table)} AS record ON record.key = link.${owner}
        WHERE link.provider IN (SELECT value FROM json_each(${parameter('providers')}))
          AND link.external_id IN (SELECT value FROM json_each(${parameter('ids')}))
        ORDER BY link.external_id, link.provider, link.id`,
    );
  }

  /** The sites that links of a kind lead to: a few, found by stepping through the index from one to the next. */
  #providersOf({ type, table }: Resource): readonly string[] {
    const links = sql.table(table);
    return (
      this.#providers.find(type, () =>
        this.#statements
          .keep<{ provider: string }>(
            `providers ${type}`,
            () => sql`
              WITH RECURSIVE step (provider) AS (
                SELECT min(provider) FROM ${links}
                UNION ALL
                SELECT (SELECT min(provider) FROM ${links} WHERE provider > step.provider) FROM step WHERE step.provider IS NOT NULL
              )
              SELECT provider FROM step WHERE provider IS NOT NULL`,
          )
          .all({})
          .map(({ provider }) => provider),
      ) ?? []
    );
  }

  #mergedInto(type: string, id: string): string | undefined {
    return this.#statements
      .keep<{ id: string }>(
        'merged',
        () => sql`SELECT merged_into_id AS id FROM merged_record WHERE resource_type = ${parameter('type')} AND id = ${parameter('id')}`,
      )
      .get({ type, id })?.id;
  }
}
