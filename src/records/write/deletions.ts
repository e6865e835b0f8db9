import { uuidPattern } from '../../api/schema/checks';
import type { Kind, Kinds } from '../../kinds';
import { idsOfIri } from '../../kinds/address';
import { message } from '../../messages/message';
import { parameter, type Statements } from '../../store/database/sql';
import { now } from '../../store/values/time';
import { givenTime } from './kind-table';
import { RecordError, type RecordObject, type WriteOutcome } from './record';
import type { References } from './references';

/** Deletes records on behalf of sources, leaving tombstones. */
export class Deletions {
  constructor(
    private readonly statements: Statements,
    private readonly references: References,
    private readonly kinds: Kinds,
  ) {}

  /** Whether a record was deleted, as opposed to superseded by a better source. */
  isDeleted(type: string, id: string): boolean {
    const found = this.statements
      .get<{ id: string }>('deleted', (db) =>
        db
          .selectFrom('deleted_record')
          .select('id')
          .where('resource_type', '=', parameter('type'))
          .where('id', '=', parameter('id'))
          .where('is_superseded', '=', 0),
      )
      .get({ type, id });
    return found !== undefined;
  }

  /** Records in someone's collection or wishlist are not deleted. */
  delete({ id: written, attributes }: RecordObject): WriteOutcome {
    const { resource_type: type, iri, deleted_at, superseded } = attributes;
    const kind = this.kinds.find(type);
    if (!kind) throw new RecordError(message('required'), 'resource_type');
    const id = written.toLowerCase();
    if (!uuidPattern.test(id)) throw new RecordError(message('invalid_uuid'), 'id');
    if (typeof iri !== 'string' || idsOfIri(kind, iri)?.at(-1)?.toLowerCase() !== id) throw new RecordError(message('missing_iri'), 'iri');
    const key = this.references.find(kind.table, 'id', id);
    if (key !== undefined && this.#holdingFilter(kind, key)) return 'kept';
    if (key !== undefined && superseded === true) this.supersede(kind, key);
    else if (key !== undefined) this.remove(kind, key);
    const changes = this.statements
      .get('bury', (db) =>
        db
          .insertInto('deleted_record')
          .values({
            resource_type: parameter('type'),
            id: parameter('id'),
            iri: parameter('iri'),
            deleted_at: parameter('at'),
            is_superseded: parameter('superseded'),
          })
          .onConflict((conflict) =>
            conflict
              .columns(['resource_type', 'id'])
              .doUpdateSet({ iri: parameter('iri'), deleted_at: parameter('at'), is_superseded: parameter('superseded') })
              .where((where) =>
                where.or([
                  where('deleted_record.iri', '<>', parameter('iri')),
                  where('deleted_record.deleted_at', '<>', parameter('at')),
                  where('deleted_record.is_superseded', '<>', parameter('superseded')),
                ]),
              ),
          ),
      )
      .run({ type: type as string, id, iri, at: givenTime(deleted_at) ?? now(), superseded: superseded === true ? 1 : 0 });
    if (key !== undefined) return 'changed';
    if (changes === 0) return 'unchanged';
    // Records a tombstone that the feed would not create.
    this.statements
      .get('tell', (db) =>
        db.insertInto('change_entry').values({ action: 'deleted', resource_type: parameter('type'), resource_id: parameter('id') }),
      )
      .run({ type: type as string, id });
    return 'added';
  }

  /** Deletes a record with its nested records; triggers update feed and tombstones. */
  remove(kind: Kind, key: number): void {
    const { table } = kind;
    this.statements.get(`delete ${table}`, (db) => db.deleteFrom(table).where('key', '=', parameter('key'))).run({ key });
    this.references.forgetGone(kind, key);
  }

  /** Deletes a record superseded by a better source, with its nested records. */
  supersede(kind: Kind, key: number): void {
    this.#setSuperseding(1);
    this.remove(kind, key);
    this.#setSuperseding(0);
  }

  #setSuperseding(value: 0 | 1): void {
    this.statements.get('supersede', (db) => db.updateTable('change_feed').set({ is_superseding: parameter('value') })).run({ value });
  }

  #holdingFilter({ heldBy, table }: Kind, key: number): boolean {
    return heldBy.some(
      (holder) =>
        this.statements
          .get<{ key: number }>(`held by ${holder}`, (db) =>
            db.selectFrom(holder).select('key').where(`${table}_key`, '=', parameter('key')).limit(1),
          )
          .get({ key }) !== undefined,
    );
  }
}
