import { expect, test } from 'bun:test';
import { editing } from '../records/editing';
import { editedServer } from '../support/edited-server';

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const release = (number: number, attributes: object) => ({ type: 'Release', id: `/api/releases/${uuid(number)}`, attributes });

test('a release that stands in for one to come leaves slug, barcode and links to true ones', async () => {
  const link = { provider: 'discogs', external_id: '7', url: 'https://www.discogs.com/release/7' };
  const editor = await editedServer([
    release(1, { title: 'Psycho', barcode: '012345678905' }),
    { type: 'ReleaseExternalLink', id: `/api/releases/${uuid(1)}/external-links/${uuid(2)}`, attributes: link },
  ]);
  const taken = await editor.post('Release', '/api/releases', { title: 'Psycho', provisional: true, barcode: '0 12345 67890 5' });
  expect([taken.status, taken.body.meta.errors[0].source.pointer]).toEqual([422, '/data/attributes/barcode']);

  const { body } = await editor.post('Release', '/api/releases', {
    title: 'Vertigo',
    provisional: true,
    barcode: '111',
    formats: [{ tracks: [{ title: 'X' }] }],
  });
  expect(body.data.attributes).toMatchObject({ provisional: true, slug: 'vertigo-provisional' });
  const linked = await editor.post('ReleaseExternalLink', `${body.data.id}/external-links`, link);
  expect([linked.status, linked.body.meta.errors[0].source.pointer]).toEqual([422, '/data/attributes/external_id']);
});

test('a release that stood in gives way to the true one: items follow, and nothing is doubled or made worse', async () => {
  const editor = await editedServer();
  const { body } = await editor.post('Release', '/api/releases', {
    title: 'vertigo (my cd)',
    provisional: true,
    notes: 'Bought in Rome.',
    formats: [{ format_type: 'cd', tracks: [{ title: 'Prelude' }] }],
  });
  const own = body.data.id.split('/').at(-1);
  await editor.post('CollectionItem', '/api/users/me/collection', { release: { id: own } });
  const { give } = editing(editor.server.store);
  await give(release(5, { title: 'Vertigo' }));
  await give({
    type: 'ReleaseFormat',
    id: `/api/releases/${uuid(5)}/formats/${uuid(6)}`,
    attributes: { position: 1, format_type: 'vinyl' },
  });

  const merged = await editor.merge(body.data.id, { type: 'Release', id: uuid(5) });

  expect(merged.body.data.attributes).toMatchObject({
    title: 'Vertigo',
    slug: 'vertigo',
    provisional: false,
    notes: 'Bought in Rome.',
    format_count: 1,
  });
  expect((await editor.read('/api/users/me/collection')).body.data[0].attributes.release.id).toBe(uuid(5));
});
