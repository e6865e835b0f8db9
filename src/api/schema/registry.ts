import type { TObject, TSchema } from '@sinclair/typebox';
import { uuidText } from '../../store/values/identifiers';
import type { Declared, Described } from '../openapi/client-types';
import { type Declaration, type Decode, type Listed, type Resource, type Row, type Table, withLazily, workOut } from './resource';

/** Declares a record kind; the compiler checks its query against its attributes and infers client types. */
export function defineResource<T extends Table, P extends string, A extends TObject, O extends Row<A, P>, const D extends object>(
  declaration: Declaration<T, P, A, O> & D,
): Resource & Declared<Described<D>> {
  return resourceOf(declaration);
}

/**
 * Resource of an untyped declaration.
 * @param only extra condition of the list, if declared lazily
 */
export function resourceOf<T extends Table>(
  // biome-ignore lint/suspicious/noExplicitAny: what a row has is known where it was declared.
  declaration: Declaration<T, string, TObject, any>,
  only?: (listed: Listed<T>) => Resource['only'],
): Resource {
  const { listOfAll } = declaration;
  const resource = withListOf(declaration, plainOf(declaration), declaration, only);
  if (!listOfAll) return resource;
  const { path, description } = listOfAll;
  const everywhere = { ancestors: [], withinColumn: undefined, orderAlias: undefined, path, listPath: () => path, description };
  return Object.assign(resource, { listOfAll: withListOf(declaration, { ...plainOf(declaration), ...everywhere }, listOfAll, only) });
}

/** Members computed when first used. */
type Later = 'filters' | 'lookups' | 'orders' | 'only' | 'attributes' | 'decoders' | 'writes';

type Plain = Omit<Resource, Later | 'facets' | 'defaultOrder' | 'wholeOrder' | 'columnsFor'>;

/** A resource without its list parameters and attributes. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
function plainOf<T extends Table>(declaration: Declaration<T, string, TObject, any>): Plain {
  const listPath = pathBuilder(declaration.path);
  return {
    type: declaration.type,
    table: declaration.table,
    path: declaration.path,
    noun: declaration.noun,
    nouns: declaration.nouns,
    description: declaration.description,
    rows: declaration.rows,
    ancestors: declaration.within?.ancestors ?? [],
    withinColumn: declaration.within?.column,
    orderAlias: declaration.orderAlias,
    isCounted: declaration.isCounted ?? false,
    listOfAll: undefined,
    relationships: declaration.relationships ?? {},
    releaseKeys: declaration.releaseKeys,
    hasCompleteness: declaration.hasCompleteness ?? false,
    isOfCatalog: declaration.isOfCatalog ?? false,
    unreviewed: declaration.unreviewed,
    example: declaration.example as Record<string, unknown>,
    links: Object.entries(declaration.relationships ?? {}),
    listPath,
    iri: iriBuilder(listPath),
  };
}

/** Adds list parameters lazily: most requests concern one kind. */
function withListOf<T extends Table>(
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  { path, attributes, writes, decode }: Declaration<T, string, TObject, any>,
  plain: Plain,
  listed: Listed<T>,
  only: (listed: Listed<T>) => Resource['only'] = ({ only }) => only as never,
): Resource {
  const { facets = [], defaultOrder = [], wholeOrder = defaultOrder } = listed;
  const shape = once(() => workOut(attributes));
  const columnsFor: Resource['columnsFor'] = (shown) => {
    // Decoders that take the row read each other's columns.
    const special = Object.entries(decode?.() ?? {}).flatMap(([name, { length }]) => (length > 1 ? [name] : []));
    const also = special.some((name) => shown.has(name)) ? special : [];
    const names = Object.keys(shape().properties).filter((name) => shown.has(name) || also.includes(name));
    return ['key', '_id', ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string), ...names];
  };
  const resource = Object.assign(plain, { facets, columnsFor, defaultOrder: [defaultOrder].flat(), wholeOrder: [wholeOrder].flat() });
  return withLazily<typeof resource, Pick<Resource, Later>>(resource, {
    filters: () => workOut(listed.filters ?? {}) as unknown as Resource['filters'],
    lookups: () => workOut(listed.lookups ?? {}),
    orders: () => workOut(listed.orders ?? {}) as Resource['orders'],
    only: () => only(listed),
    attributes: shape,
    writes: () => writes && workOut(writes),
    decoders: () => {
      const special = decode?.();
      const own = Object.entries(shape().properties).map(([name, schema]) => [name, special?.[name] ?? decoderOf(schema)] as const);
      return [['_id', asStored], ...own];
    },
  });
}

