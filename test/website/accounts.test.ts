import { beforeAll, describe, expect, test } from 'bun:test';
import { createUser, findUser } from '../../src/accounts/users';
import { emptyStore, serverOf, startServer, type TestServer } from '../support/server';
import { signedIn, Visitor } from '../support/visitor';
import { formToken } from './administered';

const password = 'correct horse battery';

const sessionOf = (visitor: Visitor): string => visitor.cookies.get('leitmotif-session') ?? '';

describe('the sign-in page', () => {
  let server: TestServer;
  beforeAll(async () => {
    // These tests sign in more often than the rate limit allows.
    server = await startServer([], { rateLimit: 0 });
  });

  test('redirects to the requested page', async () => {
    const visitor = new Visitor(server);
    await visitor.open('/settings');
    expect(visitor.redirects).toEqual(['/sign-in?to=%2Fsettings']);
    const page = await visitor.send('Sign in', { username: 'tester', password });
    expect(visitor.redirects).toEqual(['/settings']);
    expect(page.text).toStartWith('tester');
  });

  test('stores the session in an HttpOnly SameSite cookie', async () => {
    const visitor = await signedIn(server);
    const line = visitor.setCookies.find((cookie) => cookie.startsWith('leitmotif-session=lm_st_'));
    expect(line).toMatch(/; HttpOnly/i);
    expect(line).toMatch(/; SameSite=Lax/i);
    expect(line).toMatch(/; Path=\//i);
    expect(line).not.toMatch(/; Secure/i);
  });

  test('keeps the user name after wrong credentials', async () => {
    const visitor = new Visitor(server);
    await visitor.open('/sign-in');
    const page = await visitor.send('Sign in', { username: 'tester', password: 'wrong horse battery' });
    expect(page.status).toBe(422);
    expect(page.text).toContain('Wrong user name or password.');
    expect(page.html).toContain('value="tester"');
    expect(page.html).not.toContain('wrong horse');
    expect(sessionOf(visitor)).toBe('');
  });

  test('starts a new session each time and ends the previous one', async () => {
    const visitor = await signedIn(server);
    const former = sessionOf(visitor);
    const other = new Visitor(server);
    other.cookies.set('leitmotif-session', former);
    await other.open('/settings');
    expect(other.redirects).toEqual([]);

    const body = new URLSearchParams({ _token: formToken(other.page.html), username: 'tester', password });
    await other.post('/sign-in', body);
    expect(sessionOf(other)).not.toBe(former);
    await visitor.open('/settings');
    expect(visitor.redirects).toEqual(['/sign-in?to=%2Fsettings']);
    expect(sessionOf(visitor)).toBe('');
  });

  test.each(['https://evil.example/', '/%2e%2e//evil.example'])('does not redirect to %p', async (to) => {
    const visitor = new Visitor(server);
    await visitor.open(`/sign-in?to=${encodeURIComponent(to)}`);
    await visitor.send('Sign in', { username: 'tester', password, to });
    expect(visitor.redirects).toEqual(['/']);
  });

  describe('below a base path', () => {
    let music: TestServer;
    beforeAll(async () => {
      music = await startServer([], { basePath: '/music', rateLimit: 0 });
    });

    test.each(['/music/x/%2E%2E///evil.example', '/elsewhere'])('does not redirect to %p', async (to) => {
      const visitor = new Visitor(music);
      await visitor.open(`/music/sign-in?to=${encodeURIComponent(to)}`);
      expect(visitor.page.html).not.toContain('name="to"');
      await visitor.send('Sign in', { username: 'tester', password, to });
      expect(visitor.redirects).toEqual(['/music/']);
      await visitor.open(`/music/sign-in?to=${encodeURIComponent(to)}`);
      expect(visitor.redirects).toEqual(['/music/']);
      await visitor.open('/music/appearance');
      await visitor.send('/music/appearance', { to });
      expect(visitor.redirects).toEqual(['/music/appearance?notice=appearance-kept']);
    });
  });

  test('is exempt from the rate limit of pages', async () => {
    const visitor = new Visitor(await serverOf(emptyStore(), { rateLimit: 3 }));
    for (let index = 0; index < 4; index++) await visitor.open('/docs');
    expect((await visitor.open('/docs')).status).toBe(429);
    expect((await visitor.open('/sign-in')).status).toBe(200);
  });

  test.each(['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_READONLY'])('answers %s with 503 instead of a wrong password', async (code) => {
    const broken = await startServer();
    const visitor = new Visitor(broken);
    await visitor.open('/sign-in');
    broken.store.write = () => Promise.reject(Object.assign(new Error('not written'), { code }));
    const page = await visitor.send('Sign in', { username: 'tester', password });
    expect([page.status, page.text.includes('wrong')]).toEqual([503, false]);
  });

  test('shares the rate limit of sign-ins and shows how long to wait', async () => {
    const visitor = new Visitor(await serverOf(emptyStore()));
    await visitor.open('/sign-in');
    for (let index = 0; index < 10; index++) await visitor.send('Sign in', { username: 'tester', password: 'wrong horse battery' });
    const page = await visitor.send('Sign in', { username: 'tester', password });
    expect(page.status).toBe(429);
    expect(page.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(page.text).toMatch(/Too many attempts\. Try again in \d+ seconds\./);
    expect(sessionOf(visitor)).toBe('');
  });
});

describe('a form', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer([], { rateLimit: 0 });
    await createUser(server.store, 'berta', password);
  });

  test('from another site is refused', async () => {
    const visitor = await signedIn(server);
    await visitor.open('/settings');
    const origins: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of origins) {
      await visitor.open('/settings');
      const page = await visitor.send('/settings/email', { email: 'evil@example.org' }, headers);
      expect(page.status).toBe(403);
      expect(page.text).toContain('did not come from a page of this server');
    }
    expect((await visitor.open('/settings')).html).not.toContain('evil@example.org');
  });

  test('with a stale token is shown again with its input, and can be resent', async () => {
    const visitor = await signedIn(server);
    await visitor.open('/settings');
    const page = await visitor.send('/settings/email', { email: 'resent@example.org', _token: 'stale' });
    expect(page.status).toBe(403);
    expect(page.text).toContain('This form was open too long, or you signed in again since.');
    expect((await visitor.open('/settings')).html).not.toContain('resent@example.org');
    await visitor.send('/settings/email', { email: 'resent@example.org', _token: 'stale' });
    await visitor.send('Send again');
    expect((await visitor.open('/settings')).html).toContain('resent@example.org');
  });

  test('sent after the session has ended is shown again after the next sign-in, but only to the same account', async () => {
    for (const username of ['tester', 'berta']) {
      const visitor = await signedIn(server);
      await visitor.open('/settings');
      visitor.cookies.delete('leitmotif-session');
      const page = await visitor.send('/settings/email', { email: `of-${username}@example.org` });
      expect(page.text).toContain('You’ve been signed out, so nothing was saved. Your input will be there');
      const wrong = await visitor.send('Sign in', { username, password: 'wrong horse battery' });
      expect(wrong.text).toContain('nothing was saved');
      const after = await visitor.send('Sign in', { username, password });
      if (username === 'berta') {
        expect(visitor.redirects).toEqual(['/?notice=entered-by-another']);
        expect(after.html).toContain('This form was filled in by another account. Nothing was saved.');
        expect(after.html).not.toContain('of-berta@');
      } else {
        expect(after.text).toContain('You’re signed in again and your input is still here. It isn’t saved yet. Send it again.');
        await visitor.send('Send again');
        expect((await visitor.open('/settings')).html).toContain('of-tester@example.org');
      }
    }
  });

  test('sent after the session has ended is carried along without its passwords', async () => {
    const visitor = await signedIn(server);
    await visitor.open('/settings/security');
    visitor.cookies.delete('leitmotif-session');
    const entered = { current_password: 'wrong horse battery', new_password: 'another horse battery' };
    const names = Object.keys(entered);
    await visitor.send('/settings/password', entered);
    expect(visitor.page.text).toContain('You’ve been signed out');
    for (const text of [...Object.values(entered), ...names]) expect(visitor.page.html).not.toContain(text);
  });

  test.each([
    ['/settings/email', true],
    ['https://evil.example/settings', false],
  ])('carried along is shown again after the sign-in only for a page of this site: %s', async (action, isShown) => {
    const user = findUser(server.store, 'tester')?.id;
    const visitor = new Visitor(server);
    await visitor.open('/sign-in');
    const left = JSON.stringify({ action, user, fields: [['email', 'left@example.org']], files: [] });
    await visitor.send('Sign in', { username: 'tester', password, left });
    expect(visitor.redirects).toEqual(isShown ? [] : ['/']);
    expect([visitor.page.html.includes('left@example.org'), visitor.page.html.includes(`action="${action}"`)]).toEqual([isShown, isShown]);
    expect(visitor.page.html).not.toContain('evil.example');
  });

  test('is shown again without its passwords', async () => {
    const visitor = new Visitor(server);
    await visitor.open('/sign-in?to=/settings');
    const page = await visitor.send('Sign in', { username: 'tester', password, _token: '' });
    expect(page.html).not.toContain(password);
    await visitor.send('Send again', { password });
    expect(visitor.redirects).toEqual(['/settings']);
  });

  test('with the token of another session is refused', async () => {
    const [anna, berta] = [await signedIn(server), await signedIn(server, 'berta')];
    await anna.open('/settings');
    const _token = formToken(anna.page.html);
    await berta.open('/settings');
    expect((await berta.send('/settings/email', { email: 'b@example.org', _token })).status).toBe(403);
  });

  test('of another media type is refused', async () => {
    const { app } = server;
    const headers = { origin: 'http://localhost', 'content-type': 'text/plain' };
    const response = await app.handle(new Request('http://localhost/sign-in', { method: 'POST', body: 'username=x', headers }));
    expect(response.status).toBe(415);
  });
});

