import type { Meter } from '../context';
import { bearerToken } from '../http/authentication';
import { HttpError } from '../http/errors';
import { message } from '../messages/message';

export const metricsPath = '/metrics';

/**
 * @param token required as bearer token; empty on an address restricted to authorized readers
 * @throws {HttpError} 401
 */
export async function metricsAnswer(meter: Meter, token: string, request: Request): Promise<Response> {
  if (token !== '' && !isSame(bearerToken(request.headers.get('authorization')) ?? '', token))
    throw new HttpError(401, message('bad_metrics_token'), undefined, {
      'www-authenticate': 'Bearer realm="leitmotif metrics"',
    });
  const { text, mediaType } = await meter.read();
  return new Response(text, { headers: { 'content-type': mediaType, 'cache-control': 'no-store' } });
}

/** The server of a separate metrics address. */
export function metricsServer(meter: Meter, token: string): (request: Request) => Promise<Response> {
  return async (request) => {
    if (!['GET', 'HEAD'].includes(request.method)) return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    if (new URL(request.url, 'http://localhost').pathname !== metricsPath)
      return new Response(`Metrics are at ${metricsPath}.\n`, { status: 404 });
    try {
      return await metricsAnswer(meter, token, request);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      return new Response(`${error.detail}\n`, { status: error.status, headers: error.headers });
    }
  };
}

/** Compares hashes, so timing reveals nothing. */
const isSame = (a: string, b: string): boolean => hash(a) === hash(b);

const hash = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex');
