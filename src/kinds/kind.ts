import { type Static, type TObject, Type as t } from '@sinclair/typebox';
import type { Selectable } from 'kysely';
import type { Declared, Described } from '../api/openapi/client-types';
import { isOneOf } from '../api/schema/linked-filters';
import { once, resourceOf } from '../api/schema/registry';
import { type Filter, type LazyValue, type Named, type Resource, type Rows, withLazily, workOut } from '../api/schema/resource';
import type { Message } from '../messages/message';
import type { Schema } from '../store/database/schema.gen';
import { type Above, type Address, declareAddress } from './address';
import { type Attribute, type AttributeMap, type Attributes, fieldOf, type Pointer, type Stored, selected, type Table } from './attribute';
import { type Deserializer, deserializerOf } from './deserialization';
import { type Parts, type PartsAttribute, type SchemasOf, schemasOf } from './parts';
import { type BelongsTo, filterOf, isBelongsTo, type KindRelationship, pairsOf, relationshipText, untyped } from './relationships';
import { always, objectOf, unlessNull } from './texts';

/** Declaration of a record kind, shared by API, import, export, change feed and client types. */
interface Declaration<T extends Table, P extends string, A extends AttributeMap> extends Named<T, P> {
  /** Parents, outermost first, each with the foreign key of the one below. */
  readonly above?: readonly Above[];
  /** In addition to `_id`. */
  readonly attributes: () => A;
  readonly relationships?: Readonly<Record<string, KindRelationship>>;
  /** Attribute from which slugs are made, if any. */
  readonly slugFrom?: keyof A & string;
  /** Name column and its folded form, if not the slug's source. */
  readonly named?: { readonly shown: keyof Schema[T] & string; readonly folded: keyof Schema[T] & string };
  /** Whether references use its slug instead of its IRI. */
  readonly isNamedBySlug?: boolean;
  /** Unique columns: an identical second record is the existing one. */
  readonly identity?: readonly (keyof Schema[T] & string)[];
  /** Columns that identify duplicates among imported records, beyond `identity`; people may create such duplicates. */
  readonly likeness?: readonly (keyof Schema[T] & string)[];
  /** Columns that manual provisional records must leave to real ones. */
  readonly reservedColumns?: readonly (keyof Schema[T] & string)[];
  /** A relationship that must not form circles in manual edits. */
  readonly noCircle?: string;
  readonly rule?: Rule;
  /** Column indexed in `…_search`; `by hand` if its triggers are written by hand. */
  readonly searched?: (keyof Schema[T] & string) | 'by hand';
  /** Column that marks provisional records, which exports omit by default. */
  readonly provisionalColumn?: keyof Schema[T] & string;
  /** Tables whose user-owned rows prevent deletion. */
  readonly referencedByUsers?: readonly Table[];
  /** Nested kinds written with a record as one document, by attribute. */
  readonly contains?: Readonly<Record<string, string>>;
  readonly example: Static<TObject<SchemasOf<A>>>;
}

/** A rule across members of written records. Imports give no relationships, which may follow later. */
type Rule = (attributes: Attributes, relationships?: Readonly<Record<string, unknown>>) => BrokenRule | undefined;

interface BrokenRule {
  readonly attribute: string;
  readonly pointer?: string;
  readonly problem: Message;
}

/** A declared kind: the API resource with its import and export rules. */
export interface Kind extends Resource, Address {
  readonly slugFrom: string | undefined;
  readonly isNamedBySlug: boolean;
  readonly identity: readonly string[] | undefined;
  readonly likeness: readonly string[] | undefined;
  readonly rule: Rule | undefined;
  readonly reservedColumns: readonly string[];
  readonly noCircle: string | undefined;
  readonly referencedByUsers: readonly Table[];
  readonly provisionalColumn: string | undefined;
  readonly contains: Readonly<Record<string, string>>;
  readonly searched: string | undefined;
  readonly parts: Parts | undefined;
  /** All foreign keys of its records, from relationships and attributes. */
  readonly pointers: readonly RecordPointer[];
  /** Import rules; computed lazily. */
  readonly deserializer: Deserializer;
  /** SQL for the exported text of a row, without type and id. */
  readonly textOf: (row: string) => string;
}

export interface RecordPointer extends Pointer {
  /** Whether it is mandatory. */
  readonly required: boolean;
}

/** Attributes that fit the columns of a table. */
type Fitting<T extends Table, A extends AttributeMap> = {
  [K in keyof A]: A[K] extends Attribute<infer S, infer C>
    ? [C] extends [null]
      ? unknown
      : ColumnOf<K, C> extends keyof Selectable<Schema[T]>
        ? Selectable<Schema[T]>[ColumnOf<K, C>] extends Stored<Static<S>>
          ? unknown
          : { readonly column: `The column holds what ${K & string} cannot show.` }
        : { readonly column: `There is no column for ${K & string}.` }
    : unknown;
};

