import { createHash, createHmac } from 'node:crypto';

/** A bucket "films" that checks signatures and checksums, and can misbehave. */
export interface S3Server extends Disposable {
  readonly url: string;
  readonly port: number;
  readonly objects: Map<string, Uint8Array>;
  /** By id. */
  readonly uploads: Map<string, { readonly key: string; readonly parts: Map<number, Uint8Array> }>;
  /** Takes no more parts. */
  isFull: boolean;
  /** Answers parts after this promise. */
  stall: Promise<void> | undefined;
  /** Answers with ETags that are no checksums, as servers do that encrypt. */
  isEncrypting: boolean;
  /** Changes what it stores. */
  isDamaging: boolean;
  /** Fails every second request. */
  isFlaky: boolean;
  requests: number;
}

export const s3Keys = { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' } as const;

const hash = (algorithm: string, data: string | Uint8Array): string => createHash(algorithm).update(data).digest('hex');

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The signature that a request with these headers must have (AWS Signature Version 4). */
export function signatureOf(method: string, url: URL, headers: Headers, { secret } = s3Keys): string {
  const [, scope = '', names = ''] = /Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+)/.exec(headers.get('authorization') ?? '') ?? [];
  const query = url.search.slice(1).split('&').filter(Boolean).toSorted().join('&');
  const lines = names.split(';').map((name) => `${name}:${headers.get(name)}\n`);
  const canonical = [method, url.pathname, query, lines.join(''), names, headers.get('x-amz-content-sha256')].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers.get('x-amz-date'), scope, hash('sha256', canonical)].join('\n');
  const [day = '', region = ''] = scope.split('/');
  return hmac(hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request'), text).toString('hex');
}

export function s3Server(): S3Server {
  const [objects, uploads]: [S3Server['objects'], S3Server['uploads']] = [new Map(), new Map()];
  const xml = (text: string, status = 200) =>
    new Response(`<?xml version="1.0"?>${text}`, { status, headers: { 'content-type': 'application/xml' } });
  const refuse = (status: number, code: string) =>
    xml(`<Error><Code>${code}</Code><Message>${code} of the test.</Message></Error>`, status);
  const etag = (text: string) => ({ headers: { etag: `"${state.isEncrypting ? text.replace(/\w{4}/, 'beef') : text}"` } });
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      const url = new URL(request.url);
      const body = await request.bytes();
      const [, bucket, ...path] = url.pathname.split('/');
      const [key, query] = [path.join('/'), url.searchParams];
      if (state.isFlaky && state.requests++ % 2 === 0) return refuse(503, 'SlowDown');
      const authorization = request.headers.get('authorization') ?? '';
      if (!authorization.includes(`Credential=${s3Keys.id}/`)) return refuse(403, 'InvalidAccessKeyId');
      if (!authorization.endsWith(`Signature=${signatureOf(request.method, url, request.headers)}`))
        return refuse(403, 'SignatureDoesNotMatch');
      if (hash('sha256', body) !== request.headers.get('x-amz-content-sha256')) return refuse(400, 'XAmzContentSHA256Mismatch');
      if (bucket !== 'films') return refuse(404, 'NoSuchBucket');
      const upload = uploads.get(query.get('uploadId') ?? '');
      if (query.has('list-type')) {
        const keys = [...objects.keys()]
          .filter((one) => one.startsWith(query.get('prefix') ?? '') && one > (query.get('start-after') ?? ''))
          .toSorted();
        const rows = keys.slice(0, 2).map((one) => `<Contents><Key>${one}</Key><Size>${objects.get(one)?.length}</Size></Contents>`);
        return xml(`<ListBucketResult><IsTruncated>${keys.length > 2}</IsTruncated>${rows.join('')}</ListBucketResult>`);
      }
      if (query.has('uploads') && request.method === 'GET')
        return xml(
          `<Uploads>${[...uploads].map(([id, one]) => `<Upload><Key>${one.key}</Key><UploadId>${id}</UploadId></Upload>`).join('')}</Uploads>`,
        );
      if (query.has('uploads')) {
        const id = `upload-${crypto.randomUUID()}`;
        uploads.set(id, { key, parts: new Map() });
        return xml(`<Started><UploadId>${id}</UploadId></Started>`);
      }
      if (query.has('uploadId') && !upload) return refuse(404, 'NoSuchUpload');
      if (upload && request.method === 'DELETE') uploads.delete(query.get('uploadId') ?? '');
      else if (upload && request.method === 'PUT') {
        await state.stall;
        if (state.isFull) return refuse(507, 'XMinioStorageFull');
        upload.parts.set(Number(query.get('partNumber')), body);
        return new Response('', etag(hash('md5', body)));
      } else if (upload) {
        const whole = Buffer.concat([...upload.parts.values()]);
        if (state.isDamaging) whole[100] = (whole[100] ?? 0) ^ 1;
        objects.set(key, whole);
        uploads.delete(query.get('uploadId') ?? '');
        return xml('<CompleteMultipartUploadResult/>');
      } else if (request.method === 'DELETE') objects.delete(key);
      else {
        const object = objects.get(key);
        if (!object) return refuse(404, 'NoSuchKey');
        const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.get('range') ?? '') ?? [];
        const parts = Array.from({ length: Math.ceil(object.length / partBytes) }, (_, index) =>
          createHash('md5')
            .update(object.subarray(index * partBytes, (index + 1) * partBytes))
            .digest(),
        );
        const details = etag(`${createHash('md5').update(Buffer.concat(parts)).digest('hex')}-${parts.length}`);
        if (request.method === 'HEAD')
          return new Response(null, { headers: { ...details.headers, 'content-length': String(object.length) } });
        return from === undefined
          ? new Response(object as BodyInit, details)
          : new Response(object.slice(Number(from), Number(to) + 1), { status: 206, ...details });
      }
      return new Response(null, { status: 204 });
    },
  });
  const state: S3Server = {
    ...{
      url: server.url.href,
      port: server.port ?? 0,
      objects,
      uploads,
      isFull: false,
      stall: undefined,
      isEncrypting: false,
      isDamaging: false,
    },
    ...{ isFlaky: false, requests: 0 },
    [Symbol.dispose]: () => void server.stop(true),
  };
  return state;
}

const partBytes = 8 * 1_048_576;
