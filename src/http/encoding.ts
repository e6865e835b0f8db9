/** Supported encodings, best first. */
const encodings = ['zstd', 'br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Best encoding that the client accepts; `undefined` for none. */
export function acceptedEncoding(request: Request): Encoding | undefined {
  const accepted = request.headers.get('accept-encoding');
  if (accepted === null) return undefined;
  // Requests repeat the same few header values, and each is asked several times.
  if (accepted !== last.accepted) last = { accepted, encoding: preferredOf(request, encodings) };
  return last.encoding;
}

let last: { readonly accepted: string; readonly encoding: Encoding | undefined } = { accepted: '', encoding: undefined };

/** Offered encoding with the highest weight, the earlier one on a tie; `undefined` for none. */
export function preferredOf<E extends Encoding>(request: Request, offered: readonly E[]): E | undefined {
  const accepted = request.headers.get('accept-encoding');
  if (accepted === null) return undefined;
  const weights = weightsOf(accepted);
  const rankOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const best = [...offered].sort((one, other) => rankOf(other) - rankOf(one))[0];
  return best && rankOf(best) > 0 && rankOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}

/** Ranks of header items (RFC 9110, section 12.4.2). */
export function weightsOf(header: string): Map<string, number> {
  const items = header.split(',').map((item): [string, number] => {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
    return [name, weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1)) || 0];
  });
  return new Map(items.filter(([name]) => name !== ''));
}

/** Strong ETag of an encoded body (RFC 9110, section 8.8.3.3). */
export const encodedTag = (etag: string, encoding: Encoding): string => etag.replace(/"$/, `-${encoding}"`);

/** ETag without its encoding suffix, so that a client may edit what it read compressed. */
export const plainTag = (etag: string): string => etag.replace(/-(?:zstd|br|gzip)"$/, '"');