/** The declared column, or the attribute's name if the constructor has none. */
type ColumnOf<K, C> = undefined extends C ? K : C;

type ShownName<K, R> = R extends { isShown: false } ? never : R extends { shownAs: infer N extends string } ? N : K;

/** Client-visible part: shown relationships and the filters they add. */
type Published<D, A extends AttributeMap> = Omit<D, 'attributes' | 'relationships' | 'filters'> & {
  attributes: TObject<SchemasOf<A>>;
  relationships: D extends { relationships: infer R } ? { [K in keyof R as ShownName<K, R[K]>]: R[K] } : unknown;
  filters: (D extends { filters: infer F } ? LazyValue<F> : unknown) &
    (D extends { above: readonly unknown[] } ? unknown : { id: Filter<Table, string> }) &
    (D extends { relationships: infer R }
      ? { [K in keyof R as R[K] extends { filter: string } ? K : never]: Filter<Table, string> }
      : unknown);
};

/** Declares a record kind; the compiler checks attributes against columns. */
export function defineKind<const T extends Table, const P extends string, A extends AttributeMap, const D extends object>(
  declaration: Declaration<T, P, A> & D & { attributes: () => A & Fitting<T, A> },
): Kind & Declared<Described<Published<D, A>>> {
  const { type, table, path, above = [], relationships = {} } = declaration as Declaration<T, P, AttributeMap>;
  const attributes = once<AttributeMap>(declaration.attributes);
  const named = declaration.named ?? (declaration.slugFrom && { shown: declaration.slugFrom, folded: `${declaration.slugFrom}_folded` });
  declareAddress(type, { table, path, above, named });
  const byColumn = Object.entries(relationships).filter((entry): entry is [string, BelongsTo] => isBelongsTo(entry[1]));
  const referring = byColumn.filter(([, { column }]) => column !== above.at(-1)?.column);
  const parts = once(() => findParts(attributes()));
  const resource = resourceOf(
    {
      ...(declaration as Declaration<T, P, AttributeMap>),
      attributes: once(() => t.Object(schemasOf(attributes()))),
      rows: rowsOf({ table, path, above }, attributes),
      decode: () => Object.fromEntries(Object.entries(attributes()).flatMap(([name, { decode }]) => (decode ? [[name, decode]] : []))),
      within: withinOf({ table, path, above }),
      isOfCatalog: true,
      filters: once(() => ({
        ...(above.length === 0 && { id: isOneOf(table, path) }),
        ...filtersOf(table, byColumn),
        ...workOut(declaration.filters ?? {}),
      })) as never,
      isCounted: declaration.only === undefined && declaration.listOfAll?.only === undefined,
      relationships: shownOf(table, relationships),
    },
    ({ only }) => (parts() ? wholes(table, (parts() as Parts).column) : only) as Resource['only'],
  );
  const kind = Object.assign(resource, {
    above,
    named,
    slugFrom: declaration.slugFrom,
    isNamedBySlug: declaration.isNamedBySlug ?? false,
    identity: declaration.identity,
    likeness: declaration.likeness,
    rule: declaration.rule,
    noCircle: declaration.noCircle,
    reservedColumns: declaration.reservedColumns ?? [],
    referencedByUsers: declaration.referencedByUsers ?? [],
    provisionalColumn: declaration.provisionalColumn,
    contains: declaration.contains ?? {},
    searched: declaration.searched,
    textOf: (row: string) => textOf(row, table, attributes(), referring),
  });
  return withLazily<typeof kind, Pick<Kind, 'parts' | 'pointers' | 'deserializer'>>(kind, {
    parts,
    pointers: () => pointersOf(table, attributes(), referring),
    deserializer: () => deserializerOf({ table, path, above, attributes: attributes(), relationships, parts: parts() }),
  }) as unknown as Kind & Declared<Described<Published<D, A>>>;
}

/** Relationships shown by the API, with their queries. */
const shownOf = (table: Table, relationships: Readonly<Record<string, KindRelationship>>): Resource['relationships'] =>
  Object.fromEntries(
    Object.entries(relationships).flatMap(([name, relationship]) => {
      if (!isBelongsTo(relationship)) return [[name, relationship]];
      const { isShown, shownAs = name } = relationship;
      const alias = shownAs === name ? undefined : name;
      return isShown ? [[shownAs, { ...relationship, alias, pairs: pairsOf(table, relationship) }]] : [];
    }),
  );

function findParts(attributes: AttributeMap): Parts | undefined {
  const found = Object.entries(attributes).find((entry): entry is [string, PartsAttribute<never>] => 'parts' in entry[1]);
  return found && { attribute: found[0], ...found[1].parts };
}

