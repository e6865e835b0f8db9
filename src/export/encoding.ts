import { preferredOf, weightsOf } from '../http/encoding';
import { HttpError } from '../http/errors';

export const ndjsonMediaType = 'application/x-ndjson';

/** Throws a 406 where the client takes no JSON lines. */
export function requireNdjson(request: Request): void {
  const accept = request.headers.get('accept');
  if (accept === null || accept.trim() === '') return;
  const weights = weightsOf(accept);
  // The most specific range decides (RFC 9110, section 12.5.1).
  const weight = weights.get(ndjsonMediaType) ?? weights.get('application/*') ?? weights.get('*/*') ?? 0;
  if (weight === 0) throw new HttpError(406, `This is answered as ${ndjsonMediaType}; Accept must allow that.`, { header: 'Accept' });
}

/** Those that a stream of any length is compressed by as it goes. */
const encodings = ['zstd', 'gzip'] as const;
export type StreamEncoding = (typeof encodings)[number];

export const acceptedStreamEncoding = (request: Request): StreamEncoding | undefined => preferredOf(request, encodings);

/** Bun's takes zstd too, which the types of browsers, that come with those of pages, do not know. */
export const compress = (stream: ReadableStream<Uint8Array>, encoding: StreamEncoding | undefined): ReadableStream<Uint8Array> =>
  encoding ? stream.pipeThrough(new CompressionStream(encoding as 'gzip') as ReadableWritablePair<Uint8Array, Uint8Array>) : stream;
