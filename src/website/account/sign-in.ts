import { ApiError, type Sent } from '../api/client';
import type { Page } from '../http/page';
import type { Visit } from '../http/request-context';

/**
 * Signs in, as any client of the API does: the session that this browser had until now ends with it.
 * @throws {ApiError} where the server cannot sign anybody in
 */
export async function signIn({ api, cookies }: Visit, username: string, password: string): Promise<Sent> {
  const sent = await api.send('POST', '/api/sessions', { username, password }, { 'content-type': 'application/json' });
  // That name or password are wrong is one thing; that nobody can sign in now, with a full disk, another.
  if (sent.status >= 500) throw new ApiError(sent.status, sent.document, sent.headers);
  if (sent.ok) cookies.keepSession(sent.document.session_token);
  return sent;
}

/** Says how long to wait, where a budget is spent; `undefined` where it is not. */
export function limitOf({ status, headers }: Sent, { format }: Visit, words: (wait: string) => string): string | undefined {
  return status === 429 ? words(format.within(Number(headers.get('retry-after') ?? 60))) : undefined;
}

/**
 * How a page with a form that was not taken is answered.
 * @throws {ApiError} for what no other entry in the form mends: what it is about is not there, or the server failed
 */
export function notTaken({ status, document, headers }: Sent): Pick<Page, 'status' | 'headers'> {
  if (status === 404 || status >= 500) throw new ApiError(status, document, headers);
  const retry = headers.get('retry-after');
  return { status: status === 429 ? 429 : 422, ...(retry !== null && { headers: { 'retry-after': retry } }) };
}
