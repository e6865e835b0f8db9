import { join } from 'node:path';
import { root, run } from './run';

interface Component {
  readonly name: string;
  readonly 'bom-ref': string;
}

interface BillOfMaterials {
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/**
 * What the executable is made of, as CycloneDX. npm knows each package with its version, licence and checksum, and the bundler
 * which of them it took in: some that serve the build alone by package.json leave a file in it, and others leave nothing.
 */
export async function billOfMaterials(): Promise<string> {
  const [text, bundled] = await Promise.all([run(['npm', 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']), bundledPackages()]);
  const bill = JSON.parse(text) as BillOfMaterials;
  const components = bill.components.filter(({ name }) => bundled.has(name));
  const kept = new Set(components.map((one) => one['bom-ref']));
  const dependencies = bill.dependencies
    // The first is the program itself.
    .filter(({ ref }, index) => index === 0 || kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }));
  return `${JSON.stringify({ ...bill, components, dependencies }, null, 2)}\n`;
}

/** The names of the packages that have a file in the bundle, and the runtime, which is compiled into it. */
async function bundledPackages(): Promise<ReadonlySet<string>> {
  const { metafile } = await Bun.build({ entrypoints: [join(root, 'src/main.ts')], target: 'bun', metafile: true });
  const names = Object.keys(metafile?.inputs ?? {}).map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  return new Set(['bun', ...names.filter((name) => name !== undefined)]);
}