describe('signing out', () => {
  test('ends the session and deletes the cookie', async () => {
    const server = await startServer();
    const visitor = await signedIn(server);
    const session = sessionOf(visitor);
    await visitor.open('/settings');
    const page = await visitor.send('Sign out');
    expect(page.html).toContain('<span>You are signed out.</span>');
    expect(sessionOf(visitor)).toBe('');
    visitor.cookies.set('leitmotif-session', session);
    await visitor.open('/settings');
    expect(visitor.redirects).toHaveLength(1);
  });

  test('does not happen on a GET', async () => {
    const visitor = await signedIn(await startServer());
    await visitor.open('/sign-out');
    await visitor.open('/settings');
    expect(visitor.redirects).toEqual([]);
  });
});

describe('below a base path and over HTTPS', () => {
  const settings = { basePath: '/music', publicUrl: 'https://films.example/music' };

  let server: TestServer;
  beforeAll(async () => {
    server = await startServer([], settings);
  });

  test('cookies are limited to the path and secure, and redirects stay below the path', async () => {
    const visitor = new Visitor(server, { origin: 'https://films.example' });
    await visitor.open('/music/settings?notice=x');
    expect(visitor.redirects).toEqual(['/music/sign-in?to=%2Fmusic%2Fsettings%3Fnotice%3Dx']);
    await visitor.send('Sign in', { username: 'tester', password });
    expect(visitor.redirects).toEqual(['/music/settings?notice=x']);
    const session = visitor.setCookies.find((cookie) => cookie.startsWith('leitmotif-session='));
    expect(session).toMatch(/; Path=\/music(?:;|$)/);
    expect(session).toMatch(/; Secure/);
    await visitor.open('/music/settings/tokens');
    await visitor.send('Create token', { name: 'phone', scopes: ['catalog:read'] });
    expect(visitor.page.html).toContain('https://films.example/music/api/users/me');
  });

  test('a form from the HTTP origin of the host is refused', async () => {
    const visitor = new Visitor(server, { origin: 'https://films.example' });
    await visitor.open('/music/sign-in');
    const page = await visitor.send('Sign in', { username: 'tester', password }, { origin: 'http://films.example' });
    expect(page.status).toBe(403);
  });
});

describe('an invalid cookie', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });

  test.each([
    'leitmotif-session=%zz',
    'leitmotif-session=lm_st_nobody',
    'leitmotif-session=',
    ';;;=',
    `leitmotif-session=${'x'.repeat(4_000)}`,
  ])('counts as signed out: %p', async (cookie) => {
    const visitor = new Visitor(server, { headers: { cookie } });
    await visitor.open('/settings');
    expect(visitor.path).toStartWith('/sign-in');
    expect(visitor.page.status).toBe(200);
  });
});
