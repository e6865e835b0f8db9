import { expect, test } from 'bun:test';
import { billOfMaterials } from '../../packaging/sbom';

test('the bill of materials has everything in the executable, including the runtime and embedded files, and no development tools', async () => {
  const bill = JSON.parse(await billOfMaterials()) as {
    bomFormat: string;
    components: { name: string; version: string; licenses: object[] }[];
  };
  expect(bill.bomFormat).toBe('CycloneDX');
  const names = bill.components.map(({ name }) => name);
  for (const name of ['bun', 'elysia', 'kysely', 'zxing-wasm']) expect(names).toContain(name);
  for (const name of ['typescript', 'playwright-core', 'fast-check', 'bun-types']) expect(names).not.toContain(name);
  for (const { name, version, licenses } of bill.components) expect([name, !!version, licenses.length]).toEqual([name, true, 1]);
});
