import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../database/open';
import { parameter } from '../database/prepare';
import { Statements } from '../database/statements';
import type { Resource } from './resource';
import { allRows, isOfCatalog, keyOf, narrowed, ordered, type Selection, shapeOf, valuesOf } from './selection';

/** So many records are put where they belong at once, each in a tenth of a millisecond; for more, a list is found anew. */
const mostCorrected = 30;

/** So many entries of the feed are looked through for those of one kind: a millisecond. */
const mostEntries = 10_000;

/** The most shapes of lists whose statements are kept prepared. */
const maximumStatements = 100;

/** With how many others of the list a record is compared at once: eight times fewer are left by each. */
const comparedAtOnce = 7;

/** Where in a list a record comes: between two places. */
interface Range {
  from: number;
  to: number;
}

/** Brings the keys of a list up to date after some of its records changed: those are taken out, and put in where they belong now. */
export class KeyCorrections {
  readonly #statements: Statements;

  constructor(store: Store) {
    this.#statements = new Statements(store, { most: maximumStatements });
  }

  /**
   * The keys as the list stands in this turn of the event loop; `undefined` where they are to be found anew.
   * @param keys as it stood at `since`, a sequence of the feed
   */
  corrected(resource: Resource, selection: Selection, keys: Int32Array, since: number, until: number): Int32Array | undefined {
    if (until < since || until - since > mostEntries || !isOfOwnRows(resource, selection)) return undefined;
    const changed = this.#changed(resource, since);
    if (!changed || changed.length === 0) return changed && keys;
    const stood = changed
      .map((key) => keys.indexOf(key))
      .filter((place) => place >= 0)
      .sort((a, b) => a - b);
    const added = this.#inOrder(resource, selection, changed);
    const places = this.#places(resource, selection, keys, stood, added);
    if (!places) return undefined;
    const areSame = added.length === stood.length && added.every((key, index) => keys[(places[index] as number) + index] === key);
    return areSame ? keys : merged(without(keys, stood), added, places);
  }

  /** The keys of the kind's records that changed; `undefined` where they are too many, or where some are no more. */
  #changed({ type, table }: Resource, since: number): number[] | undefined {
    const entries = this.#statements
      .get<{ action: string; id: string }>(
        'changed since',
        () => sql`
          SELECT DISTINCT action, resource_id AS id FROM change WHERE sequence IN (
            SELECT sequence FROM change_row WHERE sequence > ${parameter('since')}
              AND type_key IN (SELECT key FROM record_type WHERE name IN (${parameter('type')}, 'Export'))
            LIMIT ${sql.lit(mostCorrected + 1)}
          )`,
      )
      .all({ since, type });
    // What a record that is gone had for a key is not known any more.
    const areThere = entries.length <= mostCorrected && entries.every(({ action }) => !['merged', 'deleted'].includes(action));
    if (!areThere) return undefined;
    const ids = [...new Set(entries.map(({ id }) => id))];
    const found = this.#statements
      .get<{ key: number }>(`keys ${table}`, (db) =>
        db
          .selectFrom(table)
          .select('key')
          .where('id', 'in', sql`(SELECT value FROM json_each(${parameter('ids')}))`),
      )
      .all({ ids: JSON.stringify(ids) });
    return found.length === ids.length ? found.map(({ key }) => key) : undefined;
  }

  /** Those of some records that the list has, in its order. */
  #inOrder(resource: Resource, selection: Selection, keys: readonly number[]): number[] {
    const among = { ...selection, among: keys };
    return this.#statements
      .get<{ key: number }>(shapeOf(resource, selection), (db) => {
        const rows = narrowed(resource, among, allRows(db, resource));
        return ordered(resource, selection, rows, true).select(keyOf(resource));
      })
      .all(valuesOf(among))
      .map(({ key }) => key);
  }

  /**
   * How many of the keys come before each of those that are added; `undefined` where the list is not what it seemed to be.
   * @param stood where those stand that are to be passed over
   */
  #places(
    resource: Resource,
    selection: Selection,
    keys: Int32Array,
    stood: readonly number[],
    added: readonly number[],
  ): number[] | undefined {
    const count = keys.length - stood.length;
    const ranges = added.map((): Range => ({ from: 0, to: count }));
    // Most records that change stay where they are.
    let probed = stood.flatMap((place, index) => [place - index - 1, place - index]).filter((place) => place >= 0 && place < count);
    while (ranges.some(({ from, to }) => from < to)) {
      if (probed.length === 0) probed = ranges.flatMap(probes);
      probed = [...new Set(probed)].sort((a, b) => a - b);
      const compared = this.#inOrder(resource, selection, [...probed.map((place) => keys[placeAmong(place, stood)] as number), ...added]);
      if (compared.length !== probed.length + added.length) return undefined;
      narrow(ranges, compared, new Map(added.map((key, index) => [key, index])), probed);
      probed = [];
    }
    return ranges.map(({ from }) => from);
  }
}

/** Whether what a list has, and in which order, is told by the rows of its records alone: each change of it is in the feed then. */
function isOfOwnRows(resource: Resource, selection: Selection): boolean {
  const isOfRow = (by: string | RawBuilder<unknown> | undefined) => typeof by === 'string';
  return (
    isOfCatalog(resource, selection) &&
    selection.withinKey === undefined &&
    !selection.among &&
    selection.orders.every(({ name }) => isOfRow(resource.orders[name])) &&
    selection.filters.every(({ name }) => resource.filters[name]?.column !== undefined)
  );
}

/** Places within a range, evenly apart. */
function probes({ from, to }: Range): number[] {
  const count = Math.min(comparedAtOnce, to - from);
  return Array.from({ length: count }, (_, index) => from + Math.floor(((index + 1) * (to - from)) / (count + 1)));
}

/** @param compared the keys that were probed and those that are added, in the order of the list */
function narrow(
  ranges: readonly Range[],
  compared: readonly number[],
  added: ReadonlyMap<number, number>,
  probed: readonly number[],
): void {
  let passed = 0;
  for (const key of compared) {
    const range = ranges[added.get(key) ?? -1];
    if (!range) passed++;
    else {
      range.from = Math.max(range.from, passed === 0 ? 0 : (probed[passed - 1] as number) + 1);
      range.to = Math.min(range.to, probed[passed] ?? range.to);
    }
  }
}

/** A place among all, of one among those that are not passed over. @param passed in their order */
const placeAmong = (place: number, passed: readonly number[]): number =>
  passed.reduce((among, one) => (one <= among ? among + 1 : among), place);

/** The keys without those at some places. @param places in their order */
function without(keys: Int32Array, places: readonly number[]): Int32Array {
  const left = new Int32Array(keys.length - places.length);
  let from = 0;
  for (const [index, place] of [...places, keys.length].entries()) {
    left.set(keys.subarray(from, place), from - index);
    from = place + 1;
  }
  return left;
}

/** Both in one, each of those that are added before as many as come after it. */
function merged(keys: Int32Array, added: readonly number[], places: readonly number[]): Int32Array {
  const all = new Int32Array(keys.length + added.length);
  let from = 0;
  for (const [index, place] of places.entries()) {
    all.set(keys.subarray(from, place), from + index);
    all[place + index] = added[index] as number;
    from = place;
  }
  all.set(keys.subarray(from), from + added.length);
  return all;
}
