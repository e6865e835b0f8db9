import type { TObject } from '@sinclair/typebox';
import type { Declared, Described } from '../openapi/client-types';
import { asStored, decoderOf } from './decoders';
import { once, withLazily, workOut } from './lazily';
import type { Declaration, Listed, Resource, Row, Table } from './resource';

/** Declares a kind of record. The compiler holds its query and its attributes together, and tells clients what it is. */
export function defineResource<T extends Table, P extends string, A extends TObject, O extends Row<A, P>, const D extends object>(
  declaration: Declaration<T, P, A, O> & D,
): Resource & Declared<Described<D>> {
  return resourceOf(declaration);
}

/**
 * A resource of a declaration whose rows and attributes are held together elsewhere.
 * @param only where the rows that are listed follow from what the declaration says lazily
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

/** Worked out when it is first asked for. */
type Later = 'filters' | 'lookups' | 'orders' | 'only' | 'attributes' | 'decoders' | 'writes';

type Plain = Omit<Resource, Later | 'facets' | 'defaultOrder' | 'wholeOrder'>;

/** What a resource is, short of what its lists can be asked and its records have. */
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
    keptAs: declaration.keptAs,
    isOfCatalog: declaration.isOfCatalog ?? false,
    unreviewed: declaration.unreviewed,
    example: declaration.example as Record<string, unknown>,
    links: Object.entries(declaration.relationships ?? {}),
    listPath,
    iri: iriBuilder(listPath),
  };
}

/** With what a list of it can be asked. Most requests are about one kind: of the others all this is never worked out. */
function withListOf<T extends Table>(
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  { attributes, writes }: Declaration<T, string, TObject, any>,
  plain: Plain,
  listed: Listed<T>,
  only: (listed: Listed<T>) => Resource['only'] = ({ only }) => only as never,
): Resource {
  const { facets = [], defaultOrder = [], wholeOrder = defaultOrder } = listed;
  const shape = once(() => workOut(attributes));
  const resource = Object.assign(plain, { facets, defaultOrder: [defaultOrder].flat(), wholeOrder: [wholeOrder].flat() });
  return withLazily<typeof resource, Pick<Resource, Later>>(resource, {
    filters: () => workOut(listed.filters ?? {}) as unknown as Resource['filters'],
    lookups: () => workOut(listed.lookups ?? {}),
    orders: () => workOut(listed.orders ?? {}) as Resource['orders'],
    only: () => only(listed),
    attributes: shape,
    writes: () => writes && workOut(writes),
    decoders: () => [['_id', asStored], ...Object.entries(shape().properties).map(([name, schema]) => [name, decoderOf(schema)] as const)],
  });
}

type Ids = Readonly<Record<string, unknown>>;

/** Writes the IRI of a record, from a row that has its id (under either name) and those of the records above. */
function iriBuilder(listPath: (ids: Ids) => string): (row: Ids) => string {
  return (row) => `${listPath(row)}/${row._id ?? row.id}`;
}

/** Writes a path from its ids: the constant parts are taken apart once. */
function pathBuilder(path: string): (ids: Ids) => string {
  const [start = '', ...rest] = path.split(/:(\w+)/);
  const steps = rest.flatMap((name, index) => (index % 2 === 0 ? [{ name, after: rest[index + 1] as string }] : []));
  return (ids) => {
    let written = start;
    for (const { name, after } of steps) written += ids[name] + after;
    return written;
  };
}
