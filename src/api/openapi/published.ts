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
  for (const name of reachedFrom([paths, components.responses], components.schemas)) ofRequests.delete(name);
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
  const copy: Record<string, Json> = {};
  for (const name in value) {
    const member = value[name];
    if (name === 'additionalProperties' && member === false) continue;
    // Examples are data.
    copy[name] = name === 'example' || name === 'examples' ? member : transformed(member, isRequest || name === 'requestBody');
  }
  if (isRequest && copy.type === 'object' && isObject(copy.properties)) copy.additionalProperties ??= false;
  return Array.isArray(copy.anyOf) ? withEnum(copy, copy.anyOf) : copy;
}

/** Alternatives of constants, and perhaps null. */
function withEnum(schema: Members, alternatives: readonly Json[]): Members {
  const constants = alternatives.filter((schema): schema is Members => isObject(schema) && 'const' in schema);
  if (constants.length === 0) return schema;
  const values = constants.map((schema) => schema.const);
  const words = { type: typeof values[0] === 'number' ? 'integer' : typeof values[0], enum: values };
  const rest = alternatives.filter((schema) => !constants.includes(schema as Members));
  const { anyOf: _, ...others } = schema;
  return rest.length === 0 ? { ...words, ...others } : { anyOf: [words, ...rest], ...others };
}

/** Names of the components that a value refers to outside request bodies, directly or through others. */
function reachedFrom(value: Json, schemas: Members, reached = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const item of value) reachedFrom(item, schemas, reached);
  if (!isObject(value)) return reached;
  for (const name in value) {
    const member = value[name];
    if (name === 'requestBody' || name === 'example') continue;
    if (name !== '$ref' || typeof member !== 'string') reachedFrom(member, schemas, reached);
    else if (member.startsWith(ofSchemas) && !reached.has(member.slice(ofSchemas.length))) {
      const component = member.slice(ofSchemas.length);
      reachedFrom(schemas[component], schemas, reached.add(component));
    }
  }
  return reached;
}

const ofSchemas = '#/components/schemas/';
