// The part of OpenAPI 3.1 that the reference reads (https://spec.openapis.org/oas/v3.1.1.html).

export interface ReferenceSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly ReferenceSchema[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly items?: ReferenceSchema;
  readonly properties?: Readonly<Record<string, ReferenceSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | ReferenceSchema;
}

interface Reference {
  readonly $ref: string;
}

export type ReferenceMedia = Readonly<Record<string, { readonly schema?: ReferenceSchema; readonly example?: unknown }>>;

export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: ReferenceSchema;
}

export interface HeaderObject {
  readonly description?: string;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, HeaderObject | Reference>>;
  readonly content?: ReferenceMedia;
}

export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly requestBody?: { readonly content: ReferenceMedia };
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}

export interface OpenApi {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Follows a reference to a component. */
export function resolve<T extends object>(document: OpenApi, value: T | Reference): T {
  if (!('$ref' in value) || value.$ref === undefined) return value as T;
  const [, , section = '', name = ''] = value.$ref.split('/');
  const component = document.components[section]?.[name];
  if (typeof component !== 'object' || component === null) throw new Error(`The document has no ${value.$ref}.`);
  return resolve(document, component as T | Reference);
}

export const componentOf = ({ $ref }: ReferenceSchema): string | undefined => $ref?.split('/').at(-1);
