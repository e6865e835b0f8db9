import { sql } from 'kysely';
import { fold } from '../../database/folding';
import { normalizeBarcode, normalizeCatalogNumber } from '../../database/identifiers';
import { creditLine } from '../../database/json-columns';
import type { Store } from '../../database/open';
import { type Parameter, prepare, type Statement } from '../../database/prepare';
import type { OwnedItems } from '../collection/owned-items';
import type { Clues } from './rows';

/** What a release is told apart by. */
export interface Candidate {
  readonly id: string;
  readonly title: string;
  readonly artist_credit: string | null;
}

/** The release that a row is of; or those that it may be of, where that is not clear. */
export type Match = { readonly key: number } | { readonly candidates: readonly number[] };

/** More than these are no help. */
const maximumCandidates = 10;

/** Finds the releases that rows are of. Runs in the transaction that its caller holds. */
export class Matcher {
  readonly #prepared: ReturnType<typeof statements>;

  constructor(
    store: Store,
    private readonly items: OwnedItems,
  ) {
    this.#prepared = statements(store);
  }

  /** By its id here, by that of Discogs, by barcode, by catalogue number: the first that leads anywhere decides. */
  match(clues: Clues): Match {
    const own = clues.id === undefined ? undefined : this.items.findRelease(clues.id);
    if (own !== undefined) return { key: own };
    const { byDiscogsId, byBarcode } = this.#prepared;
    return (
      this.#only(byDiscogsId, clues.discogsId) ??
      this.#only(byBarcode, clues.barcode && (normalizeBarcode(clues.barcode) ?? '')) ??
      this.#byNumber(clues)
    );
  }

  describe(key: number): Candidate {
    return this.#prepared.describe.get({ key }) as Candidate;
  }

  #only(statement: Statement<{ key: number }, { value: string }>, value: string | undefined): Match | undefined {
    const keys = value ? statement.all({ value }).map(({ key }) => key) : [];
    return keys.length === 0 ? undefined : keys.length === 1 ? { key: keys[0] as number } : { candidates: keys };
  }

  /** Labels give the same numbers: one alone counts where the title does not speak against it. */
  #byNumber({ catalogNumbers, title }: Clues): Match {
    const keys = catalogNumbers.flatMap((number) =>
      this.#prepared.byNumber.all({ value: normalizeCatalogNumber(number) ?? '' }).map(({ key }) => key),
    );
    const candidates = [...new Set(keys)].slice(0, maximumCandidates);
    const [only] = candidates;
    const isClear = only !== undefined && candidates.length === 1 && (title === undefined || isLike(title, this.describe(only).title));
    return isClear ? { key: only } : { candidates };
  }
}

/** Whether one title has the other in it: editions differ in what they add. */
function isLike(one: string, other: string): boolean {
  const [a, b] = [fold(one).trim(), fold(other).trim()];
  return a.includes(b) || b.includes(a);
}

function statements({ db, writer }: Store) {
  const byValue = prepare<{ value: string }>();
  type Value = Parameter<{ value: string }>;
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
    byNumber: byValue(writer, (p: Value) =>
      db
        .selectFrom('release_label')
        .where('catalog_number_normalized', '=', p('value'))
        .select('release_key as key')
        .distinct()
        .limit(maximumCandidates),
    ),
    describe: prepare<{ key: number }>()(writer, (p) =>
      db
        .selectFrom('release')
        .where('key', '=', p('key'))
        .select(['id', 'title'])
        .select(
          sql<string | null>`coalesce("release".artist_credit, ${creditLine('release_credit', 'artists', 'release.key')})`.as(
            'artist_credit',
          ),
        ),
    ),
  };
}
