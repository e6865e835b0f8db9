import { idsOfIri } from '../../api/schema/registry';
import { conflict, type DomainError } from '../../errors';
import type { Kind } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import { now } from '../../store/values/dates';
import { Restore } from '../history/restore';
import type { StoredRevision } from '../history/revisions';
import { unpackFields } from '../provenance/hashes';
import { editorPrecedence } from '../provenance/precedence';
import { SourceStatements } from '../provenance/statements';
import { CoverRows } from '../write/cover';
import { type Fields, MissingReference, readText, recordFields, withoutSchemaErrors } from '../write/record';
import { type ChangedRecord, idOf, type MergedAway, type MergeMemory } from './merge-memory';
import { bringCoverBack, MergedItems } from './merged-items';
import type { MergingTools } from './merges';

/** A revision of a merge that can be undone. */
export interface MergeRevision extends Omit<StoredRevision, 'gone' | 'merge'> {
  readonly merge: MergeMemory;
  readonly gone: readonly MergedAway[];
}

/** Undoes merges: the removed record and its references are restored, as far as they were not changed since. */
export class Unmerge {
  readonly #restoring: Restore;
  readonly #items: MergedItems;
  readonly #covers: CoverRows;
  readonly #statements: SourceStatements;

  constructor(private readonly tools: MergingTools) {
    this.#restoring = new Restore(tools);
    this.#items = new MergedItems(tools.statements, tools.kinds);
    this.#covers = new CoverRows(tools.statements);
    this.#statements = new SourceStatements(tools.statements, tools.sourceValues);
  }

  /** @throws {DomainError} conflict, if the records can no longer be separated */
  separate(kind: Kind, revision: MergeRevision): void {
    const { merge, gone: removed } = revision;
    this.#requireTogether(kind, revision.id, merge.into);
    // Frees a slug that the merge moved.
    for (const one of merge.changed) if (one.after.attributes.slug !== undefined) this.#changeBack(one, new Set(['slug']));
    for (const one of removed) this.tools.merges.part(one.record.type, this.#idOf(one));
    for (const one of removed) this.#restore(one, revision.id);
    for (const one of merge.changed) this.#changeBack(one);
    for (const one of removed) this.#leadBack(one);
    this.#giveItems(kind, revision);
  }

  #requireTogether({ table, type, noun }: Kind, id: string, into: string): void {
    const { references } = this.tools;
    if (references.find(table, 'id', id) !== undefined) throw conflict('record_restored', { kind: noun });
    const leadsTo = references.mergedInto(type, id);
    if (leadsTo !== undefined && leadsTo !== into) throw isMergedOn(noun);
    if (references.find(table, 'id', into) !== undefined) return;
    if (references.mergedInto(type, into) !== undefined) throw isMergedOn(noun);
    throw conflict('target_deleted', { kind: noun });
  }

  #restore(removed: MergedAway, merged: string): void {
    const id = this.#idOf(removed);
    const ids = idsOfIri(this.#kindOf(removed), removed.record.id) as string[];
    if (id !== merged && !this.#hasAbove(this.#kindOf(removed), ids)) return;
    this.#restoring.restore(removed);
    this.#statements.restore(removed.record.type, id, removed.said);
  }

  #hasAbove({ above }: Kind, ids: readonly string[]): boolean {
    return above.every(({ table }, index) => this.tools.references.find(table, 'id', ids[index] as string) !== undefined);
  }

