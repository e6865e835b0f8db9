const outer = new WeakMap<Request, Request>();
const origins = new WeakMap<Request, Request>();
const documents = new WeakMap<Response, unknown>();

/**
 * Marks a request that the server sends itself while handling another. It is not counted again, inherits the client address, and
 * gets its document without serialization.
 */
export function makeInProcess(request: Request, from: Request): Request {
  outer.set(request, from);
  return request;
}

/**
 * Marks a request sent on behalf of a submitted form: it inherits the client address, but is otherwise counted and answered like
 * the user's own.
 */
export function makeOnBehalf(request: Request, from: Request): Request {
  origins.set(request, outermost(from));
  return request;
}

export const isInProcess = (request: Request): boolean => outer.has(request);

/** The external request behind an internal one, or the request itself. */
export const outermost = (request: Request): Request => outer.get(request) ?? origins.get(request) ?? request;

/** Response to an internal request: the document is passed along unserialized. */
export function handOver(document: unknown, status: number, headers: Readonly<Record<string, string>>): Response {
  const response = new Response(null, { status, headers });
  documents.set(response, document);
  return response;
}

/** Document of an internal response; `undefined` for other bodies. */
export const handedOver = (response: Response): unknown => documents.get(response);
