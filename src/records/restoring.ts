import { writtenQuery } from '../database/prepare';
import { conflict } from '../errors';
import type { Kind } from '../kinds';
import { idsOfIri } from '../kinds/address';
import type { Attributes } from '../kinds/attribute';
import { CoverRows } from './cover-rows';
import type { GoneRecord } from './gone-records';
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
    this.#tellOfWays(kind, id);
    if (held !== undefined) this.tools.held.restore(kind, id, held);
    const there = this.tools.references.find(kind.table, 'id', id);
    if (cover && there !== undefined) new CoverRows(this.tools.statements).give(cover, there);
  }

  /** What was merged into it, and the slugs that it had, lead to it again: who follows the feed has left them out meanwhile. */
  #tellOfWays({ type }: Kind, id: string): void {
    for (const [name, sql] of Object.entries(ways))
      this.tools.statements.get(name, () => writtenQuery(sql, 'type', 'id')).run({ type, id });
  }
}

const ways = {
  'tell of merged ones': `INSERT INTO change_entry (action, resource_type, resource_id, merged_into_id)
    SELECT 'merged', resource_type, id, merged_into_id FROM merged_record WHERE resource_type = ?1 AND merged_into_id = ?2`,
  'tell of former slugs': `INSERT INTO change_entry (action, resource_type, resource_id, slug)
    SELECT 'renamed', resource_type, resource_id, slug FROM slug_redirect WHERE resource_type = ?1 AND resource_id = ?2`,
};
