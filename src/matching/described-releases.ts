import { sql } from 'kysely';
import { artistLineOf } from '../kinds/lists';
import { barcodeShown, formatsShown, isSeenBy, labelsShown, numbersShown, pendingItems } from '../records/edit/unreviewed';
import type { Values } from '../store/database/connection';
import { numeralValue, wordsIn } from '../store/database/full-text';
import type { Store } from '../store/database/open';
import { parameter, textOf } from '../store/database/sql';
import { fold } from '../store/values/folding';
import { normalizeBarcode, normalizeCatalogNumber } from '../store/values/identifiers';
import { keysOf, releasesWith } from './candidates';
import { onlyOf } from './decide';
import { releasesTitled } from './release-titles';
import { areDisjoint, areTitlesAlike, contradictionsOf, nameSame, shareWord } from './score';
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
  /** The credit, and the names of its artists. */
  readonly names: readonly string[];
  readonly numbers: readonly string[];
  readonly labels: readonly string[];
  readonly formats: readonly string[];
  readonly discogsIds: readonly string[];
}

/** Matches rows with releases. Runs in the caller's transaction. */
export class RowMatcher {
  /** Rows of a file repeatedly meet the same releases. */
  readonly #facts = new Map<number, Facts>();

  constructor(
    private readonly store: Store,
    private readonly owner: ListOwner,
  ) {}

