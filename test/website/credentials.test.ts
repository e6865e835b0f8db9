import { afterEach, describe, expect, setSystemTime, test } from 'bun:test';
import { TOTP } from 'otpauth';
import { createUser } from '../../src/accounts/users';
import { Authenticator } from '../support/authenticator';
import { startServer, type TestServer } from '../support/server';
import { signedIn, Visitor } from '../support/visitor';
import { administered, formToken, password } from './administered';

const security = '/settings/security';

afterEach(() => {
  setSystemTime();
});

const passed = (seconds: number) => setSystemTime(new Date(Date.now() + seconds * 1000));
const codeIn = (app: TOTP, seconds = 0) => app.generate({ timestamp: Date.now() + seconds * 1000 });

/** Turns on the app that a page offers. */
async function turnOn(visitor: Visitor): Promise<{ app: TOTP; codes: string[] }> {
  const [, key = ''] = /name="secret" value="([^"]*)"/.exec(visitor.page.html) ?? [];
  const app = new TOTP({ secret: key.replaceAll(' ', '') });
  await visitor.send('Turn on', { code: codeIn(app) });
  const codes = [...visitor.page.html.matchAll(/<li>([a-z2-7-]{19})\s*<\/li>/g)].map(([, code = '']) => code);
  passed(30);
  return { app, codes };
}

async function withApp(settings = {}) {
  const server = await startServer([], { rateLimit: 0, ...settings });
  const visitor = await signedIn(server);
  await visitor.open(security);
  await visitor.follow('Set up');
  return { server, visitor, ...(await turnOn(visitor)) };
}

/** A browser that has given the password. */
async function atCode(server: TestServer, to = '/phone'): Promise<Visitor> {
  const visitor = new Visitor(server);
  await visitor.open(to);
  await visitor.send('Sign in', { username: 'tester', password });
  return visitor;
}

describe('the authenticator app', () => {
  test('is set up with the code that the page shows, and its recovery codes appear once', async () => {
    const server = await startServer([], { rateLimit: 0 });
    const visitor = await signedIn(server);
    expect((await visitor.open(security)).html).not.toContain('name="secret"');
    await visitor.follow('Set up');
    const [, key = ''] = /name="secret" value="([^"]*)"/.exec(visitor.page.html) ?? [];
    expect(visitor.page.html).toContain('aria-label="QR code for the authenticator app"');
    const late = await visitor.send('Turn on', { code: codeIn(new TOTP({ secret: key.replaceAll(' ', '') }), -120) });
    expect([late.status, late.text.includes('off by about 120 seconds'), late.html.includes(key)]).toEqual([422, true, true]);
    const wrong = await visitor.send('Turn on', { secret: 'no secret', code: '123456' });
    expect([wrong.status, wrong.html.includes('no secret')]).toEqual([422, false]);
    const { codes } = await turnOn(visitor);
    expect(codes).toHaveLength(10);
    expect(visitor.page.headers.get('cache-control')).toBe('no-store');
    expect((await visitor.open(security)).html).not.toContain(codes[0] ?? '-');
    expect(visitor.page.text).toContain('10 codes left');
  });

  test('asks for its code after the password, without a session before, and goes on to the page', async () => {
    const { server, app, codes } = await withApp();
    const visitor = await atCode(server);
    expect([visitor.page.text.startsWith('Enter your code'), visitor.cookies.has('leitmotif-session')]).toEqual([true, false]);
    expect((await visitor.send('Continue', { code: '000000' })).text).toContain('The code is wrong.');
    expect((await visitor.send('Continue', { code: codeIn(app, -120) })).text).toContain('This code has expired. Enter the next one.');
    expect((await visitor.send('Continue', { recovery: 'abcd-efgh' })).html).toContain('id="bad-recovery"');
    await visitor.send('Continue', { code: codeIn(app) });
    expect(visitor.redirects).toEqual(['/phone']);
    const other = await atCode(server);
    await other.send('Continue', { recovery: codes[0] ?? '' });
    expect(other.redirects).toEqual(['/phone']);
    const slow = await atCode(server);
    passed(601);
    expect((await slow.send('Continue', { code: codeIn(app) })).text).toContain('The sign-in has expired. Enter your password again.');
    expect(slow.cookies.has('leitmotif-session')).toBe(false);
  });

  test('is turned off, and gets new recovery codes, with the password', async () => {
    const { visitor, codes } = await withApp();
    await visitor.open(security);
    await visitor.follow('New codes');
    expect((await visitor.send('New codes', { password: 'wrong horse battery' })).text).toContain('The password is wrong.');
    await visitor.send('New codes', { password });
    expect(visitor.page.html).toContain('<ol class="recovery"');
    expect(visitor.page.html).not.toContain(codes[1] ?? '-');
    await visitor.follow('Turn off');
    expect((await visitor.send('Turn off', { password: 'wrong horse battery' })).text).toContain('The password is wrong.');
    await visitor.send('Turn off', { password });
    expect(visitor.page.text).toContain('Set up');
  });

  test('keeps a form that an ended session interrupted through the second step', async () => {
    const { server, visitor, app } = await withApp();
    await visitor.open('/settings');
    visitor.cookies.delete('leitmotif-session');
    await visitor.send('/settings/email', { email: 'tester@example.org' });
    await visitor.send('Sign in', { username: 'tester', password });
    const page = await visitor.send('Continue', { code: codeIn(app) });
    expect(page.html).toContain('value="tester@example.org"');
    expect(server.store.reader.get<{ email: null }>('SELECT email FROM user')?.email).toBeNull();
  });
});

