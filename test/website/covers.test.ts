import { beforeAll, expect, test } from 'bun:test';
import { findUser } from '../../src/accounts/users';
import { changeAccountStatus } from '../../src/accounts/users/users';
import { shownPage } from '../support/pages';
import { png } from '../support/pictures';
import { openReleaseEditor, type ReleaseEditor } from '../support/release-editor';
import { liveOf } from '../support/server';
import { formToken } from './administered';

let editor: ReleaseEditor;
beforeAll(async () => {
  editor = await openReleaseEditor();
}, 60_000);

let count = 0;

/** Another release of the catalog for each test, and a way to upload its cover. */
function nextRelease() {
  const { id = '', slug } = editor.releases[count++] ?? {};
  const path = `/releases/${slug}`;
  const upload = async (bytes: Uint8Array, type = 'image/png', language = 'en') => {
    const { html } = await editor.visitor.open(path);
    const body = new FormData();
    body.set('_token', formToken(html));
    body.set('do', 'cover');
    body.set('cover', new File([new Uint8Array(bytes)], 'front', { type }));
    const cookie = [...editor.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { accept: 'text/html', origin: 'http://localhost', cookie, 'accept-language': language };
    return editor.server.app.fetch(new Request(`http://localhost${path}`, { method: 'POST', body, headers }));
  };
  return { id, path, upload };
}

test('an editor adds a cover, which replaces the drawn sleeve, and removes it', async () => {
  const { visitor } = editor;
  const { id, path, upload } = nextRelease();
  expect((await visitor.open(path)).html).toContain('Until you add one, we draw this sleeve.');
  const answer = await upload(png(1_000, 1_000));
  expect([answer.status, answer.headers.get('location')]).toEqual([303, path]);
  const { html } = await visitor.open(path);
  const [, src = ''] = new RegExp(`<img class="sleeve" src="(/covers/${id}/[^"]+)"`).exec(html) ?? [];
  expect(src).toMatch(/^\/covers\/[0-9a-f-]{36}\/[0-9a-f]{40}\.320\.webp$/);
  expect(html).toContain(`${src.replace('.320.', '.960.')} 960w`);
  expect(html).toMatch(/og:image" content="http:\/\/localhost\/covers\/[^"]+\.960\.webp"/);
  expect(html).toMatch(/width="960" height="960" alt="Cover of [^"]+"/);
  const page = await visitor.open(src);
  expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
    200,
    'image/webp',
    'private, max-age=31536000, immutable',
  ]);
  expect((await visitor.open('/releases')).html).toContain('loading="lazy"');
  await visitor.open(path);
  expect((await visitor.send('Remove cover')).html).not.toContain(`src="/covers/${id}/`);
});

test('an unsupported file is refused in the language of the reader', async () => {
  const { upload } = nextRelease();
  const page = await shownPage(await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml', 'de'));
  expect([page.status, page.text]).toEqual([422, expect.stringContaining('SVG wird nicht unterstützt')]);
});

test('a member sees no form for covers and is refused', async () => {
  const { server, visitor } = editor;
  const { path, upload } = nextRelease();
  const setRole = (role: 'user' | 'editor') =>
    changeAccountStatus(server.store, findUser(server.store, 'tester') as never, { role }, liveOf(server.store));
  await setRole('user');
  expect((await visitor.open(path)).html).not.toContain('name="cover"');
  expect((await upload(png(5, 5))).status).toBe(403);
  await setRole('editor');
});

test('the file of an unknown cover answers 404', async () => {
  const { id } = nextRelease();
  for (const file of ['x.webp', `${'a'.repeat(40)}.97.webp`, `${'a'.repeat(40)}.96.webp`])
    expect((await editor.visitor.open(`/covers/${id}/${file}`)).status).toBe(404);
});

test('the history of a release shows a new cover and undoes it', async () => {
  const { id, path, upload } = nextRelease();
  await upload(png(300, 200));
  const { text } = await editor.visitor.open(`${path}/history`);
  expect(text).toMatch(/Cover 300 × 200 px, uploaded \(image [0-9a-f]{7}\)/);
  expect((await editor.visitor.open(path)).html).toContain(`src="/covers/${id}/`);
  await editor.visitor.open(`${path}/history`);
  await editor.visitor.send('Undo');
  expect((await editor.visitor.open(path)).html).not.toContain(`src="/covers/${id}/`);
});

test.each([
  [480, 480, true],
  [480, 450, true],
  [400, 600, false],
  [600, 400, false],
])('a vinyl record is drawn behind a cover of %d × %d pixels: %p', async (width, height, isDrawn) => {
  const { id, path, upload } = nextRelease();
  editor.server.store.writer.run(
    `UPDATE release_format SET format_type = 'vinyl' WHERE release_key = (SELECT key FROM "release" WHERE id = ?)`,
    [id],
  );
  await upload(png(width, height));
  expect((await editor.visitor.open(path)).html.includes('class="cover vinyl"')).toBe(isDrawn);
});

test('a small image is accepted with a warning', async () => {
  const { path, upload } = nextRelease();
  const answer = await upload(png(40, 60));
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toStartWith(`${path}?notice=cover-small&of=`);
  expect((await editor.visitor.open(`${path}?notice=cover-small`)).html).toContain('This image is small and may look blurry.');
  expect((await upload(png(200, 60))).headers.get('location')).toBe(path);
});
