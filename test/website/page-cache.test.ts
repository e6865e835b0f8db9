import { beforeAll, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { type EditorOf, editedServer } from '../support/edited-server';
import { pageOf } from '../support/pages';

let editor: EditorOf;

beforeAll(async () => {
  editor = await editedServer();
});

const shown = async (path: string, token?: string, language = 'en') =>
  (await pageOf(editor.server, path, { ...(token && { token }), headers: { 'accept-language': language } })).html;

test('a cached list shows later changes', async () => {
  const { server } = editor;
  const iri = await editor.make('Label', '/api/labels', { name: 'Aardvark Records' });
  const before = await shown('/labels', server.token);
  expect(before).toContain('Aardvark Records');
  expect(await shown('/labels', server.token)).toBe(before);
  await editor.patch(iri, { name: 'Aardwolf Records' });
  const after = await shown('/labels', server.token);
  expect(after).toContain('Aardwolf Records');
  expect(after).not.toContain('Aardvark Records');
});

test('a cached list is specific to language, user and role', async () => {
  const { server, token } = editor;
  await createUser(server.store, 'elmer', 'correct horse battery');
  const other = await issueApiToken(server.store, 'elmer', 'tests');
  const [editors, theirs, german] = [await shown('/labels', token), await shown('/labels', other), await shown('/labels', other, 'de')];
  expect(editors).toContain('/labels/add');
  expect(theirs).not.toContain('/labels/add');
  expect(theirs).toContain('>elmer</a>');
  expect(editors).not.toContain('>elmer</a>');
  expect(german).toContain('lang="de"');
  expect(german).toContain('Sammlung');
  expect(theirs).toContain('Collection');
});

test('the cached layout marks the current page and keeps its search', async () => {
  const { server } = editor;
  const artists = await shown('/artists', server.token);
  const labels = await shown('/labels', server.token);
  expect(artists).toContain('<a href="/artists" aria-current="page">');
  expect(labels).toContain('<a href="/labels" aria-current="page">');
  expect(labels).not.toContain('<a href="/artists" aria-current="page">');
  expect(await shown('/search?q=%3Cb%3E', server.token)).toContain('value="&lt;b>"');
});
