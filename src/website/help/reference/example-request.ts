import { exampleUuid } from '../../../api/openapi/shared';
import type { Method, Operation, Parameter } from './model';

/** One request to show, or to run. */
export interface ExampleRequest {
  readonly method: Method;
  /** With the ids in it, below the server. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly needsToken: boolean;
  readonly body: ExampleBody | undefined;
}

interface ExampleBody {
  readonly mediaType: string;
  /** A text, for what is not JSON. */
  readonly value: unknown;
}

/**
 * Ids of records that there are, for the place of those that stand for any: of the path by the names of its parameters,
 * in a body by what goes before them (`/api/releases/`).
 */
export type Ids = Readonly<Record<string, string>>;

/**
 * The request of an operation with what its document gives as examples, and no more than makes sense.
 * @param isPlain whether it has what is required alone
 */
export function exampleRequest(operation: Operation, ids: Ids = {}, isPlain = false): ExampleRequest {
  const { method, parameters, isPublic, bodies } = operation;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? placeholderOf(parameters, name)));
  const [body] = bodies;
  return {
    method,
    path,
    query: exampleQuery(operation, isPlain),
    needsToken: !isPublic,
    body: body && { mediaType: body.mediaType, value: withIds(body.example, ids) },
  };
}

const placeholderOf = (parameters: readonly Parameter[], name: string): string => {
  const parameter = parameters.find((one) => one.place === 'path' && one.name === name);
  return parameter?.example === undefined ? exampleUuid : String(parameter.example);
};

/**
 * What has to be there, and one parameter to show how it is given: the first with an example, short of orders, and of
 * switches, which mean something beside others alone. A write is shown plain.
 */
function exampleQuery({ method, parameters }: Operation, isPlain: boolean): [string, string][] {
  const inQuery = parameters.filter(({ place }) => place === 'query');
  const telling = inQuery.filter(({ example, schema }) => example !== undefined && schema.type !== 'array' && schema.type !== 'boolean');
  const chosen = new Set(inQuery.filter(({ isRequired }) => isRequired));
  const first = telling.find(({ name, isRequired }) => !isRequired && !/^(sort|order\[)/.test(name));
  // A sequence is one of the server's own: an example of it means nothing elsewhere.
  if (method === 'GET' && !isPlain && first && first.name !== 'since') chosen.add(first);
  const companion = telling.find(({ name }) => [...chosen].some((one) => companions[one.name] === name));
  if (companion) chosen.add(companion);
  return inQuery.filter((parameter) => chosen.has(parameter)).map(({ name, example }) => [name, String(example ?? '')]);
}

/** What goes with another: alone it says too little for an answer. */
const companions: Readonly<Record<string, string>> = { provider: 'externalId' };

/** A body of examples that names records that there are. */
function withIds(value: unknown, ids: Ids): unknown {
  if (Array.isArray(value)) return value.map((one) => withIds(one, ids));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withIds(one, ids)]));
  if (typeof value !== 'string' || !value.endsWith(exampleUuid)) return value;
  const before = value.slice(0, -exampleUuid.length);
  return before + (ids[before === '' ? 'id' : before] ?? exampleUuid);
}
