import { type RawBuilder, sql } from 'kysely';
import { uuidPattern } from '../api/schema/checks';
import { catalog } from '../catalog';
import type { Kind, Kinds } from '../kinds';
import type { Store } from '../store/database/open';
import { parameter, Statements, type Values } from '../store/database/sql';
import { normalizeCatalogNumber, normalizeIsrc, normalizeIswc, readBarcode, slugPattern } from '../store/values/identifiers';
import { PageUrls } from './page-addresses';
import type { Located, Records } from './records';

/** Bootlegs share barcodes, and compilations recordings. */
const maximumMatches = 20;

export interface Identified extends Located {
  /** The matching attribute. */
  readonly field: string;
  readonly value: string;
}

const slugs = new RegExp(slugPattern);

interface Numbered {
  readonly key: number;
  readonly value: string;
}

/** Finds records by UUID, barcode, ISRC, ISWC, catalog number, slug or external id. */
export class Identifiers {
  readonly #statements: Statements;
  readonly #pages: PageUrls;

  constructor(
    store: Store,
    private readonly records: Records,
    private readonly kinds: Kinds = catalog,
  ) {
    this.#statements = new Statements(store);
    this.#pages = new PageUrls(kinds);
  }

  /**
   * Each record once, by its first match.
   * @param isAsked limits the kinds
   */
  find(typed: string, isAsked: (type: string) => boolean): Identified[] {
    const text = typed.trim();
    const found = new Map<string, Identified>();
    const all = [
      this.#byId(text, isAsked),
      this.#byBarcode(text),
      this.#byIsrc(text),
      this.#byIswc(text),
      this.#byCatalogNumber(text),
      this.#bySlug(text.toLowerCase(), isAsked),
      this.#byExternalId(text),
    ].flat();
    for (const one of all) {
      const name = `${one.resource.type} ${one.key}`;
      if (isAsked(one.resource.type) && !found.has(name) && !this.#isUnreviewed(one)) found.set(name, one);
    }
    return [...found.values()];
  }

  /** Unreviewed records are found only in their own lists and by address. */
  #isUnreviewed({ resource: { unreviewed }, key }: Identified): boolean {
    if (!unreviewed) return false;
    return this.#statements.text(`SELECT 1 FROM ${unreviewed.table} WHERE ${unreviewed.column} = :key`).get({ key }) !== undefined;
  }

  #byId(text: string, isAsked: (type: string) => boolean): Identified[] {
    if (!uuidPattern.test(text)) return [];
    return this.kinds.shown
      .filter(({ type }) => isAsked(type))
      .flatMap((resource) => {
        const found = this.records.byId(resource, text);
        return found ? [{ ...found, field: '_id', value: text.toLowerCase() }] : [];
      });
  }

  #byBarcode(text: string): Identified[] {
    const barcode = readBarcode(text);
    return barcode === null ? [] : this.#numbered('Release', 'barcode', barcodes, { barcode });
  }

  /** Recordings and tracks with the ISRC, then their productions and releases. */
  #byIsrc(text: string): Identified[] {
    const isrc = normalizeIsrc(text);
    if (isrc === null) return [];
    return Object.entries(isrcs).flatMap(([type, query]) => this.#numbered(type, 'isrc_code', query, { isrc }));
  }

  #byIswc(text: string): Identified[] {
    const iswc = normalizeIswc(text);
    return iswc === null ? [] : this.#numbered('Work', 'iswc', iswcs, { iswc });
  }

  #byCatalogNumber(text: string): Identified[] {
    const number = normalizeCatalogNumber(text);
    return number === null ? [] : this.#numbered('Release', 'catalog_number', catalogNumbers, { number });
  }

  #bySlug(slug: string, isAsked: (type: string) => boolean): Identified[] {
    if (!slugs.test(slug)) return [];
    const found = this.#statements.of(typesOfSlug, this.#pages.kinds).all({ slug });
    const types = new Set(found.map(({ type }) => type));
    return this.#pages.kinds
      .filter(({ type }) => types.has(type) && isAsked(type))
      .flatMap((kind) => {
        const found = this.records.bySlug(kind, slug);
        return found ? [{ resource: found.resource, key: found.key, field: 'slug', value: slug }] : [];
      });
  }

  #byExternalId(text: string): Identified[] {
    return this.records
      .byExternalIds([text])
      .slice(0, maximumMatches)
      .map(({ record, externalId }) => ({ ...record, field: 'external_id', value: externalId }));
  }

  #numbered(type: string, field: string, query: RawBuilder<Numbered>, values: Values): Identified[] {
    const resource = this.kinds.find(type);
    if (!resource) return [];
    return this.#statements
      .of(query)
      .all({ ...values, limit: maximumMatches })
      .map(({ key, value }) => ({ resource, key, field, value }));
  }
}

/** Types of records that have the slug, or had it. */
const typesOfSlug = (kinds: readonly Kind[]) => sql<{ type: string }>`
  SELECT resource_type AS type FROM slug_redirect
  WHERE resource_type IN (${sql.join(kinds.map(({ type }) => sql.lit(type)))}) AND slug = ${parameter('slug')}
  UNION ALL ${sql.join(
    kinds.map(({ type, table }) => sql`SELECT ${sql.lit(type)} FROM ${sql.table(table)} WHERE slug = ${parameter('slug')}`),
    sql` UNION ALL `,
  )}`;

const barcodes = sql<Numbered>`
  SELECT key, value FROM (
    SELECT key, id, barcode AS value FROM "release" WHERE barcode_normalized = ${parameter('barcode')}
    UNION ALL SELECT r.key, r.id, i.value FROM release_identifier AS i CROSS JOIN "release" AS r ON r.key = i.release_key
      WHERE i.value_normalized IN (${parameter('barcode')}, iif(${parameter('barcode')} GLOB '0*', substr(${parameter('barcode')}, 2), NULL))
        AND i.type = 'Barcode')
  ORDER BY id LIMIT ${parameter('limit')} + 0`;

const catalogNumbers = sql<Numbered>`
  SELECT l.release_key AS key, l.catalog_number AS value FROM release_label AS l JOIN "release" AS r ON r.key = l.release_key
  WHERE l.catalog_number_normalized = ${parameter('number')} ORDER BY r.id, l.position LIMIT ${parameter('limit')} + 0`;

const iswcs = sql<Numbered>`SELECT key, iswc AS value FROM work WHERE iswc = ${parameter('iswc')} ORDER BY id LIMIT ${parameter('limit')} + 0`;

const isrc = parameter('isrc');
const limit = parameter('limit');

const isrcs: Readonly<Record<string, RawBuilder<Numbered>>> = {
  ReleaseRecording: sql`SELECT key, isrc_code AS value FROM release_recording WHERE isrc_code = ${isrc} ORDER BY id LIMIT ${limit} + 0`,
  ReleaseTrack: sql`SELECT key, isrc_code AS value FROM release_track WHERE isrc_code = ${isrc} ORDER BY id LIMIT ${limit} + 0`,
  ProductionRecording: sql`
    SELECT DISTINCT production_recording_key AS key, isrc_code AS value FROM release_recording
    WHERE isrc_code = ${isrc} AND production_recording_key IS NOT NULL LIMIT ${limit} + 0`,
  Release: sql`
    SELECT release_key AS key, ${isrc} AS value FROM release_recording WHERE isrc_code = ${isrc}
    UNION
    SELECT f.release_key, t.isrc_code FROM release_track AS t JOIN release_format AS f ON f.key = t.release_format_key WHERE t.isrc_code = ${isrc}
    LIMIT ${limit} + 0`,
};
