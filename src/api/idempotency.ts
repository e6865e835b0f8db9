import { conflict, invalid, unprocessable } from '../errors';
import { maximumFileBytes, readBytes } from '../http/body';
import type { Store } from '../store/database/open';
import { withoutWriteChecks } from '../store/database/transactions';
import { timestamp } from '../store/values/dates';
import type { Repeat } from './route';

// Idempotency-Key of POST requests (draft-ietf-httpapi-idempotency-key-header): a client that saw no response sends the request again.

const keptMilliseconds = 24 * 3_600_000;

/** A day of a busy program; the oldest is forgotten first. */
const maximumKeys = 1_000;

/** Largest response that is stored; others are not repeated. */
const maximumResponseLength = 65_536;

/** Headers of a response that belong to its content. */
const ownHeaders = ['content-type', 'location', 'content-location', 'etag', 'cache-control', 'vary'];

interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Answers a request with the first response to the same key, if there is one. Only successful responses are stored: what was
 * refused has changed nothing.
 * @param userOf key of the request's user
 */
export function repeater(store: Store, userOf: (request: Request) => number | undefined, clock: () => number = Date.now): Repeat {
  /** Requests under way, by user and key. */
  const running = new Set<string>();

  return async (request, handle) => {
    const key = request.headers.get('idempotency-key') ?? '';
    const user = userOf(request);
    if (user === undefined) return handle();
    if (!/^[\x21-\x7E](?:[\x20-\x7E]{0,253}[\x21-\x7E])?$/.test(key))
      throw invalid('invalid_idempotency_key', {}, { header: 'Idempotency-Key' });
    const fingerprint = await fingerprintOf(request);
    const claim = `${user} ${key}`;
    const earlier = await store.write(() => {
      const found = begin(store, { user, key, fingerprint, time: clock() }, running.has(claim));
      if (!found) running.add(claim);
      return found;
    });
    if (earlier) return respondAgain(earlier);
    let response: Response | undefined;
    try {
      response = await handle();
      return response;
    } finally {
      running.delete(claim);
      const stored = response && (await storedResponse(response));
      // Also after a request whose sender lost their rights.
      await withoutWriteChecks(() =>
        store.write(() => {
          if (stored) store.writer.run(`UPDATE idempotent_request SET response = ? ${ofKey}`, [JSON.stringify(stored), user, key]);
          else store.writer.run(`DELETE FROM idempotent_request ${ofKey}`, [user, key]);
        }),
      );
    }
  };
}

const ofKey = 'WHERE user_key = ? AND key = ?';

interface Beginning {
  readonly user: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly time: number;
}

/** Claims a key for a request, within its transaction. Returns the earlier response, if there is one. */
function begin({ writer }: Store, { user, key, fingerprint, time }: Beginning, isRunning: boolean): StoredResponse | undefined {
  writer.run('DELETE FROM idempotent_request WHERE user_key = ? AND created_at <= ?', [user, timestamp(time - keptMilliseconds)]);
  const found = writer.query(`SELECT fingerprint, response FROM idempotent_request ${ofKey}`).get(user, key) as {
    readonly fingerprint: string;
    readonly response: string | null;
  } | null;
  if (found) {
    if (found.fingerprint !== fingerprint) throw unprocessable('idempotency_key_reused', {}, { header: 'Idempotency-Key' });
    if (found.response !== null) return JSON.parse(found.response);
    throw conflict(isRunning ? 'idempotent_request_running' : 'idempotent_request_interrupted', {}, { header: 'Idempotency-Key' });
  }
  writer.run(
    `DELETE FROM idempotent_request WHERE user_key = ?1 AND key IN (
      SELECT key FROM idempotent_request WHERE user_key = ?1 AND response IS NOT NULL ORDER BY created_at DESC LIMIT -1 OFFSET ?2
    )`,
    [user, maximumKeys - 1],
  );
  writer.run('INSERT INTO idempotent_request (user_key, key, fingerprint, created_at) VALUES (?, ?, ?, ?)', [
    user,
    key,
    fingerprint,
    timestamp(time),
  ]);
  return undefined;
}

async function fingerprintOf(request: Request): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256');
  for (const part of [request.method, request.url, request.headers.get('content-type') ?? '']) hash.update(`${part}\0`);
  // Without the types of browsers, that of a clone is another one.
  const clone = request.clone() as Request;
  return hash.update(await readBytes(clone, maximumFileBytes)).digest('hex');
}

/** `undefined` for a response that is not repeated. */
async function storedResponse(response: Response): Promise<StoredResponse | undefined> {
  if (!response.ok) return undefined;
  const body = await response.clone().text();
  if (body.length > maximumResponseLength) return undefined;
  const headers = ownHeaders.flatMap((name) => (response.headers.has(name) ? [[name, response.headers.get(name) as string]] : []));
  return { status: response.status, headers: Object.fromEntries(headers), body };
}

const respondAgain = ({ status, headers, body }: StoredResponse): Response =>
  new Response(body === '' ? null : body, { status, headers: { ...headers, 'idempotency-replayed': 'true' } });
