import { sql } from 'kysely';
import { parameter } from '../database/prepare';
import type { Statements } from '../database/statements';
import { now } from '../database/time';
import type { Kind } from '../kinds';
import type { Parts } from '../kinds/parts';
import { givenTime, KindTable } from './kind-table';
import type { Plan } from './plan';
import { type Policy, policyOfParts } from './policies';
import type { Outcome } from './record';
import type { References } from './references';
import type { Slugs } from './slugs';
import { merge } from './three-way-merge';

/** Writes what was planned: the row of a record, the rows that belong to it, its slug, and its parts. */
export class RecordRows {
  readonly #tables = new Map<Kind, KindTable>();

  constructor(
    private readonly statements: Statements,
    private readonly references: References,
    private readonly slugs: Slugs,
  ) {}

  /** `unchanged` where a record that says the same is there, of a kind that has each but once. */
  add(plan: Plan, policy: Policy): Outcome {
    const { kind, id, attributes, columns, owned } = plan;
    const table = this.#table(kind);
    if (table.twin(columns) !== undefined) return 'unchanged';
    const key = table.insert(id, { ...columns, ...this.slugs.slug(kind, id, attributes, undefined, policy.othersMakeRoom) }, attributes);
    for (const list of owned) table.addOwned(list, key);
    for (const part of plan.parts ?? []) this.#writePart(part, key, policy);
    return 'added';
  }

  change(plan: Plan, key: number, policy: Policy): Outcome {
    const { kind, id, attributes, owned } = plan;
    const table = this.#table(kind);
    const there = table.row(key, plan.columns);
    const merged = merge(
      plan,
      there,
      owned.map((list) => table.owned(list, key)),
      policy,
    );
    for (const index of merged.replaced) table.replaceOwned(owned[index] as Plan['owned'][number], key);
    const keepsParts = plan.parts !== undefined && policy.keeps((kind.parts as Parts).attribute);
    const partsDiffer = plan.parts !== undefined && !keepsParts && this.#writeParts(kind, plan.parts, key, policy);
    const takesSlug = plan.says('slug') && attributes.slug && !policy.keeps('slug');
    const slug = takesSlug ? this.slugs.slug(kind, id, attributes, there, policy.othersMakeRoom) : {};
    const renamed = slug.slug !== undefined && slug.slug !== there.slug;
    const times = {
      created_at: givenTime(attributes.created_at) ?? there.created_at ?? null,
      updated_at: givenTime(attributes.updated_at) ?? there.updated_at ?? null,
    };
    const isChanged = merged.isChanged || partsDiffer || renamed;
    if (!isChanged && times.created_at === there.created_at && times.updated_at === there.updated_at)
      return merged.isKept || keepsParts ? 'kept' : 'unchanged';
    // A record of another catalog that was never changed was made anew there.
    if (isChanged && givenTime(attributes.updated_at) === undefined) times.updated_at = policy.othersMakeRoom ? null : now();
    table.update(key, { ...merged.columns, ...slug }, times);
    return 'changed';
  }

  #writeParts(kind: Kind, parts: readonly Plan[], key: number, policy: Policy): boolean {
    const outcomes = parts.map((part) => this.#writePart(part, key, policy));
    const deleted = this.statements
      .get(`drop parts ${kind.table}`, (db) =>
        db
          .deleteFrom(kind.table)
          .where((kind.parts as Parts).column, '=', parameter('key'))
          .where('id', 'not in', sql`(SELECT value FROM json_each(${parameter('kept')}))`),
      )
      .run({ key, kept: JSON.stringify(parts.map(({ id }) => id)) });
    return deleted > 0 || outcomes.some((outcome) => outcome !== 'unchanged');
  }

  #writePart(part: Plan, parent: number, policy: Policy): Outcome {
    const plan = { ...part, columns: { ...part.columns, [(part.kind.parts as Parts).column]: parent } };
    const key = this.references.find(part.kind.table, 'id', part.id);
    const whole = policyOfParts(policy);
    return key === undefined ? this.add(plan, whole) : this.change(plan, key, whole);
  }

  #table(kind: Kind): KindTable {
    let table = this.#tables.get(kind);
    if (!table) {
      table = new KindTable(this.statements, kind);
      this.#tables.set(kind, table);
    }
    return table;
  }
}
