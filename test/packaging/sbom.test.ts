import { expect, test } from 'bun:test';
import { licenseTexts } from '../../packaging/licenses';
import { billOfMaterials } from '../../packaging/sbom';

test('the bill of materials has everything in the executable, including the runtime and embedded files, and no development tools', async () => {
  const text = await billOfMaterials();
  expect(await billOfMaterials()).toBe(text);
  const bill = JSON.parse(text) as {
    bomFormat: string;
    metadata: { component: { name: string } };
    components: { name: string; version: string; licenses: object[] }[];
  };
  expect([bill.bomFormat, bill.metadata.component.name]).toEqual(['CycloneDX', 'leitmotif']);
  const names = bill.components.map(({ name }) => name);
  for (const name of ['bun', 'elysia', 'kysely', 'zxing-wasm', 'SQLite', 'JavaScriptCore']) expect(names).toContain(name);
  for (const name of ['typescript', 'playwright-core', 'fast-check', 'bun-types']) expect(names).not.toContain(name);
  for (const { name, version, licenses } of bill.components) expect([name, !!version, licenses.length]).toEqual([name, true, 1]);
  const licenses = await licenseTexts(text);
  for (const { name, version } of bill.components)
    expect(licenses).toMatch(new RegExp(`^${RegExp.escape(`${name} ${version} (`)}.+\\n\\n.+`, 'm'));
  expect(licenses).toContain('GNU LIBRARY GENERAL PUBLIC LICENSE');
  expect(licenses).toContain('SIL OPEN FONT LICENSE');
});
