import { readFileSync } from 'node:fs';
import { notFound } from '../../errors';
import { compress } from '../../http/compression';
import { acceptedEncoding, type Encoding } from '../../http/encoding';
import { type AssetName, assetFiles, assetTypes, isAssetName } from './asset-files';

/** Kept for ever: what changes has another name. */
const headers: Readonly<Record<string, string>> = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

interface Asset {
  /** Its name with the hash of its content in it. */
  readonly file: string;
  readonly embedded: Embedded;
}

/** The files of the website under names that change with their content. Each is read when it is first needed. */
export class Assets {
  readonly #assets = new Map<AssetName, Asset>();

  /** @param basePath the path that the server is reached below */
  constructor(private readonly basePath = '') {}

  /** The address of a file, for a page to name. */
  url(name: AssetName): string {
    return `${this.basePath}/assets/${this.#asset(name).file}`;
  }

  /** @throws {DomainError} not found, for what is none of these files as they are now */
  async respond(request: Request, file: string): Promise<Response> {
    const name = file.replace(/\.\w+(?=\.\w+$)/, '');
    const asset = isAssetName(name) ? this.#asset(name) : undefined;
    if (asset?.file !== file) throw notFound('file_of_website', { name: file.slice(0, 100) });
    return asset.embedded.respond(request, headers);
  }

  #asset(name: AssetName): Asset {
    const asset = this.#assets.get(name) ?? this.#read(name);
    this.#assets.set(name, asset);
    return asset;
  }

  #read(name: AssetName): Asset {
    const bytes = readFileSync(assetFiles[name]);
    const content = name.endsWith('.css') ? this.#withAddresses(bytes.toString()) : new Uint8Array(bytes);
    const [, stem, ending] = /^(.+)\.(\w+)$/.exec(name) as unknown as [string, string, string];
    const file = `${stem}.${Bun.hash(content).toString(36)}.${ending}`;
    return { file, embedded: new Embedded(new Blob([content]), assetTypes[ending] as string) };
  }

  /** A style sheet that names its files as they are served, beside itself. */
  #withAddresses(style: string): string {
    return style.replace(/url\((?:[\w-]+\/)*([\w.-]+)\)/g, (written, name: string) =>
      isAssetName(name) ? `url(${this.#asset(name).file})` : written,
    );
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Pictures and fonts are small already. */
const compressible = /^(?:text\/|application\/(?:json|manifest\+json|wasm|xml)|image\/svg\+xml)/;

/** A file from within the executable, sent as small as its reader takes it. Each form is made once, when it is first asked for. */
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
