import { conflict } from '../errors';
import type { Kind } from '../kinds';
import { idsOfIri } from '../kinds/address';
import type { Attributes } from '../kinds/attribute';
import type { GoneRecord } from './gone-records';
import { MergedCovers } from './merged-covers';
import { editorPolicy } from './policies';
import { RecordError } from './record';
import { type EditorTools, written } from './record-editor';

/** Brings a record back that went, as it was. */
export class Restoring {
  constructor(private readonly tools: EditorTools) {}

  /** @throws {DomainError} a conflict, where what it points to is not there any more */
  restore({ record, held, key, cover }: GoneRecord): void {
    const { planner, rows, slugs, rules } = this.tools;
    const kind = this.tools.kinds.find(record.type) as Kind;
    const ids = idsOfIri(kind, record.id) as string[];
    const id = ids.at(-1) as string;
    const { slug } = record.attributes;
    // Its slug may have become that of another record.
    const isTaken = typeof slug === 'string' && slugs.otherHolder(kind, slug, id) !== undefined;
    const attributes: Attributes = isTaken ? { ...record.attributes, slug: undefined } : record.attributes;
    rules.forget();
    try {
      const plan = planner.plan(kind, { ...record, attributes }, ids, 'whole');
      written(() => rows.add(plan, editorPolicy, key));
    } catch (error) {
      throw error instanceof RecordError ? conflict(`It cannot come back: ${error.message}`) : error;
    }
    if (held !== undefined) this.tools.held.restore(kind, id, held);
    const there = this.tools.references.find(kind.table, 'id', id);
    if (cover && there !== undefined) new MergedCovers(this.tools.statements).give(cover, there);
  }
}
