// Last pass over the OpenAPI document, before it is served.

type Json = unknown;
type Members = Readonly<Record<string, Json>>;

const isObject = (value: Json): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The document with open responses, since attributes are added without notice, and closed request bodies, in which a misspelled
 * member is an error. Alternatives that are all constants become an `enum`, which client generators turn into one type.
 */
export function published(document: Members): Members {
  const { paths, components, ...others } = document as { paths: Json; components: Members & { schemas: Members } };
  const ofRequests = new Set(Object.keys(components.schemas));
  for (const name of reachedFrom(withoutRequests([paths, components.responses]), components.schemas)) ofRequests.delete(name);
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [name, transformed(schema, ofRequests.has(name))]);
  return {
    ...others,
    paths: transformed(paths, false),
    components: { ...(transformed({ ...components, schemas: {} }, false) as Members), schemas: Object.fromEntries(schemas) },
  };
}

function transformed(value: Json, isRequest: boolean): Json {
  if (Array.isArray(value)) return value.map((item) => transformed(item, isRequest));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    // Examples are data.
    if (name === 'example' || name === 'examples') return [name, member];
    return [name, transformed(member, isRequest || name === 'requestBody')];
  });
  const { additionalProperties, ...schema } = withEnum(Object.fromEntries(members));
  if (isRequest && isObject(schema.properties) && schema.type === 'object')
    return { ...schema, additionalProperties: additionalProperties ?? false };
  return additionalProperties === undefined || additionalProperties === false ? schema : { ...schema, additionalProperties };
}

/** Alternatives of constants, and perhaps null. */
function withEnum({ anyOf, ...schema }: Members): Members {
  if (!Array.isArray(anyOf)) return anyOf === undefined ? schema : { anyOf, ...schema };
  const constants = anyOf.filter((one): one is Members => isObject(one) && 'const' in one);
  const rest = anyOf.filter((one) => !constants.includes(one as Members));
  if (constants.length === 0) return { anyOf, ...schema };
  const values = constants.map((one) => one.const);
  const words = { type: typeof values[0] === 'number' ? 'integer' : typeof values[0], enum: values };
  return rest.length === 0 ? { ...words, ...schema } : { anyOf: [words, ...rest], ...schema };
}

function withoutRequests(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutRequests);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (name === 'requestBody' ? [] : [[name, withoutRequests(member)]])),
  );
}

/** Names of the components that a value refers to, directly or through others. */
function reachedFrom(value: Json, schemas: Members, reached = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const item of value) reachedFrom(item, schemas, reached);
  if (!isObject(value)) return reached;
  for (const [name, member] of Object.entries(value)) {
    const component = name === '$ref' && typeof member === 'string' ? /^#\/components\/schemas\/(.+)$/.exec(member)?.[1] : undefined;
    if (component === undefined) reachedFrom(member, schemas, reached);
    else if (!reached.has(component)) reachedFrom(schemas[component], schemas, reached.add(component));
  }
  return reached;
}
