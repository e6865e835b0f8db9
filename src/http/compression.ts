import { compress } from './compressors';
import { acceptedEncoding, type Encoding, encodedTag } from './encoding';
import { isInProcess } from './in-process';
import { keepEncoded } from './keeping';

type Handler = (request: Request) => Response | Promise<Response>;

/** Below this, what is saved is less than the headers of an answer, which go along uncompressed. */
const shortestBytes = 1_024;

/** What is text, and answered whole. JSON lines are not among these: they are a stream, which compresses itself. */
const compressible =
  /^(?:application\/(?:vnd\.api\+json|json|ld\+json|atom\+xml|xml|manifest\+json)|text\/(?:html|csv|plain)|image\/svg\+xml)(?:;|$)/;

/**
 * Makes answers as small as their reader takes them, pages and personal ones too. What a client without `Accept-Encoding`
 * gets is not looked at, so that whoever makes an answer says that it varies by that header.
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
 * An answer in an encoding, with a tag of its own; as it is, where it is short, no text, or encoded already.
 *
 * The length of what is compressed tells something of what is in it (BREACH): a page that holds a secret beside text that
 * others may choose must write the secret in other signs each time, as `form-token.ts` does. Tokens that the API makes
 * stand beside nothing of that kind.
 */
async function compressed(request: Request, response: Response, encoding: Encoding): Promise<Response> {
  const { headers, status } = response;
  if (headers.has('content-encoding') || !compressible.test(headers.get('content-type') ?? '')) return response;
  if (request.method === 'HEAD') {
    if (Number(headers.get('content-length') ?? 0) < shortestBytes) return response;
    // How long it would be is known only once it is made; and without a word the length that no body has would be sent.
    headers.delete('content-length');
    headers.set('transfer-encoding', 'chunked');
    return new Response(null, { status, headers: encodedHeaders(headers, encoding) });
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.byteLength < shortestBytes) return new Response(bytes, { status, headers });
  const body = (await compress(bytes, encoding, 'fast')) as Uint8Array<ArrayBuffer>;
  keepEncoded(response, encoding, body);
  return new Response(body, { status, headers: encodedHeaders(headers, encoding) });
}

function encodedHeaders(headers: Headers, encoding: Encoding): Headers {
  headers.set('content-encoding', encoding);
  const etag = headers.get('etag');
  if (etag !== null) headers.set('etag', encodedTag(etag, encoding));
  if (!/accept-encoding|\*/i.test(headers.get('vary') ?? '')) headers.append('vary', 'Accept-Encoding');
  return headers;
}
