import { beforeAll, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { type EditorOf, editedServer } from '../support/edited-server';
import { pageOf } from '../support/pages';

let editor: EditorOf;

beforeAll(async () => {
  editor = await editedServer();
});

const htmlOf = async (path: string, token?: string, language = 'en') =>
  (await pageOf(editor.server, path, { ...(token && { token }), headers: { 'accept-language': language } })).html;

test('a cached list shows later changes', async () => {
  const { server } = editor;
  const iri = await editor.make('Label', '/api/labels', { name: 'Aardvark Records' });
  const before = await htmlOf('/labels', server.token);
  expect(before).toContain('Aardvark Records');
  expect(await htmlOf('/labels', server.token)).toBe(before);
  await editor.patch(iri, { name: 'Aardwolf Records' });
  const after = await htmlOf('/labels', server.token);
  expect(after).toContain('Aardwolf Records');
  expect(after).not.toContain('Aardvark Records');
});

test('a cached list is specific to language, user and role', async () => {
  const { server, token } = editor;
  await createUser(server.store, 'elmer', 'correct horse battery');
  const other = await issueApiToken(server.store, 'elmer', 'tests');
  const [editors, theirs, german] = [await htmlOf('/labels', token), await htmlOf('/labels', other), await htmlOf('/labels', other, 'de')];
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
  const artists = await htmlOf('/artists', server.token);
  const labels = await htmlOf('/labels', server.token);
  expect(artists).toContain('<a href="/artists" aria-current="page">');
  expect(labels).toContain('<a href="/labels" aria-current="page">');
  expect(labels).not.toContain('<a href="/artists" aria-current="page">');
  expect(await htmlOf('/search?q=%3Cb%3E', server.token)).toContain('value="&lt;b>"');
});
