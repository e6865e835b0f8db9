import { sql } from 'kysely';
import { fold } from '../../database/folding';
import { normalizeBarcode, normalizeCatalogNumber } from '../../database/identifiers';
import type { Store } from '../../database/open';
import { type Parameter, prepare, type Statement } from '../../database/prepare';
import { creditLineOf } from '../../kinds/list-queries';
import type { OwnedItems } from '../collection/owned-items';
import type { Clues } from './cells';

/** What a release is told apart by. */
export interface Candidate {
  readonly id: string;
  readonly title: string;
  readonly artist_credit: string | null;
}

/** The release that a row is of; or those that it may be of, where that is not clear. */
export type Match = { readonly key: number } | { readonly candidates: readonly number[] };

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

  constructor(
    store: Store,
    private readonly items: OwnedItems,
  ) {
    this.#prepared = statements(store);
  }

  /** By its id here, by that of Discogs, by barcode, by catalogue number: the first that leads anywhere decides. */
  match(clues: Clues): Match {
    const { id, discogsId, barcode, catalogNumbers } = keysOf(clues);
    const own = id === undefined ? undefined : this.items.findRelease(id);
    if (own !== undefined) return { key: own };
    const { byDiscogsId, byBarcode } = this.#prepared;
    return this.#only(byDiscogsId, discogsId) ?? this.#only(byBarcode, barcode) ?? this.#byNumber(catalogNumbers, clues.title);
  }

  describe(key: number): Candidate {
    return this.#prepared.describe.get({ key }) as Candidate;
  }

  #only(statement: Statement<{ key: number }, { value: string }>, value: string | undefined): Match | undefined {
    const keys = value ? statement.all({ value }).map(({ key }) => key) : [];
    return keys.length === 0 ? undefined : keys.length === 1 ? { key: keys[0] as number } : { candidates: keys };
  }

  /** Labels give the same numbers: one alone counts where the title does not speak against it. */
  #byNumber(catalogNumbers: readonly string[], title: string | undefined): Match {
    if (catalogNumbers.length === 0) return { candidates: [] };
    const candidates = this.#prepared.byNumbers.all({ values: JSON.stringify(catalogNumbers) }).map(({ key }) => key);
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
    byNumbers: prepare<{ values: string }>()(writer, (p) =>
      db
        .selectFrom('release_label')
        .where('catalog_number_normalized', 'in', sql<string>`(SELECT value FROM json_each(${p('values')}))`)
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
          sql<string | null>`coalesce("release".artist_credit, ${creditLineOf('release', 'artists', 'release')})`.as('artist_credit'),
        ),
    ),
  };
}
