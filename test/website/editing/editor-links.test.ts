import { expect, test } from 'bun:test';
import { createUser } from '../../../src/accounts/users';
import { startServer } from '../../support/server';
import { Visitor } from '../../support/visitor';
import { sharedEditor } from './shared-editor';

const editor = sharedEditor();

const add = '<a href="/releases/add">Add a release</a>';
const duplicates = 'href="/duplicates">Likely duplicates</a>';

test('lists link editors to new releases and likely duplicates', async () => {
  const { visitor } = editor;
  for (const list of ['/albums', '/releases']) {
    const { html } = await visitor.open(list);
    expect([list, html]).toEqual([list, expect.stringContaining(add)]);
    expect([list, html]).toEqual([list, expect.stringContaining(duplicates)]);
  }
  expect((await visitor.open('/releases?genre=qqqq')).html).toMatch(/class="empty">.*Add a release/s);
  expect((await visitor.open('/artists')).html).toContain('href="/duplicates?kind=artists">Likely duplicates</a>');
  expect((await visitor.open('/labels')).html).toContain('href="/duplicates?kind=labels">Likely duplicates</a>');
});

test('an empty and a filled collection link to new releases', async () => {
  expect((await editor.visitor.open('/collection')).html).toContain(add);
  await editor.visitor.open('/releases/add');
  await editor.visitor.send('Add release', { title: 'Tides' });
  expect((await editor.visitor.open('/collection')).html).toContain('<a href="/releases/add">Enter it yourself</a>');
});

test('the home page of an empty catalog links editors to new releases, and the administration page to duplicates', async () => {
  const server = await startServer([]);
  await createUser(server.store, 'anna', 'correct horse battery', 'admin');
  const anna = new Visitor(server);
  expect((await anna.open('/')).html).not.toContain('/releases/add');
  await anna.open('/sign-in');
  await anna.send('Sign in', { username: 'anna', password: 'correct horse battery' });
  expect((await anna.open('/')).html).toContain('<a class="button" href="/releases/add">Start empty</a>');
  expect((await anna.open('/administration')).html).toContain(duplicates);
});

test('the page of a record links editors to its form at its top and bottom', async () => {
  const { visitor, server } = editor;
  const stranger = new Visitor(server);
  for (const page of ['/productions/psycho', '/artists/bernard-herrmann', '/releases/psycho']) {
    const link = `<a href="${page}/edit">Edit</a>`;
    const { html } = await visitor.open(page);
    expect([page, html.split(link).length - 1]).toEqual([page, 2]);
    expect(html.indexOf(link)).toBeLessThan(html.indexOf('<h2'));
    expect((await stranger.open(page)).html).not.toContain('Edit');
  }
});

test('every form of the catalog names the license of entries', async () => {
  const artists = (await editor.visitor.open('/artists')).html;
  const [, artist = ''] = /href="(\/artists\/[^/"?]+)"/.exec(artists.replaceAll(/\/artists\/(?:add|by)[^"]*/g, '')) ?? [];
  for (const form of ['/releases/add', '/artists/add', '/labels/add', '/works/add', `${artist}/edit`])
    expect([form, (await editor.visitor.open(form)).html]).toEqual([
      form,
      expect.stringMatching(/CC0.*href="\/docs\/privacy#licenses-of-the-data"/),
    ]);
});
