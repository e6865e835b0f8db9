import type { Table } from './attribute';
import type { Kind } from './kind';

/** Kinds of a catalog by type and table. */
export class Kinds {
  /** In display order. */
  readonly shown: readonly Kind[];
  readonly #byType: ReadonlyMap<string, Kind>;
  readonly #byTable: ReadonlyMap<string, Kind>;

  /**
   * @param all in export order: referenced kinds first
   * @param shownFirst types in display order; the others follow
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

  /** Kind of a type, which may be any value from a record. */
  find(type: unknown): Kind | undefined {
    return typeof type === 'string' ? this.#byType.get(type) : undefined;
  }

  /** Kind of a table; `undefined` for other tables. */
  findByTable(table: string): Kind | undefined {
    return this.#byTable.get(table);
  }

  /** Kind of a table known to have one. */
  ofTable(table: Table): Kind {
    const found = this.#byTable.get(table);
    if (!found) throw new Error(`No kind of record stands in the table ${table}.`);
    return found;
  }
}
