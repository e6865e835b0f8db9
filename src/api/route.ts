import type { TSchema } from '@sinclair/typebox';
import type { AnyElysia, DocumentDecoration } from 'elysia';
import { forbidden } from '../errors';
import type { Access, Authorized, Sender } from '../http/authentication';
import { isGetOrHead } from '../http/request';
import { jsonApiMediaType, requireAcceptable } from '../http/respond';
import { withWriteCheck } from '../store/database/transactions';
import { type Ignored, nothingIgnored, type Paging, Query } from './read/query';
import { filterValue, type ParameterType, readValue } from './schema/parameters';
import type { Ids } from './schema/resource';

// A route is declared once, beside its handler. Authentication, request checks, the OpenAPI document and client types derive from
// the declaration, and tests check responses against it.

/** A body by media type. The type parameter exists at compile time only. */
export interface Media<Body = unknown> {
  readonly content: Readonly<Record<string, { readonly schema: TSchema; readonly example: unknown }>>;
  readonly '~body'?: Body;
}

/** Reference to a component of the document. */
export interface Reference<Body = unknown> {
  readonly component: string;
  readonly '~body'?: Body;
}

export interface RouteAnswer<Body = unknown> {
  readonly description: string;
  readonly headers?: Readonly<Record<string, string | Reference>>;
  readonly media?: Media<Body>;
}

export interface QueryParameter<V = unknown> extends ParameterType<V> {
  readonly description: string;
  readonly required?: boolean;
  /** Value if the parameter is absent. */
  readonly default?: V;
  /** For `name[word]`, read as an object: the type of the word. */
  readonly keyedBy?: ParameterType<string>;
  /** Description of the list form `name[]`, if supported. */
  readonly listDescription?: string;
}

export interface RequestBody<Sent = unknown, Read = unknown> extends Media<Sent> {
  /** Parses the body before the handler runs; without it, the handler parses it. */
  readonly read?: (request: Request) => Promise<Read>;
}

export type QueryParameters = Readonly<Record<string, QueryParameter>>;

export interface PathParameter {
  readonly description: string;
  readonly schema: TSchema;
}

/** Request and response declaration. 429 is implied; it is declared only in a different form. */
export interface RouteDeclaration {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With `:name` for parameters. */
  readonly path: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** Whether it needs no token. */
  readonly isPublic?: boolean;
  /** In path order. */
  readonly pathParameters?: Readonly<Record<string, PathParameter>>;
  readonly query?: QueryParameters;
  readonly body?: RequestBody;
  readonly isRepeatable?: boolean;
  readonly answers: Readonly<Record<number, RouteAnswer | Reference>>;
}

/** Parameter names of a path. */
type NameIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NameIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Elysia copies route details and leaves functions intact. */
export interface RouteDetail extends DocumentDecoration {
  readonly route: () => RouteDeclaration;
}

type Params<Path extends string> = Readonly<Record<NameIn<Path>, string>>;

/** Handler argument, after all declared checks. */
interface RequestContext<Path extends string, Q, B, P> {
  readonly request: Request;
  readonly params: Params<Path>;
  readonly principal: P;
  /** Declared query parameters, if `otherParameters` is set. */
  readonly query: { readonly [N in Exclude<keyof Q, 'page' | 'itemsPerPage'>]: ValueOf<Q[N]> };
  /** Page of a list whose query has `pageParameters`. */
  readonly paging: Q extends { page: unknown } ? Paging & { readonly ignored: Ignored } : undefined;
  /** Unknown query parameters, for `meta`. */
  readonly ignored: Ignored;
  readonly body: B extends RequestBody<unknown, infer Read> ? Read : undefined;
}

interface Handling<Path extends string, Q, B, P> {
  readonly path: Path;
  readonly query?: Q;
  readonly body?: B;
  /** Without it, the route is public. */
  readonly access?: Access<P, Params<Path>>;
  /**
   * Treatment of undeclared query parameters; refuse them where a typo would do harm. Without it, the handler reads the query
   * itself, as record lists do.
   */
  readonly otherParameters?: 'ignore' | 'refuse';
  readonly handle: (context: RequestContext<Path, Q, B, P>) => Response | Promise<Response>;
}

/** A route ready to be mounted. */
export interface Route {
  readonly method: RouteDeclaration['method'];
  readonly path: string;
  readonly access?: Access<unknown, Ids>;
  readonly answer: (request: Request, params: Ids, principal: unknown) => Response | Promise<Response>;
  /** Whether the first response to an Idempotency-Key is repeated; never one with a secret. */
  readonly isRepeatable?: boolean;
}

/** Answers a request with the first response to its Idempotency-Key, or handles it. */
export type Repeat = (request: Request, handle: () => Response | Promise<Response>) => Promise<Response>;

/** Declares a route with its handler. Checks run in this order: `access`, `Accept` where a 406 is declared, query, body. */
export function defineRoute<
  const D extends RouteDeclaration,
  const Path extends string,
  const Q extends QueryParameters | undefined = undefined,
  B extends RequestBody | undefined = undefined,
  P = undefined,
