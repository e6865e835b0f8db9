import { packedId, typeKey } from '../../database/packed-id';
import type { CatalogRows } from '../../records/catalog-rows';
import { productionTitleOf } from '../../records/titles/production-title';

/** A production, as far as it tells whether another is the same. */
export interface Work {
  readonly id: string;
  readonly type: string;
  readonly year: number | null;
  /** Whether it only stands in for one to come; its year is that of a release then. */
  readonly isProvisional: boolean;
  readonly isOfMusicbrainz: boolean;
  /** Year in the titles of its releases or albums: "Halloween (Original 1978 Motion Picture Soundtrack)". */
  readonly printedYear?: number;
  /** By their keys. */
  readonly composers: readonly number[];
}

interface Row {
  readonly id: string;
  readonly type: string;
  readonly year: number | null;
  readonly provisional: 0 | 1;
  readonly of_musicbrainz: 0 | 1;
  readonly composers: string;
}

/** In SQL, the columns of a work, of the production `p`. */
const columns = `
  p.id, p.production_type AS type, p.year, p.provisional,
  EXISTS (SELECT 1 FROM imported_record AS i WHERE i.type_key = ${typeKey("'Production'")} AND i.id = ${packedId('p.id')}
    AND i.source_key IN (SELECT key FROM import_source WHERE name GLOB 'musicbrainz/*')) AS of_musicbrainz,
  (SELECT json_group_array(DISTINCT c.artist_key) FROM production_credit AS c WHERE c.production_key = p.key
    AND (c.list = 'composers' OR c.role_key = (SELECT key FROM artist_role WHERE slug = 'composer'))) AS composers`;

/** The productions, in `p`, of some SQL. */
export const worksOf = (rows: CatalogRows, from: string, ...values: readonly (string | number)[]): Work[] =>
  rows.all<Row>(`SELECT ${columns} ${from}`, ...values).map(({ provisional, of_musicbrainz, composers, ...row }) => ({
    ...row,
    isProvisional: provisional === 1,
    isOfMusicbrainz: of_musicbrainz === 1,
    composers: JSON.parse(composers),
  }));

/**
 * Adds the years that soundtracks print. Titles tell them apart from release years at any time, because a merged production
 * keeps its releases.
 */
export function withPrintedYears(rows: CatalogRows, works: readonly Work[]): Work[] {
  const titles = rows.all<{ readonly id: string; readonly title: string }>(
    `SELECT p.id, r.title FROM production AS p JOIN production_entry AS e ON e.production_key = p.key JOIN "release" AS r ON r.key = e.release_key
     WHERE p.provisional = 1 AND p.id IN (SELECT value FROM json_each(?1)) AND r.title GLOB ?2
     UNION
     SELECT p.id, a.title FROM production AS p JOIN production_entry AS e ON e.production_key = p.key JOIN "release" AS r ON r.key = e.release_key
       JOIN album AS a ON a.key = r.album_key
     WHERE p.provisional = 1 AND p.id IN (SELECT value FROM json_each(?1)) AND a.title GLOB ?2`,
    JSON.stringify(works.map(({ id }) => id)),
    '*[12][0-9][0-9][0-9]*',
  );
  return works.map((work) => {
    const years = new Set(titles.flatMap(({ id, title }) => (id === work.id ? (productionTitleOf(title).year ?? []) : [])));
    const [printedYear] = years;
    return years.size === 1 && printedYear !== undefined ? { ...work, printedYear } : work;
  });
}

/** Which of two that are the same stands: a true one before a stand-in, one of MusicBrainz before one of Discogs. */
export function compareWorks(one: Work, other: Work): number {
  return (
    Number(one.isProvisional) - Number(other.isProvisional) ||
    Number(other.isOfMusicbrainz) - Number(one.isOfMusicbrainz) ||
    (one.id < other.id ? -1 : 1)
  );
}

export const shareComposer = (one: Pick<Work, 'composers'>, other: Pick<Work, 'composers'>): boolean =>
  one.composers.some((composer) => other.composers.includes(composer));

/** A type that nothing says is "other". */
export const mayBeOfOneType = (one: Work, other: Work): boolean =>
  one.type === other.type || one.type === 'other' || other.type === 'other';
