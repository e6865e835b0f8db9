import { sql } from 'kysely';
import { creditLineOf } from '../kinds/lists';
import { isSeenBy } from '../records/edit/unreviewed';
import type { Store } from '../store/database/open';
import { parameter, Statements, type Values } from '../store/database/sql';
import { fold } from '../store/values/folding';
import { normalizeBarcode, normalizeCatalogNumber } from '../store/values/identifiers';
import { keysIn, releasesWith } from './candidates';
import { onlyOf } from './decide';
import { areDisjoint, areTitlesAlike, contradictionsOf, shareWord } from './score';
import { productionTitleOf } from './titles/production-title';
import type { Contradiction, MatchedBy } from './vocabulary';

/** Values of a row, in comparable form from {@link clueKeys}. */
export interface ReleaseKeys {
  readonly id?: string | undefined;
  readonly discogsId?: string | undefined;
  readonly barcode?: string | undefined;
  readonly catalogNumbers: readonly string[];
}

export interface Clues extends ReleaseKeys {
  readonly title?: string | undefined;
  readonly labels?: readonly string[];
  readonly year?: number | undefined;
  readonly artist?: string | undefined;
  readonly formats?: readonly string[];
}

/** User on whose lists rows are placed. */
export interface ListOwner {
  /** Key of the user. */
  readonly user: number;
  readonly table: 'collection_item' | 'wishlist_item';
  /** Key of a release by UUID, if visible to the user. */
  readonly findRelease: (id: string) => number | undefined;
}

/** A possible release for a row. */
export interface Candidate {
  readonly id: string;
  readonly title: string;
  readonly artist_credit: string | null;
  readonly year: number | null;
  /** Conflicting values; such a release is chosen only by a person. */
  readonly contradicts?: readonly Contradiction[];
}

/** The matching release, or candidates if unclear. */
export type RowMatch =
  | { readonly key: number; readonly by: MatchedBy }
  | { readonly candidates: readonly number[]; readonly by: MatchedBy | null };

export const clueKeys = ({ id, discogsId, barcode, catalogNumbers }: Clues): ReleaseKeys => ({
  id,
  discogsId,
  barcode: (barcode && normalizeBarcode(barcode)) || undefined,
  catalogNumbers: catalogNumbers.map((number) => normalizeCatalogNumber(number) ?? '').filter((number) => number !== ''),
});

/** More candidates would not help. */
const maximumCandidates = 10;

/** More than any title or number has: the match may be the last. */
const maximumCompared = 500;

interface Facts {
  readonly year: number | null;
  readonly barcode: string | null;
  readonly artist: string | null;
  readonly numbers: readonly string[];
  readonly labels: readonly string[];
  readonly formats: readonly string[];
  readonly discogsIds: readonly string[];
}

/** Matches rows with releases. Runs in the caller's transaction. */
export class RowMatcher {
  readonly #statements: Statements;
  /** Rows of a file repeatedly meet the same releases. */
  readonly #facts = new Map<number, Facts>();

  constructor(
    store: Store,
    private readonly owner: ListOwner,
  ) {
    this.#statements = new Statements(store, { on: 'writer' });
  }

