import type { CatalogRows } from '../records/write/catalog-rows';
import { packedId, typeKey } from '../store/values/identifiers';
import { onlyOf } from './decide';
import { overlap } from './score';
import { productionTitleOf } from './titles/production-title';

/** A production with its distinguishing values. */
export interface Work {
  readonly id: string;
  readonly type: string;
  readonly year: number | null;
  /** Whether it is provisional; its year is then that of a release. */
  readonly isProvisional: boolean;
  readonly isOfMusicbrainz: boolean;
  /** Year in the titles of its releases or albums: "Halloween (Original 1978 Motion Picture Soundtrack)". */
  readonly printedYear?: number;
  readonly composers: readonly number[];
}

interface Row extends Pick<Work, 'id' | 'type' | 'year'> {
  readonly provisional: 0 | 1;
  readonly of_musicbrainz: 0 | 1;
  readonly composers: string;
}

/** SQL columns of a production `p`. */
const columns = `
  p.id, p.production_type AS type, p.year, p.provisional,
  EXISTS (SELECT 1 FROM imported_record AS i WHERE i.type_key = ${typeKey("'Production'")} AND i.id = ${packedId('p.id')}
    AND i.source_key IN (SELECT key FROM import_source WHERE name GLOB 'musicbrainz/*')) AS of_musicbrainz,
  (SELECT json_group_array(DISTINCT c.artist_key) FROM production_credit AS c WHERE c.production_key = p.key
    AND (c.list = 'composers' OR c.role_key = (SELECT key FROM artist_role WHERE slug = 'composer'))) AS composers`;

/** Productions `p` selected by SQL. */
export const worksOf = (rows: CatalogRows, from: string, ...values: readonly (string | number)[]): Work[] =>
  rows.all<Row>(`SELECT ${columns} ${from}`, ...values).map(({ provisional, of_musicbrainz, composers, ...row }) => ({
    ...row,
    isProvisional: provisional === 1,
    isOfMusicbrainz: of_musicbrainz === 1,
    composers: JSON.parse(composers),
  }));

/**
 * Adds years printed on soundtracks. Titles distinguish them from release years at any time, because a merged production keeps
 * its releases.
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

/** Which of two identical productions survives: real before provisional, MusicBrainz before Discogs. */
export function compareWorks(one: Work, other: Work): number {
  return (
    Number(one.isProvisional) - Number(other.isProvisional) ||
    Number(other.isOfMusicbrainz) - Number(one.isOfMusicbrainz) ||
    (one.id < other.id ? -1 : 1)
  );
}

export const shareComposer = (one: Pick<Work, 'composers'>, other: Pick<Work, 'composers'>): boolean =>
  overlap(one.composers, other.composers);

/** An unstated type is "other". */
export const mayBeOfOneType = (one: Work, other: Work): boolean =>
  one.type === other.type || one.type === 'other' || other.type === 'other';

/** Identical provisional productions with their combined values. */
interface Cluster {
  readonly works: readonly Work[];
  readonly type: string;
  readonly year: number | null;
  /** Year printed in titles of their soundtracks. */
  readonly printedYear: number | undefined;
  readonly composers: readonly number[];
}

/**
 * Matches productions of one title: pairs of a production and its survivor. A provisional production is the film that shares a
 * composer and is not younger than the music; without known composers, a film within one year. Provisional productions with a
 * common composer are the same whenever released, unless printed years differ; those without composers if their years are equal.
 * Ambiguous cases, and films themselves, stay apart.
 */
export function sameAmong(works: readonly Work[]): (readonly [id: string, into: string])[] {
  const films = works.filter(({ isProvisional }) => !isProvisional);
  const { composed, anonymous } = clustersOf(works.filter(({ isProvisional }) => isProvisional));
  const groups = composed.map((cluster) => ({ cluster, works: withFilm(cluster, filmOf(cluster, films)) }));
  const found: Work[][] = [];
  for (const cluster of anonymous) {
    const film = filmOf(cluster, films);
    const ofYear = groups.filter(({ cluster: other }) => other.year === cluster.year && mayBeOfOneType(typed(cluster), typed(other)));
    if (film === undefined && ofYear.length === 1) ofYear[0]?.works.push(...cluster.works);
    else found.push(withFilm(cluster, film));
  }
  return [...found, ...groups.map((group) => group.works)].flatMap(intoFirst);
}

