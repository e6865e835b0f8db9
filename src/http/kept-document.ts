import { acceptedEncoding, type Encoding } from './encoding';
import { etagOf, respondWith } from './respond';

interface Form {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/** A document in plain JSON that is the same as long as the server runs. Each form of it is made when it is first asked for, and kept. */
export class KeptDocument {
  readonly #forms = new Map<Encoding | undefined, Form>();

  constructor(private readonly make: () => Promise<object>) {}

  /** Answers in the encoding that the client takes. */
  async respond(request: Request): Promise<Response> {
    const encoding = acceptedEncoding(request);
    const { body, etag } = await this.#form(encoding);
    return respondWith(request, body, etag, 200, {
      'content-type': 'application/json',
      vary: 'Accept, Accept-Encoding, Authorization',
      ...(encoding && { 'content-encoding': encoding }),
    });
  }

  async #form(encoding: Encoding | undefined): Promise<Form> {
    const kept = this.#forms.get(encoding);
    if (kept) return kept;
    const body = encoding
      ? compress((await this.#form(undefined)).body, encoding)
      : new TextEncoder().encode(JSON.stringify(await this.make()));
    const form = { body, etag: etagOf(body) };
    this.#forms.set(encoding, form);
    return form;
  }
}

const compress = (bytes: Uint8Array<ArrayBuffer>, encoding: Encoding): Uint8Array<ArrayBuffer> =>
  encoding === 'zstd' ? new Uint8Array(Bun.zstdCompressSync(bytes)) : Bun.gzipSync(bytes);