  /** Tries id, Discogs id, barcode and catalog number; the first that finds anything decides. */
  match(clues: Clues): RowMatch {
    const { id, discogsId, barcode, catalogNumbers } = clueKeys(clues);
    const own = id === undefined ? undefined : this.owner.findRelease(id);
    if (own !== undefined) return { key: own, by: 'id' };
    // A Discogs page is decisive; other differences are corrections.
    const linked = discogsId ? this.#keys('discogs', { value: discogsId }) : [];
    if (linked.length > 0) return decide(linked, linked, 'discogs');
    const sharing = barcode ? this.#keys('barcode', { values: JSON.stringify([barcode]) }) : [];
    if (sharing.length > 0) return decide(this.#fitting(sharing, clues), sharing, 'barcode');
    return this.#byNumber(catalogNumbers, clues) ?? this.#byTitle(clues);
  }

  describe(key: number): Candidate {
    return this.#statements.of(queries.describe).get({ key }) as Candidate;
  }

  /** Conflicting values: present on both sides without overlap. */
  contradictions(clues: Clues, key: number): readonly Contradiction[] {
    const { barcode, catalogNumbers } = clueKeys(clues);
    const { labels = [], formats = [], year } = clues;
    return contradictionsOf({ barcode, numbers: catalogNumbers, labels, formats, year }, this.#factsOf(key));
  }

  #keys(name: KeyQuery, values: Values): readonly number[] {
    return keysIn(this.#statements.of(queries[name]), values);
  }

  #factsOf(key: number): Facts {
    const known = this.#facts.get(key);
    if (known) return known;
    const { artist, facts } = this.#statements.of(queries.facts).get({ key }) ?? {};
    const read: Facts = { artist: artist ?? null, ...JSON.parse(facts as string) };
    this.#facts.set(key, read);
    return read;
  }

  #fitting(keys: readonly number[], clues: Clues): readonly number[] {
    return keys.filter((key) => this.contradictions(clues, key).length === 0);
  }

  /** Labels reuse numbers: a unique one counts unless the title conflicts. */
  #byNumber(catalogNumbers: readonly string[], clues: Clues): RowMatch | undefined {
    const { title, discogsId } = clues;
    if (catalogNumbers.length === 0) return undefined;
    const candidates = this.#keys(discogsId === undefined ? 'number' : 'numberOfOther', { values: JSON.stringify(catalogNumbers) });
    if (candidates.length === 0) return undefined;
    const fitting = this.#fitting(candidates, clues);
    const only = onlyOf(fitting);
    const isClear =
      only !== undefined && (title === undefined || areTitlesAlike(fold(title).trim(), fold(this.describe(only).title).trim()));
    const sure = isClear ? only : this.#ownOf(fitting, catalogNumbers, clues);
    return sure === undefined
      ? decide([], [...new Set([...fitting, ...candidates])], 'catalog_number')
      : { key: sure, by: 'catalog_number' };
  }

  /** The only release on the user's list with the number and year of the row, whatever its label is called now. */
  #ownOf(candidates: readonly number[], numbers: readonly string[], { labels = [], year }: Clues): number | undefined {
    if (labels.length === 0 || year === undefined) return undefined;
    const { user, table } = this.owner;
    const lists = { keys: JSON.stringify(candidates), numbers: JSON.stringify(numbers), labels: JSON.stringify(labels.map(fold)) };
    return onlyOf(keysIn(this.#statements.of(ownOfLabel, table), { ...lists, user, year }));
  }

  /**
   * A title decides if exactly one release has it without conflicts, and artist and Discogs page agree where known. With
   * differing additions, artist and year must match too.
   */
  #byTitle(clues: Clues): RowMatch {
    const title = clues.title === undefined ? '' : fold(clues.title).trim();
    if (title === '') return { candidates: [], by: null };
    const exact = this.#titled(title);
    const agreeing = exact.filter((key) => this.#agrees(clues, key));
    if (agreeing.length > 0) return decide(agreeing, exact, 'title');
    const alike = this.#titledAlike(clues.title as string, title).filter((key) => !exact.includes(key));
    const { artist, year } = clues;
    const sure = alike.filter((key) => {
      const facts = this.#factsOf(key);
      return artist && facts.artist && year === facts.year && this.#agrees(clues, key);
    });
    const all = [...exact, ...alike];
    return decide(sure, all, all.length > 0 ? 'title' : null);
  }

  #titled(value: string): readonly number[] {
    return this.#keys('title', { value, user: this.owner.user });
  }

  /** Releases of the same work: "Chernobyl" is "Chernobyl (Music from the Original TV Series)". */
  #titledAlike(title: string, folded: string): readonly number[] {
    const name = fold(productionTitleOf(title).title).trim();
    const longer = this.#statements.of(queries.beginning);
    const alike = longer
      .all({ from: `${name} `, to: `${name};`, user: this.owner.user })
      .filter((one) => fold(productionTitleOf(one.title).title).trim() === name)
      .map(({ key }) => key);
    return name === folded ? alike : [...new Set([...this.#titled(name), ...alike])];
  }

  #agrees(clues: Clues, key: number): boolean {
    const { artist, discogsIds } = this.#factsOf(key);
    const isAnotherPressing = clues.discogsId !== undefined && areDisjoint([clues.discogsId], discogsIds);
    return !isAnotherPressing && shareWord(clues.artist, artist) && this.contradictions(clues, key).length === 0;
  }
}

