import type { s3Address } from '../../config';
import { DomainError } from '../../errors';
import { fetchBounded } from '../../http/bounded-fetch';
import { type MessageCode, message } from '../../messages/message';
import { type CopySettings, type CopyTarget, copyDiffers, copyOf } from './state';

// Bun's own client sends neither checksums nor limits of time, and cannot find the uploads that a killed process left.

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly file?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | string;
  readonly range?: string;
}

/** For tests too. */
export interface S3Patience {
  /** For a request of at most {@link leastPartBytes}, so about 30 kB a second. */
  readonly timeoutMilliseconds: number;
  /** Before each further attempt. */
  readonly pauses: readonly number[];
}

const usualPatience: S3Patience = { timeoutMilliseconds: 300_000, pauses: [1_000, 5_000, 30_000] };

/** Bounds memory. */
const leastPartBytes = 8 * 1_048_576;

/** A part, or a list of a thousand names. */
const maximumAnswerBytes = leastPartBytes + 1_048_576;

/** Of a thousand copies each: a server that says so for ever is none. */
const mostPages = 100;

/** S3 allows 10,000. */
const mostParts = 9_000;

export function s3Target(
  settings: CopySettings,
  address: NonNullable<ReturnType<typeof s3Address>>,
  patience = usualPatience,
): CopyTarget & { read(file: string): AsyncIterable<Uint8Array> } {
  const { backupTarget: target } = settings;
  const prefix = address.key === '' ? '' : `${address.key}/`;
  const send = (request: S3Request) =>
    sendPatiently(settings, address.bucket, { ...request, file: request.file && prefix + request.file }, patience);
  const nameOf = (block: string): string => (tag(block, 'Key') ?? '').slice(prefix.length);

  async function* read(file: string): AsyncGenerator<Uint8Array, undefined> {
    const size = Number((await send({ method: 'HEAD', file })).headers.get('content-length'));
    for (let from = 0; from < size; from += leastPartBytes) {
      const to = Math.min(from + leastPartBytes, size);
      const { bytes } = await send({ method: 'GET', file, range: `bytes=${from}-${to - 1}` });
      if (bytes.length !== to - from) throw copyDiffers(file, target);
      yield bytes;
    }
  }

  return {
    async list() {
      const sizes = new Map<string, number>();
      let after: string | undefined = '';
      for (let page = 0; after !== undefined; page++) {
        if (page === mostPages) throw refuses({ target, bucket: address.bucket, reason: 'It lists files without end.' });
        const xml = textOf(await send({ method: 'GET', query: { 'list-type': '2', prefix: `${prefix}leitmotif-`, 'start-after': after } }));
        const blocks = xml.split('<Contents>').slice(1);
        for (const block of blocks) if (copyOf(nameOf(block))) sizes.set(nameOf(block), Number(tag(block, 'Size')));
        after = tag(xml, 'IsTruncated') === 'true' ? tag(blocks.at(-1) ?? '', 'Key') : undefined;
      }
      return sizes;
    },
    async clean() {
      const xml = textOf(await send({ method: 'GET', query: { uploads: '', prefix: `${prefix}leitmotif-` } }));
      for (const block of xml.split('<Upload>').slice(1))
        if (copyOf(nameOf(block))) await send({ method: 'DELETE', file: nameOf(block), query: { uploadId: tag(block, 'UploadId') ?? '' } });
    },
    async write(file, chunks, expectedBytes) {
      const uploadId = tag(textOf(await send({ method: 'POST', file, query: { uploads: '' } })), 'UploadId') ?? '';
      const [sha256, md5OfParts] = [new Bun.CryptoHasher('sha256'), new Bun.CryptoHasher('md5')];
      const parts: string[] = [];
      let sent = 0;
      try {
        for await (const body of inParts(chunks, Math.max(leastPartBytes, Math.ceil(expectedBytes / mostParts)))) {
          sha256.update(body);
          md5OfParts.update(new Bun.CryptoHasher('md5').update(body).digest());
          const number = parts.length + 1;
          const { headers } = await send({ method: 'PUT', file, query: { partNumber: String(number), uploadId }, body });
          parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${headers.get('etag')}</ETag></Part>`);
          sent += body.length;
        }
        const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
        await send({ method: 'POST', file, query: { uploadId }, body });
      } catch (error) {
        await send({ method: 'DELETE', file, query: { uploadId } }).catch(() => undefined);
        throw error;
      }
      const { headers } = await send({ method: 'HEAD', file });
      const [expected, stored] = [`"${md5OfParts.digest('hex')}-${parts.length}"`, Number(headers.get('content-length'))];
      if (stored === sent && headers.get('etag') === expected) return { bytes: sent, verified: 'checksum' };
      // Servers that encrypt have other ETags.
      const readBack = new Bun.CryptoHasher('sha256');
      for await (const chunk of read(file)) readBack.update(chunk);
      if (readBack.digest('hex') === sha256.digest('hex')) return { bytes: sent, verified: 'read' };
      await send({ method: 'DELETE', file });
      throw copyDiffers(file, target);
    },
    read,
    async remove(file) {
      await send({ method: 'DELETE', file });
    },
  };
}

async function* inParts(chunks: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(partBytes);
  let filled = 0;
  for await (let chunk of chunks) {
    while (chunk.length > 0) {
      const piece = chunk.subarray(0, partBytes - filled);
      part.set(piece, filled);
      filled += piece.length;
      chunk = chunk.subarray(piece.length);
      if (filled < partBytes) continue;
      yield part;
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

const textOf = ({ bytes }: Received): string => new TextDecoder().decode(bytes);

/** The text of the first element of a name. */
const tag = (xml: string, name: string): string | undefined => xml.split(`<${name}>`)[1]?.split(`</${name}>`)[0];

async function sendPatiently(settings: CopySettings, bucket: string, request: S3Request, patience: S3Patience): Promise<Received> {
  const { timeoutMilliseconds, pauses } = patience;
  for (let attempt = 0; ; attempt++) {
    const received = await sendOnce(settings, bucket, request, timeoutMilliseconds).catch((error: Error) => error);
    const code = received instanceof Error ? undefined : failureCode(received);
    if (!(received instanceof Error) && code === undefined) return received;
    // A response that is too large or compressed is no better the next time.
    const isTemporary =
      received instanceof Error
        ? !(received instanceof RangeError)
        : code === 'RequestTimeout' || received.status === 429 || (received.status >= 500 && ![501, 507].includes(received.status));
    const pause = isTemporary ? pauses[attempt] : undefined;
    if (pause !== undefined) await Bun.sleep(pause);
    else if (received instanceof Error) throw connectionProblem(settings, received, timeoutMilliseconds / 1_000);
    else throw refusal(settings, bucket, code ?? '', received);
  }
}

/** A completed upload may be an error in a successful response. */
function failureCode(received: Received): string | undefined {
  const { status, headers } = received;
  const isXml = status >= 300 || (headers.get('content-type')?.includes('xml') ?? false);
  const code = isXml ? tag(textOf(received).split('<Error>')[1] ?? '', 'Code') : undefined;
  return status >= 300 ? (code ?? String(status)) : code;
}

const hmac = (key: string | Uint8Array, text: string): Buffer => new Bun.CryptoHasher('sha256', key).update(text).digest() as Buffer;

const sha256 = (data: string | Uint8Array): string => new Bun.CryptoHasher('sha256').update(data).digest('hex');

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Signs a request with the checksum of its body, which the server compares (AWS Signature Version 4). */
async function sendOnce(settings: CopySettings, bucket: string, request: S3Request, timeout: number): Promise<Received> {
  const { method, file = '', query = {}, body = '', range } = request;
  const region = regionOf(settings);
  const url = new URL(settings.backupS3Endpoint || `https://s3.${region}.amazonaws.com`);
  const path = `${url.pathname.replace(/\/$/, '')}/${bucket}${file && `/${file}`}`;
  const search = Object.entries(query)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
  const time = new Date().toISOString().replaceAll(/[:-]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const signed = { host: url.host, 'x-amz-content-sha256': sha256(body), 'x-amz-date': time };
  const names = Object.keys(signed).join(';');
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`);
  const canonical = [method, path, search, lines.join(''), names, signed['x-amz-content-sha256']].join('\n');
  const key = scope.split('/').reduce<string | Uint8Array>((key, part) => hmac(key, part), `AWS4${settings.backupS3Secret}`);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${settings.backupS3KeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  const headers = { ...signed, authorization, ...(range && { range }) };
  const sent = { method, headers, body: method === 'PUT' || method === 'POST' ? body : undefined, signal: AbortSignal.timeout(timeout) };
  const response = await fetchBounded(`${url.origin}${path}${search && `?${search}`}`, sent, maximumAnswerBytes);
  return { status: response.status, headers: response.headers, bytes: await response.bytes() };
}

const regionOf = ({ backupS3Endpoint: endpoint, backupS3Region: region }: CopySettings): string =>
  region || /^https?:\/\/s3[.-]([a-z]{2}[a-z0-9]*-[a-z0-9-]+)\./.exec(endpoint)?.[1] || 'us-east-1';

function connectionProblem({ backupTarget: target }: CopySettings, error: Error, seconds: number): DomainError {
  const problem =
    error.name === 'TimeoutError'
      ? message('copy_target_slow', { target, seconds })
      : message('copy_target_unreachable', { target, reason: error.message });
  return new DomainError('unavailable', problem);
}

/** Of a server, for logs and pages. */
const longestReason = 300;

const codes: Readonly<Record<string, MessageCode>> = {
  NoSuchBucket: 'copy_bucket_missing',
  PermanentRedirect: 'copy_wrong_region',
  AuthorizationHeaderMalformed: 'copy_wrong_region',
  ...Object.fromEntries(
    ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AccessDenied', '401', '403'].map((code) => [code, 'copy_access_denied']),
  ),
};

const refuses = (
  params: Readonly<Record<'target' | 'bucket' | 'reason', string>>,
  code: MessageCode = 'copy_target_refuses',
): DomainError => new DomainError('unavailable', { code, params });

function refusal({ backupTarget: target }: CopySettings, bucket: string, code: string, received: Received): DomainError {
  const explanation = tag(textOf(received), 'Message') ?? (received.status === 404 ? 'There is no such file.' : code);
  const reason = explanation.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, longestReason);
  if (received.status === 507 || /quota|storage.?full|insufficient.?storage|cap exceeded/i.test(`${code} ${reason}`))
    return new DomainError('unavailable', message('copy_target_full', { target }));
  return refuses({ target, bucket, reason }, codes[code]);
}
