import type { Kind, Kinds } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import { parameter, type Statements } from '../../store/database/sql';
import { type Fields, fieldsOf, readText, readTextsBelow, type TextBelow } from './record';

/** A nested record. */
export interface Child {
  readonly key: number;
  readonly id: string;
}

/** Nested kinds that are part of a record's document, by attribute. */
export const containedKinds = (kinds: Kinds, { contains }: Kind): (readonly [attribute: string, kind: Kind])[] =>
  Object.entries(contains).flatMap(([attribute, type]) => {
    const kind = kinds.find(type);
    return kind ? [[attribute, kind] as const] : [];
  });

/** Reads nested records in order. */
export class ContainedRecords {
  constructor(
    private readonly statements: Statements,
    private readonly kinds: Kinds,
  ) {}

  /** Directly nested records of a kind; parts belong to their own record. */
  children(kind: Kind, key: number): Child[] {
    const { table, above, parts, defaultOrder } = kind;
    const column = above.at(-1)?.column as string;
    return this.statements
      .get<Child>(`children of ${table}`, (db) => {
        const rows = db.selectFrom(table).select(['key', 'id']).where(column, '=', parameter('key'));
        const whole = parts ? rows.where(parts.column, 'is', null) : rows;
        return [...defaultOrder, 'id'].reduce((query, by) => query.orderBy(by), whole);
      })
      .all({ key });
  }

  read(kind: Kind, key: number): Fields {
    const { attributes, relationships } = fieldsOf(readText(this.statements, kind, key));
    return { attributes: { ...attributes, ...this.contents(kind, key) }, relationships };
  }

  /** Contents of a record, as document attributes. */
  contents(kind: Kind, key: number): Attributes {
    const lists = containedKinds(this.kinds, kind).map(([attribute, child]) => {
      const items = readTextsBelow(this.statements, child, key).map((text) => this.#item(child, text));
      return [attribute, items] as const;
    });
    return Object.fromEntries(lists.filter(([, items]) => items.length > 0));
  }

  #item(kind: Kind, text: TextBelow): object {
    const { attributes, relationships } = fieldsOf(text);
    const contents = this.contents(kind, text.key);
    return { id: text.id, ...attributes, ...contents, ...(Object.keys(relationships).length > 0 && { relationships }) };
  }

  /** Version of a record's contents; `undefined` for kinds without any. */
  version(kind: Kind, key: number): string | undefined {
    if (Object.keys(kind.contains).length === 0) return undefined;
    return Bun.hash(JSON.stringify(this.contents(kind, key))).toString(36);
  }
}
