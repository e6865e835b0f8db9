import type { Encoding } from './encoding';
import type { KeptAnswer, ResponseCache } from './response-cache';

/** Where the answer to a request may be kept, until something about it says that it may not. */
interface Place {
  readonly cache: ResponseCache;
  readonly key: string;
  /** Of the catalog, when the request came. */
  readonly revision: string;
  isForReaders: boolean;
}

/** An answer that is kept, and where. */
export interface Kept {
  readonly cache: ResponseCache;
  readonly key: string;
  readonly answer: KeptAnswer;
}

const places = new WeakMap<Request, Place>();
const kept = new WeakMap<Response, Kept>();

/** Lets the answer to a request be kept, if whoever makes it says that the catalog alone decides it. */
export function mayBeKept(request: Request, cache: ResponseCache, key: string): void {
  places.set(request, { cache, key, revision: cache.revision(), isForReaders: false });
}

/** Whoever looks at who asks says so, whatever comes of it: the answer to them is for nobody else. */
export const neverKeep = (request: Request): void => void places.delete(request);

/** The answer is the same for all but those who may change the catalog, and they are not among them. */
export function keepForReaders(request: Request): void {
  const place = places.get(request);
  if (place) place.isForReaders = true;
}

/** Whether an answer to the request would be kept. */
export const isKeepable = (request: Request): boolean => places.has(request);

/** Keeps the body of the answer to a request, which the catalog alone decides. */
export function keep(request: Request, response: Response, body: Uint8Array<ArrayBuffer>, etag: string): void {
  const place = places.get(request);
  if (!place) return;
  const { cache, key, revision, isForReaders } = place;
  const answer: KeptAnswer = { body, etag, isForReaders, encoded: new Map() };
  cache.keep(key, answer, revision);
  places.delete(request);
  isFrom(response, { cache, key, answer });
}

/** Says of an answer that its body is one that is kept. */
export const isFrom = (response: Response, where: Kept): void => void kept.set(response, where);

/** Keeps the body of an answer, where its own is kept, as an encoding has it. */
export function keepEncoded(response: Response, encoding: Encoding, body: Uint8Array<ArrayBuffer>): void {
  const where = kept.get(response);
  where?.cache.keepEncoded(where.key, where.answer, encoding, body);
}
