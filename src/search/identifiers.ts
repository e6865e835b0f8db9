import { sql } from 'kysely';
import { uuidPattern } from '../api/schema/checks';
import { catalog } from '../catalog';
import { barcodeSpellings } from '../catalog/lookups';
import type { Kind, Kinds } from '../kinds';
import type { Values } from '../store/database/connection';
import type { Store } from '../store/database/open';
import { textOf } from '../store/database/sql';
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
  readonly #pages: PageUrls;

  constructor(
    private readonly store: Store,
    private readonly records: Records,
    private readonly kinds: Kinds = catalog,
  ) {
    this.#pages = new PageUrls(kinds);
  }

  /**
   * Each record once, by its first match.
   * @param isIncluded limits the kinds
   */
  find(typed: string, isIncluded: (type: string) => boolean): Identified[] {
    const text = typed.trim();
    const byRecord = new Map<string, Identified>();
    const matches = [
      this.#byId(text, isIncluded),
      this.#byBarcode(text),
      this.#byIsrc(text),
      this.#byIswc(text),
      this.#byCatalogNumber(text),
      this.#bySlug(text.toLowerCase(), isIncluded),
      this.#byExternalId(text),
    ].flat();
    for (const match of matches) {
      const name = `${match.resource.type} ${match.key}`;
      if (isIncluded(match.resource.type) && !byRecord.has(name) && !this.#isUnreviewed(match)) byRecord.set(name, match);
    }
    return [...byRecord.values()];
  }

  /** Unreviewed records are found only in their own lists and by address. */
  #isUnreviewed({ resource: { unreviewed }, key }: Identified): boolean {
    if (!unreviewed) return false;
    return this.store.reader.get(`SELECT 1 FROM ${unreviewed.table} WHERE ${unreviewed.column} = :key`, { key }) !== undefined;
  }

  #byId(text: string, isIncluded: (type: string) => boolean): Identified[] {
    if (!uuidPattern.test(text)) return [];
    return this.kinds.shown
      .filter(({ type }) => isIncluded(type))
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

  #bySlug(slug: string, isIncluded: (type: string) => boolean): Identified[] {
    if (!slugs.test(slug)) return [];
    const rows = this.store.reader.all<{ type: string }>(typesOfSlug(this.#pages.kinds), { slug });
    const types = new Set(rows.map(({ type }) => type));
    return this.#pages.kinds
      .filter(({ type }) => types.has(type) && isIncluded(type))
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

  #numbered(type: string, field: string, query: string, values: Values): Identified[] {
    const resource = this.kinds.find(type);
    if (!resource) return [];
    return this.store.reader.all<Numbered>(`${query} LIMIT ${maximumMatches}`, values).map((row) => ({ ...row, resource, field }));
  }
}

/** Types of records that have the slug, or had it. */
const typesOfSlug = (kinds: readonly Kind[]): string => `
  SELECT resource_type AS type FROM slug_redirect WHERE resource_type IN (${kinds.map(({ type }) => `'${type}'`)}) AND slug = :slug
  ${kinds.map(({ type, table }) => `UNION ALL SELECT '${type}' FROM "${table}" WHERE slug = :slug`).join('\n')}`;

const barcodes = `
  SELECT key, value FROM (
    SELECT key, id, barcode AS value FROM "release" WHERE barcode_normalized = :barcode
    UNION ALL SELECT r.key, r.id, i.value FROM ${textOf(barcodeSpellings(sql`(SELECT :barcode AS value)`))} AS spelled
      CROSS JOIN release_identifier AS i ON i.value_normalized = spelled.spelling AND i.type = 'Barcode'
      CROSS JOIN "release" AS r ON r.key = i.release_key)
  ORDER BY id`;

const catalogNumbers = `
  SELECT l.release_key AS key, l.catalog_number AS value FROM release_label AS l JOIN "release" AS r ON r.key = l.release_key
  WHERE l.catalog_number_normalized = :number ORDER BY r.id, l.position`;

const iswcs = 'SELECT key, iswc AS value FROM work WHERE iswc = :iswc ORDER BY id';

const isrcs: Readonly<Record<string, string>> = {
  ReleaseRecording: 'SELECT key, isrc_code AS value FROM release_recording WHERE isrc_code = :isrc ORDER BY id',
  ReleaseTrack: 'SELECT key, isrc_code AS value FROM release_track WHERE isrc_code = :isrc ORDER BY id',
  ProductionRecording: `
    SELECT DISTINCT production_recording_key AS key, isrc_code AS value FROM release_recording
    WHERE isrc_code = :isrc AND production_recording_key IS NOT NULL`,
  Release: `
    SELECT release_key AS key, :isrc AS value FROM release_recording WHERE isrc_code = :isrc
    UNION
    SELECT f.release_key, t.isrc_code FROM release_track AS t JOIN release_format AS f ON f.key = t.release_format_key
    WHERE t.isrc_code = :isrc`,
};
