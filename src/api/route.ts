import type { TSchema } from '@sinclair/typebox';
import type { AnyElysia, DocumentDecoration } from 'elysia';
import { requireAcceptable } from '../http/negotiation';
import { jsonApiMediaType } from '../http/respond';
import { type Ignored, nothingIgnored, type Paging, Query } from './read/query';
import type { ParameterType } from './schema/parameters';
import type { Ids } from './schema/resource';

// A route declares what it takes and answers once, beside its handler. Authentication, the checks of a request, the OpenAPI
// document and the types of clients follow from the declaration, and tests compare the answers with it.

/** A body by its media types. What it is to the compiler, no value says. */
export interface Media<Body = unknown> {
  readonly content: Readonly<Record<string, { readonly schema: TSchema; readonly example: unknown }>>;
  readonly '~body'?: Body;
}

/** What stands among the components of the document, by its name there. */
export interface Reference<Body = unknown> {
  readonly component: string;
  readonly '~body'?: Body;
}

export interface Answer<Body = unknown> {
  readonly description: string;
  /** Each with what it says. */
  readonly headers?: Readonly<Record<string, string | Reference>>;
  readonly media?: Media<Body>;
}

/** A query parameter: what it takes, and what it is for. */
export interface QueryParameter<V = unknown> extends ParameterType<V> {
  readonly description: string;
  readonly required?: boolean;
  /** What it is where a request does not name it. */
  readonly default?: V;
  /** What the list is for, where it may be given as one as well: `name[]`. */
  readonly listDescription?: string;
}

export interface RequestBody<Sent = unknown, Read = unknown> extends Media<Sent> {
  /** Reads it before the handler runs; without it, the handler reads the body by itself. */
  readonly read?: (request: Request) => Promise<Read>;
}

export type QueryParameters = Readonly<Record<string, QueryParameter>>;

export interface PathParameter {
  readonly description: string;
  readonly schema: TSchema;
}

/** What a route takes and answers. Each may answer a 429, which is declared where it has a form of its own alone. */
export interface RouteDeclaration {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With `:name` for a parameter, by its true name. */
  readonly path: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** Whether it is answered without a token. */
  readonly isPublic?: boolean;
  /** In the order of the path. */
  readonly pathParameters?: Readonly<Record<string, PathParameter>>;
  readonly query?: QueryParameters;
  readonly body?: RequestBody;
  readonly answers: Readonly<Record<number, Answer | Reference>>;
}

/** The names of a path's parameters. */
type NameIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NameIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Elysia copies what routes carry, and leaves functions as they are. */
export interface RouteDetail extends DocumentDecoration {
  readonly route: () => RouteDeclaration;
}

type Params<Path extends string> = Readonly<Record<NameIn<Path>, string>>;

/** Decides who may come in: returns whom the request is made for, and throws a 401, 403 or 404 for everyone else. */
export type Access<P = unknown, Params = unknown> = (request: Request, params: Params) => P;

/** What a handler is given, once the request has passed the checks that its declaration asks for. */
interface RequestContext<Path extends string, Q, B, P> {
  readonly request: Request;
  readonly params: Params<Path>;
  readonly principal: P;
  /** Values of the declared query parameters, where `otherParameters` is set. */
  readonly query: { readonly [N in Exclude<keyof Q, 'page' | 'itemsPerPage'>]: ValueOf<Q[N]> };
  /** The page of a list whose query has the `pageParameters`. */
  readonly paging: Q extends { page: unknown } ? Paging & { readonly ignored: Ignored } : undefined;
  /** Query parameters without a meaning here, for the `meta` of the document. */
  readonly ignored: Ignored;
  readonly body: B extends RequestBody<unknown, infer Read> ? Read : undefined;
}

interface Handling<Path extends string, Q, B, P> {
  readonly path: Path;
  readonly query?: Q;
  readonly body?: B;
  /** Without it, anyone may come in. */
  readonly access?: Access<P, Params<Path>>;
  /**
   * What happens to query parameters that are not declared; refuse them where one that is misspelt would do harm. Without
   * it, the handler reads the query by itself, as lists of records do.
   */
  readonly otherParameters?: 'ignore' | 'refuse';
  readonly handle: (context: RequestContext<Path, Q, B, P>) => Response | Promise<Response>;
}

/** A route as the router serves it. */
export interface Route {
  readonly method: RouteDeclaration['method'];
  readonly path: string;
  readonly answer: (request: Request, ids: Ids | undefined) => Response | Promise<Response>;
}

/**
 * Declares a route with its handler. Requests are refused in this order: by `access`, for an `Accept` without JSON:API
 * where the route declares a 406, for their query, for their body.
 */
