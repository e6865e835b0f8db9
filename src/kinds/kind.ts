import { type Static, type TObject, Type as t } from '@sinclair/typebox';
import type { RawBuilder, Selectable } from 'kysely';
import type { Declared, Described } from '../api/openapi/client-types';
import { resourceOf } from '../api/schema/define-resource';
import { once, type WorkedOut, withLazily, workOut } from '../api/schema/lazily';
import { isOneOf } from '../api/schema/linked-filters';
import type { Filter, Listed, ListOfAll, Resource, Rows, Unreviewed } from '../api/schema/resource';
import type { Message } from '../messages/message';
import type { Schema } from '../store/database/schema';
import type { Above, Address } from './address';
import { type Attribute, type AttributeMap, type Attributes, fieldOf, type Pointer, type Stored, selected, type Table } from './attribute';
import { declareAddress } from './declared';
import { type Entrance, entranceOf } from './entrance';
import { type Parts, type PartsAttribute, type SchemasOf, schemasOf } from './parts';
import { type BelongsTo, filterOf, isBelongsTo, type KindRelationship, pairsOf, relationshipText, untyped } from './relationships';
import { always, objectOf, unlessNull } from './texts';

/** What a kind of record is, said once for all faces: the API, records that enter and leave, the change feed, clients. */
interface Declaration<T extends Table, P extends string, A extends AttributeMap> extends Listed<T> {
  readonly type: string;
  readonly table: T;
  /** Of the list, with `:name` for the id of each record above. */
  readonly path: P;
  /** In words: "artist", "artists". */
  readonly noun: string;
  readonly nouns: string;
  readonly description: string;
  /** The records above, the outermost first, each with the column by which the one below points to it. */
  readonly above?: readonly Above[];
  /** Beside `_id`, which every kind has. */
  readonly attributes: () => A;
  readonly relationships?: Readonly<Record<string, KindRelationship>>;
  readonly listOfAll?: ListOfAll<T>;
  /** Where `order` alone is an alias of one of the orders. */
  readonly orderAlias?: string;
  /** The attribute that a slug is made from, where records have one. */
  readonly slugFrom?: keyof A & string;
  /** The column of what a record is called where that is not the one that slugs are made from, and the same folded. */
  readonly named?: { readonly shown: keyof Schema[T] & string; readonly folded: keyof Schema[T] & string };
  /** Whether other records name one by its slug, and not by its IRI. */
  readonly isNamedBySlug?: boolean;
  /** Columns that no two records have alike: a second record that says the same is the one that is there. */
  readonly identity?: readonly (keyof Schema[T] & string)[];
  /**
   * Columns in which two records of sources that say the same are one, where that is more than `identity`: a person may
   * well write a second one.
   */
  readonly likeness?: readonly (keyof Schema[T] & string)[];
  /** Columns of which a record that a person makes to stand in for another (`provisional`) never has what a true one has. */
  readonly ofTrueOnes?: readonly (keyof Schema[T] & string)[];
  /** A relationship that never leads, by way of others, from the record above back to it: people cannot write that. */
  readonly noCircle?: string;
  /** The rule across attributes that a written record breaks. */
  readonly rule?: (attributes: Attributes) => BrokenRule | undefined;
  /** The column whose text the full-text index `…_search` has; `by hand` where its triggers are written by hand. */
  readonly searched?: (keyof Schema[T] & string) | 'by hand';
  /** The column that says of a record that it only stands in for one to come: exports leave it out unless they are asked for it. */
  readonly standIn?: keyof Schema[T] & string;
  /** Where records wait that an editor has not reviewed. */
  readonly unreviewed?: Unreviewed;
  /** Tables whose rows, which users own, keep a record from being deleted. */
  readonly heldBy?: readonly Table[];
  /** Kinds that stand right below and are written with a record as one document, by the attributes that have them there. */
  readonly contains?: Readonly<Record<string, string>>;
  /** SQL for the keys of the releases that records of these keys are, or stand on: users keep these, and can be told which. */
  readonly keptAs?: (keys: RawBuilder<number>) => RawBuilder<number>;
  readonly example: Static<TObject<SchemasOf<A>>>;
}

