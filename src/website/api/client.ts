import type { Declared, DescriptionOf, ListDocument, SingleDocument } from '../../api/openapi/client-types';
import { fill } from '../../api/read/reads';
import type { Resource } from '../../api/schema/resource';
import { handedOver, makeInProcess, makeOnBehalf } from '../../http/in-process';
import { etagOf, jsonApiMediaType } from '../../http/respond';

/** The parameters of a read; a list of values is sent as `name[]`, and `undefined` not at all. */
export type ApiQuery = Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>;

/** The ids of a path, by the names that they have in it. */
type Ids = Readonly<Record<string, string>>;

/** A kind as pages ask for it: its declaration. */
type Readable = Resource & Declared;

/** A list with what only some lists say beside it. */
export type List<R> = ListDocument<DescriptionOf<R>> & { meta: ListExtras };
export type Single<R> = SingleDocument<DescriptionOf<R>> & { meta?: ListExtras };
/** A record as it was read, and the tag of that version of it. */
interface Tagged<R> {
  readonly record: Single<R>;
  readonly tag: string;
}

/** One record of a list. */
export type Item<R> = ListDocument<DescriptionOf<R>>['data'][number];

/** Members of `meta` that are there where a parameter asks for them. */
export interface ListExtras {
  readonly facets?: Readonly<Record<string, readonly FacetValue[]>>;
  /** How many values of each facet there are, of which the first are told. */
  readonly facetTotals?: Readonly<Record<string, number>>;
  readonly owned?: readonly Holding[];
  readonly wanted?: readonly Holding[];
}

export interface FacetValue {
  readonly value: string | number;
  readonly name: string;
  readonly count: number;
}

/** That the person who looks owns or wants a release, or another edition of it. */
export interface Holding {
  readonly release: string;
  readonly edition: 'this' | 'another';
  readonly shared: 'release' | 'album' | 'production';
  readonly item: string;
  readonly itemRelease: string;
}

/** The API answered a read of a page with an error: the page shows it in its own words. */
export class ApiError extends Error {
  readonly status: number;
  readonly document: unknown;
  readonly headers: Headers;

  constructor({ status, document, headers }: Omit<Sent, 'ok'>) {
    super(detailOf(document) ?? `The API responded with ${status}.`);
    this.status = status;
    this.document = document;
    this.headers = headers;
  }
}

export interface Sent {
  readonly status: number;
  readonly ok: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: documents of every endpoint, each looked at where its endpoint is known.
  readonly document: any;
  readonly headers: Headers;
}

/**
 * The API as a page asks it: the same routes, rules and rights as for any client, without a way over the network. What a
 * page cannot ask here, no client can.
 */
export class Api {
  constructor(
    private readonly handle: (request: Request) => Response | Promise<Response>,
    private readonly outside: Request,
    /** The token of whoever looks; `undefined` for nobody. */
    private readonly bearer: string | undefined,
  ) {}

  /** A page of the records of a kind. */
  list<R extends Readable>(kind: R, query: ApiQuery = {}, ids: Ids = {}): Promise<List<R>> {
    return this.read<List<R>>(fill(kind.path, ids), query);
  }

  /** One record by its UUID. */
  single<R extends Readable>(kind: R, id: string, query: ApiQuery = {}, ids: Ids = {}): Promise<Single<R>> {
    return this.read<Single<R>>(`${fill(kind.path, ids)}/${encodeURIComponent(id)}`, query);
  }

  /**
   * One record by its UUID, with the tag of the version that it is: a change made from it names that in `If-Match`. The tag
   * is worked out for those who ask alone, as it takes writing the document as text.
   */
  async tagged<R extends Readable>(kind: R, id: string, ids: Ids = {}): Promise<Tagged<R>> {
    const record = await this.single(kind, id, {}, ids);
    return { record, tag: etagOf(JSON.stringify(record)) };
  }