>(route: D & Handling<Path, Q, B, P>): D & Route {
  const { query, body, access, otherParameters } = route;
  const answersJsonApi = isJsonApi(route.answers);
  return Object.assign(route, {
    isPublic: route.isPublic ?? access === undefined,
    answer: (request: Request, params: Ids, principal: unknown) => {
      if (answersJsonApi) requireAcceptable(request);
      const parsed = otherParameters ? readQuery(request, query, otherParameters) : nothingParsed;
      // The types of a generic declaration are beyond the compiler here.
      const handle = (body?: unknown) => route.handle({ request, params, principal, ...parsed, body } as RequestContext<Path, Q, B, P>);
      return body?.read ? body.read(request).then(handle) : handle();
    },
  });
}

/** Kept distinct from declared routes, which the compiler would otherwise unify in mixed lists. */
type RecordRoute = Route & { readonly operationId?: undefined };

/** Route of a record kind, declared by the kind. */
export const recordRoute = <P>({
  handle,
  ...route
}: Pick<Route, 'method' | 'path'> & {
  readonly access: Access<P, Ids>;
  readonly handle: (context: { readonly request: Request; readonly params: Ids; readonly principal: P }) => Response | Promise<Response>;
}): RecordRoute => ({
  ...route,
  isRepeatable: route.method === 'post',
  answer: (request, params, principal) => handle({ request, params, principal: principal as P }),
});

/** Restores parameter names, which the router knows by depth. */
export function paramsReader(path: string): (ids: Ids | undefined) => Ids {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return (ids) => {
    const params: Record<string, string> = {};
    for (const [index, name] of names.entries()) params[name] = ids?.[`id${index + 1}`] ?? '';
    return params;
  };
}

/** Whether a route answers only JSON:API: it declares a 406 and no other success media type. */
const isJsonApi = (answers: RouteDeclaration['answers']): boolean =>
  406 in answers &&
  Object.entries(answers).every(
    ([status, answer]) => status >= '300' || !('media' in answer) || !answer.media || jsonApiMediaType in answer.media.content,
  );

const nothingParsed = { query: {}, ignored: nothingIgnored, paging: undefined };

function readQuery(request: Request, { page, itemsPerPage, ...parameters }: QueryParameters = {}, others: 'ignore' | 'refuse') {
  const query = new Query(request);
  const values = readParameters(query, parameters);
  const paging = page && query.paging();
  if (others === 'refuse') query.refuseUnknown();
  const ignored = others === 'ignore' ? query.ignored() : nothingIgnored;
  return { query: values, ignored, paging: paging && { ...paging, ignored } };
}

/** @param app with the macro `access` */
export function mount(app: AnyElysia, routes: readonly Route[], repeat?: Repeat): void {
  for (const route of routes) {
    const { method, path, access, answer } = route;
    const paramsOf = paramsReader(path);
    const hook = {
      // Bodies are parsed as declared by the routes. With a parser, Elysia's handler would be asynchronous, also of a read.
      ...(method !== 'get' && { parse: 'none' as const }),
      detail: isDeclared(route) ? ({ route: () => route } satisfies RouteDetail) : undefined,
      ...(access && { access: (sender: Sender<Ids>) => access({ ...sender, params: paramsOf(sender.params) }) }),
    };
    const repeatHere = route.isRepeatable ? repeat : undefined;
    app.route(
      method.toUpperCase(),
      routeOf(path),
      ({ request, params, principal, authorize }) => {
        const handle = () => answer(request, paramsOf(params), principal);
        return isGetOrHead(request) ? handle() : withSameRights(request, { principal, authorize }, handle, repeatHere);
      },
      hook,
    );
  }
}

/** Handles a write with the rights of its sender: each transaction requires that they are still the same. */
function withSameRights(
  request: Request,
  { principal, authorize }: Partial<Authorized>,
  handle: () => Response | Promise<Response>,
  repeat: Repeat | undefined,
): Promise<Response> {
  const requireSameRights = () => {
    if (authorize && !Bun.deepEquals(authorize(), principal)) throw forbidden('rights_changed', {});
  };
  const repeats = repeat && request.headers.has('idempotency-key');
  return withWriteCheck(requireSameRights, () => (repeats ? repeat(request, handle) : handle()));
}

/** Elysia requires the same parameter name at the same position, so parameters are named by depth. */
export const routeOf = (path: string): string => {
  let depth = 0;
  return path.replace(/:\w+/g, () => `:id${++depth}`);
};

const isDeclared = (route: Route): route is Route & RouteDeclaration => 'operationId' in route;

type ValueOf<P> = P extends ParameterType<infer V> ? (P extends { default: unknown } ? V : V | undefined) : never;

/**
 * Reads single-valued query parameters.
 * @throws {Problem} 400 for the first invalid one
 */
export function readParameters<const P extends QueryParameters>(query: Query, parameters: P): { readonly [N in keyof P]: ValueOf<P[N]> } {
  const values = Object.entries(parameters).map(([name, parameter]) => [
    name,
    (parameter.keyedBy ? readKeyed(query, name, parameter, parameter.keyedBy) : query.one(name, parameter)) ?? parameter.default,
  ]);
  return Object.fromEntries(values);
}

function readKeyed(query: Query, name: string, parameter: QueryParameter, word: ParameterType<string>): object | undefined {
  const values = query
    .takeKeyed(name)
    .map(({ word: key, sent }) => [readValue(word, key, sent.name), readValue(parameter, filterValue(sent), sent.name)]);
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}

export type DocumentOf<E> = E extends { answers: { 200: RouteAnswer<infer B> } } ? B : never;
