import type { Kind } from '../kinds';
import type { Standing } from './absorbing';
import { listHash, nameHash, valueHash } from './hashes';
import { HeldAttributes } from './held-attributes';
import type { Columns } from './kind-table';
import { fieldOf, rowsOf } from './plan';
import type { EditorTools } from './record-editor';

/** Leaves fields that people wrote to the sources of a record again. */
export class GivingBack {
  readonly #heldAttributes: HeldAttributes;

  constructor(private readonly tools: EditorTools) {
    this.#heldAttributes = new HeldAttributes(tools.statements);
  }

  /** Says which of the names people had written. What sources say of them comes with the next import that has the record. */
  giveBack(kind: Kind, { key, id }: Standing, names: readonly string[]): string[] {
    const held = this.#heldAttributes.of(kind, key).filter((name) => names.includes(name));
    if (held.length === 0) return [];
    const plan = { ...this.tools.rows.planOf(kind, key), id };
    const letGo = this.tools.held.letGo(plan, new Set(held.flatMap((name) => [name, `relationships.${name}`])));
    const standing = [
      ...Object.entries(plan.columns).map(([column, value]) => [nameHash(column), valueHash(value as Columns[string])] as const),
      ...plan.owned.map((list) => [nameHash(fieldOf(list)), listHash(rowsOf(list))] as const),
    ];
    this.tools.memory.reopen(kind.type, id, new Map(standing.filter(([name]) => letGo.has(name))));
    return held;
  }
}
