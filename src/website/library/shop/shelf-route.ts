import { ApiError } from '../../api/client';
import type { Visit } from '../../http/request-context';
import { keptShelf, keptWords, type ShelfRelease } from './kept-shelf';
import { ownerHeaders } from './owner';

/** All that the reader owns and wants, in their language: what the worker keeps to answer without a network. */
export async function get(visit: Visit): Promise<Response> {
  const words = Bun.hash(JSON.stringify([visit.format.locale, keptWords(visit.t)])).toString(36);
  const [, known, knownWords] = knownTag.exec(visit.request.headers.get('if-none-match') ?? '') ?? [];
  const asked: Record<string, string> = known !== undefined && knownWords === words ? { 'if-none-match': `"${known}"` } : {};
  const response = await visit.api.fetch('GET', '/api/users/me/shelf-list', undefined, asked);
  const tag = `"${response.headers.get('etag')?.slice(1, -1)}~${words}"`;
  // Nothing but the worker keeps it, which empties what it keeps when its reader goes.
  const headers = { 'cache-control': 'private, no-store', etag: tag, 'x-content-type-options': 'nosniff', ...ownerHeaders(visit) };
  if (response.status === 304) return new Response(null, { status: 304, headers });
  const document = (await response.json()) as ShelfDocument;
  if (!response.ok) throw new ApiError(response.status, document, response.headers);
  return Response.json(keptShelf(visit, document.data.attributes.releases), { headers });
}

/** The tag of the list, and that of the language; a proxy makes it weak, and compression puts its name behind it. */
const knownTag = /^(?:W\/)?"([^~"]+)~(\w+)(?:-\w+)?"$/;

interface ShelfDocument {
  readonly data: { readonly attributes: { readonly releases: readonly ShelfRelease[] } };
}
