import { describe, expect, test } from 'bun:test';
import { createUser } from '../../src/accounts/users';
import { emptyStore, serverOf, startServer } from '../support/server';
import { signedIn, Visitor } from '../support/visitor';

const password = 'correct horse battery';

const sessionOf = (visitor: Visitor): string => visitor.cookies.get('leitmotif-session') ?? '';

describe('signing in', () => {
  test('leads to the page that was asked for', async () => {
    const visitor = new Visitor(await startServer());
    await visitor.open('/settings');
    expect(visitor.redirects).toEqual(['/sign-in?to=%2Fsettings']);
    const page = await visitor.send('Sign in', { username: 'tester', password });
    expect(visitor.redirects).toEqual(['/settings']);
    expect(page.text).toStartWith('tester');
  });

  test('keeps the session in a cookie that no script reads and no other site sends', async () => {
    const visitor = await signedIn(await startServer());
    const line = visitor.setCookies.find((cookie) => cookie.startsWith('leitmotif-session=lm_st_'));
    expect(line).toMatch(/; HttpOnly/i);
    expect(line).toMatch(/; SameSite=Lax/i);
    expect(line).toMatch(/; Path=\//i);
    expect(line).not.toMatch(/; Secure/i);
  });

  test('says in the words of the API that name or password are wrong, and keeps the name', async () => {
    const visitor = new Visitor(await startServer());
    await visitor.open('/sign-in');
    const page = await visitor.send('Sign in', { username: 'tester', password: 'wrong horse battery' });
    expect(page.status).toBe(422);
    expect(page.text).toContain('Wrong user name or password.');
    expect(page.html).toContain('value="tester"');
    expect(page.html).not.toContain('wrong horse');
    expect(sessionOf(visitor)).toBe('');
  });

  test('gives another session each time, and ends the one before it', async () => {
    const server = await startServer();
    const visitor = await signedIn(server);
    const former = sessionOf(visitor);
    const other = new Visitor(server);
    other.cookies.set('leitmotif-session', former);
    await other.open('/settings');
    expect(other.redirects).toEqual([]);

    const body = new URLSearchParams({ _token: tokenIn(other.page.html), username: 'tester', password });
    await other.post('/sign-in', body);
    expect(sessionOf(other)).not.toBe(former);
    await visitor.open('/settings');
    expect(visitor.redirects).toEqual(['/sign-in?to=%2Fsettings']);
    expect(sessionOf(visitor)).toBe('');
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/\tevil',
    '\\/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e%2e//evil.example',
    '/.%2e//evil.example',
  ])('leads to nowhere else: %p', async (to) => {
    const visitor = new Visitor(await startServer());
    await visitor.open(`/sign-in?to=${encodeURIComponent(to)}`);
    await visitor.send('Sign in', { username: 'tester', password, to });
    expect(visitor.redirects).toEqual(['/']);
  });

  test.each([
    '/music//evil.example',
    '/music/.//evil.example',
    '/music/x/..//evil.example',
    '/music/%2e%2e/music//evil.example',
    '/x/../music//evil.example',
    '/music/x/%2E%2E///evil.example',
    '/music///evil.example',
    '//evil.example/music/',
    '/music/..//evil.example',
    '/musical',
    '/elsewhere',
  ])('leads to nowhere else below a base path: %p', async (to) => {
    const server = await startServer([], { basePath: '/music' });
    const visitor = new Visitor(server);
    await visitor.open(`/music/sign-in?to=${encodeURIComponent(to)}`);
    expect(visitor.page.html).not.toContain('name="to"');
    await visitor.send('Sign in', { username: 'tester', password, to });
    expect(visitor.redirects).toEqual(['/music/']);
    await visitor.open(`/music/sign-in?to=${encodeURIComponent(to)}`);
    expect(visitor.redirects).toEqual(['/music/']);
    await visitor.open('/music/appearance');
    await visitor.send('/music/appearance', { to });
    expect(visitor.redirects).toEqual(['/music/appearance?said=appearance-kept']);
  });

  test('leads below a base path to the page that was asked for', async () => {
    const visitor = new Visitor(await startServer([], { basePath: '/music' }));
    await visitor.open('/music/settings?x=//y');
    await visitor.send('Sign in', { username: 'tester', password });
    expect(visitor.redirects).toEqual(['/music/settings?x=//y']);
  });

  test('is open to whoever comes from an address that has spent its pages', async () => {
    const server = await serverOf(emptyStore(), { rateLimit: 3 });
    const visitor = new Visitor(server);
    for (let index = 0; index < 4; index++) await visitor.open('/docs');
    expect((await visitor.open('/docs')).status).toBe(429);
    expect((await visitor.open('/sign-in')).status).toBe(200);
  });

  test('says that the server cannot, and not that the password is wrong, where nothing can be written', async () => {
    const server = await startServer();
    const visitor = new Visitor(server);
    await visitor.open('/sign-in');
    server.store.write = () => Promise.reject(Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }));
    const page = await visitor.send('Sign in', { username: 'tester', password });
    expect([page.status, page.text.includes('wrong')]).toEqual([503, false]);
  });

  test('is limited as the API is, in words that say how long', async () => {
    const server = await serverOf(emptyStore());
    const visitor = new Visitor(server);
    await visitor.open('/sign-in');
    for (let index = 0; index < 10; index++) await visitor.send('Sign in', { username: 'tester', password: 'wrong horse battery' });
    const page = await visitor.send('Sign in', { username: 'tester', password });
    expect(page.status).toBe(429);
    expect(page.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(page.text).toMatch(/Too many attempts\. Try again in \d+ seconds\./);
    expect(sessionOf(visitor)).toBe('');
  });

  test('speaks German where the browser asks for it', async () => {
    const visitor = new Visitor(await startServer(), { headers: { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' } });
    await visitor.open('/sign-in');
    const page = await visitor.send('Anmelden', { username: 'tester', password: 'x' });
    expect(page.text).toContain('Benutzername oder Passwort ist falsch.');
    expect(page.html).toContain('<html lang="de"');
  });

  test('shows a name that is markup as text', async () => {
    const visitor = new Visitor(await startServer());
    await visitor.open('/sign-in');
    const page = await visitor.send('Sign in', { username: '"><script>alert(1)</script>', password: 'x' });
    expect(page.html).not.toContain('<script>alert');
  });
});

const tokenIn = (html: string): string => /name="_token" value="([^"]+)"/.exec(html)?.[1] ?? '';

describe('forms', () => {
  test('of another site are refused, whatever they carry', async () => {
    const visitor = await signedIn(await startServer());
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

  test('without their token come again with what was entered, and then do what they say', async () => {
    const visitor = await signedIn(await startServer());
    await visitor.open('/settings');
    const page = await visitor.send('/settings/email', { email: 'tester@example.org', _token: 'stale' });
    expect(page.status).toBe(403);
    expect(page.text).toContain('This form was open too long, or you signed in again since.');
    expect((await visitor.open('/settings')).html).not.toContain('tester@example.org');

    await visitor.send('/settings/email', { email: 'tester@example.org', _token: 'stale' });
    await visitor.send('Send again');
    expect((await visitor.open('/settings')).html).toContain('tester@example.org');
  });

  test('that are sent when the session has ended come again after the next sign-in of the same account, and of no other', async () => {
    const server = await startServer();
    await createUser(server.store, 'berta', password);
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
        expect(visitor.redirects).toEqual(['/?said=entered-by-another']);
        expect(after.html).toContain('This form was filled in by another account. Nothing was saved.');
        expect(after.html).not.toContain('of-berta@');
      } else {
        expect(after.text).toContain('You’re signed in again and your input is still here. It isn’t saved yet. Send it again.');
        await visitor.send('Send again');
        expect((await visitor.open('/settings')).html).toContain('of-tester@example.org');
      }
    }
  });

  test('that come again have no password written into them', async () => {
    const visitor = new Visitor(await startServer());
    await visitor.open('/sign-in?to=/settings');
    const page = await visitor.send('Sign in', { username: 'tester', password, _token: '' });
    expect(page.html).not.toContain(password);
    await visitor.send('Send again', { password });
    expect(visitor.redirects).toEqual(['/settings']);
  });

  test('of somebody else’s session are not taken', async () => {
    const server = await startServer();
    await createUser(server.store, 'berta', password);
    const [anna, berta] = [await signedIn(server), await signedIn(server, 'berta')];
    await anna.open('/settings');
    const _token = tokenIn(anna.page.html);
    await berta.open('/settings');
    expect((await berta.send('/settings/email', { email: 'b@example.org', _token })).status).toBe(403);
  });

  test('that are no forms are refused', async () => {
    const { app } = await startServer();
    const headers = { origin: 'http://localhost', 'content-type': 'text/plain' };
    const response = await app.handle(new Request('http://localhost/sign-in', { method: 'POST', body: 'username=x', headers }));
    expect(response.status).toBe(415);
  });
});

describe('signing out', () => {
  test('ends the session, not only the cookie', async () => {
    const server = await startServer();
    const visitor = await signedIn(server);
    const session = sessionOf(visitor);
    await visitor.open('/settings');
    const page = await visitor.send('Sign out');
    expect(page.html).toContain('You are signed out.');
    expect(sessionOf(visitor)).toBe('');
    visitor.cookies.set('leitmotif-session', session);
    await visitor.open('/settings');
    expect(visitor.redirects).toHaveLength(1);
  });

  test('takes no link', async () => {
    const visitor = await signedIn(await startServer());
    await visitor.open('/sign-out');
    await visitor.open('/settings');
    expect(visitor.redirects).toEqual([]);
  });
});

describe('below a path, and over https', () => {
  const settings = { basePath: '/music', publicUrl: 'https://films.example/music' };

  test('cookies go nowhere else, and every way leads below the path', async () => {
    const visitor = new Visitor(await startServer([], settings), { origin: 'https://films.example' });
    await visitor.open('/music/settings?said=x');
    expect(visitor.redirects).toEqual(['/music/sign-in?to=%2Fmusic%2Fsettings%3Fsaid%3Dx']);
    await visitor.send('Sign in', { username: 'tester', password });
    expect(visitor.redirects).toEqual(['/music/settings?said=x']);
    const session = visitor.setCookies.find((cookie) => cookie.startsWith('leitmotif-session='));
    expect(session).toMatch(/; Path=\/music(?:;|$)/);
    expect(session).toMatch(/; Secure/);
    await visitor.send('Create token', { name: 'phone', scopes: ['catalog:read'] });
    expect(visitor.page.html).toContain('https://films.example/music/api/users/me');
  });

  test('a form from another origin of the same host is refused', async () => {
    const visitor = new Visitor(await startServer([], settings), { origin: 'https://films.example' });
    await visitor.open('/music/sign-in');
    const page = await visitor.send('Sign in', { username: 'tester', password }, { origin: 'http://films.example' });
    expect(page.status).toBe(403);
  });
});

describe('cookies', () => {
  test.each([
    'leitmotif-session=%zz',
    'leitmotif-session=lm_st_nobody',
    'leitmotif-session=',
    ';;;=',
    `leitmotif-session=${'x'.repeat(4_000)}`,
  ])('that make no sense are nobody’s: %p', async (cookie) => {
    const visitor = new Visitor(await startServer(), { headers: { cookie } });
    await visitor.open('/settings');
    expect(visitor.path).toStartWith('/sign-in');
    expect(visitor.page.status).toBe(200);
  });
});
