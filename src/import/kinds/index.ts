import { artistKinds } from './artists';
import { companyKinds } from './companies';
import type { Kind, Kinds, Table } from './kind';
import { productionKinds } from './productions';
import { releaseKinds } from './releases';
import { trackKinds } from './tracks';

/** Every kind of record that a catalog holds, by its type. */
const kinds: Kinds = { ...artistKinds, ...companyKinds, ...productionKinds, ...releaseKinds, ...trackKinds };

/** The kind of a type; a type may be named like something that every object has. */
export const kindOfType = (type: unknown): Kind | undefined =>
  typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined;

const types = new Map(Object.entries(kinds).map(([type, kind]) => [kind, type]));
const byTable = new Map(Object.values(kinds).map((kind) => [kind.table, kind]));

export const typeOfKind = (kind: Kind): string => types.get(kind) as string;

/** The kind whose records stand in a table. */
export const kindOfTable = (table: Table): Kind => byTable.get(table) as Kind;
