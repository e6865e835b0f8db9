import type { Declared, DescriptionOf, ListDocument, SingleDocument } from '../../api/openapi/client-types';
import { fill } from '../../api/read/reads';
import type { Share } from '../../api/read/viewer';
import type { Resource } from '../../api/schema/resource';
import type { Counts } from '../../collection/completeness/scores';
import type { Holding } from '../../collection/holdings';
import { handedOver, makeInProcess, makeOnBehalf } from '../../http/request';
import { jsonApiMediaType } from '../../http/respond';

/** Lists are sent as `name[]`; undefined values are omitted. */
export type ApiQuery = Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>;

/** Ids in a path, by parameter name. */
type Ids = Readonly<Record<string, string>>;

type Readable = Resource & Declared;

/** With the `meta` of some lists. */
export type List<R> = ListDocument<DescriptionOf<R>> & { meta: ListExtras & { readonly completeness?: readonly ListedShare[] } };
export type Single<R> = SingleDocument<DescriptionOf<R>> & { meta?: ListExtras & { readonly completeness?: Counts } };

export type Item<R> = ListDocument<DescriptionOf<R>>['data'][number];

/** Parts of `meta` that some parameters add. */
export interface ListExtras {
  readonly facets?: Readonly<Record<string, readonly FacetValue[]>>;
  /** Number of values, of which the first are listed. */
  readonly facetTotals?: Readonly<Record<string, number>>;
  readonly owned?: readonly Holding[];
  readonly wanted?: readonly Holding[];
}

/** Of a record of which the viewer owns some. */
export interface ListedShare extends Share {
  /** IRI. */
  readonly record: string;
}

export interface FacetValue {
  readonly value: string | number;
  readonly name: string;
  readonly count: number;
}

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

/** `undefined` for a record that does not exist. */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

export interface Sent {
  readonly status: number;
  readonly ok: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: documents of every endpoint, each looked at where its endpoint is known.
  readonly document: any;
  readonly headers: Headers;
}

/** A page of a large record takes longer; others take one turn of the event loop, and so read one state. */
const turnMilliseconds = 15;

/** The API as pages use it, without network but with the same routes, rules and rights as any client. */
export class Api {
  #turnEndsAt = performance.now() + turnMilliseconds;

  constructor(
    private readonly handle: (request: Request) => Response | Promise<Response>,
    private readonly outside: Request,
    /** Undefined for visitors. */
    private readonly bearer: string | undefined,
  ) {}

  list<R extends Readable>(kind: R, query: ApiQuery = {}, ids: Ids = {}): Promise<List<R>> {
    return this.read<List<R>>(fill(kind.path, ids), query);
  }

  /** By UUID. */
  single<R extends Readable>(kind: R, id: string, query: ApiQuery = {}, ids: Ids = {}): Promise<Single<R>> {
    return this.read<Single<R>>(`${fill(kind.path, ids)}/${encodeURIComponent(id)}`, query);
  }

  /** @throws {ApiError} */
  async read<T>(path: string, query: ApiQuery = {}): Promise<T> {
    const sent = await this.send('GET', withQuery(path, query));
    if (!sent.ok && sent.status !== 301) throw new ApiError(sent);
    return sent.document as T;
  }

  /** @throws {ApiError} */
  async change(method: string, path: string, body?: unknown, more: Readonly<Record<string, string>> = {}): Promise<Sent> {
    const sent = await this.send(method, path, body, more);
    if (!sent.ok) throw new ApiError(sent);
    return sent;
  }

  /** Sends a change and returns the answer, whatever its status. */
  async send(method: string, path: string, body?: unknown, more: Readonly<Record<string, string>> = {}): Promise<Sent> {
    const response = await this.fetch(method, path, body, more);
    const document = handedOver(response) ?? (await documentOf(response));
    return { status: response.status, ok: response.ok, document, headers: response.headers };
  }

  /** The raw response, such as a file. Reads are aborted with the page request; changes run to completion. */
  async fetch(method: string, path: string, body?: unknown, more: Readonly<Record<string, string>> = {}): Promise<Response> {
    // Forms send back ETags, perhaps mangled: no header may have other characters, and no ETag has a replaced one.
    const added = Object.entries(more).map(([name, value]) => [name, value.replace(/[^\t -~]/g, '?')]);
    const authorization = this.bearer && { authorization: `Bearer ${this.bearer}` };
    const headers = new Headers({ accept: jsonApiMediaType, ...authorization, ...Object.fromEntries(added) });
    if (body !== undefined && !headers.has('content-type')) headers.set('content-type', jsonApiMediaType);
    const { signal } = this.#isMereReading ? this.outside : {};
    signal?.throwIfAborted();
    await this.#nextTurn();
    const isText = typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream;
    const init = {
      method,
      headers,
      ...(signal && { signal }),
      ...(body !== undefined && { body: isText ? (body as string) : JSON.stringify(body) }),
    };
    if (typeof init.body === 'string') headers.set('content-length', String(Buffer.byteLength(init.body)));
    return this.handle(makeInProcess(new Request(`http://localhost${path}`, init), this.outside));
  }

  /** Lets others have the event loop, once this page had it for long. */
  async #nextTurn(): Promise<void> {
    if (performance.now() < this.#turnEndsAt) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#turnEndsAt = performance.now() + turnMilliseconds;
  }

  get #isMereReading(): boolean {
    return this.outside.method === 'GET' || this.outside.method === 'HEAD';
  }

  /**
   * Sends a request composed by the reader, which counts as theirs.
   * @param request to the public address
   */
  async fetchOnBehalf(request: Request, { withToken }: { readonly withToken: boolean }): Promise<Response> {
    if (withToken && this.bearer !== undefined) request.headers.set('authorization', `Bearer ${this.bearer}`);
    return this.handle(makeOnBehalf(request, this.outside));
  }
}

export interface PageMeta {
  readonly totalItems: number;
  readonly itemsPerPage: number;
  readonly currentPage: number;
}

/** The attributes of the records on a page of a list. */
export interface AttributesPage<A> {
  readonly items: readonly A[];
  readonly meta: PageMeta;
}

export async function readAttributesPage<A>(api: Api, path: string, query: ApiQuery): Promise<AttributesPage<A>> {
  const { data, meta } = await api.read<{ data: readonly { attributes: A }[]; meta: AttributesPage<A>['meta'] }>(path, query);
  return { items: data.map(({ attributes }) => attributes), meta };
}

export const readAttributesAt = async <A>(api: Api, path: string, query: ApiQuery = {}): Promise<A> =>
  (await api.read<{ data: { attributes: A } }>(path, query)).data.attributes;

export function withQuery(path: string, query: ApiQuery): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) search.append(`${name}[]`, String(one));
    else if (value !== undefined) search.append(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The maximum of values of a filter, and of records of a read. */
export const valuesAtOnce = 100;

/** Splits a filter's distinct values into several requests. */
export function readInParts<D>(values: Iterable<string>, read: (part: readonly string[]) => Promise<D>): Promise<D[]> {
  const all = [...new Set(values)];
  const starts = Array.from({ length: Math.ceil(all.length / valuesAtOnce) }, (_, part) => part * valuesAtOnce);
  return Promise.all(starts.map((start) => read(all.slice(start, start + valuesAtOnce))));
}

/** The record of a list of its own that an IRI is of or below. */
export const rootOfIri = (iri: string): string => iri.split('/').slice(0, 4).join('/');

/** The UUID at the end of an IRI. */
export const uuidOfIri = (iri: string): string => iri.slice(iri.lastIndexOf('/') + 1);

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
