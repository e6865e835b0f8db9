import type { Kind, Kinds } from '../../kinds';
import { parameter, type Statements } from '../../store/database/sql';
import type { Deletions } from '../write/deletions';
import type { Claim } from './claims';
import { nameHash } from './hashes';
import type { SourceMemory } from './memory';
import { authorities, authorityOf, isOfOneSource, tieOf, type Weight } from './weights';

interface Child {
  readonly kind: Kind;
  readonly key: number;
  readonly id: string;
  /** How much the word of those weighs that gave it below this record; none, where no source did. */
  readonly weight: Weight | undefined;
}

/**
 * Of kinds whose records below one record are all of one source, keeps those of the best. Which belong together is told by
 * the record that they were given below: its UUID, as the source has it, decides between two that are as good.
 */
export class ExclusiveChildren {
  /** What stands comes one after the other below the same record. */
  #last: { readonly table: string; readonly key: number; readonly weight: Weight } | undefined;

  constructor(
    private readonly statements: Statements,
    private readonly kinds: Kinds,
    private readonly memory: SourceMemory,
    private readonly deletions: Deletions,
  ) {}

  /** Forgets what stands: records may have gone. */
  forget(): void {
    this.#last = undefined;
  }

  /** Whether a record may stand below the one of a key. Where its source is better than that of those which do, these go. */
  admits(kind: Kind, key: number, weight: Weight): boolean {
    const table = kind.above.at(-1)?.table as string;
    if (this.#last?.table === table && this.#last.key === key && this.#last.weight === weight) return true;
    const children = this.#children(table, key);
    const best = bestOf(children);
    const isOther = best !== undefined && (!isOfOneSource(best, weight) || isOwners(best) !== isOwners(weight));
    if (isOther && best > weight) return false;
    if (isOther) this.#drop(children, weight);
    this.#last = { table, key, weight };
    return true;
  }

  /**
   * Of what stands below a record and below the one that it is merged into, keeps that of the better source.
   * @param givesWay whether what stands below it goes in any case where there is something below the other
   */
  choose(table: string, from: number, into: number, givesWay: boolean): void {
    const [going, staying] = [this.#children(table, from), this.#children(table, into)];
    if (givesWay && staying.length > 0) for (const { kind, key } of going) this.deletions.supersede(kind, key);
    else {
      const children = [...going, ...staying];
      const best = bestOf(children);
      if (best !== undefined) this.#drop(children, best);
    }
    this.forget();
  }

  #drop(children: readonly Child[], best: Weight): void {
    for (const { kind, key, weight } of children)
      if (weight !== undefined && weight < best && !areOfOneSource(weight, best)) this.deletions.supersede(kind, key);
  }

  #children(table: string, key: number): Child[] {
    return this.kinds.all.flatMap((kind) => {
      const above = kind.above.at(-1);
      if (!above?.isOneSource || above.table !== table) return [];
      const rows = this.statements
        .get<{ key: number; id: string }>(`children ${kind.table}`, (db) =>
          db.selectFrom(kind.table).select(['key', 'id']).where(above.column, '=', parameter('key')),
        )
        .all({ key });
      return rows.map((row) => ({ kind, ...row, weight: this.#weight(this.memory.claims(kind.type, row.id), above.column) }));
    });
  }

  #weight(claims: readonly Claim[], column: string): Weight | undefined {
    const weights = claims.flatMap(({ weights }) => weights.get(nameHash(column)) ?? []);
    return weights.length === 0 ? undefined : Math.max(...weights);
  }
}

/** What owners say of a disc stands below a record of the UUID that a better source has it under. */
const areOfOneSource = (one: Weight, other: Weight): boolean => tieOf(one) === tieOf(other) && isOwners(one) === isOwners(other);

const isOwners = (weight: Weight): boolean => authorityOf(weight) === authorities.owner;

const bestOf = (children: readonly Child[]): Weight | undefined => {
  const weights = children.flatMap(({ weight }) => weight ?? []);
  return weights.length === 0 ? undefined : Math.max(...weights);
};
