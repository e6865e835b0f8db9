import { exampleUuid } from '../../../api/openapi/shared';
import type { DocumentedParameter, Operation } from './model';

export type ExampleRequest = ReturnType<typeof exampleRequest>;

/** Ids of existing records: for paths by parameter name, for bodies by prefix (`/api/releases/`). */
export type ExampleIds = Readonly<Record<string, string>>;

/**
 * Builds a request, relative to the server, from the examples in the document. Its body is text if not JSON.
 * @param isPlain only required parameters
 */
export function exampleRequest(operation: Operation, ids: ExampleIds = {}, isPlain = false) {
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

const placeholderOf = (parameters: readonly DocumentedParameter[], name: string): string => {
  const parameter = parameters.find((one) => one.place === 'path' && one.name === name);
  return parameter?.example === undefined ? exampleUuid : String(parameter.example);
};

/** Required parameters and one optional one to show the syntax, but no order or flag. Writes are plain. */
function exampleQuery({ method, parameters }: Operation, isPlain: boolean): [string, string][] {
  const inQuery = parameters.filter(({ place }) => place === 'query');
  const telling = inQuery.filter(({ example, schema }) => example !== undefined && schema.type !== 'array' && schema.type !== 'boolean');
  const chosen = new Set(inQuery.filter(({ isRequired }) => isRequired));
  const first = telling.find(({ name, isRequired }) => !isRequired && !/^(sort|order\[)/.test(name));
  // An example of a sequence would be meaningless on another server.
  if (method === 'GET' && !isPlain && first && first.name !== 'since') chosen.add(first);
  const companion = telling.find(({ name }) => [...chosen].some((one) => companions[one.name] === name));
  if (companion) chosen.add(companion);
  return inQuery.filter((parameter) => chosen.has(parameter)).map(({ name, example }) => [name, String(example ?? '')]);
}

/** Parameters that need another one. */
const companions: Readonly<Record<string, string>> = { provider: 'externalId' };

/** Replaces ids by existing ones. */
function withIds(value: unknown, ids: ExampleIds): unknown {
  if (Array.isArray(value)) return value.map((one) => withIds(one, ids));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withIds(one, ids)]));
  if (typeof value !== 'string' || !value.endsWith(exampleUuid)) return value;
  const before = value.slice(0, -exampleUuid.length);
  return before + (ids[before === '' ? 'id' : before] ?? exampleUuid);
}