export function defineRoute<
  const D extends RouteDeclaration,
  const Path extends string,
  const Q extends QueryParameters | undefined = undefined,
  B extends RequestBody | undefined = undefined,
  P = undefined,
>(route: D & Handling<Path, Q, B, P>): D & Route {
  const { query, body, access, otherParameters } = route;
  const paramsOf = paramsReader(route.path);
  const answersJsonApi = isJsonApi(route.answers);
  return Object.assign(route, {
    isPublic: route.isPublic ?? access === undefined,
    answer: (request: Request, ids: Ids | undefined) => {
      const params = paramsOf(ids);
      const principal = access?.(request, params);
      if (answersJsonApi) requireAcceptable(request);
      const asked = otherParameters ? readQuery(request, query, otherParameters) : nothingAsked;
      // The compiler cannot compute the types of what a generic declaration leads to.
      const handle = (body?: unknown) => route.handle({ request, params, principal, ...asked, body } as RequestContext<Path, Q, B, P>);
      return body?.read ? body.read(request).then(handle) : handle();
    },
  });
}

/** Distinct from declared routes, of which the compiler would otherwise make one type where a list has both. */
type RecordRoute = Route & { readonly operationId?: undefined };

/** A route of a kind of record: what it takes and answers is declared by the kind. */
export const recordRoute = <P>({
  method,
  path,
  access,
  handle,
}: Pick<Route, 'method' | 'path'> & {
  readonly access: Access<P, Ids>;
  readonly handle: (context: { readonly request: Request; readonly params: Ids; readonly principal: P }) => Response | Promise<Response>;
}): RecordRoute => {
  const paramsOf = paramsReader(path);
  return {
    method,
    path,
    answer: (request, ids) => {
      const params = paramsOf(ids);
      return handle({ request, params, principal: access(request, params) });
    },
  };
};

/** Reads the parameters of a path, which the router knows by their depth, under their own names. */
export function paramsReader<Path extends string>(path: Path): (ids: Ids | undefined) => Params<Path> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as NameIn<Path>);
  return (ids) => {
    const params = {} as Record<NameIn<Path>, string>;
    for (const [index, name] of names.entries()) params[name] = ids?.[`id${index + 1}`] ?? '';
    return params;
  };
}

/** Whether a route answers JSON:API alone: it declares a 406, and no other media type where all is well. */
const isJsonApi = (answers: RouteDeclaration['answers']): boolean =>
  406 in answers &&
  Object.entries(answers).every(
    ([status, answer]) => status >= '300' || !('media' in answer) || !answer.media || jsonApiMediaType in answer.media.content,
  );

const nothingAsked = { query: {}, ignored: nothingIgnored, paging: undefined };

function readQuery(request: Request, { page, itemsPerPage, ...parameters }: QueryParameters = {}, others: 'ignore' | 'refuse') {
  const query = new Query(request);
  const values = readParameters(query, parameters);
  const paging = page && query.paging();
  if (others === 'refuse') query.refuseUnknown();
  const ignored = others === 'ignore' ? query.ignored() : nothingIgnored;
  return { query: values, ignored, paging: paging && { ...paging, ignored } };
}

/** Serves routes by an app. */
export function mount(app: AnyElysia, routes: readonly Route[]): void {
  for (const route of routes) {
    const detail: RouteDetail | undefined = isDeclared(route) ? { route: () => route } : undefined;
    // Bodies are read as their routes declare them.
    const hook = { parse: 'none' as const, detail };
    app.route(route.method.toUpperCase(), routeOf(route.path), ({ request, params }) => route.answer(request, params), hook);
  }
}

/** Elysia wants one name for a parameter that several routes have in the same place: its depth serves as one. */
export const routeOf = (path: string): string => {
  let depth = 0;
  return path.replace(/:\w+/g, () => `:id${++depth}`);
};

const isDeclared = (route: Route): route is Route & RouteDeclaration => 'operationId' in route;

type ValueOf<P> = P extends ParameterType<infer V> ? (P extends { default: unknown } ? V : V | undefined) : never;

/**
 * What a query asks by parameters that take one value each.
 * @throws {Problem} a 400 that names the first that is not as it must be
 */
export function readParameters<const P extends QueryParameters>(query: Query, parameters: P): { readonly [N in keyof P]: ValueOf<P[N]> } {
  const read = Object.entries(parameters).map(([name, parameter]) => [name, query.one(name, parameter) ?? parameter.default]);
  return Object.fromEntries(read);
}

export type DocumentOf<E> = E extends { answers: { 200: Answer<infer B> } } ? B : never;
