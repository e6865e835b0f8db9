import { type RawBuilder, sql } from 'kysely';
import { creditLineOf } from '../kinds/lists';
import { isSeenBy } from '../records/edit/unreviewed';
import type { Store } from '../store/database/open';
import { type Parameter, prepare, type Statement } from '../store/database/sql';
import { fold, labelKey } from '../store/values/folding';
import { normalizeBarcode, normalizeCatalogNumber, sameBarcodes } from '../store/values/identifiers';
import { areTitlesAlike } from './editions';
import { productionTitleOf } from './titles/production-title';

export interface Clues {
  readonly id?: string | undefined;
  readonly discogsId?: string | undefined;
  readonly barcode?: string | undefined;
  readonly catalogNumbers: readonly string[];
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

export const matchedBy = ['id', 'discogs', 'barcode', 'catalog_number', 'title'] as const;

export type MatchedBy = (typeof matchedBy)[number];

/** The matching release, or candidates if unclear. */
export type RowMatch =
  | { readonly key: number; readonly by: MatchedBy }
  | { readonly candidates: readonly number[]; readonly by: MatchedBy | null };

/** Row values in comparable form. */
export interface ReleaseKeys {
  readonly id?: string | undefined;
  readonly discogsId?: string | undefined;
  readonly barcode?: string | undefined;
  readonly catalogNumbers: readonly string[];
}

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

/** Values that both have, but with no overlap. */
export const contradictions = ['catalog_number', 'barcode', 'format', 'label', 'year'] as const;

export type Contradiction = (typeof contradictions)[number];

interface Facts {
  readonly year: number | null;
  readonly barcode: string | null;
  readonly artist: string | null;
  readonly numbers: string;
  readonly labels: string;
  readonly formats: string;
  readonly discogsIds: string;
}

/** Matches rows with releases. Runs in the caller's transaction. */
export class RowMatcher {
  readonly #prepared: ReturnType<typeof statements>;
  /** Rows of a file repeatedly meet the same releases. */
  readonly #facts = new Map<number, Facts>();

  constructor(
    store: Store,
    private readonly owner: ListOwner,
  ) {
    this.#prepared = statements(store, owner.table);
  }

  /** Tries id, Discogs id, barcode and catalog number; the first that finds anything decides. */
  match(clues: Clues): RowMatch {
    const { id, discogsId, barcode, catalogNumbers } = clueKeys(clues);
    const own = id === undefined ? undefined : this.owner.findRelease(id);
    if (own !== undefined) return { key: own, by: 'id' };
    const { byDiscogsId, byBarcode } = this.#prepared;
    return (
      this.#byDiscogs(keysBy(byDiscogsId, discogsId)) ??
      this.#fitting(keysBy(byBarcode, barcode), 'barcode', clues) ??
      this.#byNumber(catalogNumbers, clues) ??
      this.#byTitle(clues)
    );
  }

  describe(key: number): Candidate {
    return this.#prepared.describe.get({ key }) as Candidate;
  }

  /** Conflicting values: present on both sides without overlap. */
  contradictions(clues: Clues, key: number): readonly Contradiction[] {
    const facts = this.#factsOf(key);
    const { barcode, catalogNumbers } = clueKeys(clues);
    const families = (formats: readonly string[]) => formats.flatMap((format) => formatFamily(format) ?? []);
    const isContradicted: Readonly<Record<Contradiction, boolean>> = {
      catalog_number: areApart(catalogNumbers, list(facts.numbers)),
      barcode: barcode !== undefined && facts.barcode !== null && !sameBarcodes(barcode).includes(facts.barcode),
      format: areApart(families(clues.formats ?? []), families(list(facts.formats))),
      label: areApart((clues.labels ?? []).map(labelKey), list(facts.labels).map(labelKey)),
      year: clues.year !== undefined && facts.year !== null && clues.year !== facts.year,
    };
    return contradictions.filter((name) => isContradicted[name]);
  }

  /** A Discogs page is decisive; other differences are corrections. */
  #byDiscogs(keys: readonly number[]): RowMatch | undefined {
    return keys.length === 0 ? undefined : decide(keys, keys, 'discogs');
  }

