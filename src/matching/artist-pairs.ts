import type { CatalogRows } from '../records/write/catalog-rows';
import { findSharing, haveOtherPages, likenessOfDates } from './editions';
import { type FoundPair, type Judgement, judgePairs, type PairFinder, type PairReason, sharingInRange } from './pair';

interface ComparedArtist {
  readonly key: number;
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly fictional: 0 | 1;
  readonly begin: string | null;
  readonly end: string | null;
  /** JSON array of identifying pages: `imdb nm0002354`. */
  readonly links: string;
}

/** Sites with one page per artist. */
const identities = "('discogs', 'musicbrainz', 'wikidata', 'imdb', 'isni', 'viaf')";

const described = `
  SELECT key, id, name_folded AS name, artist_type AS type, fictional, begin_date AS begin, end_date AS "end",
    (SELECT json_group_array(provider || ' ' || external_id) FROM artist_external_link
      WHERE artist_key = artist.key AND provider IN ${identities}) AS links
  FROM artist WHERE key = ?`;

const ways: readonly string[] = [
  'SELECT a.key FROM artist AS one CROSS JOIN artist AS a ON a.name_folded = one.name_folded WHERE one.key = ?1 AND a.key <> one.key',
  `SELECT DISTINCT l.artist_key AS key FROM artist_external_link AS own
   CROSS JOIN artist_external_link AS l ON l.provider = own.provider AND l.external_id = own.external_id
   WHERE own.artist_key = ?1 AND l.artist_key <> own.artist_key AND own.provider IN ${identities}`,
];

const sharing = sharingInRange('artist', ways);

const worksOf = (table: string, artist: string): string =>
  `SELECT * FROM (SELECT ${table}_key FROM ${table}_credit WHERE artist_key = ${artist} LIMIT 5000)`;

/** Whether two artists share a release or production, among the first ones for prolific artists. */
const shareWork = `
  SELECT 1 FROM (${worksOf('release', '?1')} INTERSECT ${worksOf('release', '?2')})
  UNION ALL SELECT 1 FROM (${worksOf('production', '?1')} INTERSECT ${worksOf('production', '?2')}) LIMIT 1`;

/** Finds artists that may be duplicates: same name with common works or dates, or the same external page. */
export class ArtistPairs implements PairFinder {
  readonly type = 'Artist';
  readonly table = 'artist';

  constructor(private readonly rows: CatalogRows) {}

  sharing(first: number, last: number): number[] {
    return this.rows.all<{ key: number }>(sharing, first, last).map(({ key }) => key);
  }

  pairsOf(key: number): FoundPair[] {
    const keys = new Set(ways.flatMap((way) => findSharing(this.rows, way, key) ?? []));
    const candidates = [...keys].map((candidate) => this.#read(candidate));
    return judgePairs(this.#read(key), candidates, (one, other) => this.#judge(one, other));
  }

  #judge(one: ComparedArtist, other: ComparedArtist): Judgement | undefined {
    const [links, others]: [string[], string[]] = [JSON.parse(one.links), JSON.parse(other.links)];
    const isLinked = links.some((link) => others.includes(link));
    if (!isLinked && (areApart(one, other) || haveOtherPages(links, others))) return undefined;
    const hasSameName = one.name === other.name;
    const reasons: PairReason[] = [
      ...(isLinked ? (['link'] as const) : []),
      ...(hasSameName && this.rows.one(shareWork, one.key, other.key) ? (['works'] as const) : []),
      ...(hasSameName && one.begin !== null && other.begin !== null ? (['dates'] as const) : []),
    ];
    if (reasons.length === 0) return undefined;
    const sureness = reasons.length > 1 && hasSameName ? 'certain' : isLinked || reasons.includes('works') ? 'likely' : 'possible';
    return { suggestion: 'same', sureness, reasons: hasSameName ? [...reasons, 'name'] : reasons };
  }

  #read(key: number): ComparedArtist {
    return this.rows.one<ComparedArtist>(described, key) as ComparedArtist;
  }
}

/** Persons and orchestras differ, and so do birth dates. */
const areApart = (one: ComparedArtist, other: ComparedArtist): boolean =>
  one.type !== other.type ||
  one.fictional !== other.fictional ||
  likenessOfDates(one.begin, other.begin) === undefined ||
  likenessOfDates(one.end, other.end) === undefined;
