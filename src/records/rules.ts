import { parameter, type Value } from '../database/prepare';
import type { Kind } from '../kinds';
import type { Entrance } from '../kinds/entrance';
import type { Columns } from './kind-table';
import { RecordError } from './record';
import type { References } from './references';
import type { Statements } from './statements';

/** What has to be true between records. */
export class Rules {
  #innerKey: number | undefined;
  #outerId: string | undefined;

  constructor(
    private readonly statements: Statements,
    private readonly references: References,
  ) {}

  /** Forgets what was true: records may have gone. */
  forget(): void {
    this.#innerKey = undefined;
  }

  /** What a relationship asks of the record that it leads to. */
  requireTargets({ entrance }: Kind, columns: Columns): void {
    for (const name in entrance.relationships) {
      const { column, requirement, table } = entrance.relationships[name] as Entrance['relationships'][string];
      const key = columns[column];
      if (!requirement || key === null || key === undefined) continue;
      const found = this.statements
        .get<{ value: Value }>(`${table}.${requirement.column}`, (db) =>
          db.selectFrom(table).select(`${requirement.column} as value`).where('key', '=', parameter('key')),
        )
        .get({ key });
      if (found?.value !== requirement.is) throw new RecordError(`relationships.${name}: ${requirement.sentence}`);
    }
  }

  /** The records above one are as its IRI names them: the last has the one before it above itself. */
  requireAbove({ above }: Kind, key: number, ids: readonly string[]): void {
    const [outer, inner] = above.slice(-2);
    if (!outer || !inner) return;
    const outerId = ids.at(-3) as string;
    // What stands below one record comes one after the other.
    if (key === this.#innerKey && outerId === this.#outerId) return;
    const found = this.statements
      .get<{ above: number }>(`above ${inner.table}`, (db) =>
        db.selectFrom(inner.table).select(`${outer.column} as above`).where('key', '=', parameter('key')),
      )
      .get({ key });
    if (found?.above !== this.references.key(outer.table, outerId)) {
      const [innerNoun, outerNoun] = [inner, outer].map(({ table }) => nounOf(table));
      throw new RecordError(`The ${innerNoun} in the IRI is one of another ${outerNoun}.`);
    }
    this.#innerKey = key;
    this.#outerId = outerId;
  }
}

/** "release_format" within releases is "format". */
const nounOf = (table: string): string => table.slice(table.lastIndexOf('_') + 1);
