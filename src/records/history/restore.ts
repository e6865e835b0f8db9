import { idsOfIri } from '../../api/schema/registry';
import { conflict } from '../../errors';
import type { Kind, Kinds } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import type { Statements } from '../../store/database/sql';
import type { MergingTools } from '../merge/merges';
import type { FieldLocks } from '../provenance/field-locks';
import { editorPrecedence } from '../provenance/precedence';
import { type CoverRow, CoverRows } from '../write/cover';
import { dependents, keysWithin } from '../write/deletions';
import { RecordError, type RecordObject, readText, withoutSchemaErrors } from '../write/record';

/** Restores deleted records. */
export class Restore {
  constructor(private readonly tools: MergingTools) {}

  /** @throws {DomainError} conflict, if a referenced record is missing */
  restore({ record, held: locks, key, cover }: RecordSnapshot): void {
    const { planner, rows, slugs, references } = this.tools;
    const kind = this.tools.kinds.find(record.type) as Kind;
    const ids = idsOfIri(kind, record.id) as string[];
    const id = ids.at(-1) as string;
    const { slug } = record.attributes;
    // Its slug may be taken by now.
    const isTaken = typeof slug === 'string' && slugs.otherHolder(kind, slug, id) !== undefined;
    const attributes: Attributes = isTaken ? { ...record.attributes, slug: undefined } : record.attributes;
    references.forgetAbove();
    try {
      const plan = planner.plan(kind, { ...record, attributes }, ids, 'whole');
      withoutSchemaErrors(() => rows.add(plan, editorPrecedence, key));
    } catch (error) {
      throw error instanceof RecordError ? conflict('restore_blocked', { reason: error.message }) : error;
    }
    this.#announceRedirects(kind, id);
    if (locks !== undefined) this.tools.locks.restore(kind, id, locks);
    const restored = this.tools.references.find(kind.table, 'id', id);
    if (cover && restored !== undefined) new CoverRows(this.tools.statements).give(cover, restored);
  }

  /** Announces redirects from merged records and old slugs again, which feed consumers dropped meanwhile. */
  #announceRedirects({ type }: Kind, id: string): void {
    for (const text of announcements) this.tools.statements.text(text).run({ type, id });
  }
}

const announcements = [
  `INSERT INTO change_entry (action, resource_type, resource_id, merged_into_id)
    SELECT 'merged', resource_type, id, merged_into_id FROM merged_record WHERE resource_type = :type AND merged_into_id = :id`,
  `INSERT INTO change_entry (action, resource_type, resource_id, slug)
    SELECT 'renamed', resource_type, resource_id, slug FROM slug_redirect WHERE resource_type = :type AND resource_id = :id`,
];

/** A deleted record with its locked fields. */
export interface RecordSnapshot {
  readonly record: RecordObject;
  /** Hashes of locked fields as base64; absent if none. */
  readonly held?: string;
  /** Its former key; absent for old deletions. */
  readonly key?: number;
  readonly cover?: CoverRow;
}

/** Snapshot of a record for restoring it. */
export function readSnapshot(statements: Statements, locks: FieldLocks, kind: Kind, key: number): RecordSnapshot {
  const { iri, attributes, relationships } = readText(statements, kind, key);
  const fields = locks.find(kind.type, idsOfIri(kind, iri)?.at(-1) as string);
  const record = { type: kind.type, id: iri, attributes, relationships };
  return fields ? { record, held: locks.packed(fields), key } : { record, key };
}

/** Collects what is deleted with a record, itself included, in restoring order. */
export class RecordSnapshots {
  constructor(
    private readonly statements: Statements,
    private readonly kinds: Kinds,
    private readonly locks: FieldLocks,
  ) {}

  read(kind: Kind, key: number): RecordSnapshot[] {
    return this.kinds.all.flatMap((one) =>
      this.#keys(one, kind, key).map((key) => ({ ...readSnapshot(this.statements, this.locks, one, key), ...this.#coverOf(one, key) })),
    );
  }

  #coverOf({ table }: Kind, key: number): Pick<RecordSnapshot, 'cover'> {
    const cover = table === 'release' ? new CoverRows(this.statements).findRow(key) : undefined;
    return cover ? { cover } : {};
  }

  #keys(kind: Kind, target: Kind, key: number): number[] {
    const among = this.#conditions(kind, target);
    if (among.length === 0) return [];
    const isWhole = kind.parts ? `r.${kind.parts.column} IS NULL AND ` : '';
    const query = `
      SELECT r.key FROM (SELECT :key AS key) AS held CROSS JOIN "${kind.table}" AS r WHERE ${isWhole}(${among.join(' OR ')}) ORDER BY r.key`;
    return this.statements
      .text<{ key: number }>(query)
      .all({ key })
      .map((row) => row.key);
  }

  /** SQL conditions for records of a kind nested in the target, or dependent on it. */
  #conditions(kind: Kind, target: Kind): string[] {
    const within = keysWithin(kind, target);
    const dependent = this.kinds.all.flatMap((inside) => {
      const keys = keysWithin(inside, target);
      if (keys === undefined) return [];
      return dependents(this.kinds, inside).flatMap(([from, { column }]) => (from === kind ? [`r.${column} IN ${keys}`] : []));
    });
    return [...(within === undefined ? [] : [`r.key IN ${within}`]), ...dependent];
  }
}
