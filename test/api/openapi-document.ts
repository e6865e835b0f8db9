import type { Resource } from '../../src/api/schema/resource';
import { type CatalogRoute, catalogRoutes } from '../support/catalog-routes';
import { type Check, openApiChecks } from '../support/json-schema';
import { demoServer } from '../support/server';

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
  readonly style?: string;
  readonly example?: unknown;
}

interface Schema {
  readonly additionalProperties?: Schema;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly items?: Schema;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly anyOf?: readonly { readonly const?: unknown }[];
  readonly enum?: readonly unknown[];
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, object>>;
}

interface OpenApi {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters?: Readonly<Record<string, Parameter>> };
}

interface DocumentedApi {
  readonly document: OpenApi;
  /** The check of a schema by its path in the document. */
  readonly checkOf: (path: readonly string[]) => Check;
  /** The GET operation of a path template. */
  readonly operationOf: (template: string) => Operation;
  /** Resolves a path in the document and follows references; returns the value with its final path. */
  readonly at: (path: readonly string[]) => { value: unknown; path: readonly string[] };
}

async function readApi(): Promise<DocumentedApi> {
  const response = await (await demoServer()).request('/api/openapi.json', { headers: { authorization: '' } });
  const document = (await response.json()) as OpenApi;
  const at: DocumentedApi['at'] = (path) => {
    let value: unknown = document;
    let place: readonly string[] = [];
    for (const segment of path) {
      value = (value as Record<string, unknown>)?.[segment];
      place = [...place, segment];
      const reference = (value as { $ref?: string } | undefined)?.$ref;
      if (reference) ({ value, path: place } = at(reference.slice(2).split('/')));
    }
    return { value, path: place };
  };
  const operationOf = (template: string): Operation => {
    const operation = document.paths[template]?.get;
    if (!operation) throw new Error(`${template} is not documented.`);
    return operation;
  };
  return { document, checkOf: openApiChecks(document), operationOf, at };
}

let api: Promise<DocumentedApi> | undefined;

/** The OpenAPI document of the demo server, shared by all tests since its schemas are slow to compile. */
export function documentedApi(): Promise<DocumentedApi> {
  api ??= readApi();
  return api;
}

export const routes = catalogRoutes.map((route) => [route.template, route] as const);
export const shownBy = ({ resource, target }: CatalogRoute): Resource => target ?? resource;
