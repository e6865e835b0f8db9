import type { CatalogRows } from '../records/catalog-rows';
import { type FoundPair, inOrder, mostSharing, type PairFinder } from './pair';
import { likenessOfDates } from './release-likeness';

interface ComparedLabel {
  readonly key: number;
  readonly id: string;
  readonly country: string | null;
  readonly begin: string | null;
}

const ofName = `
  SELECT l.key FROM label AS one CROSS JOIN label AS l ON l.name_folded = one.name_folded WHERE one.key = ?1 AND l.key <> one.key`;

const sharing = `
  SELECT seen.key FROM label AS seen WHERE seen.key BETWEEN ?1 AND ?2 AND EXISTS (${ofName.replaceAll('?1', 'seen.key')}) ORDER BY seen.key`;

/** Finds labels that may be one, by their names. */
export class LabelPairs implements PairFinder {
  readonly type = 'Label';
  readonly table = 'label';

  constructor(private readonly rows: CatalogRows) {}

  sharing(first: number, last: number): number[] {
    return this.rows.all<{ key: number }>(sharing, first, last).map(({ key }) => key);
  }

  pairsOf(key: number): FoundPair[] {
    const keys = this.rows.all<{ key: number }>(`${ofName} LIMIT ${mostSharing + 1}`, key);
    if (keys.length > mostSharing) return [];
    const own = this.#read(key);
    return keys.flatMap((candidate): FoundPair[] => {
      const [one, other] = inOrder(own, this.#read(candidate.key));
      if (likenessOfDates(one.begin, other.begin) === undefined) return [];
      const areElsewhere = one.country !== null && other.country !== null && one.country !== other.country;
      const sureness = areElsewhere ? 'possible' : 'likely';
      return [{ one: one.id, other: other.id, isProvisional: false, suggestion: 'same', sureness, reasons: ['name'] }];
    });
  }

  #read(key: number): ComparedLabel {
    return this.rows.one<ComparedLabel>('SELECT key, id, country, begin_date AS begin FROM label WHERE key = ?', key) as ComparedLabel;
  }
}
