import { expect, test } from 'bun:test';
import { generate, schemaSqlPath, schemaTypesPath } from '../db/generate';

test('db/schema.sql is the schema that the migrations make', async () => {
  expect(await Bun.file(schemaSqlPath).text()).toBe(generate().sql);
});

test("Kysely's view of the tables is the one of the migrations", async () => {
  expect(await Bun.file(schemaTypesPath).text()).toBe(generate().types);
});
