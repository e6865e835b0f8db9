import { type BodyField, schemaFields } from './fields';
import {
  type HeaderObject,
  type OpenApi,
  type OperationObject,
  type ParameterObject,
  type ReferenceMedia,
  type ReferenceSchema,
  resolve,
} from './schema';

// The API reference, generated from the document of /api/openapi.json.

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface DocumentedParameter {
  readonly name: string;
  readonly place: 'path' | 'query' | 'header';
  readonly isRequired: boolean;
  readonly description: string;
  readonly schema: ReferenceSchema;
  readonly example: unknown;
}

interface Form {
  readonly mediaType: string;
  readonly example: unknown;
  readonly fields: readonly BodyField[];
}

export interface DocumentedAnswer {
  readonly status: number;
  readonly meaning: string;
  readonly headers: readonly { readonly name: string; readonly description: string }[];
  readonly forms: readonly Form[];
}

export interface Operation {
  /** OpenAPI's `operationId`. */
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly method: Method;
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly description: string;
  /** Scope required of limited tokens; undefined if none suffices or none is needed. */
  readonly scope: string | undefined;
  readonly isPublic: boolean;
  readonly parameters: readonly DocumentedParameter[];
  readonly bodies: readonly Form[];
  readonly answers: readonly DocumentedAnswer[];
}

export type GroupName = 'catalog' | 'yours' | 'server';

export type ApiReference = ReturnType<typeof referenceOf>;

export type ReferenceResource = ApiReference['resources'][number];

export type PlacedOperation = ApiReference['operations'][number];

export function referenceOf(document: OpenApi) {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, declared]) => ({ method, path, declared })),
  );
  const resources = document.tags.map(({ name, description }) => {
    const found = all.filter(({ declared }) => declared.tags[0] === name);
    const operations = withSlugs(found.map(({ method, path, declared }) => operationOf(document, method, path, declared)));
    return { resource: { name, slug: slugOf(name), description, operations }, group: groupOf(found) };
  });
  const groups = groupNames.map((name) => ({
    name,
    resources: resources.filter(({ group }) => group === name).map(({ resource }) => resource),
  }));
  const ordered = groups.flatMap(({ resources }) => resources);
  /** In reading order. */
  const operations = ordered.flatMap((resource) => resource.operations.map((operation) => ({ resource, operation })));
  return { groups, resources: ordered, operations };
}

export const findResource = ({ resources }: ApiReference, slug: string): ReferenceResource | undefined =>
  resources.find((resource) => resource.slug === slug);

export const findOperation = ({ operations }: ApiReference, resource: string, slug: string): PlacedOperation | undefined =>
  operations.find((placed) => placed.resource.slug === resource && placed.operation.slug === slug);

/** By id, for links from other documents. */
export const findOperationById = ({ operations }: ApiReference, id: string): PlacedOperation | undefined =>
  operations.find(({ operation }) => operation.id === id);

export const successOf = ({ answers }: Operation): DocumentedAnswer | undefined =>
  answers.find(({ status }) => status >= 200 && status < 300);

export const isRead = ({ method }: Operation): boolean => method === 'GET';

/** The subresource, such as `formats` of a release; empty for the resource itself. */
export const partOf = ({ path }: Operation): string => /\/\{\w+Id\}\/([a-z-]+)(?:\/\{id\})?(?:\/[a-z-]+)?$/.exec(path)?.[1] ?? '';

/** The operation that reads a single record of a list or write. */
export function findReading({ operations }: ReferenceResource, { method, path }: Operation): Operation | undefined {
  const ofMethod: Partial<Record<Method, readonly string[]>> = {
    GET: [`${path}/{id}`],
    POST: [`${path}/{id}`, path.replace(/\/merge$/, '')],
    PATCH: [path],
  };
  const paths = ofMethod[method] ?? [];
  return operations.find((operation) => isRead(operation) && paths.includes(operation.path));
}

const groupNames = ['catalog', 'yours', 'server'] as const satisfies readonly GroupName[];

interface Found {
  readonly path: string;
  readonly declared: OperationObject;
}

/** User data and tokens are personal, records are catalog. */
function groupOf(found: readonly Found[]): GroupName {
  if (found.some(({ path }) => /^\/api\/(users|token)\b/.test(path))) return 'yours';
  const schemas = found.flatMap(({ declared }) => {
    const answer = declared.responses[200];
    return answer && 'content' in answer ? Object.values(answer.content ?? {}).map(({ schema }) => schema?.$ref ?? '') : [];
  });
  return schemas.some((reference) => /(List|Document)$/.test(reference)) ? 'catalog' : 'server';
}

function operationOf(document: OpenApi, method: string, path: string, declared: OperationObject): Operation {
  const { operationId: id, summary: title, description: text = '', security, parameters = [], requestBody, responses } = declared;
  const scope = scopeIn.exec(text)?.[1];
  return {
    id,
    title,
    slug: slugOf(title),
    method: method.toUpperCase() as Method,
    path,
    description: text.replace(wholeScopeSentence, '').trim(),
    scope,
    isPublic: security?.length === 0,
    parameters: parameters.map((parameter) => parameterOf(document, resolve<ParameterObject>(document, parameter))),
    bodies: formsOf(document, requestBody?.content),
    answers: Object.entries(responses).map(([status, answer]) => {
      const { description: meaning, headers = {}, content } = resolve(document, answer);
      return { status: Number(status), meaning, headers: headersOf(document, headers), forms: formsOf(document, content) };
    }),
  };
}

const scopeIn = /\bthe scope `?([a-z]+(?::[a-z]+)?)\b/;
/** The reference shows the scope separately. */
const wholeScopeSentence = /(?:(?<!\s)\s+)?\bThe token needs the scope [a-z:]+\./;

function parameterOf(
  document: OpenApi,
  { name, in: place, required = false, description = '', schema = {} }: ParameterObject,
): DocumentedParameter {
  const resolved = resolve(document, schema);
  const example = resolved.examples?.[0] ?? resolved.items?.examples?.[0];
  return { name, place, isRequired: required, description, schema: resolved, example };
}

/** Lazy, since most pages show few fields. */
const formsOf = (document: OpenApi, content: ReferenceMedia = {}): Form[] =>
  Object.entries(content).map(([mediaType, { schema = {}, example }]) => {
    let fields: readonly BodyField[] | undefined;
    return {
      mediaType,
      example,
      get fields() {
        fields ??= schemaFields(document, schema);
        return fields;
      },
    };
  });

const headersOf = (document: OpenApi, headers: Readonly<Record<string, HeaderObject | { readonly $ref: string }>>) =>
  Object.entries(headers).map(([name, header]) => ({ name, description: resolve<HeaderObject>(document, header).description ?? '' }));

/** Duplicate titles get a slug from their id. */
function withSlugs(operations: readonly Operation[]): readonly Operation[] {
  const slugs = new Set<string>();
  return operations.map((operation) => {
    const slug = slugs.has(operation.slug) ? slugOf(operation.id.replace(/[A-Z]/g, ' $&')) : operation.slug;
    slugs.add(slug);
    return { ...operation, slug };
  });
}

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Undefined without a limit. */
export interface RequestLimit {
  readonly requests: number;
  readonly windowSeconds: number;
}
