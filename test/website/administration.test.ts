import { beforeAll, describe, expect, test } from 'bun:test';
import { settingAttributes } from '../../src/accounts/settings/runtime-settings';
import { createUser } from '../../src/accounts/users';
import { signedIn, Visitor } from '../support/visitor';
import { administered, formToken, password, pathOf, shownOnce } from './administered';

/** Shared by tests that restore what they change. */
let shared: Awaited<ReturnType<typeof administered>>;
beforeAll(async () => {
  shared = await administered({ rateLimit: 0 });
});

describe('the administration page', () => {
  test('is refused to other users', async () => {
    const { server } = shared;
    const tester = await signedIn(server, 'tester');
    const paths = [
      '/administration',
      '/administration/people',
      '/administration/sign-in',
      '/administration/backups',
      '/administration/imports',
      '/administration/people/x/disable',
    ];
    for (const path of paths) expect((await tester.open(path)).status).toBe(403);
    expect(tester.page.text).toContain('Not allowed Only administrators of this server can open this page.');
    const token = formToken((await tester.open('/settings')).html);
    const body = new URLSearchParams({ _token: token, registration: 'open' });
    expect((await tester.post('/administration/settings/registration', body)).status).toBe(403);
  });

  test('shows the version, uptime and state, and leads to the other pages', async () => {
    const { anna } = shared;
    const { text, html } = await anna.open('/administration');
    expect(html).toContain('<a href="/administration/imports">Add records</a>');
    expect(text).toMatch(/Leitmotif \S+ on localhost, up \d/);
    expect(text).toContain('Overview People Sign-in Online Notifications Backups Health');
    expect(text).toContain(
      'State Running Nothing right now Problems None Backups The catalog is in memory and can’t be backed up. Imports',
    );
    expect(text).toContain('No imports yet.');
    expect((await anna.follow('People')).text).toContain('2 accounts');
    expect((await anna.follow('Sign-in')).text).toContain('Accounts 2 (administrators: 1, disabled: 0) Registration');
    expect(text).not.toContain('Needs attention');
  });

  test('offers ways to start while the catalog is empty, and loads the demo', async () => {
    const { server, anna } = await administered();
    expect((await anna.open('/administration')).text).toContain('How do you want to start? Look around');
    expect((await (await signedIn(server, 'tester')).open('/')).text).not.toContain('Look around');
    await anna.open('/');
    expect((await anna.send('Look around')).html).toContain('The demo catalog is loaded.');
    for (const path of ['/administration', '/']) expect((await anna.open(path)).text).not.toContain('How do you want to start?');
    expect((await server.request('/api/demo', { method: 'POST', headers: { authorization: '' } })).status).toBe(401);
  });
});

