import { run } from './run';

interface Component {
  readonly name: string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

interface BillOfMaterials {
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/** What the executable carries that is a tool to the package: the runtime is compiled into it. */
const carried = 'bun';

/**
 * What the executable is made of, as CycloneDX: by npm, which knows the lock file. It takes libraries that a tool wants as
 * well for tools, where it is asked for the others alone; so all are asked for, and those left out that it marks.
 */
export async function billOfMaterials(): Promise<string> {
  const text = await run(['npm', 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']);
  const bill = JSON.parse(text) as BillOfMaterials;
  const components = bill.components.filter((one) => one.name === carried || !isForDevelopment(one));
  const kept = new Set([...components.map((one) => (one as Component & { 'bom-ref': string })['bom-ref'])]);
  const dependencies = bill.dependencies
    .filter(({ ref }, index) => index === 0 || kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }));
  return `${JSON.stringify({ ...bill, components, dependencies }, null, 2)}\n`;
}

const isForDevelopment = ({ properties = [] }: Component): boolean =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');
