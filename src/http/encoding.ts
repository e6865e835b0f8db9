/** Those that an answer can be compressed by, the better one first. */
const encodings = ['zstd', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** The encoding that a client takes and prefers; of several alike the better one; `undefined` for none. */
export function acceptedEncoding(request: Request): Encoding | undefined {
  const weights = weightsOf(request.headers.get('accept-encoding') ?? '');
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const best = [...encodings].sort((one, other) => weightOf(other) - weightOf(one))[0];
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
