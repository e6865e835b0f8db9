import type { Database, Statement } from 'bun:sqlite';
import { catalog } from '../catalog';
import type { Store } from '../database/open';
import type { Kind, Kinds } from '../kinds';
import { namedRecords } from './record-queries';
import { deletedRecords, mergedRecords, slugRedirects } from './redirects-and-tombstones';
import { type FeedState, stateQuery } from './sequence';

/** One change, and the record as it is now. */
export interface Change {
  readonly sequence: number;
  readonly action: 'created' | 'updated' | 'renamed' | 'merged' | 'deleted';
  readonly resource_type: string;
  readonly resource_id: string;
  /** `null` for one that was merged, whose address named others as well. */
  readonly iri: string | null;
  readonly slug: string | null;
  readonly merged_into_id: string | null;
  readonly changed_at: string;
  /**
   * What the export has of it now: the record that was created or updated, the redirect of one that was renamed or
   * merged, the tombstone of one that was deleted. `null` where that is not there any more.
   */
  readonly record: unknown;
}

type Row = Omit<Change, 'iri' | 'record'>;

interface Named {
  readonly id: string;
  readonly iri: string;
  /** Of a tombstone there is none. */
  readonly line: string | null;
}

/** A line that says where a record has been, by its slug or UUID. */
interface Trace {
  readonly name: string;
  readonly line: string;
}

/** The lines that stand for a change which leaves no record behind, and what names them in its entry. */
const traceQueries = {
  renamed: { query: slugRedirects, nameOf: ({ slug }: Row) => slug },
  merged: { query: mergedRecords, nameOf: ({ resource_id }: Row) => resource_id },
  deleted: { query: deletedRecords, nameOf: ({ resource_id }: Row) => resource_id },
};

const isTraced = (action: string): action is keyof typeof traceQueries => Object.hasOwn(traceQueries, action);

/** Reads what has changed, with its records, by a query for each type that a page has. */
export class Feed {
  readonly #reader: Database;
  readonly #state: Statement<FeedState, []>;
  readonly #after: Statement<Row, [number, number]>;
  readonly #one: Statement<Row, [number]>;
  readonly #gone: Statement<Named, [string, string]>;
  readonly #records = new Map<string, Statement<Named, [string]>>();
  readonly #traces = new Map<string, Statement<Trace, [string]>>();

  constructor(
    store: Store,
    private readonly kinds: Kinds = catalog,
  ) {
    this.#reader = store.reader;
    this.#state = this.#reader.prepare(stateQuery);
    // That the catalog was filled is where the feed begins, and no change of it.
    this.#after = this.#reader.prepare("SELECT * FROM change WHERE sequence > ? AND action <> 'restored' ORDER BY sequence LIMIT ? + 0");
    this.#one = this.#reader.prepare("SELECT * FROM change WHERE sequence = ? AND action <> 'restored'");
    this.#gone = this.#reader.prepare(
      'SELECT id, iri, NULL AS line FROM deleted_record WHERE resource_type = ? AND id IN (SELECT value FROM json_each(?))',
    );
  }

  state(): FeedState {
    return this.#state.get() as FeedState;
  }

  /** Changes after a sequence, in order. */
  after(since: number, limit: number): Change[] {
    return this.#withRecords(this.#after.all(since, limit));
  }

  one(sequence: number): Change | undefined {
    const row = this.#one.get(sequence);
    return row ? this.#withRecords([row])[0] : undefined;
  }

  #withRecords(rows: readonly Row[]): Change[] {
    const ids = new Map<string, Set<string>>();
    for (const { resource_type, resource_id } of rows) {
      const known = ids.get(resource_type) ?? new Set();
      ids.set(resource_type, known.add(resource_id));
    }
    const found = new Map([...ids].flatMap(([type, ids]) => this.#named(type, [...ids]).map((one) => [`${type} ${one.id}`, one] as const)));
    return rows.map((row) => {
      const named = found.get(`${row.resource_type} ${row.resource_id}`);
      return this.#changeOf(row, named, isTraced(row.action) ? this.#traceOf(row, row.action) : named?.line);
    });
  }

  /** One query each: such changes are few. */
  #traceOf(row: Row, action: keyof typeof traceQueries): string | undefined {
    const { query, nameOf } = traceQueries[action];
    const kind = this.kinds.find(row.resource_type);
    if (!kind) return undefined;
    const name = `${action} ${kind.type}`;
    const statement = this.#traces.get(name) ?? this.#reader.prepare<Trace, [string]>(query(kind, 'named'));
    this.#traces.set(name, statement);
    return statement.get(JSON.stringify([nameOf(row)]))?.line;
  }

  #named(type: string, ids: readonly string[]): Named[] {
    const asked = JSON.stringify(ids);
    const kind = this.kinds.find(type);
    return kind ? [...this.#gone.all(type, asked), ...this.#recordsOf(kind).all(asked)] : [];
  }

  #recordsOf(kind: Kind): Statement<Named, [string]> {
    const statement = this.#records.get(kind.type) ?? this.#reader.prepare<Named, [string]>(namedRecords(kind));
    this.#records.set(kind.type, statement);
    return statement;
  }

  #changeOf(row: Row, named: Named | undefined, line: string | null | undefined): Change {
    const { sequence, action, resource_type, resource_id, slug, merged_into_id, changed_at } = row;
    return {
      sequence,
      action,
      resource_type,
      resource_id,
      iri: named?.iri ?? this.#plainIri(resource_type, resource_id) ?? null,
      slug,
      merged_into_id,
      changed_at,
      record: line ? JSON.parse(line) : null,
    };
  }

  /** The IRI of a record that stands below no other; the address of one that does names more than itself. */
  #plainIri(type: string, id: string): string | undefined {
    const kind = this.kinds.find(type);
    return kind?.above.length === 0 ? kind.iri({ id }) : undefined;
  }
}
