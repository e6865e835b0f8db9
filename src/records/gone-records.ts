import { sql } from 'kysely';
import { parameter } from '../database/prepare';
import type { Statements } from '../database/statements';
import type { Kind, Kinds } from '../kinds';
import { idsOfIri } from '../kinds/address';
import { type CoverRow, CoverRows } from './cover-rows';
import type { HeldByHand } from './held-fields';
import { dependents, keysWithin } from './holders';
import type { ResourceObject } from './record';
import { readText } from './record-text';

/** A record as it was when it went, with what people had written of it. */
export interface GoneRecord {
  readonly record: ResourceObject;
  /** The hashes of what people wrote, as base64; none, where they wrote nothing. */
  readonly held?: string;
  /** The key that it had; none, of one that went before it was kept. */
  readonly key?: number;
  /** Of a release that had one. */
  readonly cover?: CoverRow;
}

/** A record as it is, to come back as it was. */
export function readGone(statements: Statements, held: HeldByHand, kind: Kind, key: number): GoneRecord {
  const { iri, attributes, relationships } = readText(statements, kind, key);
  const fields = held.find(kind.type, idsOfIri(kind, iri)?.at(-1) as string);
  const record = { type: kind.type, id: iri, attributes, relationships };
  return fields ? { record, held: held.packed(fields), key } : { record, key };
}

/** Reads what goes with a record, itself among it, in an order in which it can come back. */
export class GoneRecords {
  constructor(
    private readonly statements: Statements,
    private readonly kinds: Kinds,
    private readonly held: HeldByHand,
  ) {}

  /** @param only the kinds to read, where not all of them go */
  read(kind: Kind, key: number, only: readonly Kind[] = this.kinds.all): GoneRecord[] {
    return this.kinds.all
      .filter((one) => only.includes(one))
      .flatMap((one) =>
        this.#keys(one, kind, key).map((key) => ({ ...readGone(this.statements, this.held, one, key), ...this.#coverOf(one, key) })),
      );
  }

  #coverOf({ table }: Kind, key: number): Pick<GoneRecord, 'cover'> {
    const cover = table === 'release' ? new CoverRows(this.statements).findRow(key) : undefined;
    return cover ? { cover } : {};
  }

  #keys(kind: Kind, target: Kind, key: number): number[] {
    const among = this.#conditions(kind, target);
    if (among.length === 0) return [];
    const isWhole = kind.parts ? `r.${kind.parts.column} IS NULL AND ` : '';
    const query = sql<{ key: number }>`
      SELECT r.key FROM (SELECT ${parameter('key')} AS key) AS held CROSS JOIN ${sql.table(kind.table)} AS r
      WHERE ${sql.raw(`${isWhole}(${among.join(' OR ')})`)} ORDER BY r.key`;
    return this.statements
      .get<{ key: number }>(`gone ${kind.table} of ${target.table}`, (db) => ({ compile: () => query.compile(db) }))
      .all({ key })
      .map((row) => row.key);
  }

  /** What is true of the records of a kind that stand in the target, or cannot be without it or what stands in it. */
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