const withFilm = ({ works }: Cluster, film: Work | undefined): Work[] => [...works, ...(film ? [film] : [])];

function intoFirst(works: readonly Work[]): (readonly [id: string, into: string])[] {
  const [first, ...others] = works.toSorted(compareWorks);
  return first ? others.map(({ id }) => [id, first.id] as const) : [];
}

const typed = ({ works, type }: Cluster): Work => ({ ...(works[0] as Work), type });

/** Groups works that share composers, directly or transitively, and works without composers by year. */
function clustersOf(provisional: readonly Work[]): { readonly composed: Cluster[]; readonly anonymous: Cluster[] } {
  const composed: Work[][] = [];
  const anonymous = new Map<string, Work[]>();
  const printed = provisional.filter(({ printedYear }) => printedYear !== undefined);
  const yearOf = (work: Work): number | undefined =>
    printed.length === 0 ? undefined : (work.printedYear ?? onlyPrintedYear(work, printed));
  for (const work of provisional.toSorted(compareWorks)) {
    if (work.composers.length === 0) {
      // Undated works stay single.
      const key = work.year === null ? work.id : `${work.year} ${work.type}`;
      anonymous.set(key, [...(anonymous.get(key) ?? []), work]);
      continue;
    }
    const isSame = (other: Work) => shareComposer(work, other) && mayBeOfOneType(work, other) && yearOf(work) === yearOf(other);
    const same = composed.filter((works) => works.some(isSame));
    for (const works of same) composed.splice(composed.indexOf(works), 1);
    composed.push([...same.flat(), work]);
  }
  const clusterOf = (works: readonly Work[]): Cluster => joined(works, works[0] && yearOf(works[0]));
  return { composed: composed.map(clusterOf), anonymous: [...anonymous.values()].map(clusterOf) };
}

/** The only printed year of the composer not later than the release of a work without one. */
function onlyPrintedYear(work: Work, printed: readonly Work[]): number | undefined {
  const same = printed.filter((other) => shareComposer(work, other) && mayBeOfOneType(work, other));
  const years = same.flatMap(({ printedYear = 0 }) => (work.year === null || printedYear <= work.year + 1 ? printedYear : []));
  return onlyOf([...new Set(years)]);
}

function joined(works: readonly Work[], printedYear: number | undefined): Cluster {
  const years = works.flatMap(({ year }) => year ?? []);
  return {
    works,
    type: works.map(({ type }) => type).find((type) => type !== 'other') ?? 'other',
    year: years.length > 0 ? Math.min(...years) : null,
    printedYear,
    composers: works.flatMap(({ composers }) => composers),
  };
}

/**
 * The film whose music it is, if only one. Of several by one composer, only that within a year of the release counts: a later
 * release may be a reissue of any.
 */
function filmOf(cluster: Cluster, films: readonly Work[]): Work | undefined {
  const { year, printedYear } = cluster;
  const possible = films.filter(
    (film) =>
      mayBeOfOneType(film, typed(cluster)) && (printedYear === undefined || film.year === null || Math.abs(film.year - printedYear) <= 1),
  );
  const ofComposer = possible.filter(
    (film) => shareComposer(film, cluster) && (film.year === null || year === null || film.year <= year + 1),
  );
  if (ofComposer.length > 0) return onlyOf(ofComposer) ?? ofTimeOf(year, ofComposer);
  const uncertain = possible.filter(({ composers }) => composers.length === 0 || cluster.composers.length === 0);
  return ofTimeOf(year, uncertain);
}

/** The only film of a year, else of the adjacent years. */
function ofTimeOf(year: number | null, films: readonly Work[]): Work | undefined {
  const near = films.filter((film) => film.year !== null && year !== null && Math.abs(film.year - year) <= 1);
  const exact = near.filter((film) => film.year === year);
  return onlyOf(exact.length > 0 ? exact : near);
}
