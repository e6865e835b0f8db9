import { expect, test } from 'bun:test';
import { sharedEditor } from './shared-editor';

const editor = sharedEditor();

test('the form of a release just added has no locked fields and an empty track list', async () => {
  const { visitor } = editor;
  await visitor.open('/releases/add');
  const page = await visitor.send('Add release', { title: 'Ebb and Flow', artist: 'Nobody', more: '1' });
  expect(visitor.path).toStartWith('/releases/ebb-and-flow');
  expect(page.text).toContain('Complete the release');
  expect(page.text).not.toContain('Locked');
  expect(page.html).toMatch(/<textarea[^>]*name="tracks"[^>]*><\/textarea>/);
});

test('a duplicate shows whether it is owned, and can be added anyway', async () => {
  const { visitor, api } = editor;
  await api.make('Release', '/api/releases', { title: 'Tides', barcode: '5024709127221' });
  const entered = { title: 'Tides', barcode: '5024709127221' };
  await visitor.open('/releases/add');
  expect((await visitor.send('Add release', entered)).text).not.toContain('Already in your collection.');
  await visitor.send('Add to my collection', { do: 'own' });
  await visitor.open('/releases/add');
  const page = await visitor.send('Add release', entered);
  expect(page.text).toContain('Already in your collection.');
  expect(page.text).toContain('Add another copy');
  await visitor.send('Add it anyway', { anyway: 'more' });
  expect(visitor.path).toMatch(/\/edit\?said=/);
});

test('the countries are offered once, and "unknown" only if it is the current value', async () => {
  const { visitor, api } = editor;
  const iri = await api.make('Release', '/api/releases', { title: 'Tides' });
  const offered = async () => (await visitor.open('/releases/tides/edit')).html.match(/<option value="(?:XC|CS|XU)"/g);
  expect(await offered()).toEqual(['<option value="CS"']);
  await api.patch(iri, { country: 'XU' });
  expect(await offered()).toHaveLength(2);
});
