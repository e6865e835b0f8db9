import { componentOf, type OpenApi, resolve, type Schema } from './schema';

/** A value somewhere in a body, by the way that leads to it. */
export interface Field {
  /** Such as `data.attributes.title`; `[]` stands for each of a list. */
  readonly name: string;
  /** With its reference resolved, and for a list that of its items. */
  readonly schema: Schema;
  /** The component that the value is, where it has a name. Its own members stand in the list of fields once. */
  readonly component: string | undefined;
  /** Another list beside it whose items have the same members: these stand there. */
  readonly like?: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
}

/** Deeper than any body of the API is: what would go on is a schema within itself. */
const maximumDepth = 12;

/**
 * The fields of a body, parents before what is in them. A component is taken apart where it is met first, and named
 * wherever it comes again, so that a record that includes others like itself ends. Of lists beside each other whose items are
 * alike, the first tells what is in them.
 */
export function fieldsOf(document: OpenApi, schema: Schema): readonly Field[] {
  const fields: Field[] = [];
  const met = new Set<string>();
  const visit = (schema: Schema, prefix: string, depth: number): void => {
    const component = componentOf(schema);
    if (depth > maximumDepth || (component !== undefined && met.has(component))) return;
    if (component !== undefined) met.add(component);
    const { properties = {}, required = [] } = withoutNull(resolve(document, schema));
    const told = new Map<string, string>();
    for (const [name, property] of Object.entries(properties)) {
      const { shown, inner } = fieldOf(document, prefix + name, property, required.includes(name));
      const members = shown.schema.type === 'array' && shown.component === undefined ? membersOf(document, inner) : undefined;
      const like = members === undefined ? undefined : told.get(members);
      fields.push(like === undefined ? shown : { ...shown, like });
      if (like !== undefined) continue;
      if (members !== undefined) told.set(members, name);
      visit(inner, `${shown.name}.`, depth + 1);
    }
  };
  // Of a body that is one record or a list of such, the one is said.
  visit(schema.anyOf?.[0] ?? schema, '', 0);
  return fields;
}

/** What is in an object, as a text that compares; `undefined` of what is none. */
function membersOf(document: OpenApi, schema: Schema): string | undefined {
  const { properties } = withoutNull(resolve(document, schema));
  return properties && JSON.stringify(properties);
}

/** A field, and the schema whose members are in it: of a list, that of its items. */
function fieldOf(document: OpenApi, name: string, given: Schema, isRequired: boolean): { shown: Field; inner: Schema } {
  const schema = resolve(document, given);
  const { items } = withoutNull(schema);
  const inner = items ?? onlyAlternative(given);
  const shown = items
    ? { name: `${name}[]`, schema: { ...schema, items: resolve(document, items) }, component: componentOf(items) }
    : { name, schema, component: componentOf(inner) };
  return { shown: { ...shown, isRequired, description: given.description ?? schema.description }, inner };
}

/** Of a schema that allows null beside one other, that other. */
const withoutNull = (schema: Schema): Schema => onlyAlternative(schema);

function onlyAlternative(schema: Schema): Schema {
  const others = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  return others.length === 1 && others[0] ? others[0] : schema;
}
