import { idsOfIri } from '../../api/schema/registry';
import type { Kind } from '../../kinds';
import { type RecordSnapshot, readSnapshot } from '../history/restore';
import { SourceStatements, type StoredStatement } from '../provenance/statements';
import { CoverRows } from '../write/cover';
import { differenceOf, type Fields } from '../write/record';
import { type MergedCover, MergedItems, type MovedItems } from './merged-items';
import type { MergingTools } from './merges';

export interface ChangedRecord {
  readonly type: string;
  /** IRIs before and after. */
  readonly iris: readonly [before: string, after: string];
  /** Differing fields. */
  readonly before: Fields;
  readonly after: Fields;
  /** Locked fields before and after, if changed, as base64. */
  readonly held?: readonly [before: string | null, after: string | null];
}

/** A record removed by a merge, with its provenance. */
export interface MergedAway extends RecordSnapshot {
  /** UUID of its replacement; null if dropped. */
  readonly into: string | null;
  readonly said: readonly StoredStatement[];
  /** UUIDs that had been merged into it before. */
  readonly led: readonly string[];
}

/** What is needed to undo a merge. */
export interface MergeMemory {
  /** UUID of the record that stayed. */
  readonly into: string;
  /** UUID of the revision about that record. */
  readonly target?: string | undefined;
  readonly changed: readonly ChangedRecord[];
  readonly items: readonly MovedItems[];
  readonly covers: readonly MergedCover[];
}

export interface RememberedMerge {
  readonly merge: MergeMemory;
  readonly gone: readonly MergedAway[];
  /** Stores removed items of users, once the revision number is known. */
  readonly setAside: (revision: number) => void;
}

/** Larger merges cannot be undone: their revisions would take megabytes and block the server. */
export const maximumRemembered = 5_000;

interface Touched {
  readonly type: string;
  readonly id: string;
}

/** A record before a merge. */
interface State extends RecordSnapshot {
  readonly kind: Kind;
  readonly id: string;
  readonly key: number;
  readonly led: readonly string[];
}

/** Performs merges and records their effects, using the change feed to find touched records. */
export class MergeMemories {
  readonly #items: MergedItems;
  readonly #covers: CoverRows;
  readonly #statements: SourceStatements;

  constructor(private readonly tools: MergingTools) {
    this.#items = new MergedItems(tools.statements, tools.kinds);
    this.#covers = new CoverRows(tools.statements);
    this.#statements = new SourceStatements(tools.statements, tools.sourceValues);
  }

  /** Undefined if the merge touches too much. Runs the merge once and rolls it back to see what it touches. */
  doing({ table }: Kind, into: string, merge: () => void): RememberedMerge | undefined {
    const touched = this.tools.rehearse(() => this.#touchedBy(merge));
    if (touched.length > maximumRemembered) {
      merge();
      return undefined;
    }
    const before = touched.flatMap((one) => this.#state(one));
    const items = before.flatMap(({ kind, key, id }) => (kind.table === table ? this.#items.read(kind, key, id) : []));
    const covers = before.flatMap(({ kind, key, id }) => this.#cover(kind, key, id));
    merge();
    const removed = new Set(before.filter(({ kind, id }) => this.#keyOf(kind, id) === undefined).map(({ id }) => id));
    return {
      merge: {
        into,
        changed: before.flatMap((state) => (removed.has(state.id) ? [] : this.#change(state))),
        items: before.flatMap(({ kind, id }) => (removed.has(id) ? this.#items.moved(kind, id, items) : [])),
        covers: covers.filter(({ of }) => removed.has(of)).map((one) => ({ ...one, isMoved: this.#isMoved(one) })),
      },
      gone: before.flatMap(({ kind, id, record, held: locks, key, led }) =>
        removed.has(id) ? [{ record, ...(locks !== undefined && { held: locks }), key, led, ...this.#after(kind, id) }] : [],
      ),
      setAside: (revision) => this.#items.setAside(revision, items, `${table}_key`),
    };
  }

  #after({ type }: Kind, id: string): Pick<MergedAway, 'into' | 'said'> {
    return { into: this.tools.references.mergedInto(type, id) ?? null, said: this.#statements.read(type, id) };
  }

  #touchedBy(merge: () => void): Touched[] {
    const { statements } = this.tools;
    const found = statements.text<{ sequence: number }>('SELECT coalesce(max(sequence), 0) AS sequence FROM change').get({});
    merge();
    return statements
      .text<Touched>(
        `SELECT DISTINCT resource_type AS type, resource_id AS id FROM change WHERE sequence > :sequence LIMIT ${maximumRemembered + 1}`,
      )
      .all({ sequence: found?.sequence ?? 0 })
      .toSorted((a, b) => this.#order(a) - this.#order(b));
  }

  /** References come before the records that refer to them. */
  #order({ type }: Touched): number {
    return this.tools.kinds.all.findIndex((kind) => kind.type === type);
  }

  #state({ type, id }: Touched): State[] {
    const { kinds, statements, locks } = this.tools;
    const kind = kinds.find(type);
    const key = kind && this.#keyOf(kind, id);
    if (!kind || key === undefined) return [];
    return [{ kind, id, led: this.#ledTo(type, id), ...readSnapshot(statements, locks, kind, key), key }];
  }

  #ledTo(type: string, id: string): string[] {
    return this.tools.statements
      .text<{ id: string }>('SELECT id FROM merged_record WHERE resource_type = :type AND merged_into_id = :id')
      .all({ type, id })
      .map((row) => row.id);
  }

  #change({ kind, id, record, held: locks }: State): ChangedRecord[] {
    const now = readSnapshot(this.tools.statements, this.tools.locks, kind, this.#keyOf(kind, id) as number);
    const difference = differenceOf(record, now.record);
    const isSameText = Object.keys({ ...difference.before.attributes, ...difference.before.relationships }).length === 0;
    if (isSameText && record.id === now.record.id && locks === now.held) return [];
    const holds = locks === now.held ? {} : { held: [locks ?? null, now.held ?? null] as const };
    return [{ type: kind.type, iris: [record.id, now.record.id], ...difference, ...holds }];
  }

  #cover({ table }: Kind, key: number, of: string): Omit<MergedCover, 'isMoved'>[] {
    const cover = table === 'release' ? this.#covers.findRow(key) : undefined;
    return cover ? [{ of, cover }] : [];
  }

  /** Whether the cover moved along, by its creation time. */
  #isMoved({ of, cover }: Omit<MergedCover, 'isMoved'>): boolean {
    const { references, kinds } = this.tools;
    const kind = kinds.ofTable('release');
    const current = references.currentId(kind.type, kind.table, of);
    const key = current === undefined ? undefined : references.find(kind.table, 'id', current);
    return key !== undefined && Bun.deepEquals(this.#covers.findRow(key), cover);
  }

  #keyOf({ table }: Kind, id: string): number | undefined {
    return this.tools.references.find(table, 'id', id);
  }
}

export const idOf = (kind: Kind, iri: string): string => idsOfIri(kind, iri)?.at(-1) as string;
