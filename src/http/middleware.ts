import { anyOrigin } from '../config';
import type { Done, Tally } from '../context';
import type { Store } from '../store/database/open';
import { compress } from './compression';
import { isInProcess, outermost, withOrigin, withUrl } from './request';
import { acceptedEncoding, type Encoding, encodedTag } from './respond';
import { storeEncoded } from './response-cache';

export type Handler = (request: Request) => Response | Promise<Response>;

/** Health checks ask the port directly and do not know the path that a proxy adds. */
const watchedPaths: ReadonlySet<string> = new Set(['/health', '/healthz', '/readyz']);

/**
 * Serves everything below a path: requests are routed as if it were the root, and `Location` headers get the prefix back. Other
 * paths are refused, except health checks. Within the app, all paths are relative to the root.
 */
export function withBasePath(basePath: string, refuse: (request: Request, path: string) => Response): (handle: Handler) => Handler {
  const below = (response: Response): Response => {
    const location = response.headers.get('location');
    if (location === null || !/^\/(?!\/)/.test(location)) return response;
    response.headers.set('location', basePath + location);
    return response;
  };
  return (handle) => (received) => {
    if (isInProcess(received)) return handle(received);
    const request = received.url.startsWith('http') ? received : withOrigin(received);
    const { origin, path, query } = partsOf(request.url);
    const within = pathBelow(basePath, path) ?? (watchedPaths.has(path) ? path : undefined);
    if (within === undefined) return refuse(request, path);
    const answer = handle(withUrl(request, origin + within + query));
    return answer instanceof Promise ? answer.then(below) : below(answer);
  };
}

/** Rest of a path below a prefix, starting with a slash; `undefined` if it is elsewhere. */
export function pathBelow(basePath: string, path: string): string | undefined {
  if (path === basePath) return '/';
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}

/** Splits a URL into three parts without normalizing it. */
function partsOf(url: string): { origin: string; path: string; query: string } {
  const [address = '', ...query] = url.split('?');
  const slash = address.indexOf('/', address.indexOf('//') + 2);
  const end = slash < 0 ? address.length : slash;
  return { origin: address.slice(0, end), path: address.slice(end) || '/', query: query.length > 0 ? `?${query.join('?')}` : '' };
}

/** Headers that other origins may read (https://fetch.spec.whatwg.org/#http-cors-protocol). */
const exposedHeaders = 'RateLimit, RateLimit-Policy, Retry-After, ETag, Location, X-Request-Id';

const preflightHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Prefer',
  // Browsers cap this at one day.
  'access-control-max-age': '86400',
};

/**
 * CORS for the API only. Credentials are not allowed; scripts send tokens in a header. Preflights are answered before rate
 * limiting.
 */
export function withCors(origins: readonly string[]): (handle: Handler) => Handler {
  const isOpen = origins.includes(anyOrigin);
  const finish = (response: Response, allowed: string | undefined): Response => {
    const { headers } = response;
    // Keeps caches from serving one origin's response to another.
    if (!isOpen) headers.append('vary', 'Origin');
    if (allowed === undefined) return response;
    headers.set('access-control-allow-origin', allowed);
    headers.set('access-control-expose-headers', exposedHeaders);
    return response;
  };
  return (handle) => (request) => {
    if (!isOfApi(request.url)) return handle(request);
    const origin = request.headers.get('origin');
    const allowed = origin === null ? undefined : isOpen ? anyOrigin : origins.find((allowed) => allowed === origin);
    if (allowed !== undefined && request.method === 'OPTIONS' && request.headers.has('access-control-request-method'))
      return finish(new Response(null, { status: 204, headers: preflightHeaders }), allowed);
    const answer = handle(request);
    return answer instanceof Promise ? answer.then((response) => finish(response, allowed)) : finish(answer, allowed);
  };
}

