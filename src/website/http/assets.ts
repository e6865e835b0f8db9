import { readFileSync } from 'node:fs';
import { notFound } from '../../errors';
import { compress } from '../../http/compression';
import { acceptedEncoding, type Encoding } from '../../http/respond';
import { type AssetName, assetFiles, assetTypes, isAssetName } from './asset-files';

/** Names contain a hash, so cached forever. */
const headers: Readonly<Record<string, string>> = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

interface Asset {
  /** With a content hash. */
  readonly file: string;
  readonly embedded: Embedded;
}

/** Embedded files under names with content hashes, loaded on first use. */
export class Assets {
  readonly #assets = new Map<AssetName, Asset>();

  constructor(private readonly basePath = '') {}

  url(name: AssetName): string {
    return `${this.basePath}/assets/${this.#asset(name).file}`;
  }

  /** @throws {DomainError} not_found */
  async respond(request: Request, file: string): Promise<Response> {
    const name = file.replace(/\.\w+(?=\.\w+$)/, '');
    const asset = isAssetName(name) ? this.#asset(name) : undefined;
    if (asset?.file !== file) throw notFound('file_of_website', { name: file.slice(0, 100) });
    return asset.embedded.respond(request, headers);
  }

  #asset(name: AssetName): Asset {
    return this.#assets.getOrInsertComputed(name, () => this.#read(name));
  }

  #read(name: AssetName): Asset {
    const bytes = readFileSync(assetFiles[name]);
    const content = name.endsWith('.css') ? this.#withAddresses(bytes.toString()) : new Uint8Array(bytes);
    const [, stem, ending] = /^(.+)\.(\w+)$/.exec(name) as unknown as [string, string, string];
    const file = `${stem}.${Bun.hash(content).toString(36)}.${ending}`;
    return { file, embedded: new Embedded(new Blob([content]), assetTypes[ending] as string) };
  }

  /** Replaces file names by hashed ones. */
  #withAddresses(style: string): string {
    return style.replace(/url\((?:[\w-]+\/)*([\w.-]+)\)/g, (written, name: string) =>
      isAssetName(name) ? `url(${this.#asset(name).file})` : written,
    );
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Images and fonts are compressed already. */
const compressible = /^(?:text\/|application\/(?:json|manifest\+json|wasm|xml)|image\/svg\+xml)/;

/** An embedded file in all encodings, each created on first use. */
class Embedded {
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
    const compressed = this.#compressed.getOrInsertComputed(encoding, () => this.#compress(encoding));
    return new Response(await compressed, { headers: { ...all, 'content-encoding': encoding } });
  }

  async #compress(encoding: Encoding): Promise<Bytes> {
    return new Uint8Array(await compress(new Uint8Array(await this.file.arrayBuffer()), encoding, 'thorough'));
  }
}