  #factsOf(key: number): Facts {
    const facts = this.#facts.get(key) ?? (this.#prepared.facts.get({ key }) as Facts);
    this.#facts.set(key, facts);
    return facts;
  }

  #fitting(keys: readonly number[], by: MatchedBy, clues: Clues): RowMatch | undefined {
    const fitting = keys.filter((key) => this.contradictions(clues, key).length === 0);
    return keys.length === 0 ? undefined : decide(fitting, keys, by);
  }

  /** Labels reuse numbers: a unique one counts unless the title conflicts. */
  #byNumber(catalogNumbers: readonly string[], clues: Clues): RowMatch | undefined {
    const { title, discogsId } = clues;
    if (catalogNumbers.length === 0) return undefined;
    const { byNumbers, byNumbersOfOthers } = this.#prepared;
    const statement = discogsId === undefined ? byNumbers : byNumbersOfOthers;
    const candidates = statement.all({ values: JSON.stringify(catalogNumbers) }).map(({ key }) => key);
    if (candidates.length === 0) return undefined;
    const fitting = candidates.filter((key) => this.contradictions(clues, key).length === 0);
    const [first] = fitting;
    const isClear =
      fitting.length === 1 &&
      first !== undefined &&
      (title === undefined || areTitlesAlike(fold(title).trim(), fold(this.describe(first).title).trim()));
    const sure = isClear ? first : this.#ownOf(fitting, catalogNumbers, clues);
    return sure === undefined
      ? decide([], [...new Set([...fitting, ...candidates])], 'catalog_number')
      : { key: sure, by: 'catalog_number' };
  }

  /** The only release on the user's list with the number and year of the row, whatever its label is called now. */
  #ownOf(candidates: readonly number[], numbers: readonly string[], { labels = [], year }: Clues): number | undefined {
    if (labels.length === 0 || year === undefined) return undefined;
    const asked = { user: this.owner.user, keys: JSON.stringify(candidates), numbers: JSON.stringify(numbers), year };
    const own = this.#prepared.ownOfLabel.all({ ...asked, labels: JSON.stringify(labels.map(fold)) });
    return own.length === 1 ? own[0]?.key : undefined;
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
    return this.#prepared.byTitle.all({ value, user: this.owner.user }).map(({ key }) => key);
  }

  /** Releases of the same work: "Chernobyl" is "Chernobyl (Music from the Original TV Series)". */
  #titledAlike(title: string, folded: string): readonly number[] {
    const name = fold(productionTitleOf(title).title).trim();
    const longer = this.#prepared.byBeginning.all({ from: `${name} `, to: `${name};`, user: this.owner.user });
    const alike = longer.filter((one) => fold(productionTitleOf(one.title).title).trim() === name).map(({ key }) => key);
    return name === folded ? alike : [...new Set([...this.#titled(name), ...alike])];
  }

  #agrees(clues: Clues, key: number): boolean {
    const { artist, discogsIds } = this.#factsOf(key);
    const isAnotherPressing = clues.discogsId !== undefined && areApart([clues.discogsId], list(discogsIds));
    return !isAnotherPressing && sharesWord(clues.artist, artist) && this.contradictions(clues, key).length === 0;
  }
}

const keysBy = (statement: Statement<{ key: number }, { value: string }>, value: string | undefined): readonly number[] =>
  value ? statement.all({ value }).map(({ key }) => key) : [];

/** The only fitting release, else all candidates, fitting ones first. */
function decide(fitting: readonly number[], all: readonly number[], by: RowMatch['by']): RowMatch {
  const [first, ...others] = fitting;
  if (first !== undefined && others.length === 0 && by !== null) return { key: first, by };
  return { candidates: [...fitting, ...all.filter((key) => !fitting.includes(key))].slice(0, maximumCandidates), by };
}

const list = (json: string): readonly string[] => JSON.parse(json);

/** Whether both have values without overlap. */
const areApart = (one: readonly string[], other: readonly string[]): boolean =>
  one.length > 0 && other.length > 0 && !one.some((value) => other.includes(value));

/** CD players play the CD layer of an SACD; "other" may be anything. */
const formatFamily = (format: string): string | undefined => (format === 'other' ? undefined : format === 'sacd' ? 'cd' : format);

/** Whether two credits share a word, or one is empty: "Williams, John" and "John Williams, London Symphony Orchestra". */
function sharesWord(one: string | null | undefined, other: string | null): boolean {
  if (!one || !other) return true;
  const words = (credit: string) => fold(credit).match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return !areApart(words(one), words(other));
}

