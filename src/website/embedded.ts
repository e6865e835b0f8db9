import { promisify } from 'node:util';
import { acceptedEncoding, type Encoding } from '../http/encoding';

type Bytes = Uint8Array<ArrayBuffer>;

/** In threads of their own: the script of the documentation page takes a tenth of a second. */
const compressors: Readonly<Record<Encoding, (bytes: ArrayBuffer) => Promise<Uint8Array>>> = {
  zstd: (bytes) => Bun.zstdCompress(bytes, { level: 9 }),
  // Loaded when it is needed: it brings all of node:stream with it, for which a start would wait.
  gzip: async (bytes) => promisify((await import('node:zlib')).gzip)(bytes),
};

/** A file from within the executable, sent as small as its reader takes it. Each form is made once, when it is first asked for. */
export class Embedded {
  readonly #compressed = new Map<Encoding, Promise<Bytes>>();

  constructor(
    private readonly file: Blob,
    private readonly type: string,
  ) {}

  async respond(request: Request, headers: Readonly<Record<string, string>>): Promise<Response> {
    const encoding = acceptedEncoding(request);
    const all = { ...headers, 'content-type': this.type, vary: 'Accept-Encoding' };
    if (encoding === undefined) return new Response(this.file, { headers: all });
    const compressed = this.#compressed.get(encoding) ?? this.#compress(encoding);
    return new Response(await compressed, { headers: { ...all, 'content-encoding': encoding } });
  }

  #compress(encoding: Encoding): Promise<Bytes> {
    const compressed = this.file.arrayBuffer().then(async (bytes) => new Uint8Array(await compressors[encoding](bytes)));
    this.#compressed.set(encoding, compressed);
    return compressed;
  }
}
