import { compress } from './compression';
import { acceptedEncoding, type Encoding, encodedTag } from './encoding';
import { etagOf, respondWith } from './respond';

interface Form {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/** A JSON document that never changes while the server runs; each encoding is cached when first requested. */
export class CachedDocument {
  readonly #forms = new Map<Encoding | undefined, Promise<Form>>();

  constructor(private readonly make: () => Promise<object>) {}

  /** Responds in the accepted encoding. */
  async respond(request: Request): Promise<Response> {
    const encoding = acceptedEncoding(request);
    const { body, etag } = await this.#form(encoding);
    return respondWith(request, body, etag, 200, { 'content-type': 'application/json', ...(encoding && { 'content-encoding': encoding }) });
  }

  #form(encoding: Encoding | undefined): Promise<Form> {
    const form = this.#forms.get(encoding) ?? (encoding ? this.#compress(encoding) : this.#write());
    this.#forms.set(encoding, form);
    return form;
  }

  async #write(): Promise<Form> {
    const body = new TextEncoder().encode(JSON.stringify(await this.make()));
    return { body, etag: etagOf(body) };
  }

  async #compress(encoding: Encoding): Promise<Form> {
    const { body, etag } = await this.#form(undefined);
    return { body: new Uint8Array(await compress(body, encoding, 'thorough')), etag: encodedTag(etag, encoding) };
  }
}