/** An attribute, and what is wrong with it beside the others. */
interface BrokenRule {
  readonly attribute: string;
  readonly problem: Message;
}

/** A declared kind: the resource that the API serves, and how its records enter and leave. */
export interface Kind extends Resource, Address {
  readonly slugFrom: string | undefined;
  readonly isNamedBySlug: boolean;
  readonly identity: readonly string[] | undefined;
  readonly likeness: readonly string[] | undefined;
  readonly rule: ((attributes: Attributes) => BrokenRule | undefined) | undefined;
  readonly ofTrueOnes: readonly string[];
  readonly noCircle: string | undefined;
  readonly heldBy: readonly Table[];
  readonly standIn: string | undefined;
  readonly contains: Readonly<Record<string, string>>;
  readonly searched: string | undefined;
  readonly parts: Parts | undefined;
  /** Every column by which its records lead to others: of relationships and of attributes. */
  readonly pointers: readonly RecordPointer[];
  /** How its records enter; worked out when it is asked for. */
  readonly entrance: Entrance;
  /** The SQL of what a record that leaves says, beside its type and id, of the row of an alias. */
  readonly textOf: (row: string) => string;
}

export interface RecordPointer extends Pointer {
  /** Whether the record cannot be without it. */
  readonly required: boolean;
}

/** The attributes of a table, each of which its column can hold. */
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

/** Where a constructor could not tell, the column has the attribute's name. */
type ColumnOf<K, C> = undefined extends C ? K : C;

/** What clients are told: relationships that are shown, and the filters that relationships bring. */
type Told<D, A extends AttributeMap> = Omit<D, 'attributes' | 'relationships' | 'filters'> & {
  attributes: TObject<SchemasOf<A>>;
  relationships: D extends { relationships: infer R } ? { [K in keyof R as R[K] extends { isShown: false } ? never : K]: R[K] } : unknown;
  filters: (D extends { filters: infer F } ? WorkedOut<F> : unknown) &
    (D extends { above: readonly unknown[] } ? unknown : { id: Filter<Table, string> }) &
    (D extends { relationships: infer R }
      ? { [K in keyof R as R[K] extends { filter: string } ? K : never]: Filter<Table, string> }
      : unknown);
};

/** Declares a kind of record. The compiler holds its attributes and its columns together. */
export function defineKind<const T extends Table, const P extends string, A extends AttributeMap, const D extends object>(
  declaration: Declaration<T, P, A> & D & { attributes: () => A & Fitting<T, A> },
): Kind & Declared<Described<Told<D, A>>> {
  const { type, table, path, above = [], relationships = {} } = declaration as Declaration<T, P, AttributeMap>;
  const attributes = once<AttributeMap>(declaration.attributes);
  const named = declaration.named ?? (declaration.slugFrom && { shown: declaration.slugFrom, folded: `${declaration.slugFrom}_folded` });
  declareAddress(type, { table, path, above, named });
  const byColumn = Object.entries(relationships).filter((entry): entry is [string, BelongsTo] => isBelongsTo(entry[1]));
  const given = byColumn.filter(([, { column }]) => column !== above.at(-1)?.column);
  const parts = once(() => findParts(attributes()));
  const resource = resourceOf(
    {
      ...(declaration as Declaration<T, P, AttributeMap>),
      attributes: once(() => t.Object(schemasOf(attributes()))),
      rows: rowsOf({ table, path, above }, attributes),
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
    ofTrueOnes: declaration.ofTrueOnes ?? [],
    heldBy: declaration.heldBy ?? [],
    standIn: declaration.standIn,
    contains: declaration.contains ?? {},
    searched: declaration.searched,
    textOf: (row: string) => textOf(row, table, attributes(), given),
  });
  return withLazily<typeof kind, Pick<Kind, 'parts' | 'pointers' | 'entrance'>>(kind, {
    parts,
    pointers: () => pointersOf(table, attributes(), given),
    entrance: () => entranceOf({ table, path, above, attributes: attributes(), relationships, parts: parts() }),
  }) as unknown as Kind & Declared<Described<Told<D, A>>>;
}

