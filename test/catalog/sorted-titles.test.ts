import { describe, expect, test } from 'bun:test';
import { databaseExaminations } from '../../src/doctor/database-examination';
import { importRecords } from '../../src/import/seed';
import { album, entry, onAlbum, production, release } from '../records/numbered-records';
import { editedServer } from '../support/edited-server';
import { exportText } from '../support/exports';
import { addItem } from '../support/owned-items';
import { numbered, startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';

const titlesOf = async (server: TestServer, path: string): Promise<string[]> =>
  (await server.read(path)).data.map(({ attributes }: { attributes: { title: string } }) => attributes.title);

const orderOf = (server: TestServer, list: string) => titlesOf(server, `/api/${list}?order[sortTitle]=asc&itemsPerPage=100`);

describe('order[sortTitle]', () => {
  test('leaves out articles of known languages and punctuation, and compares numbers by value', async () => {
    const sorted: [title: string, attributes?: object][] = [
      ['$'],
      ['007 Legends'],
      ['8½', { language: 'it' }],
      ['9'],
      ['9½ Weeks'],
      ['10'],
      ['2001: A Space Odyssey'],
      ['10.000 Dollari', { language: 'it' }],
      ['20,000 Leagues Under the Sea'],
      ['123456789'],
      ['1234567890'],
      ['A & B'],
      ['À bout de souffle', { language: 'fr' }],
      ['A.I.'],
      ['Alien'],
      ['Alien 3'],
      ['Alien 10'],
      ['An American Tail'],
      ['Another Way'],
      ['L’Avventura', { language: 'ita' }],
      ['The Black Hole'],
      ['“The Bog”'],
      ['‘The Bones’'],
      ['The\u00a0Book'],
      ['Das Boot', { country: 'DE' }],
      ['¡Three Amigos!', { sort_title: 'Chevy' }],
      ['Die Hard', { language: 'en', country: 'DE' }],
      ["Un'estate", { language: 'it' }],
      ['"Heroes"'],
      ["L'Iceberg"],
      ['La La Land', { country: 'US' }],
      ['Le Mans'],
      ["Ocean's Eleven"],
      ['Ocean’s Twelve'],
      ['Ocean–Z'],
      ['Oceans'],
      ['Il Postino', { country: 'IT', language: 'it' }],
      ['The'],
    ];
    const server = await startServer(sorted.map(([title, more], index) => production(200 - index, title, more)));
    expect(await orderOf(server, 'productions')).toEqual(sorted.map(([title]) => title));
    expect((await titlesOf(server, '/api/productions?order[title]=asc&itemsPerPage=100')).slice(-2)).toEqual(['‘The Bones’', '“The Bog”']);
  });

  test('follows the language of the film, the album and the sort title', async () => {
    const editor = await editedServer([
      production(1, 'Der Untergang'),
      album(2, 'Das Boot'),
      album(3, 'Chinatown'),
      album(4, 'Le Cercle rouge'),
      onAlbum(release(11, 'Das Boot'), 2),
      onAlbum(release(12, 'Chinatown'), 3),
      onAlbum(release(13, 'Le Cercle rouge'), 4),
      entry(21, 1, 11),
    ]);
    const { server } = editor;
    const both = async () => [await orderOf(server, 'releases'), await orderOf(server, 'albums')];
    const [boot, chinatown, cercle] = ['Das Boot', 'Chinatown', 'Le Cercle rouge'];
    const steps: [change: () => Promise<{ readonly status: number }>, releases: string[], albums?: string[]][] = [
      [() => editor.patch(`/api/productions/${uuid(1)}`, { language: 'de' }), [boot, chinatown, cercle]],
      [() => editor.patch(`/api/productions/${uuid(1)}`, { language: 'en' }), [chinatown, boot, cercle]],
      [() => editor.patch(`/api/productions/${uuid(1)}`, { language: null, country: 'AT' }), [boot, chinatown, cercle]],
      [() => editor.delete(`/api/productions/${uuid(1)}/entries/${uuid(21)}`), [chinatown, boot, cercle]],
      [() => editor.patch(`/api/releases/${uuid(13)}`, { language: 'fra' }), [cercle, chinatown, boot]],
      [() => editor.patch(`/api/releases/${uuid(12)}`, { sort_title: 'Zzz' }), [cercle, boot, chinatown], [cercle, chinatown, boot]],
      [() => editor.patch(`/api/albums/${uuid(3)}`, { sort_title: 'The Z' }), [cercle, boot, chinatown]],
      [() => editor.patch(`/api/releases/${uuid(12)}`, { sort_title: null }), [cercle, chinatown, boot], [cercle, boot, chinatown]],
    ];
    for (const [index, [change, releases, albums = releases]] of steps.entries()) {
      expect((await change()).status).toBeLessThan(300);
      expect([index, ...(await both())]).toEqual([index, releases, albums]);
    }
    expect(databaseExaminations['sorted titles'](server.store.reader)).toEqual([]);
    expect((await editor.read(`/api/releases/${uuid(13)}`)).body.data.attributes).toMatchObject({ language: 'fr', sort_title: null });
    const refused = await editor.patch(`/api/releases/${uuid(13)}`, { language: 'French' });
    expect([refused.status, refused.body.meta.errors[0].code]).toEqual([422, 'invalid_language']);
  });

  test('orders the collection and the wishlist', async () => {
    const server = await startServer(['The Omen', 'Alien 10', 'Alien 9'].map((title, index) => release(index + 1, title)));
    for (const list of ['collection', 'wishlist'] as const) {
      for (const number of [1, 2, 3]) await addItem(server, list, uuid(number), {});
      const { data } = await server.read(`/api/users/me/${list}?order[sortTitle]=asc`);
      const titles = data.map((item: { attributes: { release: { title: string } } }) => item.attributes.release.title);
      expect(titles).toEqual(['Alien 9', 'Alien 10', 'The Omen']);
    }
  });
});

test('a sort title and a language are exported, and stay when an import has others', async () => {
  const records = [release(1, 'The Omen', { sort_title: 'Omen 1', language: 'en' })];
  const editor = await editedServer(records);
  expect(exportText(editor.server.store)).toContain('"sort_title":"Omen 1","language":"en"');
  await editor.patch(`/api/releases/${uuid(1)}`, { sort_title: 'Omen, 1976' });
  await importRecords(editor.server.store, numbered([release(1, 'The Omen', { sort_title: 'Omen 2', language: 'fr' })]));
  const { data, meta } = (await editor.read(`/api/releases/${uuid(1)}`)).body;
  expect([data.attributes.sort_title, data.attributes.language, meta.lockedFields]).toEqual(['Omen, 1976', 'fr', ['sort_title']]);
});
