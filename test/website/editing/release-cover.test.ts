import { expect, test } from 'bun:test';
import { png } from '../../support/pictures';
import { sharedEditor } from './shared-editor';

const editor = sharedEditor();

const picture = () => new File([new Uint8Array(png(100, 100))], 'front.png', { type: 'image/png' });

async function opened() {
  const iri = await editor.api.make('Release', '/api/releases', { title: 'Tides' });
  const read = async () => (await editor.api.read(iri)).body.data.attributes;
  await editor.visitor.open('/releases/tides/edit');
  return { ...editor, iri, read };
}

test('the cover of a refused form is stored and saved when the form is sent again', async () => {
  const { visitor, read } = await opened();
  const page = await visitor.send('Save', { release_date: 'June', cover: picture() });
  expect([page.status, (await read()).cover]).toEqual([422, null]);
  expect(page.text).toContain('front.png (already chosen)');
  expect((await visitor.send('Save', { more: 'credits' })).text).toContain('front.png (already chosen)');
  await visitor.send('Save', { release_date: '1975' });
  expect(await read()).toMatchObject({ release_date: '1975', cover: { width: 100 } });
});

test('the cover of a stale form is saved with the merged version', async () => {
  const { visitor, api, iri, read } = await opened();
  await api.patch(iri, { notes: 'Theirs' });
  const page = await visitor.send('Save', { country: 'US', cover: picture() });
  expect([page.status, page.text]).toEqual([412, expect.stringContaining('front.png (already chosen)')]);
  await visitor.send('Save combined version');
  expect(await read()).toMatchObject({ notes: 'Theirs', country: 'US', cover: { width: 100 } });
});

test('a stored cover that is deselected is not saved, and an expired one is requested again', async () => {
  const { visitor, read } = await opened();
  await visitor.send('Save', { release_date: 'June', cover: picture() });
  await visitor.send('Save', { release_date: '1975', keptCover: [] });
  expect(await read()).toMatchObject({ release_date: '1975', cover: null });
  await visitor.open('/releases/tides/edit');
  const page = await visitor.send('Save', { keptCover: crypto.randomUUID(), notes: 'More' });
  expect(page.text).toContain('The cover couldn’t be saved.');
  expect(await read()).toMatchObject({ notes: 'More', cover: null });
});

const noticesIn = ({ text }: { readonly text: string }) => text.split('The cover couldn’t be saved.').length - 1;

test.each([
  ['asks for more rows', { more: 'credits' }],
  ['unlocks a field', { unlock: 'notes' }],
  ['is refused', { release_date: 'June' }],
  ['is stale', { tag: '"another"' }],
])('an expired cover is reported once if the form %s', async (_, entries) => {
  const { visitor, api, iri } = await opened();
  await api.patch(iri, { notes: 'By hand' });
  await visitor.open('/releases/tides/edit');
  expect(noticesIn(await visitor.send('Save', { ...entries, keptCover: crypto.randomUUID() }))).toBe(1);
});

test.each([
  ['is edited further', { again: '1' }],
  ['lacks a choice', { f0: '' }],
  ['is refused', { f0: 'mine' }],
])('an expired cover is reported once if the merged version %s', async (_, entries) => {
  const { visitor, api, iri } = await opened();
  await api.patch(iri, { release_date: '1975' });
  await visitor.send('Save', { release_date: 'June' });
  expect(noticesIn(await visitor.send('Save combined version', { ...entries, keptCover: crypto.randomUUID() }))).toBe(1);
});