/** The relationships that the API shows, each with its query. */
const shownOf = (table: Table, relationships: Readonly<Record<string, KindRelationship>>): Resource['relationships'] =>
  Object.fromEntries(
    Object.entries(relationships).flatMap(([name, relationship]) => {
      if (!isBelongsTo(relationship)) return [[name, relationship]];
      return relationship.isShown ? [[name, { ...relationship, pairs: pairsOf(table, relationship) }]] : [];
    }),
  );

function findParts(attributes: AttributeMap): Parts | undefined {
  const found = Object.entries(attributes).find((entry): entry is [string, PartsAttribute<never>] => 'parts' in entry[1]);
  return found && { attribute: found[0], ...found[1].parts };
}

/** Lists that share a table lead to others by the same column. */
function pointersOf(table: Table, attributes: AttributeMap, relationships: readonly [string, BelongsTo][]): RecordPointer[] {
  const byAttributes = Object.entries(attributes).flatMap(([name, attribute]) => {
    const pointer = attribute.pointer?.(fieldOf(table, name, attribute));
    return pointer ? [{ ...pointer, required: false }] : [];
  });
  const byRelationships = relationships.map(([, { target, column, required }]) => ({ type: target, table, column, required }));
  return [...new Map([...byRelationships, ...byAttributes].map((one) => [`${one.table}.${one.column}`, one])).values()];
}

/** Parts stand in their record, and are read on their own only by their id. */
const wholes =
  (table: Table, column: string) =>
  (rows: Rows<never>): Rows<never> =>
    rows.where(`${table}.${column}` as never, 'is', null);

const filtersOf = (table: Table, byColumn: readonly [string, BelongsTo][]) =>
  Object.fromEntries(byColumn.flatMap(([name, relationship]) => [[name, filterOf(table, relationship)]]).filter(([, filter]) => filter));

const idsIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);

/** The records above as the router names them. */
function withinOf({ path, above }: Address) {
  const last = above.at(-1);
  if (!last) return undefined;
  const names = idsIn(path);
  return {
    column: last.column as never,
    ancestors: above.map(({ table }, index) => ({ parameter: names[index] as string, table, column: above[index - 1]?.column })),
  };
}

/** The query for rows as the API shows them: the key, the ids that the IRI is made of, and every attribute. */
function rowsOf(address: Address, attributes: () => AttributeMap): Resource['rows'] {
  const { table, above } = address;
  return (db) => {
    const names = idsIn(address.path);
    const joined = above.reduceRight(
      (rows, one, index) => rows.innerJoin(one.table, `${one.table}.key`, `${above[index + 1]?.table ?? table}.${one.column}`) as never,
      untyped(db).selectFrom(table),
    );
    return joined
      .select([`${table}.key`, `${table}.id as _id`, ...above.map((one, index) => `${one.table}.id as ${names[index]}`)] as never)
      .select(
        Object.entries(attributes()).map(([name, attribute]) =>
          selected(table, fieldOf(table, name, attribute), attribute).as(name),
        ) as never,
      );
  };
}

/** The text of a record, from its attributes on. */
function textOf(row: string, table: Table, attributes: AttributeMap, relationships: readonly [string, BelongsTo][]): string {
  const members = Object.entries(attributes).flatMap(([name, attribute]) => attribute.leaves?.(row, fieldOf(table, name, attribute)) ?? []);
  const all = objectOf([...members, always('created_at', `${row}.created_at`), unlessNull('updated_at', `${row}.updated_at`)]);
  const related = relationships.map(([name, relationship]) => relationshipText(name, relationship, row)).join(' || ');
  return `',"attributes":' || ${all} || ${related ? `coalesce(',"relationships":{' || nullif(substr(${related}, 2), '') || '}', '')` : "''"}`;
}
