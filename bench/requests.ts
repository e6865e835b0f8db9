import { type Bench, BenchError } from './measurement';
import type { Server } from './processes';

/** Sends a request, with the read token by default, and reads the whole response. @throws {BenchError} if it is not a success */
export async function sendRequest(
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
  throw new BenchError(`${path} returned ${response.status}: ${Buffer.from(body).toString().slice(0, 300)}`);
}

/** Changes the biography of an artist as the editor, which invalidates the server's caches. */
export async function writeToCatalog(bench: Bench, server: Server): Promise<void> {
  const token = bench.catalog.editorToken;
  const path = `/api/artists/${bench.catalog.artistIds[0]}`;
  const etag = (await sendRequest(bench, server, path, { token })).headers.get('etag') ?? '';
  const data = { type: 'Artist', id: path, attributes: { biography: `Written at ${performance.now()}.` } };
  const headers = { 'content-type': 'application/vnd.api+json', 'if-match': etag };
  await sendRequest(bench, server, path, { token, method: 'PATCH', headers, body: JSON.stringify({ data }) });
}
