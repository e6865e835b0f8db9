import type { Kind, Kinds } from '../../kinds';
import type { Statements } from '../../store/database/sql';
import type { Deletions } from '../write/deletions';
import type { ExistingRecord } from '../write/record';
import type { References } from '../write/references';
import { nameHash } from './hashes';
import { authorities, authorityOf, bestRank, highest, isOfOneSource, type Rank, tieOf } from './ranks';
import type { SourceValues } from './source-values';

interface Child {
  readonly kind: Kind;
  readonly key: number;
  readonly id: string;
  /** Rank of the source that placed it here; absent if none did. */
  readonly rank: Rank | undefined;
}

/**
 * For kinds whose siblings must come from one source: keeps those of the best source. Siblings belong together if they were
 * imported below the same source record; its UUID breaks ties.
 */
export class ExclusiveChildren {
  /** Caches the last parent, since siblings are imported consecutively. */
  #last: { readonly shape: number; readonly table: string; readonly key: number; readonly rank: Rank; readonly isNew: boolean } | undefined;

  constructor(
    private readonly statements: Statements,
    private readonly kinds: Kinds,
    private readonly sourceValues: SourceValues,
    private readonly deletions: Deletions,
    private readonly references: References,
  ) {}

  /**
   * Whether a record may be added below a parent. If its source outranks the existing siblings, they are removed. Those that a
   * merge by hand added stay until their own kind gets a new record.
   */
  makesRoomFor(kind: Kind, key: number, rank: Rank, isNew: boolean): boolean {
    const table = kind.above.at(-1)?.table as string;
    const last = this.#last;
    const isKnown = last?.shape === this.references.shape && last.table === table && last.key === key && last.rank === rank;
    if (isKnown && (last.isNew || !isNew)) return true;
    const children = this.#children(table, key);
    const best = bestOf(children);
    const isOther = best !== undefined && (!isOfOneSource(best, rank) || isOwners(best) !== isOwners(rank));
    if (isOther && best > rank) return false;
    if (isOther || isNew) this.#drop(isOther ? children : children.filter((child) => child.kind === kind), rank);
    this.#last = { shape: this.references.shape, table, key, rank, isNew };
    return true;
  }

  /**
   * On a merge, keeps the siblings of the better source.
   * @param onlyFills whether those of the merged record are dropped if the target has any
   */
  choose(table: string, from: number, into: number, onlyFills: boolean): void {
    const [going, staying] = [this.#children(table, from), this.#children(table, into)];
    if (onlyFills && staying.length > 0) for (const { kind, key } of going) this.deletions.supersede(kind, key);
    else {
      const children = [...going, ...staying];
      const best = bestOf(children);
      if (best !== undefined) this.#drop(children, best);
    }
  }

  /** Ranks what a source stated about a record, and about the siblings below it, under all other values. */
  outdate(kind: Kind, { key, id }: ExistingRecord, source: string): void {
    for (const one of [{ kind, id }, ...this.#children(kind.table, key)]) this.sourceValues.outdate(source, one.kind.type, one.id);
  }

  #drop(children: readonly Child[], best: Rank): void {
    for (const { kind, key, rank } of children)
      if (rank !== undefined && rank < best && !areOfOneSource(rank, best)) this.deletions.supersede(kind, key);
  }

  #children(table: string, key: number): Child[] {
    return this.kinds.all.flatMap((kind) => {
      const above = kind.above.at(-1);
      if (!above?.isOneSource || above.table !== table) return [];
      const rows = this.statements
        .text<{ key: number; id: string }>(`SELECT key, id FROM "${kind.table}" WHERE ${above.column} = :key`)
        .all({ key });
      return rows.map((row) => ({ kind, ...row, rank: bestRank(this.sourceValues.provenance(kind.type, row.id), nameHash(above.column)) }));
    });
  }
}

/** Owners' data is stored under the UUID of the better source. */
const areOfOneSource = (one: Rank, other: Rank): boolean => tieOf(one) === tieOf(other) && isOwners(one) === isOwners(other);

const isOwners = (rank: Rank): boolean => authorityOf(rank) === authorities.owner;

const bestOf = (children: readonly Child[]): Rank | undefined => highest(children.flatMap(({ rank }) => rank ?? []));
