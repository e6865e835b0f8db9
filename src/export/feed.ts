import { catalog } from '../catalog';
import type { Kinds } from '../kinds';
import type { Store } from '../store/database/open';
import type { ChangeEntry } from './documents';
import { namedRecords } from './record-queries';
import { deletedRecords, mergedRecords, slugRedirects } from './redirects-and-tombstones';
import { type FeedState, feedState } from './sequence';

type ChangeRow = Omit<ChangeEntry, 'iri' | 'record'>;

interface Named {
  readonly id: string;
  readonly iri: string;
  readonly line: string | null;
}

/** A redirect or tombstone line, by slug or UUID. */
interface Trace {
  readonly name: string;
  readonly line: string;
}

/** Lines for changes that leave no record, and the names in their entries. */
const traceQueries = {
  renamed: { query: slugRedirects, nameOf: ({ slug }: ChangeRow) => slug },
  merged: { query: mergedRecords, nameOf: ({ resource_id }: ChangeRow) => resource_id },
  deleted: { query: deletedRecords, nameOf: ({ resource_id }: ChangeRow) => resource_id },
};

const isTraced = (action: string): action is keyof typeof traceQueries => Object.hasOwn(traceQueries, action);

// A restore starts the feed and is not a change.
const changesAfter = "SELECT * FROM change WHERE sequence > :since AND action <> 'restored' ORDER BY sequence LIMIT :limit + 0";
const singleChange = "SELECT * FROM change WHERE sequence = :sequence AND action <> 'restored'";
const deletedAmong =
  'SELECT id, iri, NULL AS line FROM deleted_record WHERE resource_type = :type AND id IN (SELECT value FROM json_each(:ids))';

/** Reads changes with their records, with one query per type of a page. */
export class Feed {
  constructor(
    private readonly store: Store,
    private readonly kinds: Kinds = catalog,
  ) {}

  state(): FeedState {
    return feedState(this.store.reader);
  }

  /** Changes after a sequence, in order. */
  after(since: number, limit: number): ChangeEntry[] {
    return this.#withRecords(this.store.reader.all<ChangeRow>(changesAfter, { since, limit }));
  }

  change(sequence: number): ChangeEntry | undefined {
    const row = this.store.reader.get<ChangeRow>(singleChange, { sequence });
    return row ? this.#withRecords([row])[0] : undefined;
  }

  #withRecords(rows: readonly ChangeRow[]): ChangeEntry[] {
    const ids = new Map<string, Set<string>>();
    for (const { resource_type, resource_id } of rows) {
      const known = ids.get(resource_type) ?? new Set();
      ids.set(resource_type, known.add(resource_id));
    }
    const records = [...ids].flatMap(([type, ids]) => this.#named(type, [...ids]).map((named) => [`${type} ${named.id}`, named] as const));
    const byTypeAndId = new Map(records);
    return rows.map((row) => {
      const named = byTypeAndId.get(`${row.resource_type} ${row.resource_id}`);
      return this.#changeOf(row, named, this.#lineOf(row, named));
    });
  }

  /** An unmerged record appears in its current state. */
  #lineOf(row: ChangeRow, named: Named | undefined): string | null | undefined {
    if (!isTraced(row.action)) return named?.line;
    const trace = this.#traceOf(row, row.action);
    return trace ?? (row.action === 'merged' ? named?.line : undefined);
  }

  /** One query each, since such changes are rare. */
  #traceOf(row: ChangeRow, action: keyof typeof traceQueries): string | undefined {
    const { query, nameOf } = traceQueries[action];
    const kind = this.kinds.find(row.resource_type);
    if (!kind) return undefined;
    return this.store.reader.get<Trace>(query(kind, 'named'), { names: JSON.stringify([nameOf(row)]) })?.line;
  }

  #named(type: string, ids: readonly string[]): Named[] {
    const kind = this.kinds.find(type);
    if (!kind) return [];
    const values = { type, ids: JSON.stringify(ids) };
    return [deletedAmong, namedRecords(kind)].flatMap((query) => this.store.reader.all<Named>(query, values));
  }

  #changeOf(row: ChangeRow, named: Named | undefined, line: string | null | undefined): ChangeEntry {
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

  /** IRI of a top-level record; nested ones need more ids. */
  #plainIri(type: string, id: string): string | undefined {
    const kind = this.kinds.find(type);
    return kind?.above.length === 0 ? kind.iri({ id }) : undefined;
  }
}
