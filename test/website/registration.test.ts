import { describe, expect, test } from 'bun:test';
import { createApp } from '../../src/app/app';
import { readSettings } from '../../src/config';
import type { Context } from '../../src/context';
import { seededStore, startServer } from '../support/server';
import { Visitor } from '../support/visitor';
import { administered, formToken, password, pathOf, shownOnce } from './administered';

describe('registration', () => {
  test('is closed by default', async () => {
    const visitor = new Visitor(await startServer());
    const page = await visitor.open('/register');
    expect(page.text).toContain('Registration is closed.');
    expect(page.html).not.toContain('name="username"');
  });

  test('accepts an invitation once where it requires one, however often it is opened', async () => {
    const { server, anna } = await administered();
    await anna.open('/administration/sign-in');
    await anna.send('Save', { registration: 'invitation' });
    const carla = new Visitor(server);
    expect((await carla.open('/register')).text).toContain('You need an invitation to register.');

    await anna.open('/administration/people');
    await anna.send('Invite', { note: 'Carla <b>' });
    expect(anna.page.html).toContain('Carla &lt;b>');
    const link = pathOf(shownOnce(anna));
    expect(link).toMatch(/^\/register\?invitation=[0-9a-f]{32}$/);
    const other = new Visitor(server);
    await other.open(link);
    for (let times = 0; times < 12; times++) expect((await carla.open(link)).status).toBe(200);
    expect((await carla.send('Create account', { username: 'x', password })).status).toBe(422);
    await carla.send('Create account', { username: 'carla', password });
    expect((await carla.open('/settings')).text).toStartWith('carla');

    const refused = await other.send('Create account', { username: 'other', password });
    expect(refused.text).toContain('The invitation is wrong, used or expired.');
    const { status, text } = await other.open(link);
    expect([status, text]).toEqual([410, expect.stringMatching(/^Invalid invitation/)]);
    for (const wrong of [link, ...['0', '%3Cb%3E', '\u0000', 'x'.repeat(2_000)].map((code) => `/register?invitation=${code}`)])
      expect((await other.open(wrong)).html).not.toContain('name="username"');
  });

  test('refuses a withdrawn invitation', async () => {
    const { server, anna } = await administered({ registration: 'invitation' });
    await anna.open('/administration/people');
    await anna.send('Invite', { note: 'Carla' });
    const link = pathOf(shownOnce(anna));
    await anna.follow('Withdraw');
    const question = anna.path;
    const again = new URLSearchParams({ _token: formToken(anna.page.html) });
    expect((await anna.send('Withdraw')).html).toContain('Invitation withdrawn.');
    expect((await anna.post(question, again)).status).toBe(404);
    expect((await new Visitor(server).open(link)).text).toStartWith('Invalid invitation');
  });

  test('is open to everyone where the setting is open', async () => {
    const { server, anna } = await administered();
    await anna.open('/administration/sign-in');
    await anna.send('Save', { registration: 'open' });
    const carla = new Visitor(server);
    await carla.open('/sign-in');
    await carla.follow('Register');
    const bad = await carla.send('Create account', { username: 'carla', password: 'short', email: 'nothing' });
    expect(bad.status).toBe(422);
    expect(bad.html).toContain('id="bad-email"');
    expect(bad.html).toContain('id="bad-password"');
    await carla.send('Create account', { username: 'carla', password, email: '' });
    expect(carla.redirects).toEqual(['/?notice=registered']);
  });
});

describe('a new server', () => {
  /** A server without users, with the details of its log entries. */
  async function unused(settings: Partial<Context['settings']> = {}) {
    const logged: Record<string, unknown>[] = [];
    const context: Context = {
      store: await seededStore(),
      settings: { ...readSettings({}, {}), ...settings },
      origins: () => ['http://localhost'],
      log: (_, details = {}) => logged.push(details),
      peerAddress: () => '192.0.2.1',
    };
    const app = createApp(context);
    await new Promise(setImmediate);
    return { app, logged };
  }

  test('redirects every page to its set-up, which requires the code', async () => {
    const visitor = new Visitor(await unused());
    for (const path of ['/', '/sign-in', '/register', '/collection']) {
      await visitor.open(path);
      expect(visitor.path).toBe('/set-up');
    }
    expect(visitor.page.text).toStartWith('New catalog');
    const refused = await visitor.send('Start', { code: '0'.repeat(32), username: 'anna', password });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('id="bad-code"');
    expect(refused.html).toContain('value="anna"');
    await visitor.open('/administration');
    expect(visitor.path).toBe('/set-up');
  });

  test('logs a link with its base path', async () => {
    const { logged } = await unused({ basePath: '/music' });
    expect(logged[0]?.url).toBe(`http://localhost/music/set-up?code=${logged[0]?.setUpCode}`);
  });

  test('creates and signs in its first administrator by the logged link, once', async () => {
    const server = await unused();
    const link = pathOf(String(server.logged[0]?.url));
    const anna = new Visitor(server);
    await anna.open(link);
    expect((await anna.send('Start', { username: 'an na', password })).html).toContain('id="bad-username"');
    const page = await anna.send('Start', { username: 'anna', password });
    expect(page.html).toContain('The server is set up.');
    expect(page.text).toContain('How do you want to start?');

    const late = new Visitor(server);
    expect((await late.open(link)).text).toStartWith('This server is already set up.');
  });
});
