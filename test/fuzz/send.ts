import type { Request } from './requests';

export interface Answer {
  /** 0 without a response. */
  readonly status: number;
  readonly milliseconds: number;
  readonly etag: string | null;
  readonly location: string | null;
  readonly detail: string;
}

/** A slower server counts as hanging. */
const patienceMilliseconds = 30_000;

export async function send(url: string, request: Request): Promise<Answer> {
  const started = performance.now();
  const answer = await (request.host === undefined ? byFetch(url, request) : byOwnSocket(url, request)).catch((error: Error) => ({
    ...nothing,
    detail: `No answer: ${error.message}`,
  }));
  return { ...answer, milliseconds: performance.now() - started };
}

const nothing = { status: 0, etag: null, location: null };

async function byFetch(url: string, { method, target, headers, body }: Request): Promise<Omit<Answer, 'milliseconds'>> {
  const response = await fetch(url + target, {
    method,
    headers,
    body,
    redirect: 'manual',
    decompress: false,
    signal: AbortSignal.timeout(patienceMilliseconds),
  });
  const bytes = await response.arrayBuffer();
  const detail = response.status >= 500 ? new TextDecoder().decode(bytes) : '';
  return { status: response.status, etag: response.headers.get('etag'), location: response.headers.get('location'), detail };
}

/** Sends what `fetch` would correct or refuse. A connection closed without a response counts as 400. */
async function byOwnSocket(url: string, request: Request): Promise<Omit<Answer, 'milliseconds'>> {
  const { hostname, port } = new URL(url);
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const chunks: Buffer[] = [];
  const timer = setTimeout(() => reject(new Error('The socket was left open.')), patienceMilliseconds);
  const bytes = bytesOf(request);
  let sent = 0;
  const push = (socket: { write(data: Uint8Array): number }): void => {
    sent += Math.max(0, socket.write(bytes.subarray(sent)));
  };
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open: push,
      drain: (socket) => (sent < bytes.length ? push(socket) : undefined),
      data: (_, chunk) => void chunks.push(chunk),
      close: () => resolve(),
      error: (_, error) => reject(error),
    },
  });
  try {
    await ended;
  } finally {
    clearTimeout(timer);
    socket.end();
  }
  const text = Buffer.concat(chunks).toString();
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? refusedAsNoHttp);
  return { ...nothing, status, detail: status >= 500 ? (text.split('\r\n\r\n').at(-1) ?? '') : '' };
}

/** Status for a connection closed without a response. */
const refusedAsNoHttp = 400;

function bytesOf({ method, target, headers, body = new Uint8Array(0), host = '' }: Request): Buffer {
  const fields = { host, ...headers, connection: 'close', 'content-length': String(body.length) };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return Buffer.concat([Buffer.from([`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n')), body]);
}

export function curlOf(url: string, { method, target, headers, body, host }: Request): string {
  const fields = { ...(host !== undefined && { host }), ...headers };
  const options = Object.entries(fields).map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`);
  const asked = method === 'HEAD' ? '-I' : `-X ${method}`;
  const line = ['curl -i -g --path-as-is', asked, ...options, quoted(url + target)].join(' ');
  return body ? `base64 -d <<< ${body.toBase64()} | ${line} --data-binary @-` : line;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