describe('the list of accounts', () => {
  test('shows when each was last seen, and the reader as seen now', async () => {
    const { server, anna } = await administered();
    await signedIn(server, 'tester');
    const tenMinutesAgo = new Date(Date.now() - 599_000).toISOString();
    for (const table of ['token', 'token_family']) server.store.writer.run(`UPDATE ${table} SET last_used_at = ?`, [tenMinutesAgo]);
    const { text } = await anna.open('/administration/people');
    expect(text).toContain('anna (you) administrator now');
    expect(text).toContain('9 minutes ago');
  });

  test('adds an account that can sign in', async () => {
    const { server, anna } = await administered();
    await anna.open('/administration/people');
    const page = await anna.send('Create account', { username: 'carla', password });
    expect(page.html).toContain('Account created.');
    expect(page.text).toContain('carla');
    expect((await signedIn(server, 'carla')).redirects).toEqual(['/']);
  });

  test('refuses a taken name and keeps the input except the password', async () => {
    const { anna } = shared;
    await anna.open('/administration/people');
    const page = await anna.send('Create account', { username: 'tester', password: 'another horse' });
    expect(page.status).toBe(422);
    expect(page.text).toContain('This name is taken.');
    expect(page.html).toContain('value="tester"');
    expect(page.html).not.toContain('another horse');
  });

  test('disables an account at once after a confirmation, and enables it again', async () => {
    const { server, anna } = shared;
    const tester = await signedIn(server, 'tester');
    await anna.open('/administration/people');
    const question = await anna.follow('Disable');
    expect(question.text).toStartWith('Disable tester?');
    await tester.open('/settings');
    expect(tester.redirects).toEqual([]);

    expect((await anna.send('Disable')).text).toContain('tester disabled');
    await tester.open('/settings');
    expect(tester.redirects).toEqual(['/sign-in?to=%2Fsettings']);
    const refused = await tester.send('Sign in', { username: 'tester', password });
    expect(refused.text).toContain('Wrong user name or password.');

    await anna.send('Enable');
    await tester.send('Sign in', { username: 'tester', password });
    expect(tester.path).toBe('/settings');
  });

  test('makes a user an administrator after a confirmation, and a member again without one', async () => {
    const { server, anna } = shared;
    const tester = await signedIn(server, 'tester');
    await anna.open('/administration/people?q=tester');
    const question = await anna.send('Change the role of tester', { role: 'admin' });
    expect(question.text).toStartWith('Make tester an administrator?');
    expect(question.html).toContain('href="/administration/people?q=tester#people"');
    expect((await tester.open('/administration')).status).toBe(403);
    expect((await anna.send('Make an administrator')).html).toContain('Role changed.');
    expect(anna.redirects).toEqual(['/administration/people?q=tester&notice=role-set#people']);
    expect((await tester.open('/administration')).status).toBe(200);
    expect((await anna.send('Change the role of tester', { role: 'user' })).html).toContain('Role changed.');
    expect((await tester.open('/administration')).status).toBe(403);
  });

  // Otherwise enhance.js would hide the button and submit on every arrow key in the select.
  test('keeps the button beside the select of the role', async () => {
    const { anna } = shared;
    const { html } = await anna.open('/administration/people');
    const form = /<form[^>]*\/role"[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
    expect(form).toContain('<select');
    expect(form).not.toMatch(/class="[^"]*\bbar\b/);
  });

  test('answers 404 for unknown accounts', async () => {
    const { anna } = shared;
    const path = '/administration/people/0b7e3f5c-1d2a-5c4b-9e8f-7a6b5c4d3e2f';
    const token = formToken((await anna.open('/settings')).html);
    expect((await anna.open(`${path}/role`)).status).toBe(404);
    for (const act of ['role', 'disable', 'let-in', 'reset']) {
      const answer = await anna.post(`${path}/${act}`, new URLSearchParams({ _token: token, role: 'admin' }));
      expect([act, answer.status, anna.redirects]).toEqual([act, 404, []]);
    }
  });

  test('never removes the only administrator', async () => {
    const { anna } = shared;
    const { html } = await anna.open('/administration/people');
    const me = await anna.open('/settings');
    expect(me.text).toStartWith('anna');
    const id = /\/people\/([0-9a-f-]{36})\/role/.exec(html)?.[1];
    expect(id).toBeDefined();
    const own = (await (await anna.open('/settings/data.json')).html).match(/"id": ?"(?:\/api\/users\/)?([0-9a-f-]{36})"/)?.[1] ?? '';
    expect(own).not.toBe(id);
    const body = (role: string) => new URLSearchParams({ _token: formToken(me.html), role });
    expect((await anna.post(`/administration/people/${own}/role`, body('user'))).html).toContain('This is the only administrator.');
    expect((await anna.post(`/administration/people/${own}/disable`, body(''))).html).toContain('This is the only administrator.');
    await anna.open('/settings/delete');
    expect((await anna.send('Delete account', { password })).text).toContain('You’re the only administrator.');
    expect((await anna.open('/administration/people')).status).toBe(200);
  });

  test('shows a password reset link once, which works once', async () => {
    const { server, anna } = await administered();
    await anna.open('/administration/people');
    await anna.send('Reset link for tester');
    const link = pathOf(shownOnce(anna));
    expect(link).toMatch(/^\/reset-password\?code=[0-9a-f]{32}$/);
    expect(anna.redirects.join()).not.toContain('code=');
    await anna.open(anna.path);
    expect(shownOnce(anna)).toBeUndefined();

    const tester = new Visitor(server);
    await tester.open(link);
    expect((await tester.send('Set password', { password: 'short' })).text).toContain('10 to 200 characters');
    expect((await tester.send('Set password', { password: 'another correct horse' })).html).toContain('Password set.');
    await tester.send('Sign in', { username: 'tester', password: 'another correct horse' });
    expect(tester.redirects).toEqual(['/']);
    await tester.open(link);
    const again = await tester.send('Set password', { password: 'a third correct horse' });
    expect(again.text).toContain('The code is wrong, used or expired.');
  });

  test('has pages of thirty and a search by name', async () => {
    const { server, anna } = await administered();
    for (let index = 0; index < 31; index++) await createUser(server.store, `person${index}`, password);
    await anna.open('/administration/people');
    expect(anna.page.text).toContain('33 accounts');
    expect(anna.page.html.match(/<tr><th scope="row">/g)).toHaveLength(30);
    expect((await anna.open('/administration/people?page=2')).html.match(/<tr><th scope="row">/g)).toHaveLength(3);
    expect((await anna.open('/administration/people?q=person30')).html.match(/<tr><th scope="row">/g)).toHaveLength(1);
    expect((await anna.open('/administration/people?q=%3Cscript%3E')).html).not.toContain('<script>');
  }, 60_000);
});

