import { type RawBuilder, sql } from 'kysely';
import { fold } from '../../database/folding';
import { normalizeBarcode, normalizeCatalogNumber } from '../../database/identifiers';
import type { Store } from '../../database/open';
import { type Parameter, prepare, type Statement } from '../../database/prepare';
import { creditLineOf } from '../../kinds/list-queries';
import type { OwnedItems } from '../collection/owned-items';
import type { Clues } from './cells';
import type { List } from './lists';

/** What a release is told apart by. */
export interface Candidate {
  readonly id: string;
  readonly title: string;
  readonly artist_credit: string | null;
  readonly year: number | null;
}

/** By what of a row its release was found. A title alone never decides: it leads to other editions. */
export const matchedBy = ['id', 'discogs', 'barcode', 'catalog_number', 'title'] as const;

export type MatchedBy = (typeof matchedBy)[number];

/** The release that a row is of; or those that it may be of, where that is not clear. */
export type Match =
  | { readonly key: number; readonly by: MatchedBy }
  | { readonly candidates: readonly number[]; readonly by: MatchedBy | null };

/** What a row says of its release, as it is compared. */
export interface ReleaseKeys {
  readonly id?: string | undefined;
  readonly discogsId?: string | undefined;
  readonly barcode?: string | undefined;
  readonly catalogNumbers: readonly string[];
}

export const keysOf = ({ id, discogsId, barcode, catalogNumbers }: Clues): ReleaseKeys => ({
  id,
  discogsId,
  barcode: (barcode && normalizeBarcode(barcode)) || undefined,
  catalogNumbers: catalogNumbers.map((number) => normalizeCatalogNumber(number) ?? '').filter((number) => number !== ''),
});

/** More than these are no help. */
const maximumCandidates = 10;

/** Finds the releases that rows are of. Runs in the transaction that its caller holds. */
export class Matcher {
  readonly #prepared: ReturnType<typeof statements>;

  /** @param user whose list it is, in this table */
  constructor(
    store: Store,
    private readonly items: OwnedItems,
    private readonly user: number,
    table: List['table'],
  ) {
    this.#prepared = statements(store, table);
  }

  /** By its id here, by that of Discogs, by barcode, by catalogue number: the first that leads anywhere decides. */
  match(clues: Clues): Match {
    const { id, discogsId, barcode, catalogNumbers } = keysOf(clues);
    const own = id === undefined ? undefined : this.items.findRelease(id);
    if (own !== undefined) return { key: own, by: 'id' };
    const { byDiscogsId, byBarcode } = this.#prepared;
    return (
      this.#only(byDiscogsId, discogsId, 'discogs') ??
      this.#only(byBarcode, barcode, 'barcode') ??
      this.#byNumber(catalogNumbers, clues) ??
      this.#byTitle(clues.title)
    );
  }

  describe(key: number): Candidate {
    return this.#prepared.describe.get({ key }) as Candidate;
  }

  #only(statement: Statement<{ key: number }, { value: string }>, value: string | undefined, by: MatchedBy): Match | undefined {
    const [only, ...others] = value ? statement.all({ value }).map(({ key }) => key) : [];
    if (only === undefined) return undefined;
    return others.length === 0 ? { key: only, by } : { candidates: [only, ...others], by };
  }

  /** Labels give the same numbers: one alone counts where the title does not speak against it. */
  #byNumber(catalogNumbers: readonly string[], clues: Clues): Match | undefined {
    const { title, discogsId } = clues;
    if (catalogNumbers.length === 0) return undefined;
    const { byNumbers, byNumbersOfOthers } = this.#prepared;
    const statement = discogsId === undefined ? byNumbers : byNumbersOfOthers;
    const candidates = statement.all({ values: JSON.stringify(catalogNumbers) }).map(({ key }) => key);
    const [only] = candidates;
    if (only === undefined) return undefined;
    const isClear = candidates.length === 1 && (title === undefined || isLike(title, this.describe(only).title));
    const sure = isClear ? only : this.#ownOf(candidates, catalogNumbers, clues);
    return sure === undefined ? { candidates, by: 'catalog_number' } : { key: sure, by: 'catalog_number' };
  }

  /** The only one that is on the user's list and has the number of the row's label, and its year, whatever it is called by now. */
  #ownOf(candidates: readonly number[], numbers: readonly string[], { labels = [], year }: Clues): number | undefined {
    if (labels.length === 0 || year === undefined) return undefined;
    const asked = { user: this.user, keys: JSON.stringify(candidates), numbers: JSON.stringify(numbers), year };
    const own = this.#prepared.ownOfLabel.all({ ...asked, labels: JSON.stringify(labels.map(fold)) });
    return own.length === 1 ? own[0]?.key : undefined;
  }

  #byTitle(title: string | undefined): Match {
    const value = title === undefined ? '' : fold(title).trim();
    const candidates = value === '' ? [] : this.#prepared.byTitle.all({ value }).map(({ key }) => key);
    return { candidates, by: candidates.length > 0 ? 'title' : null };
  }
}

/** Whether one title has the other in it: editions differ in what they add. */
function isLike(one: string, other: string): boolean {
  const [a, b] = [fold(one).trim(), fold(other).trim()];
  return a.includes(b) || b.includes(a);
}

function statements({ db, writer }: Store, table: List['table']) {
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
        .limit(maximumCandidates),
    );
  return {
    byDiscogsId: byValue(writer, (p: Value) =>
      db
        .selectFrom('release_external_link')
        .where('provider', '=', sql.lit('discogs'))
        .where('external_id', '=', p('value'))
        .select('release_key as key')
        .distinct()
        .limit(maximumCandidates),
    ),
    byBarcode: byValue(writer, (p: Value) =>
      db.selectFrom('release').where('barcode_normalized', '=', p('value')).select('key').orderBy('id').limit(maximumCandidates),
    ),
    byTitle: byValue(writer, (p: Value) =>
      db.selectFrom('release').where('title_folded', '=', p('value')).select('key').orderBy('id').limit(maximumCandidates),
    ),
    byNumbers: byNumbers(sql<boolean>`TRUE`),
    // What was made of another release of Discogs is another pressing.
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
