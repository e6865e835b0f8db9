/** Requests of servers that an operator names, which may still be wrong or hostile. */

interface BoundedRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestInit['body'];
  readonly signal?: AbortSignal | undefined;
  readonly redirect?: RequestInit['redirect'];
}

/**
 * The response, read whole. Redirects are not followed by default.
 * @throws {RangeError} if it is larger than `most` bytes, or compressed, since some kilobytes can expand to gigabytes
 */
export async function fetchBounded(url: string, { headers, body, ...request }: BoundedRequest, most: number): Promise<Response> {
  const response = await fetch(url, {
    redirect: 'manual',
    ...request,
    ...(body != null && { body }),
    headers: { ...headers, 'accept-encoding': 'identity' },
    decompress: false,
  });
  const encoding = response.headers.get('content-encoding') ?? 'identity';
  const parts: Uint8Array[] = [];
  let size = encoding.trim().toLowerCase() === 'identity' ? 0 : Number.POSITIVE_INFINITY;
  // A reader, since the loop over a stream would cancel it late.
  const reader = response.body?.getReader();
  for (;;) {
    if (size > most) {
      await reader?.cancel();
      throw new RangeError(size === Number.POSITIVE_INFINITY ? 'the response is compressed' : `the response is larger than ${most} bytes`);
    }
    const value = (await reader?.read())?.value;
    if (!value) break;
    size += value.byteLength;
    parts.push(value);
  }
  // Some statuses allow no body (Fetch Standard, section 2.2.3).
  const whole = parts.length === 0 ? null : Buffer.concat(parts);
  return new Response(whole, { status: response.status, headers: response.headers });
}
