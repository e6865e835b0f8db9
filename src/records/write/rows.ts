import { sql } from 'kysely';
import type { Kind } from '../../kinds';
import type { Parts } from '../../kinds/parts';
import { parameter, type Statements, type Value } from '../../store/database/sql';
import { now } from '../../store/values/time';
import { type Columns, givenTime, KindTable } from './kind-table';
import type { WritePlan } from './plan';
import { type PrecedencePolicy, policyOfParts } from './policies';
import type { WriteOutcome } from './record';
import type { References } from './references';
import type { Slugs } from './slugs';
import { merge } from './three-way-merge';

/** Writes plans: the record's row, its lists, slug and parts. */
export class RecordRows {
  readonly #tables = new Map<Kind, KindTable>();

  constructor(
    private readonly statements: Statements,
    private readonly references: References,
    private readonly slugs: Slugs,
  ) {}

  /**
   * `unchanged` if an identical record exists, for kinds that allow only one.
   * @param had former key of a restored record, so that reference hashes match again
   */
  add(plan: WritePlan, policy: PrecedencePolicy, had?: number): WriteOutcome {
    const { kind, id, attributes, columns, owned } = plan;
    const table = this.#table(kind);
    if (table.identical(columns) !== undefined) return 'unchanged';
    const slug = this.slugs.slug(kind, id, attributes, undefined, policy.othersMakeRoom);
    const key = table.insert(id, { ...columns, ...slug }, attributes, had);
    for (const list of owned) table.addOwned(list, key);
    for (const part of plan.parts ?? []) this.#writePart(part, key, policy);
    return 'added';
  }

  change(plan: WritePlan, key: number, policy: PrecedencePolicy): WriteOutcome {
    const { kind, attributes, owned } = plan;
    const table = this.#table(kind);
    const there = table.row(key, plan.columns);
    const merged = merge(
      plan,
      there,
      owned.map((list) => table.owned(list, key)),
      policy,
    );
    for (const index of merged.replaced) table.replaceOwned(owned[index] as WritePlan['owned'][number], key);
    const partsDecision = plan.parts && policy.decideParts((kind.parts as Parts).attribute);
    const partsDiffer = plan.parts !== undefined && partsDecision === 'take' && this.#writeParts(kind, plan.parts, key, policy);
    const slug = this.#slugOf(plan, there, merged.columns, policy);
    const renamed = slug.slug !== undefined && slug.slug !== there.slug;
    const times = {
      created_at: givenTime(attributes.created_at) ?? there.created_at ?? null,
      // A mirrored record without a modification time was recreated there.
      updated_at: givenTime(attributes.updated_at) ?? (policy.othersMakeRoom ? null : (there.updated_at ?? null)),
    };
    const isChanged = merged.isChanged || partsDiffer || renamed;
    if (!isChanged && times.created_at === there.created_at && times.updated_at === there.updated_at)
      return merged.isKept || partsDecision === 'keep' ? 'kept' : 'unchanged';
    if (isChanged && givenTime(attributes.updated_at) === undefined && !policy.othersMakeRoom) times.updated_at = now();
    table.update(key, { ...merged.columns, ...(kind.slugFrom && { slug: there.slug as Value }), ...slug }, times);
    return 'changed';
  }

  /** New slug of a record: requested, or following a better name; `undefined` if unchanged. */
  #slugOf({ kind, id, attributes, says }: WritePlan, there: Columns, columns: Columns, policy: PrecedencePolicy): { slug?: string } {
    if (!kind.slugFrom || policy.keeps('slug')) return {};
    if (says('slug') && attributes.slug) return this.slugs.slug(kind, id, attributes, there, policy.othersMakeRoom);
    if (!policy.renames?.(kind.slugFrom)) return {};
    return this.slugs.follow(kind, id, String(columns[kind.slugFrom]), there.slug as string);
  }

  /** Key and UUID of an imported record with the same identifying columns. */
  twin({ kind, columns }: WritePlan): { readonly key: number; readonly id: string } | undefined {
    return this.#table(kind).twin(columns);
  }

  /** WritePlan equivalent to a record's current state, without parts. */
  planOf(kind: Kind, key: number): WritePlan {
    const { entrance } = kind;
    const table = this.#table(kind);
    const names = [...Object.keys(entrance.columns({}, noKey)), ...Object.values(entrance.relationships).map(({ column }) => column)];
    const standing = [kind.above.at(-1)?.column, kind.parts?.column].filter((name) => name !== undefined);
    const row = table.row(key, Object.fromEntries([...standing, ...names].map((name) => [name, null])));
    const columns = Object.fromEntries([...standing, ...names].map((name) => [name, row[name] as Value]));
    const owned = entrance.owned({}, noKey).map((list) => ({ ...list, rows: table.owned(list, key).map((row) => JSON.parse(row)) }));
    const says = (attribute: string | undefined) => attribute !== undefined;
    return { kind, entrance, id: '', attributes: {}, columns, owned, parts: undefined, says, given: () => undefined };
  }

  /** Empty lists of a kind. */
  listsOf({ entrance }: Kind): WritePlan['owned'] {
    return entrance.owned({}, noKey);
  }

  /** Deletes all list rows of a record. */
  emptyLists({ kind, owned }: WritePlan, key: number): void {
    for (const list of owned) this.#table(kind).replaceOwned({ ...list, rows: [] }, key);
  }

  #writeParts(kind: Kind, parts: readonly WritePlan[], key: number, policy: PrecedencePolicy): boolean {
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

  #writePart(part: WritePlan, parent: number, policy: PrecedencePolicy): WriteOutcome {
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

const noKey = (): number => {
  throw new Error('A record without attributes names no other.');
};