function statements({ db, writer }: Store, table: ListOwner['table']) {
  const byValue = prepare<{ value: string }>();
  type Value = Parameter<{ value: string }>;
  const byNumbers = (which: RawBuilder<boolean>) =>
    prepare<{ values: string }>()(writer, (p) =>
      db
        .selectFrom('release_label')
        .where('catalog_number_normalized', 'in', sql<string>`(SELECT value FROM json_each(${p('values')}))`)
        .where(which)
        .select('release_key as key')
        .distinct()
        .limit(maximumCompared),
    );
  return {
    byDiscogsId: byValue(writer, (p: Value) =>
      db
        .selectFrom('release_external_link')
        .where('provider', '=', sql.lit('discogs'))
        .where('external_id', '=', p('value'))
        .select('release_key as key')
        .distinct()
        .limit(maximumCompared),
    ),
    byBarcode: byValue(writer, (p: Value) =>
      db.selectFrom('release').where('barcode_normalized', '=', p('value')).select('key').orderBy('id').limit(maximumCompared),
    ),
    byTitle: prepare<{ value: string; user: number }>()(writer, (p) =>
      db
        .selectFrom('release')
        .where('title_folded', '=', p('value'))
        .where(isSeenBy('release', p('user')))
        .select('key')
        .orderBy('id')
        .limit(maximumCompared),
    ),
    // From "psycho " to "psycho;": followed by a space, bracket, dash or colon.
    byBeginning: prepare<{ from: string; to: string; user: number }>()(writer, (p) =>
      db
        .selectFrom('release')
        .where('title_folded', '>=', p('from'))
        .where('title_folded', '<', p('to'))
        .where(isSeenBy('release', p('user')))
        .select(['key', 'title'])
        .orderBy('title_folded')
        .orderBy('id')
        .limit(maximumCompared),
    ),
    byNumbers: byNumbers(sql<boolean>`TRUE`),
    // A release made from another Discogs id is another pressing.
    byNumbersOfOthers: byNumbers(sql<boolean>`NOT ${standsForAnother}`),
    ownOfLabel: prepare<{ user: number; keys: string; numbers: string; labels: string; year: number }>()(writer, (p) =>
      db
        .selectFrom('release')
        .where('release.key', 'in', sql<number>`(SELECT value FROM json_each(${p('keys')}))`)
        .where('release.year', '=', p('year'))
        .where(
          sql<boolean>`EXISTS (SELECT 1 FROM ${sql.table(table)} AS item WHERE item.release_key = "release".key AND item.user_key = ${p('user')})`,
        )
        .where(
          sql<boolean>`EXISTS (
            SELECT 1 FROM release_label AS l JOIN label ON label.key = l.label_key
            WHERE l.release_key = "release".key
              AND l.catalog_number_normalized IN (SELECT value FROM json_each(${p('numbers')}))
              AND label.name_folded IN (SELECT value FROM json_each(${p('labels')}))
          )`,
        )
        .select('release.key as key')
        .limit(2),
    ),
    facts: prepare<{ key: number }>()(writer, (p) =>
      db
        .selectFrom('release')
        .where('release.key', '=', p('key'))
        .select(['release.year', 'release.barcode_normalized as barcode'])
        .select([
          sql<string | null>`coalesce("release".artist_credit, ${creditLineOf('release', 'artists', 'release')})`.as('artist'),
          sql<string>`(SELECT json_group_array(catalog_number_normalized) FROM release_label
            WHERE release_key = "release".key AND catalog_number_normalized IS NOT NULL)`.as('numbers'),
          sql<string>`(SELECT json_group_array(label.name) FROM release_label JOIN label ON label.key = release_label.label_key
            WHERE release_key = "release".key)`.as('labels'),
          sql<string>`(SELECT json_group_array(format_type) FROM release_format WHERE release_key = "release".key)`.as('formats'),
          sql<string>`(SELECT json_group_array(external_id) FROM release_external_link
            WHERE release_key = "release".key AND provider = 'discogs')`.as('discogsIds'),
        ]),
    ),
    describe: prepare<{ key: number }>()(writer, (p) =>
      db
        .selectFrom('release')
        .where('key', '=', p('key'))
        .select(['id', 'title', 'year'])
        .select(
          sql<string | null>`coalesce("release".artist_credit, ${creditLineOf('release', 'artists', 'release')})`.as('artist_credit'),
        ),
    ),
  };
}

const standsForAnother = sql`EXISTS (
  SELECT 1 FROM "release" AS r JOIN release_external_link AS l ON l.release_key = r.key AND l.provider = 'discogs'
  WHERE r.key = release_label.release_key AND r.provisional = 1
)`;
