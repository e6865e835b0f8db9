import type { Table } from './attribute';
import type { Kind } from './kind';

/** The kinds of a catalog, by their types and by their tables. */
export class Kinds {
  /** In the order in which documents list them. */
  readonly shown: readonly Kind[];
  readonly #byType: ReadonlyMap<string, Kind>;
  readonly #byTable: ReadonlyMap<string, Kind>;

  /**
   * @param all in the order of an export: what a record points to stands before it
   * @param shownFirst types, in the order in which documents list them; the others follow
   */
  constructor(
    readonly all: readonly Kind[],
    shownFirst: readonly string[] = [],
  ) {
    const places = new Map(shownFirst.map((type, place) => [type, place]));
    const placeOf = ({ type }: Kind) => places.get(type) ?? shownFirst.length;
    this.shown = all.toSorted((a, b) => placeOf(a) - placeOf(b));
    this.#byType = new Map(all.map((kind) => [kind.type, kind]));
    this.#byTable = new Map(all.map((kind) => [kind.table, kind]));
  }

  /** The kind of a type, which may be anything that a record says it is. */
  find(type: unknown): Kind | undefined {
    return typeof type === 'string' ? this.#byType.get(type) : undefined;
  }

  /** The kind whose records stand in a table; none, where the table holds something else. */
  findByTable(table: string): Kind | undefined {
    return this.#byTable.get(table);
  }

  /** The kind of a table that is known to hold records. */
  ofTable(table: Table): Kind {
    const found = this.#byTable.get(table);
    if (!found) throw new Error(`No kind of record stands in the table ${table}.`);
    return found;
  }
}
