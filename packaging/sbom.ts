import { join } from 'node:path';
import { name as program } from '../package.json' with { type: 'json' };
import { epoch } from './deb';
import { revision } from './revision';
import { root, run } from './run';

export interface Component {
  readonly name: string;
  readonly version: string;
  readonly 'bom-ref': string;
  readonly licenses: readonly { readonly license?: { readonly id?: string }; readonly expression?: string }[];
}

interface BillOfMaterials {
  readonly metadata: { readonly component: object; readonly tools: readonly object[] };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/** Parts of Bun with licenses of their own, by their name in `process.versions` (Bun's LICENSE.md). */
const engineParts = {
  sqlite: ['SQLite', 'blessing'],
  webkit: ['JavaScriptCore', 'LGPL-2.0-or-later'],
  icu: ['ICU', 'Unicode-3.0'],
  boringssl: ['BoringSSL', 'Apache-2.0'],
  libarchive: ['libarchive', 'BSD-2-Clause'],
  mimalloc: ['mimalloc', 'MIT'],
  picohttpparser: ['picohttpparser', 'MIT'],
  uwebsockets: ['uWebSockets', 'Apache-2.0'],
  zlib: ['zlib-ng', 'Zlib'],
  tinycc: ['TinyCC', 'LGPL-2.1-only'],
  lolhtml: ['lol-html', 'BSD-3-Clause'],
  ares: ['c-ares', 'MIT'],
  libdeflate: ['libdeflate', 'MIT'],
  lshpack: ['ls-hpack', 'MIT'],
  llhttp: ['llhttp', 'MIT'],
  uv: ['libuv', 'MIT'],
  zstd: ['Zstandard', 'BSD-3-Clause'],
} as const;

/** What the executable contains besides packages of npm: Bun's library is the one that builds it. */
const engine = (): Component[] =>
  Object.entries(engineParts).map(([key, [name, id]]) => {
    const version = process.versions[key] ?? '';
    return { 'bom-ref': `${name}@${version}`, type: 'library', name, version, licenses: [{ license: { id } }] };
  });

/**
 * Software bill of materials of the executable, in CycloneDX format, the same for each build of a commit. Versions, licenses and
 * checksums come from npm. The bundler decides which packages are included, since the split into dependencies and devDependencies does
 * not match the bundle.
 */
export async function billOfMaterials(): Promise<string> {
  const [text, bundled] = await Promise.all([run(['npm', 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']), bundledPackages()]);
  const { serialNumber: _, metadata, ...bill } = JSON.parse(text) as BillOfMaterials & { readonly serialNumber: string };
  const components = [...bill.components.filter((component) => bundled.has(component['bom-ref'])), ...engine()];
  const refs = new Set(components.map((one) => one['bom-ref']));
  const tree = bill.dependencies
    // The first entry is the application itself.
    .filter(({ ref }, index) => index === 0 || refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  const bun = tree.find(({ ref }) => ref.startsWith('bun@'));
  bun?.dependsOn.push(...engine().map((part) => part['bom-ref']));
  const timestamp = new Date((revision()?.seconds ?? Number(epoch)) * 1000).toISOString();
  // Npm names the application after its folder.
  const component = { ...metadata.component, name: program, type: 'application' };
  return `${JSON.stringify({ ...bill, metadata: { ...metadata, timestamp, component }, components, dependencies: tree }, null, 2)}\n`;
}

/** Folders of the packages with files in the bundle, and of `bun`, the embedded runtime, by name and version. */
export async function bundledPackages(): Promise<ReadonlyMap<string, string>> {
  const { metafile } = await Bun.build({ entrypoints: [join(root, 'src/main.ts')], target: 'bun', metafile: true });
  const paths = Object.keys(metafile?.inputs ?? {}).flatMap((path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const folders = [...new Set(['node_modules/bun', ...paths])].map((path) => join(root, path));
  const packages = folders.map(async (folder): Promise<[string, string]> => {
    const { name, version } = (await Bun.file(join(folder, 'package.json')).json()) as { readonly name: string; readonly version: string };
    return [`${name}@${version}`, folder];
  });
  return new Map(await Promise.all(packages));
}
