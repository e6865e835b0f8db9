import { expect, test } from 'bun:test';
import { findUser } from '../../src/accounts/users';
import { changeAccountStatus } from '../../src/accounts/users/users';
import { openOwnLists } from '../support/own-lists';
import { shownPage } from '../support/pages';
import { png } from '../support/pictures';

/** Somebody who edits, on the page of a release. */
async function editing(headers: Record<string, string> = {}) {
  const own = await openOwnLists(headers);
  const tester = findUser(own.server.store, 'tester');
  if (tester) await changeAccountStatus(own.server.store, tester, { role: 'editor' });
  const slug = own.releases[0]?.slug ?? '';
  const path = `/releases/${slug}`;
  const sendPicture = async (bytes: Uint8Array, type = 'image/png') => {
    const { html } = await own.visitor.open(path);
    const body = new FormData();
    body.set('_token', /name="_token" value="([^"]+)"/.exec(html)?.[1] ?? '');
    body.set('do', 'cover');
    body.set('cover', new File([new Uint8Array(bytes)], 'front', { type }));
    const cookie = [...own.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = { accept: 'text/html', origin: 'http://localhost', cookie, ...headers };
    return own.server.app.fetch(new Request(`http://localhost${path}`, { method: 'POST', body, headers: sent }));
  };
  return { ...own, path, slug, sendPicture };
}

test('an editor adds a cover with a form, which stands then where the sleeve was drawn, and takes it away', async () => {
  const { visitor, path, sendPicture } = await editing();
  expect((await visitor.open(path)).html).toContain('Until you add one, we draw this sleeve.');
  const answer = await sendPicture(png(1_200, 1_200));
  expect([answer.status, answer.headers.get('location')]).toEqual([303, path]);
  const { html } = await visitor.open(path);
  const [, src = ''] = /<img class="sleeve" src="([^"]+)"/.exec(html) ?? [];
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
  expect((await visitor.send('Remove cover')).html).not.toContain('<img class="sleeve"');
});

test('what is no picture is said beside the field, in the words of the reader', async () => {
  const { sendPicture } = await editing({ 'accept-language': 'de' });
  const page = await shownPage(await sendPicture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'));
  expect([page.status, page.text]).toEqual([422, expect.stringContaining('Ein SVG kann kein Cover sein')]);
});

test('whoever may not edit sees no form, and is refused', async () => {
  const { server, visitor, path, sendPicture } = await editing();
  const tester = findUser(server.store, 'tester');
  if (tester) await changeAccountStatus(server.store, tester, { role: 'user' });
  expect((await visitor.open(path)).html).not.toContain('name="cover"');
  expect((await sendPicture(png(5, 5))).status).toBe(403);
});

test('a file of a cover that is not there is no page', async () => {
  const { visitor, releases } = await editing();
  for (const file of ['x.webp', `${'a'.repeat(40)}.97.webp`, `${'a'.repeat(40)}.96.webp`])
    expect((await visitor.open(`/covers/${releases[0]?.id}/${file}`)).status).toBe(404);
});

test('what became of a cover stands in the history in words, and is undone there', async () => {
  const { visitor, path, sendPicture } = await editing();
  await sendPicture(png(300, 200));
  const { text } = await visitor.open(`${path}/history`);
  expect(text).toMatch(/Cover 300 × 200 px, uploaded \(image [0-9a-f]{7}\)/);
  await visitor.send('Undo');
  expect((await visitor.open(path)).html).not.toContain('<img class="sleeve"');
});

test.each([
  [960, 960, true],
  [960, 900, true],
  [400, 600, false],
  [600, 400, false],
])('a record looks out behind a picture of %d × %d pixels: %p', async (width, height, isThere) => {
  const { server, visitor, path, sendPicture, releases } = await editing();
  server.store.writer.run(`UPDATE release_format SET format_type = 'vinyl' WHERE release_key = (SELECT key FROM "release" WHERE id = ?)`, [
    releases[0]?.id ?? '',
  ]);
  await sendPicture(png(width, height));
  expect((await visitor.open(path)).html.includes('class="cover vinyl"')).toBe(isThere);
});

test('a small picture is taken, with a word of how it will look', async () => {
  const { sendPicture, visitor, path } = await editing();
  const answer = await sendPicture(png(40, 60));
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?said=cover-small`]);
  expect((await visitor.open(`${path}?said=cover-small`)).html).toContain('This image is small and may look blurry.');
  expect((await sendPicture(png(200, 60))).headers.get('location')).toBe(path);
});
