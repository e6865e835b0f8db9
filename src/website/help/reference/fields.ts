import { componentOf, type OpenApi, type ReferenceSchema, resolve } from './schema';

/** A value in a body, with its path. */
export interface BodyField {
  /** `data.attributes.title`; `[]` for items of a list. */
  readonly name: string;
  /** Resolved; for lists, that of the items. */
  readonly schema: ReferenceSchema;
  /** Named component, whose members are listed once. */
  readonly component: string | undefined;
  /** Another list with the same members. */
  readonly like?: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
}

/** Deeper than any body; stops recursive schemas. */
const maximumDepth = 12;

/**
 * Fields of a body, parents first. A component is expanded once, which ends recursion; of lists with equal items, the first is
 * expanded.
 */
export function schemaFields(document: OpenApi, schema: ReferenceSchema): readonly BodyField[] {
  const fields: BodyField[] = [];
  const met = new Set<string>();
  const context = (schema: ReferenceSchema, prefix: string, depth: number): void => {
    const component = componentOf(schema);
    if (depth > maximumDepth || (component !== undefined && met.has(component))) return;
    if (component !== undefined) met.add(component);
    const { properties = {}, required = [] } = withoutNull(resolve(document, schema));
    const told = new Map<string, string>();
    for (const [name, property] of Object.entries(properties)) {
      const { field, inner } = fieldOf(document, prefix + name, property, required.includes(name));
      const members = field.schema.type === 'array' && field.component === undefined ? membersOf(document, inner) : undefined;
      const like = members === undefined ? undefined : told.get(members);
      fields.push(like === undefined ? field : { ...field, like });
      if (like !== undefined) continue;
      if (members !== undefined) told.set(members, name);
      context(inner, `${field.name}.`, depth + 1);
    }
  };
  // Of a body that may be one record or a list, the one.
  context(schema.anyOf?.[0] ?? schema, '', 0);
  return fields;
}

/** Comparable members of an object; undefined for others. */
function membersOf(document: OpenApi, schema: ReferenceSchema): string | undefined {
  const { properties } = withoutNull(resolve(document, schema));
  return properties && JSON.stringify(properties);
}

/** The field and the schema of its members. */
function fieldOf(
  document: OpenApi,
  name: string,
  stated: ReferenceSchema,
  isRequired: boolean,
): { field: BodyField; inner: ReferenceSchema } {
  const schema = resolve(document, stated);
  const { items } = withoutNull(schema);
  const inner = items ?? onlyAlternative(stated);
  const field = items
    ? { name: `${name}[]`, schema: { ...schema, items: resolve(document, items) }, component: componentOf(items) }
    : { name, schema, component: componentOf(inner) };
  return { field: { ...field, isRequired, description: stated.description ?? schema.description }, inner };
}

/** Unwraps a nullable schema. */
const withoutNull = (schema: ReferenceSchema): ReferenceSchema => onlyAlternative(schema);

function onlyAlternative(schema: ReferenceSchema): ReferenceSchema {
  const others = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  return others.length === 1 && others[0] ? others[0] : schema;
}