/** The only fitting release, else all candidates, fitting ones first. */
function decide(fitting: readonly number[], all: readonly number[], by: RowMatch['by']): RowMatch {
  const only = onlyOf(fitting);
  if (only !== undefined && by !== null) return { key: only, by };
  return { candidates: [...new Set([...fitting, ...all])].slice(0, maximumCandidates), by };
}

const limit = sql`LIMIT ${sql.lit(maximumCompared)}`;

const isVisible = isSeenBy('release', parameter('user'));

const credit = sql`coalesce("release".artist_credit, ${creditLineOf('release', 'artists', 'release')})`;

const queries = {
  discogs: sql<{ key: number }>`
    SELECT DISTINCT release_key AS key FROM release_external_link WHERE provider = 'discogs' AND external_id = ${parameter('value')} ${limit}`,
  barcode: sql<{ key: number }>`${releasesWith.barcode} ${limit}`,
  number: sql<{ key: number }>`${releasesWith.number} ${limit}`,
  // A release made from another Discogs id is another pressing.
  numberOfOther: sql<{ key: number }>`${releasesWith.number} AND NOT EXISTS (
    SELECT 1 FROM "release" AS r JOIN release_external_link AS l ON l.release_key = r.key AND l.provider = 'discogs'
    WHERE r.key = release_label.release_key AND r.provisional = 1) ${limit}`,
  title: sql<{ key: number }>`SELECT key FROM "release" WHERE title_folded = ${parameter('value')} AND ${isVisible} ORDER BY id ${limit}`,
  // From "psycho " to "psycho;": followed by a space, bracket, dash or colon.
  beginning: sql<{ key: number; title: string }>`
    SELECT key, title FROM "release" WHERE title_folded >= ${parameter('from')} AND title_folded < ${parameter('to')} AND ${isVisible}
    ORDER BY title_folded, id ${limit}`,
  facts: sql<{ artist: string | null; facts: string }>`
    SELECT ${credit} AS artist, json_object('year', year, 'barcode', barcode_normalized,
      'numbers', (SELECT json_group_array(catalog_number_normalized) FROM release_label
        WHERE release_key = "release".key AND catalog_number_normalized IS NOT NULL),
      'labels', (SELECT json_group_array(label.name) FROM release_label JOIN label ON label.key = release_label.label_key
        WHERE release_key = "release".key),
      'formats', (SELECT json_group_array(format_type) FROM release_format WHERE release_key = "release".key),
      'discogsIds', (SELECT json_group_array(external_id) FROM release_external_link
        WHERE release_key = "release".key AND provider = 'discogs')) AS facts
    FROM "release" WHERE key = ${parameter('key')}`,
  describe: sql<Candidate>`SELECT id, title, year, ${credit} AS artist_credit FROM "release" WHERE key = ${parameter('key')}`,
};

type KeyQuery = 'discogs' | 'barcode' | 'number' | 'numberOfOther' | 'title';

const ownOfLabel = (table: ListOwner['table']) => sql<{ key: number }>`
  SELECT key FROM "release" WHERE key IN (SELECT value FROM json_each(${parameter('keys')})) AND year = ${parameter('year')}
    AND EXISTS (SELECT 1 FROM ${sql.table(table)} AS item WHERE item.release_key = "release".key AND item.user_key = ${parameter('user')})
    AND EXISTS (SELECT 1 FROM release_label AS l JOIN label ON label.key = l.label_key
      WHERE l.release_key = "release".key AND l.catalog_number_normalized IN (SELECT value FROM json_each(${parameter('numbers')}))
        AND label.name_folded IN (SELECT value FROM json_each(${parameter('labels')})))
  LIMIT 2`;
