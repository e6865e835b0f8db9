import { packedId, typeKey } from '../../database/packed-id';
import type { CatalogRows } from '../../records/catalog-rows';

/** A production, as far as it tells whether another is the same. */
export interface Work {
  readonly id: string;
  readonly type: string;
  readonly year: number | null;
  /** Whether it only stands in for one to come; its year is that of a release then. */
  readonly isProvisional: boolean;
  readonly isOfMusicbrainz: boolean;
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
