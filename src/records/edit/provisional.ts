import { sql } from 'kysely';
import { type Violation, violation } from '../../api/schema/violations';
import type { Kind, Kinds } from '../../kinds';
import { message } from '../../messages/message';
import { parameter, type Statements, type Value } from '../../store/database/sql';
import { sameBarcodes } from '../../store/values/identifiers';
import type { Fields } from '../write/record';

/** Keeps provisional records from taking values reserved for real ones. */
export class ProvisionalRecords {
  constructor(
    private readonly statements: Statements,
    private readonly kinds: Kinds,
  ) {}

  /** @param whole the record after the edit */
  violations(kind: Kind, ids: readonly string[], { attributes }: Fields): Violation[] {
    const own = attributes.provisional === true ? this.#ofRecord(kind, ids.at(-1) as string, attributes, false) : [];
    return [...own, ...this.#ofLink(kind, ids.at(-2), attributes)];
  }

  /** Like {@link violations}; for a real record, also values that provisional records have acquired. */
  clashes(kind: Kind, ids: readonly string[], whole: Fields): Violation[] {
    const { attributes } = whole;
    const ofTrueOne = attributes.provisional === true ? [] : this.#ofRecord(kind, ids.at(-1) as string, attributes, true);
    return [...this.violations(kind, ids, whole), ...ofTrueOne];
  }

  /** @param byStandIns whether to check provisional records instead of real ones */
  #ofRecord(kind: Kind, id: string, attributes: Fields['attributes'], byStandIns: boolean): Violation[] {
    return kind.ofTrueOnes.flatMap((column) => {
      const name = kind.entrance.originOf(column) ?? column;
      if (typeof attributes[name] !== 'string') return [];
      const value = kind.entrance.columns({ [name]: attributes[name] }, noKey)[column] as Value;
      if (value === null) return [];
      const holder = this.statements
        .get<{ id: string }>(`true ${kind.table} by ${column}`, (db) =>
          db
            .selectFrom(kind.table)
            .select('id')
            .where(column, 'in', sql<string>`(SELECT value FROM json_each(${parameter('values')}))`)
            .where('provisional', '=', parameter('provisional'))
            .where('id', '<>', parameter('id')),
        )
        .get({ values: JSON.stringify(sameBarcodes(String(value))), id, provisional: byStandIns ? 1 : 0 });
      return holder
        ? [violation(name, message(byStandIns ? 'identifier_taken' : 'identifier_taken_by_record', { iri: `${kind.path}/${holder.id}` }))]
        : [];
    });
  }

  /** Identifying values below a provisional record (links, for example) must not belong to a real one. */
  #ofLink(kind: Kind, aboveId: string | undefined, attributes: Fields['attributes']): Violation[] {
    const above = kind.above.at(-1);
    const target = above && this.kinds.findByTable(above.table);
    const [first, ...others] = (kind.identity ?? []).filter((column) => column !== above?.column);
    if (!above || !target || target.ofTrueOnes.length === 0 || first === undefined || aboveId === undefined) return [];
    const names = [first, ...others];
    if (names.some((name) => typeof attributes[name] !== 'string')) return [];
    const holder = this.statements
      .get<{ id: string }>(`true ${target.table} by ${kind.table}`, (db) => {
        const rows = db
          .selectFrom(kind.table)
          .innerJoin(`${target.table} as holder`, 'holder.key', `${kind.table}.${above.column}`)
          .select('holder.id as id')
          .where('holder.provisional', '=', 0)
          .where((where) =>
            where.exists(db.selectFrom(target.table).select('key').where('id', '=', parameter('above')).where('provisional', '=', 1)),
          );
        return names.reduce((query, name) => query.where(`${kind.table}.${name}`, '=', parameter(name)), rows);
      })
      .get({ above: aboveId, ...Object.fromEntries(names.map((name) => [name, attributes[name] as string])) });
    return holder ? [violation(names.at(-1) as string, message('identifier_taken_by_record', { iri: `${target.path}/${holder.id}` }))] : [];
  }
}

const noKey = (): number => 0;
