const outer = new WeakMap<Request, Request>();
const origins = new WeakMap<Request, Request>();
const documents = new WeakMap<Response, unknown>();

/**
 * Marks a request that this server makes of itself, for one that came from outside. It is answered like any other, but
 * is not counted a second time, comes from the address of the other, and its document is handed over as it is.
 */
export function makeInProcess(request: Request, from: Request): Request {
  outer.set(request, from);
  return request;
}

/**
 * Marks a request that somebody has this server make, from a form of a page: it comes from the address of the one that
 * the form came with, and beyond that is counted and answered as if they had sent it.
 */
export function makeOnBehalf(request: Request, from: Request): Request {
  origins.set(request, outermost(from));
  return request;
}

export const isInProcess = (request: Request): boolean => outer.has(request);

/** The request that came from outside: itself, or the one that it was made for. */
export const outermost = (request: Request): Request => outer.get(request) ?? origins.get(request) ?? request;

/** An answer to a request of our own: the document beside it, never written as text. */
export function handOver(document: unknown, status: number, headers: Readonly<Record<string, string>>): Response {
  const response = new Response(null, { status, headers });
  documents.set(response, document);
  return response;
}

/** The document of an answer to a request of our own; `undefined` where the answer has a body of another kind, or none. */
export const handedOver = (response: Response): unknown => documents.get(response);