function isOfApi(url: string): boolean {
  const path = url.slice(url.indexOf('/', url.indexOf('//') + 2));
  return /^\/api(?:[/?#]|$)/.test(path);
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Delays responses to writes until the data is on disk; other requests proceed.
 * @param present builds the response if the disk fails
 */
export function withWritesOnDisk(store: Pick<Store, 'onDisk'>, present: (error: unknown, request: Request) => Response) {
  return (handle: Handler): Handler => {
    const answer = async (request: Request): Promise<Response> => {
      const response = await handle(request);
      try {
        await store.onDisk();
        return response;
      } catch (error) {
        return present(error, request);
      }
    };
    return (request) => (reading.has(request.method) ? handle(request) : answer(request));
  };
}

/**
 * HSTS (RFC 6797). It binds every port of the host name, so it is the operator's choice. Browsers ignore it over HTTP.
 * @param isSecure whether the client connects over HTTPS
 */
export const withHsts =
  (isSecure: (request: Request) => boolean) =>
  (handle: Handler): Handler =>
  async (request) => {
    const response = await handle(request);
    if (!isInProcess(request) && isSecure(request)) response.headers.set('strict-transport-security', 'max-age=31536000');
    return response;
  };

/** An external request with its response; `seconds` until the response started. */
export interface Answered {
  readonly request: Request;
  readonly response: Response;
  readonly path: string;
  readonly seconds: number;
}

export interface Observer {
  readonly begun: () => void;
  readonly answered: (answered: Answered) => void;
  /** Resolves once all requests are reported. */
  readonly reported: () => Promise<unknown>;
}

/** Reports every external request when its response starts. Internal requests count as part of the page's own. */
export const withObserver =
  ({ begun, answered }: Pick<Observer, 'begun' | 'answered'>) =>
  (handle: Handler): Handler =>
  async (received) => {
    if (outermost(received) !== received) return handle(received);
    const request = received.url.startsWith('http') ? received : withOrigin(received);
    const start = performance.now();
    begun();
    const response = await handle(request);
    // Read now, because middleware strips the base path from the URL.
    answered({ request, response, path: pathOf(request.url), seconds: (performance.now() - start) / 1000 });
    return response;
  };

function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.indexOf('?', start);
  return start < 0 ? '/' : url.slice(start, end < 0 ? undefined : end);
}

/** Counts every external request; internal ones belong to their page. */
export const withTally =
  (tally: Pick<Tally, 'answered'>) =>
  (handle: Handler): Handler =>
  (request) => {
    if (outermost(request) !== request) return handle(request);
    const start = performance.now();
    const answer = handle(request);
    const done = (response: Response): Response => {
      const now = performance.now();
      tally.answered(response.status, now - start, now);
      return response;
    };
    return answer instanceof Promise ? answer.then(done) : done(answer);
  };

/** Below this, compression saves less than the uncompressed headers weigh. */
const shortestBytes = 1_024;

/** Textual types sent as a whole. JSON lines are streams that compress themselves. */
const compressible =
  /^(?:application\/(?:vnd\.api\+json|json|ld\+json|atom\+xml|xml|manifest\+json)|text\/(?:html|csv|plain)|image\/svg\+xml)(?:;|$)/;

/**
 * Compresses responses, personal ones included. Responses to clients without `Accept-Encoding` pass unchanged, so handlers set
 * `Vary` themselves.
 */
export function withCompression(handle: Handler): Handler {
  return (request) => {
    const encoding = acceptedEncoding(request);
    if (encoding === undefined || isInProcess(request)) return handle(request);
    const answer = handle(request);
    return answer instanceof Promise
      ? answer.then((response) => compressed(request, response, encoding))
      : compressed(request, answer, encoding);
  };
}

/**
 * Compresses a response and adapts its ETag, unless it is short, not textual or already encoded. The compressed length leaks
 * content (BREACH), so a page with a secret beside attacker-chosen text must mask the secret, as `form-token.ts` does. Tokens
 * created by the API never stand beside such text.
 */
async function compressed(request: Request, response: Response, encoding: Encoding): Promise<Response> {
  const { headers, status } = response;
  if (headers.has('content-encoding') || !compressible.test(headers.get('content-type') ?? '')) return response;
  if (request.method === 'HEAD') {
    if (Number(headers.get('content-length') ?? 0) < shortestBytes) return response;
    // The length is unknown until then; the runtime would otherwise send that of an empty body.
    headers.delete('content-length');
    headers.set('transfer-encoding', 'chunked');
    return new Response(null, { status, headers: encodedHeaders(headers, encoding) });
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.byteLength < shortestBytes) return new Response(bytes, { status, headers });
  const body = (await compress(bytes, encoding, 'fast')) as Uint8Array<ArrayBuffer>;
  storeEncoded(response, encoding, body);
  return new Response(body, { status, headers: encodedHeaders(headers, encoding) });
}

function encodedHeaders(headers: Headers, encoding: Encoding): Headers {
  headers.set('content-encoding', encoding);
  const etag = headers.get('etag');
  if (etag !== null) headers.set('etag', encodedTag(etag, encoding));
  if (!/accept-encoding|\*/i.test(headers.get('vary') ?? '')) headers.append('vary', 'Accept-Encoding');
  return headers;
}

interface Slot {
  minute: number;
  failed: number;
  refused: number;
  slow: number;
  /** Number of requests per duration bucket; see {@link stepOf}. */
  readonly durations: Uint32Array;
}

const minutesKept = 60;
const slowMilliseconds = 1_000;

/** Bucket width of durations: 20 %, from 0.01 ms to some minutes. */
const [shortestMilliseconds, ratio, steps] = [0.01, 1.2, 96];

const perStep = 1 / Math.log2(ratio);

const stepOf = (milliseconds: number): number =>
  milliseconds <= shortestMilliseconds ? 0 : Math.min(steps - 1, Math.floor(Math.log2(milliseconds / shortestMilliseconds) * perStep));

const middleOf = (step: number): number => shortestMilliseconds * ratio ** (step + 0.5);

/** Statistics of the last hour for operators, in some tens of kilobytes. */
export class HourlyTally implements Tally {
  readonly #slots: Slot[] = [];
  readonly signIns = { good: 0, failed: 0 };
  #total = 0;

  get total(): number {
    return this.#total;
  }

  answered(status: number, milliseconds: number, at = performance.now()): void {
    const slot = this.#slotOf(Math.floor(at / 60_000));
    this.#total++;
    if (status >= 500) slot.failed++;
    else if (status === 429) slot.refused++;
    if (milliseconds >= slowMilliseconds) slot.slow++;
    const step = stepOf(milliseconds);
    slot.durations[step] = (slot.durations[step] ?? 0) + 1;
  }

  signedIn(isRight: boolean): void {
    this.signIns[isRight ? 'good' : 'failed']++;
  }

  lastHour(at = performance.now()): Done {
    const minute = Math.floor(at / 60_000);
    const slots = this.#slots.filter((slot) => slot.minute > minute - minutesKept);
    const sum = (of: (slot: Slot) => number): number => slots.reduce((all, slot) => all + of(slot), 0);
    const durations = Array.from({ length: steps }, (_, step) => sum(({ durations }) => durations[step] ?? 0));
    return {
      requests: durations.reduce((all, count) => all + count, 0),
      failed: sum(({ failed }) => failed),
      refused: sum(({ refused }) => refused),
      slow: sum(({ slow }) => slow),
      medianMilliseconds: quantile(durations, 0.5),
      p99Milliseconds: quantile(durations, 0.99),
    };
  }

  #slotOf(minute: number): Slot {
    const at = minute % minutesKept;
    const slot = this.#slots[at] ?? { minute: -1, failed: 0, refused: 0, slow: 0, durations: new Uint32Array(steps) };
    this.#slots[at] = slot;
    if (slot.minute === minute) return slot;
    slot.durations.fill(0);
    return Object.assign(slot, { minute, failed: 0, refused: 0, slow: 0 });
  }
}

function quantile(durations: readonly number[], share: number): number | null {
  const wanted = durations.reduce((all, count) => all + count, 0) * share;
  if (wanted === 0) return null;
  let seen = 0;
  const step = durations.findIndex((count) => {
    seen += count;
    return seen >= wanted;
  });
  return middleOf(step);
}
