import { beforeAll, describe, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { startServer, type TestServer } from '../support/server';
import { signedIn, Visitor } from '../support/visitor';
import { formToken, password, shownOnce } from './administered';

let server: TestServer;
beforeAll(async () => {
  server = await startServer([], { rateLimit: 0 });
});

let count = 0;

/** Another user for each test, with a token named "tests", on a page of settings. */
async function someone(page = '/settings'): Promise<{ name: string; token: string; visitor: Visitor }> {
  const name = `user-${++count}`;
  await createUser(server.store, name, password);
  const token = await issueApiToken(server.store, name, 'tests');
  return { name, token, visitor: await inSettings(name, {}, page) };
}

async function inSettings(name: string, headers: Record<string, string> = {}, page = '/settings'): Promise<Visitor> {
  const visitor = await signedIn(server, name, headers);
  await visitor.open(page);
  return visitor;
}

const statusWith = async (token: string | undefined, path: string): Promise<number> =>
  (await server.request(path, { headers: { authorization: `Bearer ${token}` } })).status;

test('settings begin with the person and lead to security and tokens', async () => {
  const { visitor } = await someone();
  expect(visitor.page.text).toMatch(/Account Security Tokens Webhooks E-mail .* Appearance .* Download my data/);
  for (const [tab, parts] of [
    ['Security', 'Password Current password'],
    ['Tokens', 'API access tokens'],
  ] as const) {
    const { text, html } = await visitor.follow(tab);
    expect(text).toContain(`Account Security Tokens Webhooks ${parts}`);
    expect(html).toContain(`aria-current="page">${tab}</a>`);
  }
});

describe('an API access token', () => {
  test('is created with scopes and an expiry, shown once, and revoked after a confirmation', async () => {
    const { visitor } = await someone('/settings/tokens');
    await visitor.send('Create token', { name: 'phone', scopes: ['catalog:read', 'wishlist:read'], expires: '30' });
    const token = shownOnce(visitor);
    expect(token).toMatch(/^lm_pat_/);
    expect(visitor.page.text).toContain('Token “phone” created.');
    expect(visitor.page.text).toContain(`curl \\ -H 'Authorization: Bearer ${token}' \\ 'http://localhost/api/users/me'`);
    expect(visitor.page.text).toContain('phone catalog:read, wishlist:read never');
    expect(visitor.page.headers.get('cache-control')).toBe('no-store');
    expect(visitor.redirects.join()).not.toContain('lm_pat_');
    expect(await statusWith(token, '/api/artists')).toBe(200);
    expect(await statusWith(token, '/api/users/me/collection')).toBe(403);

    await visitor.open(visitor.path);
    expect(visitor.page.html).not.toContain('lm_pat_');

    const rows = visitor.page.html.match(/\/settings\/tokens\/[0-9a-f-]{36}/g) ?? [];
    expect(rows).toHaveLength(2);
    await visitor.open(rows[0] ?? '');
    expect(visitor.page.text).toStartWith('Revoke “phone”?');
    expect(await statusWith(token, '/api/artists')).toBe(200);
    expect((await visitor.send('Revoke')).html).toContain('Token revoked.');
    expect(await statusWith(token, '/api/artists')).toBe(401);
  });

  test('is shown only to the session that created it', async () => {
    const { name, visitor } = await someone('/settings/tokens');
    const other = await inSettings(name);
    const body = new URLSearchParams({ _token: formToken(visitor.page.html), name: 'phone', scopes: 'catalog:read', expires: '90' });
    const sent = await server.app.handle(
      new Request('http://localhost/settings/tokens', {
        method: 'POST',
        body,
        headers: { origin: 'http://localhost', cookie: `leitmotif-session=${visitor.cookies.get('leitmotif-session')}` },
      }),
    );
    const address = sent.headers.get('location') ?? '';
    expect(sent.status).toBe(303);
    expect((await other.open(address)).html).not.toContain('lm_pat_');
    expect((await visitor.open(address)).html).toContain('lm_pat_');
  });

  test('needs a unique name and at least one scope, and the form keeps the input', async () => {
    const { visitor } = await someone('/settings/tokens');
    const taken = await visitor.send('Create token', { name: 'tests', scopes: ['wishlist:write'], expires: '90' });
    expect(taken.status).toBe(422);
    expect(taken.text).toContain('You already have a token of this name.');
    expect(taken.html).toMatch(/value="wishlist:write" checked/);
    expect(taken.html).not.toMatch(/value="catalog:read" checked/);
    expect(taken.html).toMatch(/value="90" selected/);
    const without = await visitor.send('Create token', { name: 'phone', scopes: [] });
    expect(without.text).toContain('Choose at least one.');
  });

  test('is refused with an expiry that the form does not offer', async () => {
    const { visitor } = await someone('/settings/tokens');
    for (const expires of ['7', '', '__proto__', '<b>']) {
      const page = await visitor.send('Create token', { name: 'phone', scopes: ['wishlist:write'], expires });
      expect([expires, page.status]).toEqual([expires, 422]);
      expect(page.html).toMatch(/id="bad-expires"[^>]*>Choose one of these\./);
      expect(page.html).toContain('value="phone"');
      expect(page.html).toMatch(/value="wishlist:write" checked/);
      expect(page.html.match(/\/settings\/tokens\/[0-9a-f-]{36}/g)).toHaveLength(1);
    }
  });
});

describe('sessions', () => {
  const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1' };

  test('are listed with browser and address, and end one by one after a confirmation', async () => {
    const { name, visitor } = await someone();
    const other = await inSettings(name, phone);
    await visitor.open('/settings/security');
    expect(visitor.page.text).toContain('Safari on iPhone from 192.0.2.1');
    expect(visitor.page.text).toContain('this session');
    await visitor.follow('End');
    expect(visitor.page.text).toStartWith('End the session in Safari on iPhone?');
    expect((await visitor.send('End')).html).toContain('Session ended.');
    await other.open('/settings');
    expect(other.path).toStartWith('/sign-in');
  });

  test('end all at once, except the current one', async () => {
    const { name, visitor } = await someone();
    const [one, another] = [await inSettings(name, phone), await inSettings(name)];
    await visitor.open('/settings/security');
    await visitor.follow('End all other sessions');
    await visitor.send('End all other sessions');
    expect(visitor.path).toStartWith('/settings/security');
    for (const ended of [one, another]) {
      await ended.open('/settings');
      expect(ended.path).toStartWith('/sign-in');
    }
  });

  test('and tokens with unknown ids answer 404', async () => {
    const { visitor } = await someone();
    expect((await visitor.open('/settings/sessions/0b7e3f5c-1d2a-5c4b-9e8f-7a6b5c4d3e2f')).status).toBe(404);
    expect((await visitor.open('/settings/tokens/0b7e3f5c-1d2a-5c4b-9e8f-7a6b5c4d3e2f')).status).toBe(404);
    const body = () => new URLSearchParams({ _token: formToken(html) });
    const { html } = await visitor.open('/settings');
    for (const kind of ['sessions', 'tokens']) {
      const answer = await visitor.post(`/settings/${kind}/0b7e3f5c-1d2a-5c4b-9e8f-7a6b5c4d3e2f`, body());
      expect([kind, answer.status, visitor.redirects]).toEqual([kind, 404, []]);
    }
  });
});

describe('the account', () => {
  test('stores and clears an e-mail address', async () => {
    const { visitor } = await someone();
    expect((await visitor.send('/settings/email', { email: 'nothing' })).html).toContain('id="bad-email"');
    expect((await visitor.send('/settings/email', { email: 'tester@example.org' })).html).toContain('value="tester@example.org"');
    expect((await visitor.send('/settings/email', { email: '' })).html).not.toContain('tester@example.org');
  });

  test('changes its password, which ends all other sessions', async () => {
    const { name, visitor } = await someone('/settings/security');
    const other = await inSettings(name);
    const wrong = { current_password: 'wrong horse battery', new_password: 'another correct horse' };
    const refused = await visitor.send('/settings/password', wrong);
    expect(refused.text).toContain('This is not your current password.');
    expect(refused.html).not.toContain('another correct horse');
    const page = await visitor.send('/settings/password', { ...wrong, current_password: password });
    expect(page.html).toContain('Password changed.');
    await other.open('/settings');
    expect(other.path).toStartWith('/sign-in');
  });

  test('is deleted after a confirmation with the password', async () => {
    const { token, visitor } = await someone();
    await visitor.follow('Delete my account');
    expect(visitor.page.text).toContain('Download a copy first.');
    const refused = await visitor.send('Delete account', { password: 'wrong horse battery' });
    expect(refused.text).toContain('The password is wrong. Nothing has changed.');
    const page = await visitor.send('Delete account', { password });
    expect(page.html).toContain('Your account and everything in it were deleted.');
    expect(visitor.cookies.has('leitmotif-session')).toBe(false);
    expect(await statusWith(token, '/api/users/me')).toBe(401);
  });

  test('warns before the only account of the server is deleted, and says on the set-up page that it was', async () => {
    const own = await startServer([], { rateLimit: 0 });
    await createUser(own.store, 'anna', password, 'admin');
    const anna = await signedIn(own, 'anna');
    const warning = 'This is the only account: the server will then have none.';
    expect((await anna.open('/settings/delete')).text).not.toContain(warning);
    own.store.writer.run("DELETE FROM user WHERE username <> 'anna'");
    expect((await anna.open('/settings/delete')).text).toContain(warning);
    expect((await anna.send('Delete account', { password: 'wrong horse battery' })).text).toContain(warning);
    const page = await anna.send('Delete account', { password });
    expect([anna.path, page.html]).toEqual([
      '/set-up?notice=account-deleted',
      expect.stringContaining('Your account and everything in it were deleted.'),
    ]);
  });
});

describe('the appearance', () => {
  test('is stored in the browser of guests', async () => {
    const visitor = new Visitor(server);
    await visitor.open('/appearance');
    const page = await visitor.send('Save', { theme: 'dark', language: 'de' });
    expect(page.html).toContain('<html lang="de" data-theme="dark"');
    expect(page.html).toContain('Darstellung gespeichert.');
    await visitor.send('Speichern', { theme: '', language: '' });
    expect(visitor.page.html).toMatch(/<html lang="en"(?! data-theme)/);
  });

  test('is stored in the account of users', async () => {
    const { name, visitor } = await someone();
    await visitor.send('/appearance', { theme: 'dark', language: 'de' });
    const elsewhere = await signedIn(server, name);
    expect((await elsewhere.open('/settings')).html).toContain('<html lang="de" data-theme="dark"');
  });
});

test('an unknown notice in the address is ignored', async () => {
  const { visitor } = await someone();
  for (const notice of ['nothing', 'constructor', '<script>', '__proto__'])
    expect((await visitor.open(`/settings?notice=${encodeURIComponent(notice)}`)).html).not.toContain('class="banner"');
});