  /** @param only these fields, leaving the parent */
  #changeBack(changed: ChangedRecord, only?: ReadonlySet<string>): void {
    const kind = this.tools.kinds.find(changed.type) as Kind;
    const id = idOf(kind, changed.iris[0]);
    const key = this.tools.references.find(kind.table, 'id', id);
    if (key === undefined) return;
    const today = readText(this.tools.statements, kind, key);
    const iri = only ? today.iri : placeBack(kind, today.iri, changed.iris);
    const back = fieldsBack(today, changed.before, picked(changed.after, only));
    this.#write(kind, key, iri, whole(today, this.#withFreeSlug(kind, id, back)));
    // The IRI also changes with that of the record above.
    if (changed.iris[0] !== changed.iris[1])
      this.tools.statements.text(`UPDATE "${kind.table}" SET updated_at = :now WHERE key = :key`).run({ key, now: now() });
    if (!only && changed.held) this.#lockAgain(kind, id, changed.held);
  }

  #withFreeSlug(kind: Kind, id: string, { attributes: { slug, ...others }, relationships }: Fields): Fields {
    const isFree = typeof slug === 'string' && this.tools.slugs.otherHolder(kind, slug, id) === undefined;
    return { attributes: { ...others, ...(isFree && { slug }) }, relationships };
  }

  #write(kind: Kind, key: number, iri: string, { attributes, relationships }: Fields): void {
    const { planner, rows, references } = this.tools;
    references.forgetAbove();
    try {
      const plan = planner.plan(kind, { type: kind.type, id: iri, attributes, relationships }, idsOfIri(kind, iri) as string[], 'whole');
      withoutSchemaErrors(() => rows.change(plan, key, editorPrecedence));
    } catch (error) {
      // The reference's target is gone, so its replacement stays.
      if (!(error instanceof MissingReference)) throw error;
    }
  }

  /** Unlocks fields that only the merge locked. */
  #lockAgain({ type }: Kind, id: string, [before, after]: readonly [string | null, string | null]): void {
    const [was, left] = [before, after].map((packed) => unpackFields(Buffer.from(packed ?? '', 'base64')));
    const locks = new Map(this.tools.locks.find(type, id));
    for (const [name, hash] of left ?? []) {
      if (locks.get(name) !== hash || was?.get(name) === hash) continue;
      const had = was?.get(name);
      if (had === undefined) locks.delete(name);
      else locks.set(name, had);
    }
    this.tools.locks.replace(type, id, locks);
  }

  #leadBack(removed: MergedAway): void {
    const { references, merges, slugs } = this.tools;
    const kind = this.#kindOf(removed);
    const id = this.#idOf(removed);
    const key = references.find(kind.table, 'id', id);
    if (key === undefined) return;
    const led = removed.led.filter((one) => references.mergedInto(kind.type, one) === removed.into);
    for (const one of led) merges.lead(kind, one, { key, id });
    for (const one of [id, ...led]) slugs.announceAgain(kind, one);
  }

  #giveItems(kind: Kind, { key: revision, merge, gone: removed }: MergeRevision): void {
    const { kinds, references } = this.tools;
    const keyOf = ({ table }: Kind, id: string) => references.find(table, 'id', id);
    for (const items of merge.items) {
      const kind = kinds.find(items.type) as Kind;
      const [from, to] = [keyOf(kind, merge.into), keyOf(kind, items.of)];
      if (from !== undefined && to !== undefined) this.#items.moveBack(items, from, to);
    }
    const set = [...removed.map((one) => [this.#kindOf(one), this.#idOf(one)] as const), [kind, merge.into] as const];
    for (const [kind, id] of set) {
      const key = keyOf(kind, id);
      if (key !== undefined && kind.referencedByUsers.length > 0) this.#items.bringBack(revision, id, kind, key);
    }
    for (const cover of merge.covers) {
      const kind = kinds.ofTable('release');
      const [from, to] = [keyOf(kind, merge.into), keyOf(kind, cover.of)];
      if (from !== undefined && to !== undefined) bringCoverBack(this.#covers, cover, from, to);
    }
  }

  #kindOf({ record: { type } }: MergedAway): Kind {
    return this.tools.kinds.find(type) as Kind;
  }

  #idOf(removed: MergedAway): string {
    return idOf(this.#kindOf(removed), removed.record.id);
  }
}

const isMergedOn = (noun: string): DomainError => conflict('target_merged', { kind: noun });

/** Restores the parent, unless moved since. */
function placeBack(kind: Kind, today: string, [before, after]: readonly [string, string]): string {
  const [is, was, left] = [today, before, after].map((iri) => idsOfIri(kind, iri)?.at(-2));
  return was !== left && is === left ? before : today;
}

/** A complete record with some fields restored. */
function whole(today: Fields, back: Fields): Fields {
  const { attributes, relationships } = recordFields(today);
  const withValue = (members: Attributes) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
  return {
    attributes: withValue({ ...attributes, ...back.attributes }),
    relationships: withValue({ ...relationships, ...back.relationships }),
  };
}

const picked = ({ attributes, relationships }: Fields, only: ReadonlySet<string> | undefined): Fields =>
  only
    ? { attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => only.has(name))), relationships: {} }
    : { attributes, relationships };

/** Restores fields that are unchanged since the merge. Of changed lists, unchanged items are restored. */
export function fieldsBack(today: Fields, before: Fields, after: Fields): Fields {
  return {
    attributes: membersBack(today.attributes, before.attributes, after.attributes),
    relationships: membersBack(today.relationships, before.relationships, after.relationships),
  };
}

function membersBack(today: Attributes, before: Attributes, after: Attributes): Attributes {
  const back: Record<string, unknown> = {};
  for (const name in after) {
    const [is, was, left] = [today[name] ?? null, before[name] ?? null, after[name] ?? null];
    if (isSame(is, left)) back[name] = was;
    else if (Array.isArray(is) && Array.isArray(was) && Array.isArray(left)) back[name] = itemsBack(is, was, left);
  }
  return back;
}

/** Parts are found by their id. Other items that differ only in their reference kept their place. */
function itemsBack(today: readonly unknown[], before: readonly unknown[], after: readonly unknown[]): unknown[] {
  const had = before.filter((item) => !after.some((one) => isSame(one, item)));
  const left = after.filter((item) => !before.some((one) => isSame(one, item)));
  return today.map((item) => {
    const isLeft = left.some((one) => isSame(one, item));
    const place = isLeft ? had.findIndex((one) => isSame(idIn(one) ?? withoutName(one), idIn(item) ?? withoutName(item))) : -1;
    return place < 0 ? item : had.splice(place, 1)[0];
  });
}

const idIn = (item: unknown): unknown => (item as { readonly id?: unknown } | null)?.id;

function withoutName(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const { iri: _, name: __, position: ___, ...others } = item as Record<string, unknown>;
  return others;
}

/** A reference is the same if its record has only moved: its IRI names the records above, too. */
const isSame = (a: unknown, b: unknown): boolean => withoutAbove(a) === withoutAbove(b);

const withoutAbove = (member: unknown): string | undefined =>
  JSON.stringify(member, (key, value) => (key === 'id' && typeof value === 'string' ? value.slice(value.lastIndexOf('/') + 1) : value));
