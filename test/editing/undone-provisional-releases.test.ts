import { expect, test } from 'bun:test';
import { editedServer } from '../support/edited-server';

const barcode = '5099749534728';

test('merging a real release into a provisional one is refused, suggesting the other direction', async () => {
  const editor = await editedServer();
  const known = await editor.make('Release', '/api/releases', { title: 'Known', barcode });
  const provisional = await editor.make('Release', '/api/releases', { title: 'Mine', provisional: true });

  const { status, body } = await editor.merge(known, { type: 'Release', id: provisional });

  expect([status, body.meta.errors[0].meta.message]).toEqual([422, `${provisional} is a placeholder. Merge it into ${known} instead.`]);
  expect((await editor.read(known)).body.data.attributes).toMatchObject({ barcode, provisional: false });
  expect((await editor.merge(provisional, { type: 'Release', id: known })).status).toBe(200);
});

test('a provisional release is not restored with a barcode that a real release has taken', async () => {
  const editor = await editedServer();
  const provisional = await editor.make('Release', '/api/releases', { title: 'Mine', provisional: true, barcode });
  await editor.delete(provisional);
  const known = await editor.make('Release', '/api/releases', { title: 'Known', barcode });
  const [revision] = (await editor.read(`${provisional}/revisions`)).body.data;

  const { status, body } = await editor.revert(revision.id);

  expect(status).toBe(409);
  expect(JSON.stringify(body)).toContain(known);
  expect((await editor.read(provisional)).status).toBe(404);
});

test('a real release does not get back a barcode that a provisional release has taken', async () => {
  const editor = await editedServer();
  const known = await editor.make('Release', '/api/releases', { title: 'Known', barcode });
  const provisional = await editor.make('Release', '/api/releases', { title: 'Mine', provisional: true });
  const { body } = await editor.patch(known, { barcode: null });
  await editor.patch(provisional, { barcode });

  const refused = await editor.revert(body.meta.revision);

  expect(refused.status).toBe(409);
  expect(JSON.stringify(refused.body)).toContain(provisional);
  expect((await editor.read(known)).body.data.attributes.barcode).toBeNull();
});

test('a barcode with leading zeros belongs to the real release', async () => {
  const editor = await editedServer();
  await editor.make('Release', '/api/releases', { title: 'Known', barcode });
  const { status } = await editor.post('Release', '/api/releases', { title: 'Mine', provisional: true, barcode: `0${barcode}` });
  expect(status).toBe(422);
});