/** Lists in a shared table use the same foreign key. */
function pointersOf(table: Table, attributes: AttributeMap, relationships: readonly [string, BelongsTo][]): RecordPointer[] {
  const byAttributes = Object.entries(attributes).flatMap(([name, attribute]) => {
    const pointer = attribute.pointer?.(fieldOf(table, name, attribute));
    return pointer ? [{ ...pointer, required: false }] : [];
  });
  const byRelationships = relationships.map(([, { target, column, required }]) => ({ type: target, table, column, required }));
  return [...new Map([...byRelationships, ...byAttributes].map((pointer) => [`${pointer.table}.${pointer.column}`, pointer])).values()];
}

/** Parts belong to their record and are read alone only by id. */
const wholes =
  (table: Table, column: string) =>
  (rows: Rows<never>): Rows<never> =>
    rows.where(`${table}.${column}` as never, 'is', null);

const filtersOf = (table: Table, byColumn: readonly [string, BelongsTo][]) =>
  Object.fromEntries(byColumn.flatMap(([name, relationship]) => [[name, filterOf(table, relationship)]]).filter(([, filter]) => filter));

const idsIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);

/** Parents with the parameter names of the router. */
function withinOf({ path, above }: Address) {
  const last = above.at(-1);
  if (!last) return undefined;
  const names = idsIn(path);
  return {
    column: last.column as never,
    ancestors: above.map(({ table }, index) => ({ parameter: names[index] as string, table, column: above[index - 1]?.column })),
  };
}

/** Query for API rows: key, IRI ids and all attributes. */
function rowsOf(address: Address, attributes: () => AttributeMap): Resource['rows'] {
  const { table, above } = address;
  return (db, withNames, page) => {
    const names = idsIn(address.path);
    // The left side of a CROSS JOIN is read first.
    const first = page && untyped(db).selectFrom(page.as('page')).crossJoin<string>(table).whereRef('page.key', '=', `${table}.key`);
    const joined = above.reduceRight(
      (rows, parent, index) =>
        rows.innerJoin(parent.table, `${parent.table}.key`, `${above[index + 1]?.table ?? table}.${parent.column}`) as never,
      first ?? untyped(db).selectFrom(table),
    );
    return joined
      .select([`${table}.key`, `${table}.id as _id`, ...above.map((parent, index) => `${parent.table}.id as ${names[index]}`)] as never)
      .select(
        Object.entries(attributes()).map(([name, attribute]) =>
          selected(table, { ...fieldOf(table, name, attribute), names: withNames }, attribute).as(name),
        ) as never,
      );
  };
}

/** Exported text of a record, from its attributes on. */
function textOf(row: string, table: Table, attributes: AttributeMap, relationships: readonly [string, BelongsTo][]): string {
  const members = Object.entries(attributes).flatMap(
    ([name, attribute]) => attribute.serialize?.(row, fieldOf(table, name, attribute)) ?? [],
  );
  const all = objectOf([...members, always('created_at', `${row}.created_at`), unlessNull('updated_at', `${row}.updated_at`)]);
  const related = relationships.map(([name, relationship]) => relationshipText(name, relationship, row)).join(' || ');
  return `',"attributes":' || ${all} || ${related ? `coalesce(',"relationships":{' || nullif(substr(${related}, 2), '') || '}', '')` : "''"}`;
}

/** Kinds of a catalog by type and table. */
export class Kinds {
  /** In display order. */
  readonly shown: readonly Kind[];
  readonly #byType: ReadonlyMap<string, Kind>;
  readonly #byTable: ReadonlyMap<string, Kind>;

  /**
   * @param all in export order: referenced kinds first
   * @param shownFirst types in display order; the others follow
   */
  constructor(
    readonly all: readonly Kind[],
    shownFirst: readonly string[] = [],
  ) {
    const places = new Map(shownFirst.map((type, place) => [type, place]));
    const placeOf = ({ type }: Kind) => places.get(type) ?? shownFirst.length;
    this.shown = all.toSorted((a, b) => placeOf(a) - placeOf(b));
    this.#byType = new Map(all.map((kind) => [kind.type, kind]));
    this.#byTable = new Map(all.map((kind) => [kind.table, kind]));
  }

  /** Kind of a type, which may be any value from a record. */
  find(type: unknown): Kind | undefined {
    return typeof type === 'string' ? this.#byType.get(type) : undefined;
  }

  /** Kind of a table; `undefined` for other tables. */
  findByTable(table: string): Kind | undefined {
    return this.#byTable.get(table);
  }

  /** Kind of a table known to have one. */
  ofTable(table: Table): Kind {
    const found = this.#byTable.get(table);
    if (!found) throw new Error(`No kind of record stands in the table ${table}.`);
    return found;
  }
}

/** Table and column of the record whose relations a kind has: the record above, else its own. */
export const relatedRecord = ({ above, table }: Pick<Kind, 'above' | 'table'>): { readonly table: Table; readonly column: string } =>
  above.at(-1) ?? { table, column: 'key' };
