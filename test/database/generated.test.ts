import { expect, test } from 'bun:test';
import { generate, schemaSqlPath, triggersOfSchema } from '../../db/generate';
import { catalog } from '../../src/catalog';
import { missingTriggers } from '../../src/kinds/triggers';

const schema = triggersOfSchema();

test('db/schema.sql matches the migrations', async () => {
  expect(await Bun.file(schemaSqlPath).text()).toBe(generate());
});

test('the schema has the triggers of all declarations', () => {
  const missing = missingTriggers(catalog.all, schema).map(({ name }) => name);
  expect(missing).toEqual([]);
});

test('every searchable type has triggers that maintain its search index', () => {
  const searched = catalog.all.filter(({ searched }) => searched !== undefined).map(({ table }) => table);
  expect(searched.toSorted().join(' ')).toBe(
    'album artist artist_role franchise label label_series organization production production_recording release release_track work',
  );
  for (const table of searched)
    for (const event of ['insert', 'update', 'delete']) expect([...schema.keys()]).toContain(`${table}_search_${event}`);
});

test('missing and outdated triggers are named', () => {
  const outdated = new Map(schema);
  outdated.delete('label_created');
  outdated.set('label_deleted', (schema.get('label_deleted') ?? '').replace('DELETE FROM label_series', 'DELETE FROM label_search'));
  expect(missingTriggers(catalog.all, outdated).map(({ name }) => name)).toEqual(['label_created', 'label_deleted']);
});
