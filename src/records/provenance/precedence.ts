import type { FieldDecision, FieldDifference, PrecedencePolicy } from '../write/policies';
import type { Mode } from '../write/record';
import type { LockedFields } from './field-locks';
import { nameHash } from './hashes';
import { bestRank, type Claim, type Rank, type Ranks, rankOfCurrent } from './ranks';
import type { Remembered } from './source-values';

/** Fields added after catalogs were first filled: they have the column default until a source states them. */
const laterFields: ReadonlySet<string> = new Set(['provisional', 'descriptions']);

interface Saying {
  readonly mode: Mode;
  readonly source: string;
  /** UUID in the source. */
  readonly id: string;
  readonly ranks: Ranks;
  readonly before: Remembered | undefined;
}

/**
 * Precedence for ranked sources: the higher rank wins, and on a tie the smaller value, so that import order does not matter. A
 * source may change its own values; documents that fill one record compete like sources. Locked fields stay.
 */
export class RankedPolicy implements PrecedencePolicy {
  readonly othersMakeRoom = false;
  readonly #taken = new Set<number>();
  readonly #renames = new Set<string>();
  #others: readonly Claim[] | undefined;

  constructor(
    private readonly saying: Saying,
    private readonly held: LockedFields | undefined,
    /** Values of all sources; queried only on differences. */
    private readonly claims: () => readonly Claim[],
  ) {}

  /** Name hashes of the fields taken. */
  get taken(): ReadonlySet<number> {
    return this.#taken;
  }

  decide(difference: FieldDifference): FieldDecision {
    const decision = this.#decide(difference, nameHash(difference.field));
    if (decision === 'take') this.#taken.add(nameHash(difference.field));
    return decision;
  }

  /** Parts are not compared: those of the best source win. */
  decideParts(field: string): FieldDecision {
    if (this.keeps(field)) return 'keep';
    const name = nameHash(field);
    const [mine, others] = [this.saying.ranks.get(name), bestRank(this.#saidByOthers(), name)];
    const decision = others === undefined || (mine !== undefined && mine >= others) ? 'take' : 'leave';
    if (decision === 'take') this.#taken.add(name);
    return decision;
  }

  keeps(field: string): boolean {
    return this.held?.has(nameHash(field)) ?? false;
  }

  renames(field: string): boolean {
    return this.#renames.has(field);
  }

  #decide({ field, theirs, ours, namesOthers, isSmaller }: FieldDifference, name: number): FieldDecision {
    const held = this.held?.get(name);
    // A record referenced by an editor may have been merged and have another key.
    if (held !== undefined && (namesOthers || held === ours)) return 'keep';
    const isOwn = this.saying.before?.fields.get(name) === ours;
    if (theirs === 0) return this.saying.mode !== 'fill' && isOwn && this.#standing(name, ours, false) === undefined ? 'take' : 'leave';
    if (ours === 0) return 'take';
    const standing = this.#standing(name, ours, namesOthers);
    if (standing === undefined)
      return isOwn || (namesOthers && this.saying.before?.fields.has(name)) || (laterFields.has(field) && this.#isUnsaid(name))
        ? 'take'
        : 'keep';
    const mine = this.saying.ranks.get(name) as Rank;
    const isBetter = mine === standing ? !namesOthers && isSmaller() : mine > standing;
    if (isBetter) this.#renames.add(field);
    return isBetter ? 'take' : 'leave';
  }

  /** Whether no source ever stated a field. */
  #isUnsaid(name: number): boolean {
    return !this.saying.before?.fields.has(name) && !this.#saidByOthers().some(({ fields }) => fields.has(name));
  }

  /**
   * Rank of the current value from other sources. References may have been merged since; the best one stated is then the
   * current one.
   */
  #standing(name: number, ours: number, namesOthers: boolean): Rank | undefined {
    const others = this.#saidByOthers();
    if (!namesOthers) return rankOfCurrent(others, name, ours);
    const best = bestRank(others, name);
    const own = this.saying.mode === 'fill' ? undefined : this.saying.before?.ranks.get(name);
    return own !== undefined && best !== undefined && own > best ? undefined : best;
  }

  #saidByOthers(): readonly Claim[] {
    const { mode, source, id } = this.saying;
    this.#others ??= this.claims().filter((claim) => mode === 'fill' || claim.source !== source || claim.id !== id);
    return this.#others;
  }
}
