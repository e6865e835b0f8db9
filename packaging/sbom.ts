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
 * Software bill of materials of the executable, in CycloneDX format. Versions, licenses and checksums come from npm. The
 * bundler decides which packages are included, since the split into dependencies and devDependencies does not match the bundle.
 */
export async function billOfMaterials(): Promise<string> {
  const [text, bundled] = await Promise.all([run(['npm', 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']), bundledPackages()]);
  const bill = JSON.parse(text) as BillOfMaterials;
  const components = bill.components.filter(({ name }) => bundled.has(name));
  const refs = new Set(components.map((one) => one['bom-ref']));
  const dependencies = bill.dependencies
    // The first entry is the application itself.
    .filter(({ ref }, index) => index === 0 || refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  return `${JSON.stringify({ ...bill, components, dependencies }, null, 2)}\n`;
}

/** Names of the packages with files in the bundle, and `bun`, the embedded runtime. */
async function bundledPackages(): Promise<ReadonlySet<string>> {
  const { metafile } = await Bun.build({ entrypoints: [join(root, 'src/main.ts')], target: 'bun', metafile: true });
  const names = Object.keys(metafile?.inputs ?? {}).map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  return new Set(['bun', ...names.filter((name) => name !== undefined)]);
}
