import { type Bench, BenchError } from './measurement';
import type { Server } from './processes';

/** Sends one request and reads its answer, which must be a success. It comes from a reader unless a token says who else asks. */
export async function ask(
  { catalog }: Bench,
  { url }: Server,
  path: string,
  { token = catalog.token, ...init }: RequestInit & { readonly token?: string } = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(url + path, { ...init, headers });
  const body = await response.arrayBuffer();
  if (response.ok) return new Response(body, response);
  throw new BenchError(`${path} was answered with ${response.status}: ${Buffer.from(body).toString().slice(0, 300)}`);
}

/** Changes the biography of an artist, as an editor does: whatever is kept of the catalog is old then. */
export async function writeToCatalog(bench: Bench, server: Server): Promise<void> {
  const token = bench.catalog.editorToken;
  const path = `/api/artists/${bench.catalog.artistIds[0]}`;
  const etag = (await ask(bench, server, path, { token })).headers.get('etag') ?? '';
  const data = { type: 'Artist', id: path, attributes: { biography: `Written at ${performance.now()}.` } };
  const headers = { 'content-type': 'application/vnd.api+json', 'if-match': etag };
  await ask(bench, server, path, { token, method: 'PATCH', headers, body: JSON.stringify({ data }) });
}
