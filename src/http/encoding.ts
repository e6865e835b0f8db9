/** Those that an answer can be compressed by, the better one first. */
const encodings = ['zstd', 'br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** The encoding that a client takes and prefers; of several alike the better one; `undefined` for none. */
export function acceptedEncoding(request: Request): Encoding | undefined {
  const accepted = request.headers.get('accept-encoding');
  if (accepted === null) return undefined;
  // Nearly all requests say one of a few things, and each is asked for what it says several times.
  if (accepted !== last.accepted) last = { accepted, encoding: preferredOf(request, encodings) };
  return last.encoding;
}

let last: { readonly accepted: string; readonly encoding: Encoding | undefined } = { accepted: '', encoding: undefined };

/** The one of these encodings that a client takes and prefers, the earlier one of several alike; `undefined` for none. */
export function preferredOf<E extends Encoding>(request: Request, offered: readonly E[]): E | undefined {
  const accepted = request.headers.get('accept-encoding');
  if (accepted === null) return undefined;
  const weights = weightsOf(accepted);
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const best = [...offered].sort((one, other) => weightOf(other) - weightOf(one))[0];
  return best && weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}

/** The items of a header, each with its weight (RFC 9110, section 12.4.2). */
export function weightsOf(header: string): Map<string, number> {
  const items = header.split(',').map((item): [string, number] => {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
    return [name, weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1)) || 0];
  });
  return new Map(items.filter(([name]) => name !== ''));
}

/** The strong tag of a body as an encoding has it: bytes that differ have tags that differ (RFC 9110, section 8.8.3.3). */
export const encodedTag = (etag: string, encoding: Encoding): string => etag.replace(/"$/, `-${encoding}"`);

/** The tag of a body whatever encoding it was sent in: what is read as zstd may be changed by someone who names that tag. */
export const plainTag = (etag: string): string => etag.replace(/-(?:zstd|br|gzip)"$/, '"');
