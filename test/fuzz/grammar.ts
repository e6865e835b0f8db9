// Operations of the API from its OpenAPI document, so that new routes are included automatically.

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Schema;
}

/** An example of a request body. */
export interface Body {
  readonly mediaType: string;
  readonly example: unknown;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly bodies: readonly Body[];
  /** Whether the body has a password, whose hash takes tens of milliseconds by design. */
  readonly hasPassword: boolean;
}

export interface Grammar {
  readonly operations: readonly Operation[];
  /** Names of attributes, relationships, parameters and types. */
  readonly words: readonly string[];
}

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}

interface Reference {
  readonly $ref: string;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
  };
}

export async function readGrammar(url: string): Promise<Grammar> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApi;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(path, method, described, document)),
  );
  return { operations, words: wordsOf(document, operations) };
}

const operationOf = (path: string, method: string, described: Described, document: OpenApi): Operation => ({
  id: described.operationId,
  method: method.toUpperCase(),
  path,
  parameters: (described.parameters ?? []).map((parameter) => withFields(followed(parameter, document), document)),
  bodies: Object.entries(described.requestBody?.content ?? {}).map(([mediaType, { example }]) => ({ mediaType, example })),
  hasPassword: JSON.stringify(described.requestBody ?? null).includes('"password":'),
});

function followed(parameter: Parameter | Reference, { components: { parameters = {} } }: OpenApi): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const found = parameters[parameter.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`${parameter.$ref} leads nowhere.`);
  return found;
}

/** Adds the field names of a type to its sparse fieldset, which the document describes only in words. */
function withFields(parameter: Parameter, { components: { schemas } }: OpenApi): Parameter {
  const type = /^fields\[(\w+)\]$/.exec(parameter.name)?.[1];
  if (type === undefined) return parameter;
  const attributes = schemas[type]?.properties?.attributes;
  const { properties = {} } = (attributes?.$ref ? schemas[attributes.$ref.split('/').at(-1) ?? ''] : attributes) ?? {};
  return { ...parameter, schema: { ...parameter.schema, examples: Object.keys(properties) } };
}

function wordsOf({ components }: OpenApi, operations: readonly Operation[]): string[] {
  const words = new Set(operations.flatMap(({ parameters }) => parameters.map(({ name }) => name.replace(/^\w+\[(.+)\]$/, '$1'))));
  const walk = ({ properties = {}, items, anyOf = [] }: Schema): void => {
    for (const [name, schema] of Object.entries(properties)) {
      words.add(name);
      walk(schema);
    }
    for (const schema of items ? [items, ...anyOf] : anyOf) walk(schema);
  };
  for (const [type, schema] of Object.entries(components.schemas)) {
    words.add(type);
    walk(schema);
  }
  return [...words];
}