type Ids = Readonly<Record<string, unknown>>;

/** Builds record IRIs from rows that have the id (under either name) and those of the parents. */
function iriBuilder(listPath: (ids: Ids) => string): (row: Ids) => string {
  return (row) => `${listPath(row)}/${row._id ?? row.id}`;
}

/** Builds paths from ids; constant parts are split once. */
function pathBuilder(path: string): (ids: Ids) => string {
  const [start = '', ...rest] = path.split(/:(\w+)/);
  const steps = rest.flatMap((name, index) => (index % 2 === 0 ? [{ name, after: rest[index + 1] as string }] : []));
  return (ids) => {
    let written = start;
    for (const { name, after } of steps) written += ids[name] + after;
    return written;
  };
}

/** All record kinds by type. */
export class Registry {
  readonly #byType = new Map<string, Resource>();
  readonly #byWrittenType = new Map<string, Resource>();

  constructor(readonly resources: readonly Resource[]) {
    for (const resource of resources) {
      this.#byType.set(resource.type, resource);
      this.#byWrittenType.set(comparableType(resource.type), resource);
    }
    for (const { type, relationships } of resources) {
      for (const [name, { target }] of Object.entries(relationships)) {
        if (!this.#byType.has(target)) throw new Error(`${type}.${name} points to ${target}, which is not declared.`);
      }
    }
  }

  resource(type: string): Resource {
    const found = this.find(type);
    if (!found) throw new Error(`There is no resource of type ${type}.`);
    return found;
  }

  find(type: string): Resource | undefined {
    return this.#byType.get(type);
  }

  /** Finds a kind by a type name, ignoring case, separators and a plural s. */
  findByWrittenType(written: string): Resource | undefined {
    return this.#byWrittenType.get(comparableType(written));
  }
}

/** Normalizes a type name for comparison. */
export function comparableType(type: string): string {
  return type
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/(?<!s)s+$/, '');
}

const patterns = new Map<string, RegExp>();

/** UUIDs in an IRI of a kind, outermost first; `undefined` for other IRIs. */
export function idsOfIri({ path }: Pick<Resource, 'path'>, iri: string): string[] | undefined {
  let pattern = patterns.get(path);
  if (!pattern) {
    pattern = new RegExp(`^${path.replace(/:\w+/g, `(${uuidText})`)}/(${uuidText})$`, 'i');
    patterns.set(path, pattern);
  }
  return pattern.exec(iri)?.slice(1);
}

const asStored: Decode = (stored) => stored;
const decodeBoolean: Decode = (stored) => (stored === null ? null : stored !== 0);
const decodeJson: Decode = (stored) => (typeof stored === 'string' ? JSON.parse(stored) : stored);
const decodeArray: Decode = (stored, row) => (stored === null ? [] : decodeJson(stored, row));

function decoderOf(schema: TSchema): Decode {
  const types = schema.anyOf ? (schema.anyOf as TSchema[]).map((part) => part.type) : [schema.type];
  if (types.includes('boolean')) return decodeBoolean;
  if (schema.type === 'array') return decodeArray;
  return types.includes('array') || types.includes('object') ? decodeJson : asStored;
}

/** Memoizes a function without arguments. */
export function once<T>(make: () => T): () => T {
  let computed: { readonly value: T } | undefined;
  return () => {
    computed ??= { value: make() };
    return computed.value;
  };
}