describe('the settings form', () => {
  test('opens the catalog to guests, and nothing else', async () => {
    const { server, anna } = await administered();
    const guest = new Visitor(server);
    await guest.open('/artists');
    expect(guest.redirects).toEqual(['/sign-in?to=%2Fartists']);
    await anna.open('/administration');
    await anna.send('/administration/settings/access', { catalog_visibility: 'public' });
    expect((await guest.open('/artists')).status).toBe(200);
    for (const path of ['/collection', '/settings', '/administration']) {
      await guest.open(path);
      expect(guest.path).toStartWith('/sign-in');
    }
  });

  test('allows search engines', async () => {
    const { server, anna } = await administered();
    const guest = new Visitor(server);
    expect((await guest.open('/sign-in')).html).toContain('noindex');
    await anna.open('/administration');
    await anna.send('/administration/settings/access', { catalog_visibility: 'public', search_engines: 'yes' });
    expect((await guest.open('/sign-in')).html).not.toContain('noindex');
  });

  test('shows an error beside each field of online lookups', async () => {
    const { anna } = shared;
    await anna.open('/administration/online');
    const { status, html } = await anna.send('/administration/settings/online', { contact: 'nobody', discogs_token: 'a b' });
    expect(status).toBe(422);
    for (const name of ['contact', 'discogs_token']) expect(html).toMatch(new RegExp(`name="${name}"[^>]* aria-describedby="bad-${name}"`));
  });

  test('disables a setting given on the command line and names its flag', async () => {
    const { anna } = await administered({ catalogVisibility: 'private', givenBy: { catalogVisibility: '--catalog-visibility' } } as never);
    const page = await anna.open('/administration');
    expect(page.text).toContain('Set by --catalog-visibility on the server.');
    expect(page.html).toMatch(/<fieldset disabled><legend>Who can see the catalog/);
    await anna.send('/administration/settings/access', { catalog_visibility: 'public', editing: 'users' });
    expect(anna.page.html).toContain('Settings saved.');
    expect(anna.page.html).toMatch(/value="users" checked/);
    expect(anna.page.html).toMatch(/value="private" checked/);
  });

  test('has each setting on one page, with its label, and changes no setting of another', async () => {
    const { server, anna } = await administered();
    const shown: string[] = [];
    for (const page of ['', '/people', '/sign-in', '/online', '/notifications', '/backups', '/health']) {
      const { html } = await anna.open(`/administration${page}`);
      for (const name of Object.keys(settingAttributes)) if (html.includes(`name="${name}"`)) shown.push(name);
      expect(html).not.toContain('<legend></legend>');
    }
    // Sites have a field each, and a catalog in memory has no schedule of backups.
    const elsewhere = Object.keys(settingAttributes).filter((name) => name === 'online_sources' || name.startsWith('backup_'));
    expect(shown.concat(elsewhere).toSorted()).toEqual(Object.keys(settingAttributes).toSorted());
    await anna.open('/administration/sign-in');
    await anna.send('Save', { registration: 'open' });
    expect(server.store.reader.query('SELECT name, value FROM setting').values()).toEqual([['registration', 'open']]);
    const body = new URLSearchParams({ _token: formToken(anna.page.html) });
    expect((await anna.post('/administration/settings/planet', body)).status).toBe(404);
  });
});