  /** Tries id, Discogs id, barcode and catalog number; the first that finds anything decides. */
  match(clues: Clues): RowMatch {
    const { id, discogsId, barcode, catalogNumbers } = clueKeys(clues);
    const own = id === undefined ? undefined : this.owner.findRelease(id);
    if (own !== undefined) return { key: own, by: 'id' };
    // A Discogs page is decisive; other differences are corrections.
    const linked = discogsId ? this.#keys('discogs', { values: JSON.stringify([discogsId]) }) : [];
    if (linked.length > 0) return decide(linked, linked, 'discogs');
    const sharing = barcode ? this.#keys('barcode', { values: JSON.stringify([barcode]) }) : [];
    if (sharing.length > 0) return decide(this.#fitting(sharing, clues), sharing, 'barcode');
    return this.#byNumber(catalogNumbers, clues) ?? this.#byTitle(clues);
  }

  describe(key: number): Candidate {
    return this.store.writer.get<Candidate>(queries.describe, { key }) as Candidate;
  }

  /** Conflicting values: present on both sides without overlap. */
  contradictions(clues: Clues, key: number): readonly Contradiction[] {
    const { barcode, catalogNumbers } = clueKeys(clues);
    const { labels = [], formats = [], year } = clues;
    return contradictionsOf({ barcode, numbers: catalogNumbers, labels, formats, year }, this.#factsOf(key));
  }

  #keys(name: KeyQuery, values: Values): readonly number[] {
    return keysOf(this.store.writer, queries[name], values);
  }

  #factsOf(key: number): Facts {
    return this.#facts.getOrInsertComputed(key, () =>
      JSON.parse((this.store.writer.get<{ facts: string }>(queries.facts, { key }) as { facts: string }).facts),
    );
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
    return onlyOf(keysOf(this.store.writer, ownOfLabel(table), { ...lists, user, year }));
  }

  /**
   * A title decides if exactly one release has it without conflicts, and artist and Discogs page agree where known. If it is only
   * written alike, or has the artist in it, the artist must match; if it is that of the album or film, or differs by additions, the year
   * and numbers too.
   */
  #byTitle(clues: Clues): RowMatch {
    const title = clues.title === undefined ? '' : fold(clues.title).trim();
    if (title === '') return { candidates: [], by: null };
    const match = this.#named(clues, title);
    if ('key' in match) return match;
    const others = readingsOf(clues).map((reading) => this.#named(reading, fold(reading.title).trim(), true));
    return others.find((other) => 'key' in other) ?? [match, ...others].find(({ by }) => by !== null) ?? match;
  }

  /** @param isGuessed whether the artist was read in the title, so that it must match */
  #named(clues: Clues, title: string, isGuessed = false): RowMatch {
    const ofArtist = (keys: readonly number[]): number[] => keys.filter((key) => this.#isBy(clues, key));
    const exact = this.#keys('title', { value: title, user: this.owner.user });
    const agreeing = (isGuessed ? ofArtist(exact) : exact).filter((key) => this.#agrees(clues, key));
    if (agreeing.length > 0) return decide(agreeing, exact, 'title');
    const { own, ofWork, ofAlbum, others } = releasesTitled(this.store.writer, clues.title as string, this.owner.user);
    const isNew = (key: number): boolean => !exact.includes(key);
    const named = own.filter(isNew);
    const ownOfArtist = ofArtist(named).filter((key) => this.#agrees(clues, key));
    const sure =
      ownOfArtist.length > 0
        ? ownOfArtist
        : [
            ...ofArtist(ofWork).filter((key) => this.#isEditionNamed(clues, key, productionTitleOf(this.describe(key).title).title)),
            ...ofArtist(ofAlbum).filter((key) => this.#isEditionNamed(clues, key)),
          ];
    const all = [...exact, ...named, ...[...ofWork, ...ofAlbum].filter(isNew), ...ofArtist(others)];
    // The order of one candidate does not matter.
    const fitting = all.length > 1 ? all.filter((key) => this.#agrees(clues, key)) : all;
    return decide(sure, [...fitting, ...all], all.length > 0 ? 'title' : null);
  }

  /** Whether both name the same artist. */
  #isBy({ artist }: Clues, key: number): boolean {
    return !!artist && this.#factsOf(key).names.some((name) => nameSame(artist, name));
  }

  /**
   * Whether a release of the named album or film is that of the row: volumes and parts differ by numbers.
   * @param name the part of its title that the row names, maybe in another language
   */
  #isEditionNamed(clues: Clues, key: number, name = ''): boolean {
    const { title = '' } = clues;
    const [written, printed] = [numbersIn(title), numbersIn(this.describe(key).title)];
    const known = new Set([...printed, ...numbersIn(productionTitleOf(title).title)]);
    const areSameNumbers = printed.difference(numbersIn(name)).isSubsetOf(written) && written.isSubsetOf(known);
    return areSameNumbers && clues.year !== undefined && clues.year === this.#factsOf(key).year && this.#agrees(clues, key);
  }

  #agrees(clues: Clues, key: number): boolean {
    const { names, discogsIds } = this.#factsOf(key);
    const isAnotherPressing = clues.discogsId !== undefined && areDisjoint([clues.discogsId], discogsIds);
    return !isAnotherPressing && shareWord(clues.artist, names.join(' ')) && this.contradictions(clues, key).length === 0;
  }
}

/** Numbers of volumes and parts, without years: "Vol. 2", "Part II", "Episode Two". "More Music from" is a second volume. */
const numbersIn = (title: string): Set<number> =>
  new Set(
    wordsIn(fold(title))
      .map((word) => (/^\d{1,3}$/.test(word) ? Number(word) : word === 'more' ? 2 : numeralValue(word)))
      .filter((number) => number >= 0),
  );

/** Rows whose title has the artist before or after it: "Goblin - Suspiria", "Suspiria (Goblin)". */
function readingsOf(clues: Clues): (Clues & { readonly title: string })[] {
  const { title = '', artist } = clues;
  const places = [...title.matchAll(/\s[-–—/]\s|:\s|[([]/gu)];
  return [...new Set([places[0], places.at(-1)])].flatMap((place) => {
    if (place === undefined) return [];
    const halves = [title.slice(0, place.index), title.slice(place.index + place[0].length).replace(/[)\]]$/, '')];
    const [before = '', after = ''] = halves.map((half) => half.trim());
    return [
      { ...clues, title: after, artist: before },
      { ...clues, title: before, artist: after },
    ].filter((reading) => reading.title !== '' && (!artist || nameSame(artist, reading.artist)));
  });
}

/** The only fitting release, else all candidates, fitting ones first. */
function decide(fitting: readonly number[], all: readonly number[], by: RowMatch['by']): RowMatch {
  const only = onlyOf(fitting);
  if (only !== undefined && by !== null) return { key: only, by };
  return { candidates: [...new Set([...fitting, ...all])].slice(0, maximumCandidates), by };
}

const limit = `LIMIT ${maximumCompared}`;

const isVisible = textOf(isSeenBy('release', parameter('user')));

const credit = textOf(artistLineOf('release'));

const ofRelease = sql`("release".key)`;

const queries = {
  discogs: `${releasesWith.discogs} ${limit}`,
  barcode: `${releasesWith.barcode} ${limit}`,
  number: `${releasesWith.number} ${limit}`,
  // A release made from another Discogs id is another pressing.
  numberOfOther: `${releasesWith.number} AND NOT EXISTS (
    SELECT 1 FROM "release" AS r JOIN release_external_link AS l ON l.release_key = r.key AND l.provider = 'discogs'
    WHERE r.key = release_label.release_key AND r.provisional = 1) ${limit}`,
  title: `SELECT key FROM "release" WHERE title_folded = :value AND ${isVisible} ORDER BY id ${limit}`,
  facts: `
    SELECT json_object('names', (
        SELECT json_group_array(name) FROM (
          SELECT ${credit} AS name
          UNION SELECT a.name FROM release_credit AS c JOIN artist AS a ON a.key = c.artist_key
            WHERE c.release_key = "release".key AND c.list = 'artists'
          UNION SELECT v.variation FROM release_credit AS c JOIN artist_alias AS v ON v.artist_key = c.artist_key
            WHERE c.release_key = "release".key AND c.list = 'artists'
        ) WHERE name IS NOT NULL), 'year', year, 'barcode', ${textOf(barcodeShown)},
      'numbers', (SELECT json_group_array(number) FROM (${textOf(numbersShown(ofRelease))})),
      'labels', (SELECT json_group_array(coalesce(label.name, shown.name)) FROM (${textOf(labelsShown(ofRelease))}) AS shown
        LEFT JOIN label ON label.key = shown.record_key),
      'formats', (SELECT json_group_array(format_type) FROM (${textOf(formatsShown(ofRelease))})),
      'discogsIds', (SELECT json_group_array(id) FROM (
        SELECT external_id AS id FROM release_external_link WHERE release_key = "release".key AND provider = 'discogs'
        UNION SELECT l.value ->> 'external_id' ${textOf(pendingItems('$.links', ofRelease))} AND l.value ->> 'provider' = 'discogs'))) AS facts
    FROM "release" WHERE key = :key`,
  describe: `SELECT id, title, year, ${credit} AS artist_credit FROM "release" WHERE key = :key`,
};

type KeyQuery = 'discogs' | 'barcode' | 'number' | 'numberOfOther' | 'title';

const ownOfLabel = (table: ListOwner['table']) => `
  SELECT key FROM "release" WHERE key IN (SELECT value FROM json_each(:keys)) AND year = :year
    AND EXISTS (SELECT 1 FROM ${table} AS item WHERE item.release_key = "release".key AND item.user_key = :user)
    AND EXISTS (SELECT 1 FROM release_label AS l JOIN label ON label.key = l.label_key
      WHERE l.release_key = "release".key AND l.catalog_number_normalized IN (SELECT value FROM json_each(:numbers))
        AND label.name_folded IN (SELECT value FROM json_each(:labels)))
  LIMIT 2`;
