import { compress } from '../../http/compression';
import { acceptedEncoding, type Encoding } from '../../http/encoding';

type Bytes = Uint8Array<ArrayBuffer>;

/** Pictures and fonts are small already. */
const compressible = /^(?:text\/|application\/(?:json|manifest\+json|wasm|xml)|image\/svg\+xml)/;

/** A file from within the executable, sent as small as its reader takes it. Each form is made once, when it is first asked for. */
export class Embedded {
  readonly #compressed = new Map<Encoding, Promise<Bytes>>();

  constructor(
    private readonly file: Blob,
    private readonly type: string,
  ) {}

  async respond(request: Request, headers: Readonly<Record<string, string>>): Promise<Response> {
    if (!compressible.test(this.type)) return new Response(this.file, { headers: { ...headers, 'content-type': this.type } });
    const encoding = acceptedEncoding(request);
    const all = { ...headers, 'content-type': this.type, vary: 'Accept-Encoding' };
    if (encoding === undefined) return new Response(this.file, { headers: all });
    const compressed = this.#compressed.get(encoding) ?? this.#compress(encoding);
    return new Response(await compressed, { headers: { ...all, 'content-encoding': encoding } });
  }

  #compress(encoding: Encoding): Promise<Bytes> {
    const compressed = this.file
      .arrayBuffer()
      .then(async (bytes) => new Uint8Array(await compress(new Uint8Array(bytes), encoding, 'thorough')));
    this.#compressed.set(encoding, compressed);
    return compressed;
  }
}