describe('passkeys', () => {
  async function withPasskey() {
    const server = await startServer([], { rateLimit: 0 });
    const [visitor, authenticator] = [await signedIn(server), new Authenticator('http://localhost')];
    await visitor.open(security);
    const { html } = visitor.page;
    const options = JSON.parse((await visitor.open('/settings/credentials/options')).html);
    const add = (more: object = {}) =>
      new URLSearchParams({ _token: formToken(html), credential: JSON.stringify(authenticator.create(options)), ...more });
    return { server, visitor, authenticator, add };
  }

  /** A browser that answers its own challenge, or that of another. */
  async function use(server: TestServer, authenticator: Authenticator, by = new Visitor(server), sent = by): Promise<Visitor> {
    for (const visitor of new Set([by, sent])) await visitor.open('/sign-in?to=/phone');
    const { html } = sent.page;
    const options = JSON.parse((await by.open('/sign-in/passkey')).html);
    const credential = JSON.stringify(authenticator.get(options));
    await sent.post('/sign-in/passkey', new URLSearchParams({ _token: formToken(html), to: '/phone', credential }));
    return sent;
  }

  test('are added, renamed and, with the password, removed, and sign in the browser that was asked', async () => {
    const { server, visitor, authenticator, add } = await withPasskey();
    const before = new Visitor(server);
    expect((await before.open('/sign-in')).html).not.toContain('passkey');
    await visitor.post('/settings/credentials', add());
    expect(visitor.page.html).toContain('Passkey added.');
    expect((await before.open('/sign-in')).html).toContain('data-passkey="/sign-in/passkey"');
    await visitor.follow('Rename');
    expect((await visitor.send('Save', { name: '' })).html).toContain('id="bad-name"');
    await visitor.send('Save', { name: 'Security key, blue' });
    expect(visitor.page.text).toContain('Security key, blue');
    const browser = await use(server, authenticator);
    expect([browser.redirects, browser.cookies.has('leitmotif-session')]).toEqual([['/phone'], true]);
    const thief = await use(server, authenticator, new Visitor(server), new Visitor(server));
    expect([thief.page.status, thief.page.text.includes('This passkey is unknown here')]).toEqual([422, true]);
    await visitor.open(security);
    await visitor.follow('Remove');
    expect((await visitor.send('Remove', { password: 'wrong horse battery' })).text).toContain('The password is wrong.');
    await visitor.send('Remove', { password });
    expect(visitor.page.html).toContain('Passkey removed.');
    expect((await use(server, authenticator)).cookies.has('leitmotif-session')).toBe(false);
  });

  test('are not added by a form of another site, without a token, or with anything else', async () => {
    const { server, visitor, add } = await withPasskey();
    const list = () => server.store.reader.all('SELECT key FROM credential');
    expect((await visitor.post('/settings/credentials', add(), { origin: 'https://evil.example' })).status).toBe(403);
    expect((await visitor.post('/settings/credentials', add({ _token: '' }))).status).toBe(403);
    for (const credential of ['', '{', '[]', 'null', '{"id":1,"response":{}}'])
      expect([credential, (await visitor.post('/settings/credentials', add({ credential }))).status]).toEqual([credential, 422]);
    expect(list()).toEqual([]);
  });

  test('are left out where browsers refuse them', async () => {
    const server = await startServer([], { rateLimit: 0, publicUrl: 'http://music.example' });
    const visitor = new Visitor(server, { origin: 'http://music.example' });
    await visitor.open(`/sign-in?to=${security}`);
    await visitor.send('Sign in', { username: 'tester', password });
    expect(visitor.page.text).toContain('over HTTPS');
    expect(visitor.page.html).not.toContain('data-passkey');
  });
});

describe('an administrator', () => {
  test('is led to the app after signing in and from each page of the server, until it is on', async () => {
    const { anna } = await administered({ secondFactor: 'administrators', rateLimit: 0 });
    const needed = `${security}?notice=second-factor-needed`;
    expect(anna.redirects).toEqual([needed]);
    expect(anna.page.html).toContain('name="secret"');
    for (const path of ['/administration', '/administration/people', '/administration/backups']) {
      await anna.open(path);
      expect(anna.redirects).toEqual([needed]);
    }
    await turnOn(anna);
    await anna.open('/administration/people');
    expect(anna.redirects).toEqual([]);
  });

  test('resets the second step of others', async () => {
    const { server, anna } = await administered({ rateLimit: 0 });
    await createUser(server.store, 'bert', password);
    const bert = await signedIn(server, 'bert');
    await bert.open(`${security}?app=set-up`);
    expect((await anna.open('/administration/people')).html).not.toContain('Reset second step');
    await turnOn(bert);
    await anna.open('/administration/people');
    await anna.follow('Reset second step');
    await anna.send('Reset second step');
    expect(anna.page.html).toContain('Second step and passkeys removed.');
    await bert.open('/settings');
    expect(bert.redirects).toEqual(['/sign-in?to=%2Fsettings']);
    await bert.send('Sign in', { username: 'bert', password });
    expect(bert.redirects).toEqual(['/settings']);
  });
});
