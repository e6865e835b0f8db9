import type { CatalogRows } from '../records/write/catalog-rows';
import { fold, labelSpellings } from '../store/values/folding';
import { findSharing, likenessOfDates } from './editions';
import { type FoundPair, type Judgement, judgePairs, type PairFinder } from './pair';

interface ComparedLabel {
  readonly key: number;
  readonly id: string;
  readonly name: string;
  readonly country: string | null;
  readonly begin: string | null;
}

const named = 'SELECT key, name FROM label WHERE key BETWEEN ?1 AND ?2 ORDER BY key';

const ofNames = 'SELECT key FROM label WHERE name_folded IN (SELECT value FROM json_each(?2)) AND key <> ?1';

/** Finds labels that may be duplicates, by name. */
export class LabelPairs implements PairFinder {
  readonly type = 'Label';
  readonly table = 'label';

  constructor(private readonly rows: CatalogRows) {}

  sharing(first: number, last: number): number[] {
    const labels = this.rows.all<{ key: number; name: string }>(named, first, last);
    return labels.filter(({ key, name }) => this.#othersOf(key, name).length > 0).map(({ key }) => key);
  }

  pairsOf(key: number): FoundPair[] {
    const own = this.#read(key);
    const candidates = this.#othersOf(key, own.name).map((candidate) => this.#read(candidate));
    return judgePairs(own, candidates, judgeLabels);
  }

  #othersOf(key: number, name: string): readonly number[] {
    return findSharing(this.rows, ofNames, key, JSON.stringify(labelSpellings(name))) ?? [];
  }

  #read(key: number): ComparedLabel {
    return this.rows.one<ComparedLabel>(
      'SELECT key, id, name, country, begin_date AS begin FROM label WHERE key = ?',
      key,
    ) as ComparedLabel;
  }
}

function judgeLabels(one: ComparedLabel, other: ComparedLabel): Judgement | undefined {
  if (likenessOfDates(one.begin, other.begin) === undefined) return undefined;
  const areElsewhere = one.country !== null && other.country !== null && one.country !== other.country;
  const sureness = areElsewhere || fold(one.name) !== fold(other.name) ? 'possible' : 'likely';
  return { suggestion: 'same', sureness, reasons: ['name'] };
}
