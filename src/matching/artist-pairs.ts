import type { CatalogRows } from '../records/catalog-rows';
import { likenessOfDates, mostSharing } from './editions';
import { type FoundPair, inOrder, type Judgement, type PairFinder, type PairReason } from './pair';

interface ComparedArtist {
  readonly key: number;
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly fictional: 0 | 1;
  readonly begin: string | null;
  readonly end: string | null;
  /** As JSON, of those that say who it is: `imdb nm0002354`. */
  readonly links: string;
}

/** Sites that have a page for each artist. */
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

const sharing = `
  SELECT seen.key FROM artist AS seen WHERE seen.key BETWEEN ?1 AND ?2 AND (
    ${ways.map((way) => `EXISTS (${way.replaceAll('?1', 'seen.key')})`).join(' OR ')})
  ORDER BY seen.key`;

const worksOf = (table: string, artist: string): string =>
  `SELECT * FROM (SELECT ${table}_key FROM ${table}_credit WHERE artist_key = ${artist} LIMIT 5000)`;

/** Whether two have had a part in the same release or production; of those who have in very many, of the first ones. */
const shareWork = `
  SELECT 1 FROM (${worksOf('release', '?1')} INTERSECT ${worksOf('release', '?2')})
  UNION ALL SELECT 1 FROM (${worksOf('production', '?1')} INTERSECT ${worksOf('production', '?2')}) LIMIT 1`;

/** Finds artists that may be one: of one name, with works or dates in common, or with the same page elsewhere. */
export class ArtistPairs implements PairFinder {
  readonly type = 'Artist';
  readonly table = 'artist';

  constructor(private readonly rows: CatalogRows) {}

  sharing(first: number, last: number): number[] {
    return this.rows.all<{ key: number }>(sharing, first, last).map(({ key }) => key);
  }

  pairsOf(key: number): FoundPair[] {
    const own = this.#read(key);
    const keys = new Set(ways.flatMap((way) => this.#few(way, key)));
    return [...keys].flatMap((candidate): FoundPair[] => {
      const [one, other] = inOrder(own, this.#read(candidate));
      const judgement = this.#judge(one, other);
      return judgement ? [{ one: one.id, other: other.id, isProvisional: false, ...judgement }] : [];
    });
  }

  #judge(one: ComparedArtist, other: ComparedArtist): Judgement | undefined {
    const [links, others]: string[][] = [JSON.parse(one.links), JSON.parse(other.links)];
    const isLinked = (links ?? []).some((link) => others?.includes(link));
    if (!isLinked && areApart(one, other, links ?? [], others ?? [])) return undefined;
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

  #few(way: string, key: number): number[] {
    const keys = this.rows.all<{ key: number }>(`${way} LIMIT ${mostSharing + 1}`, key);
    return keys.length > mostSharing ? [] : keys.map(({ key }) => key);
  }

  #read(key: number): ComparedArtist {
    return this.rows.one<ComparedArtist>(described, key) as ComparedArtist;
  }
}

/** A person is no orchestra, was born once, and has one page at a site. */
function areApart(one: ComparedArtist, other: ComparedArtist, links: readonly string[], others: readonly string[]): boolean {
  const siteOf = (link: string) => link.slice(0, link.indexOf(' '));
  const sites = new Set(links.map(siteOf));
  return (
    one.type !== other.type ||
    one.fictional !== other.fictional ||
    likenessOfDates(one.begin, other.begin) === undefined ||
    likenessOfDates(one.end, other.end) === undefined ||
    others.some((link) => sites.has(siteOf(link)))
  );
}
