import { maximumItemsPerPage } from '../api/read/query';
import { catalog } from '../catalog';
import type { Kind, Kinds } from '../kinds';
import { followMerges } from '../store/database/merges';
import type { Store } from '../store/database/open';
import { catalogRevision, RevisionCache } from '../store/database/revision-cache';

/** An existing record by key. */
export interface Located {
  readonly resource: Kind;
  readonly key: number;
}

export interface BySlug extends Located {
  /** Whether it was renamed or merged. */
  readonly isMoved: boolean;
}

/** An external link with its record. */
export interface LinkMatch {
  readonly link: Located;
  readonly record: Located;
  readonly recordIri: string;
  readonly externalId: string;
}

/** A kind of external links with the kind of its records. */
export interface LinkKind {
  readonly link: Kind;
  readonly record: Kind;
}

export const linkKindsOf = (kinds: Kinds): LinkKind[] =>
  kinds.shown.flatMap((link) => {
    const above = link.above.at(-1);
    const { provider, external_id } = link.attributes.properties;
    return above && provider && external_id ? [{ link, record: kinds.ofTable(above.table) }] : [];
  });

/** Finds records of any kind by exact names. */
export class Records {
  readonly #linkKinds: readonly LinkKind[];
  readonly #providers: RevisionCache<readonly string[]>;

  constructor(
    private readonly store: Store,
    kinds: Kinds = catalog,
  ) {
    this.#linkKinds = linkKindsOf(kinds);
    this.#providers = new RevisionCache(catalogRevision(store), this.#linkKinds.length);
  }

  /** External links of a record, as their list has them. */
  linksOf({ resource, key }: Located): Located[] {
    const { link } = this.#linkKinds.find(({ record }) => record === resource) ?? {};
    const column = link?.above.at(-1)?.column;
    if (!link || column === undefined) return [];
    const list = `SELECT key FROM "${link.table}" WHERE ${column} = :key ORDER BY id LIMIT ${maximumItemsPerPage}`;
    return this.store.reader.all<{ key: number }>(list, { key }).map((row) => ({ ...row, resource: link }));
  }

  /** Follows merges. */
  byId(resource: Kind, id: string): Located | undefined {
    const keyOf = (id: string) => this.store.reader.get<{ key: number }>(`SELECT key FROM "${resource.table}" WHERE id = :id`, { id })?.key;
    const current = followMerges(this.store.reader, resource.type, id.toLowerCase(), keyOf);
    return current && { resource, key: current.found };
  }

  /** By current or former slug. */
  bySlug(resource: Kind, slug: string): BySlug | undefined {
    const own = this.store.reader.get<{ key: number }>(`SELECT key FROM "${resource.table}" WHERE slug = :slug`, { slug });
    if (own) return { resource, key: own.key, isMoved: false };
    const renamed = this.store.reader.get<{ id: string }>(
      'SELECT resource_id AS id FROM slug_redirect WHERE resource_type = :type AND slug = :slug',
      { type: resource.type, slug },
    );
    const current = renamed && this.byId(resource, renamed.id);
    return current && { ...current, isMoved: true };
  }

  /** The parent record, which has a slug. */
  above({ table, above }: Kind, key: number): { readonly key: number; readonly slug: string } | undefined {
    const parent = above.at(-1);
    if (!parent) return undefined;
    return this.store.reader.get<{ key: number; slug: string }>(
      `SELECT above.key, above.slug FROM "${table}" AS x JOIN "${parent.table}" AS above ON above.key = x.${parent.column} WHERE x.key = :key`,
      { key },
    );
  }

  /** @param provider case-insensitive; all if missing */
  byExternalIds(externalIds: readonly string[], provider?: string): LinkMatch[] {
    return this.#linkKinds.flatMap((kind) => {
      const { link, record } = kind;
      const providers = this.#providersOf(link).filter((known) => provider === undefined || known.toLowerCase() === provider.toLowerCase());
      if (providers.length === 0) return [];
      return this.#links(kind, { providers: JSON.stringify(providers), ids: JSON.stringify(externalIds) }).map(
        ({ key, record_key, record_id, external_id }) => ({
          link: { resource: link, key },
          record: { resource: record, key: record_key },
          recordIri: record.iri({ id: record_id }),
          externalId: external_id,
        }),
      );
    });
  }

  #links({ link, record }: LinkKind, values: { readonly providers: string; readonly ids: string }) {
    const owner = link.withinColumn ?? `${record.table}_key`;
    return this.store.reader.all<{ key: number; record_key: number; record_id: string; external_id: string }>(
      `SELECT link.key, record.key AS record_key, record.id AS record_id, link.external_id
      FROM json_each(:providers) AS provider CROSS JOIN json_each(:ids) AS id
      CROSS JOIN "${link.table}" AS link ON link.provider = provider.value AND link.external_id = id.value
      CROSS JOIN "${record.table}" AS record ON record.key = link.${owner}
      ORDER BY link.external_id, link.provider, link.id`,
      values,
    );
  }

  /** Found by skipping through the index: they are few. */
  #providersOf({ type, table }: Kind): readonly string[] {
    const providers = `
      WITH RECURSIVE step (provider) AS (
        SELECT min(provider) FROM "${table}"
        UNION ALL
        SELECT (SELECT min(provider) FROM "${table}" WHERE provider > step.provider) FROM step WHERE step.provider IS NOT NULL
      )
      SELECT provider FROM step WHERE provider IS NOT NULL`;
    const find = () => this.store.reader.all<{ provider: string }>(providers).map(({ provider }) => provider);
    return this.#providers.find(type, find) ?? [];
  }
}