  /**
   * The document at a path.
   * @throws {ApiError} where the answer is an error
   */
  async read<T>(path: string, query: ApiQuery = {}): Promise<T> {
    const sent = await this.send('GET', withQuery(path, query));
    if (!sent.ok && sent.status !== 301) throw new ApiError(sent);
    return sent.document as T;
  }

  /**
   * Sends what has to succeed.
   * @throws {ApiError} where the answer is an error
   */
  async change(method: string, path: string, body?: unknown, more: Readonly<Record<string, string>> = {}): Promise<Sent> {
    const sent = await this.send(method, path, body, more);
    if (!sent.ok) throw new ApiError(sent);
    return sent;
  }

  /** Sends what changes something, as JSON:API or as `contentType` says, and tells what became of it. */
  async send(method: string, path: string, body?: unknown, more: Readonly<Record<string, string>> = {}): Promise<Sent> {
    const response = await this.fetch(method, path, body, more);
    const document = handedOver(response) ?? (await documentOf(response));
    return { status: response.status, ok: response.ok, document, headers: response.headers };
  }

  /**
   * The answer as it is, for what is no document: a file. A page that nobody waits for any more asks nothing further, and what it
   * asked for is left; what a form has begun is done to its end.
   */
  async fetch(method: string, path: string, body?: unknown, more: Readonly<Record<string, string>> = {}): Promise<Response> {
    const headers = new Headers({ accept: jsonApiMediaType, ...(this.bearer && { authorization: `Bearer ${this.bearer}` }), ...more });
    if (body !== undefined && !headers.has('content-type')) headers.set('content-type', jsonApiMediaType);
    const { signal } = this.#isMereReading ? this.outside : {};
    signal?.throwIfAborted();
    const isText = typeof body === 'string' || body instanceof Uint8Array;
    const init = {
      method,
      headers,
      ...(signal && { signal }),
      ...(body !== undefined && { body: isText ? (body as string) : JSON.stringify(body) }),
    };
    return this.handle(makeInProcess(new Request(`http://localhost${path}`, init), this.outside));
  }

  get #isMereReading(): boolean {
    return this.outside.method === 'GET' || this.outside.method === 'HEAD';
  }

  /**
   * Sends a request that the reader has described, as if they had sent it: it counts as one of theirs.
   * @param request to the address that the server has outside
   */
  async fetchOnBehalf(request: Request, { withToken }: { readonly withToken: boolean }): Promise<Response> {
    if (withToken && this.bearer !== undefined) request.headers.set('authorization', `Bearer ${this.bearer}`);
    return this.handle(makeOnBehalf(request, this.outside));
  }
}

/** A path of the API with parameters behind it. */
export function withQuery(path: string, query: ApiQuery): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) search.append(`${name}[]`, String(one));
    else if (value !== undefined) search.append(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The most values that a filter takes, and the most records that a read gives. */
export const valuesAtOnce = 100;

/** Reads by the values of a filter, each once, in as many requests as it takes. */
export function readInParts<D>(values: Iterable<string>, read: (part: readonly string[]) => Promise<D>): Promise<D[]> {
  const all = [...new Set(values)];
  const starts = Array.from({ length: Math.ceil(all.length / valuesAtOnce) }, (_, part) => part * valuesAtOnce);
  return Promise.all(starts.map((start) => read(all.slice(start, start + valuesAtOnce))));
}

/** The UUID at the end of an IRI. */
export const idOf = (iri: string): string => iri.slice(iri.lastIndexOf('/') + 1);

async function documentOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!/json/.test(response.headers.get('content-type') ?? '')) return text;
  return text === '' ? undefined : JSON.parse(text);
}

function detailOf(document: unknown): string | undefined {
  const { errors, message, data } = (document ?? {}) as {
    readonly errors?: readonly { readonly detail?: string }[];
    readonly message?: string;
    readonly data?: { readonly attributes?: { readonly detail?: string } };
  };
  return errors?.[0]?.detail ?? message ?? data?.attributes?.detail;
}
