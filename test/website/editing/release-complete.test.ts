import { expect, test } from 'bun:test';
import { openReleaseEditor } from '../../support/release-editor';

test('a disc that somebody just added is completed: it has no source to give back to, and its box of tracks is empty', async () => {
  const { visitor } = await openReleaseEditor();
  await visitor.open('/releases/add');
  const page = await visitor.send('Add release', { title: 'Ebb and Flow', artist: 'Nobody', more: '1' });
  expect(visitor.path).toStartWith('/releases/ebb-and-flow');
  expect(page.text).toContain('Complete the release');
  expect(page.text).not.toContain('Locked');
  expect(page.html).toMatch(/<textarea[^>]*name="tracks"[^>]*><\/textarea>/);
});

test('a disc that is here already says whether it is mine, and can be added all the same to go on with', async () => {
  const { visitor, api } = await openReleaseEditor();
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

test('a country is offered once, and one that says none only where it stands', async () => {
  const { visitor, api } = await openReleaseEditor();
  const iri = await api.make('Release', '/api/releases', { title: 'Tides' });
  const offered = async () => (await visitor.open('/releases/tides/edit')).html.match(/<option value="(?:XC|CS|XU)"/g);
  expect(await offered()).toEqual(['<option value="CS"']);
  await api.patch(iri, { country: 'XU' });
  expect(await offered()).toHaveLength(2);
});
