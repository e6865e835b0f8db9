import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { resetSecondFactor } from '../../src/accounts/credentials/authenticator-app';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { findUser } from '../../src/accounts/users/users';
import { settings } from '../../src/config';
import { providerCallback as back, clientSecret, type OpenIdProvider, startProvider } from '../support/openid-provider';
import { startServer, type TestServer } from '../support/server';
import { signedIn, Visitor } from '../support/visitor';

let provider: OpenIdProvider;
let server: TestServer;
let administrator: string;

beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

const serverWith = (more: object = {}) =>
  startServer([], { oidcIssuer: provider.issuer, oidcClientId: 'leitmotif', oidcClientSecret: clientSecret, ...more });

beforeEach(async () => {
  server = await serverWith();
  await createUser(server.store, 'anna', 'correct horse battery', 'admin');
  administrator = await issueApiToken(server.store, 'anna', 'tests');
  Object.assign(provider, { ahead: 0, person: { sub: 'one', preferred_username: 'clara', email: 'clara@example.org' } });
});

/** Follows the link of the sign-in page to the provider, and returns the address that it leads back to. */
async function through(visitor: Visitor, path = '/sign-in/provider'): Promise<string> {
  await visitor.open('/sign-in');
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await server.app.fetch(new Request(`http://localhost${path}`, { headers: { cookie }, redirect: 'manual' }));
  expect(response.status).toBe(303);
  return (await provider.browse(response.headers.get('location') ?? '', back)).slice('http://localhost'.length);
}

async function arrive(path?: string): Promise<Visitor> {
  const visitor = new Visitor(server);
  await visitor.open(await through(visitor, path));
  return visitor;
}

const link = (visitor: Visitor, username: string, more: Record<string, string> = {}) =>
  visitor.send('Link this account', { username, password: 'correct horse battery', ...more });

describe('an identity at the provider', () => {
  test('is linked to an account by its password, and signs in alone from then on', async () => {
    const visitor = await arrive('/sign-in/provider?to=/wishlist');
    expect(visitor.page.text).toContain('Whose account is this?');
    expect(await link(visitor, 'tester', { password: 'wrong password' })).toMatchObject({ status: 401 });
    await link(visitor, 'tester');
    expect(visitor.path).toBe('/wishlist');
    const again = await arrive('/sign-in/provider?to=/wishlist');
    expect(again.path).toBe('/wishlist');
    expect((await again.open('/settings')).text).toContain('tester');
    // One of an issuer for an account, and one account for it.
    provider.person = { sub: 'two' };
    expect(await link(await arrive(), 'tester')).toMatchObject({ status: 409 });
  });

  test('is not that of somebody else with its name or e-mail address', async () => {
    await createUser(server.store, 'clara', 'correct horse battery');
    server.store.writer.run("UPDATE user SET email = 'clara@example.org'");
    await link(await arrive(), 'clara');
    provider.person = { ...provider.person, sub: 'changed' };
    expect((await arrive()).page.text).toContain('Whose account is this?');
  });

  test('stays linked when the second factor of the account is reset', async () => {
    await link(await arrive(), 'tester');
    const { key = 0 } = findUser(server.store, 'tester') ?? {};
    await resetSecondFactor(server.store, key);
    expect((await arrive()).page.text).not.toContain('Whose account is this?');
  });

  test('gets an account whose reset links go to an address that the provider has verified', async () => {
    server = await serverWith({ oidcRegistration: 'yes' });
    for (const [username, given, isVerified, email] of [
      ['clara', 'clara@example.org', undefined, 'clara@example.org'],
      ['dora', 'dora@example.org', true, 'dora@example.org'],
      ['emil', 'emil@example.org', false, 'emil@example.org'],
      ['frida', 'frida', undefined, null],
    ] as const) {
      provider.person = { sub: username, preferred_username: username, email: given, email_verified: isVerified };
      await arrive();
      const query = 'SELECT email, is_email_confirmed AS isConfirmed FROM user WHERE username = :username';
      expect([username, server.store.reader.get<object>(query, { username })]).toEqual([
        username,
        { email, isConfirmed: Number(isVerified === true) },
      ]);
    }
  });

  test('gets an account where that is allowed, with a free name and the role of the claim', async () => {
    server = await serverWith({ oidcRegistration: 'yes', oidcRoleClaim: 'groups', oidcScopes: 'openid profile email' });
    provider.person = { ...provider.person, groups: ['family', 'leitmotif-editors'] };
    expect((await arrive()).path).toBe('/');
    expect(findUser(server.store, 'clara')).toMatchObject({ role: 'editor', email: 'clara@example.org' });
    provider.person = { ...provider.person, groups: [] };
    await arrive();
    expect(findUser(server.store, 'clara')?.role).toBe('user');
    // Exact words only.
    provider.person = { ...provider.person, groups: ['not an admin', ['admin'] as unknown as string] };
    await arrive();
    expect(findUser(server.store, 'clara')?.role).toBe('user');
    // Without the claim, the role stays; the only administrator keeps theirs.
    provider.person = { sub: 'one', preferred_username: 'clara' };
    server.store.writer.run("UPDATE user SET role = 'admin' WHERE username = 'clara'");
    await arrive();
    expect(findUser(server.store, 'clara')?.role).toBe('admin');
    // A taken or impossible name is asked for.
    provider.person = { sub: 'two', preferred_username: 'tester' };
    const visitor = await arrive();
    await visitor.send('Create account', { username: 'Clara Schumann' });
    expect(visitor.page.status).toBe(400);
    await visitor.send('Create account', { username: 'clara-2' });
    expect(findUser(server.store, 'clara-2')?.role).toBe('user');
  });

  test('of an account without a known password changes its address, to which no reset link goes', async () => {
    server = await serverWith({ oidcRegistration: 'yes', smtpUrl: 'smtp://127.0.0.1:1', smtpFrom: 'leitmotif@example.org' });
    const visitor = await arrive();
    await visitor.open('/settings');
    await visitor.send('Save e-mail address', { email: 'new@example.org' });
    const stored = 'SELECT email, is_email_confirmed AS isConfirmed FROM user WHERE username = :name';
    expect(server.store.reader.get<object>(stored, { name: 'clara' })).toEqual({ email: 'new@example.org', isConfirmed: 0 });
    // A session of ten minutes ago may be somebody else's.
    const grow = () => server.store.writer.run("UPDATE token_family SET created_at = '2026-01-01T00:00:00.000+00:00'");
    const { id, user } = server.store.reader.get<{ id: string; user: number }>('SELECT id, user_key AS user FROM credential') ?? {};
    const tries = {
      '/settings': () => visitor.send('Save e-mail address', { email: 'other@example.org' }),
      [`/settings/credentials/${id}/remove`]: () => visitor.send('Unlink', {}),
      '/settings/delete': () => visitor.send('Delete', {}),
      '/settings/security': () => visitor.send('Add a passkey', {}),
      '/settings/security?app=set-up': () => visitor.send('Turn on', { code: '123456' }),
      '/settings/tokens': () => visitor.send('Create token', { name: 'phone', scopes: 'admin', expires: 'never' }),
    };
    grow();
    expect((await visitor.open('/settings/credentials/options')).status).toBe(403);
    for (const [path, send] of Object.entries(tries)) {
      expect((await visitor.open(path)).html).not.toMatch(/name="(?:current_)?password"/);
      expect([path, (await send()).text]).toEqual([path, expect.stringContaining('sign in again')]);
    }
    expect(server.store.reader.get<object>(stored, { name: 'clara' })).toMatchObject({ email: 'new@example.org' });
    const late = { name: 'late', expires_at: '2099-01-01T00:00:00Z' };
    const refused = await server.request('/api/users/me/tokens', {
      method: 'POST',
      headers: { authorization: `Bearer ${visitor.cookies.get('leitmotif-session')}`, 'content-type': 'application/vnd.api+json' },
      body: JSON.stringify({ data: { type: 'ApiToken', attributes: late } }),
    });
    expect([refused.status, (await refused.json()).errors[0].code]).toEqual([403, 'fresh_sign_in_needed']);
    for (const more of [
      { scopes: 'admin', expires: '365' },
      { scopes: 'feed:read', expires: 'never' },
    ]) {
      await visitor.open('/settings/tokens');
      expect((await visitor.send('Create token', { name: more.scopes, ...more })).text).toContain('lm_pat_');
    }
    // Nor does the only way to sign in end.
    await visitor.open(await through(visitor));
    const unlink = async () => {
      await visitor.open(`/settings/credentials/${id}/remove`);
      return (await visitor.send('Unlink', {})).text.includes('Add another way first');
    };
    expect(await unlink()).toBe(true);
    const passkey = "'passkey', 'Phone', 'x', x'00', 'localhost', 0, '2026-01-01T00:00:00.000+00:00'";
    server.store.writer.run(
      `INSERT INTO credential (id, user_key, kind, name, credential_id, public_key, host, counter, created_at) VALUES ('${crypto.randomUUID()}', ${user}, ${passkey})`,
    );
    expect(await unlink()).toBe(false);
    expect(server.store.reader.all<object>('SELECT kind FROM credential')).toEqual([{ kind: 'passkey' }]);
    await visitor.open('/settings/delete');
    await visitor.send('Delete', {});
    expect(findUser(server.store, 'clara')).toBeUndefined();
  });

  test('is linked by an administrator too, and by nobody else', async () => {
    const { id } = findUser(server.store, 'tester') ?? {};
    const send = async (token: string, issuer: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ user: id, issuer, subject: 'one' });
      return (await server.request('/api/provider/identities', { method: 'POST', headers, body })).status;
    };
    expect(await send(server.token, provider.issuer)).toBe(403);
    for (const issuer of ['the provider', 'http://auth.example.org', '']) expect(await send(administrator, issuer)).toBe(400);
    // Providers name themselves with or without a slash at the end.
    expect(await send(administrator, `${provider.issuer}/`)).toBe(204);
    for (const issuer of [provider.issuer, `${provider.issuer}/`]) expect(await send(administrator, issuer)).toBe(409);
    expect(await send(administrator, 'https://auth.example.org/realms/one')).toBe(204);
    expect(await send(administrator, 'https://auth.example.org/realms/one/')).toBe(409);
    expect((await arrive('/sign-in/provider?to=/wishlist')).path).toBe('/wishlist');
    server.store.writer.run(
      `UPDATE credential SET credential_id = '${provider.issuer}/ one', host = '${provider.issuer}/' WHERE host = '${provider.issuer}'`,
    );
    for (const issuer of [provider.issuer, `${provider.issuer}/`]) expect(await send(administrator, issuer)).toBe(409);
    expect((await arrive('/sign-in/provider?to=/wishlist')).path).toBe('/wishlist');
    server.store.writer.run("UPDATE user SET disabled_at = '2026-01-01T00:00:00.000+00:00' WHERE username = 'tester'");
    expect((await arrive()).page.status).toBe(401);
  });

  test('of an account with an authenticator app is linked with its code only', async () => {
    const { key } = findUser(server.store, 'tester') ?? {};
    server.store.writer.run(
      `INSERT INTO credential (id, user_key, kind, name, secret, counter, created_at)
       VALUES ('${crypto.randomUUID()}', ${key}, 'app', 'App', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 0, '2026-01-01T00:00:00.000+00:00')`,
    );
    const visitor = await arrive();
    expect(await link(visitor, 'tester')).toMatchObject({ status: 401, text: expect.stringContaining('Code') });
    const { TOTP } = await import('otpauth');
    await link(visitor, 'tester', { code: new TOTP({ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }).generate() });
    expect(visitor.path).toBe('/');
  });
});

describe('the answer of the provider', () => {
  test('works once, and in the browser that asked', async () => {
    const visitor = new Visitor(server);
    const answer = await through(visitor);
    const other = new Visitor(server);
    await other.open('/sign-in');
    expect((await other.open(answer)).status).toBe(401);
    expect((await visitor.open(answer)).text).toContain('Whose account is this?');
    const again = await visitor.open(answer);
    expect([again.status, again.text]).toEqual([401, expect.not.stringContaining('was not accepted')]);
    const forged = await through(visitor);
    expect((await visitor.open(forged.replace(/code=[^&]*/, 'code=other'))).status).toBe(401);
    expect((await visitor.open('/sign-in/provider/callback?error=access_denied&state=x')).status).toBe(401);
    // An identity that waits for its account stays with the browser too.
    const [, pending = ''] = /name="pending" value="([^"]*)"/.exec((await arrive()).page.html) ?? [];
    const stolen = { browser: 'x'.repeat(20), pending, username: 'tester', password: 'correct horse battery' };
    const headers = { authorization: '', 'content-type': 'application/json' };
    const sent = await server.request('/api/sessions/provider/link', { method: 'POST', headers, body: JSON.stringify(stolen) });
    expect([sent.status, (await sent.json()).error]).toEqual([401, 'sign_in_again']);
  });

  test.each([
    ['two minutes ahead is taken', 120_000, 'Whose account is this?'],
    ['two minutes behind is taken', -120_000, 'Whose account is this?'],
    ['two hours behind is refused', -7_200_000, 'was not accepted'],
  ])('of a clock %s', async (_, ahead, text) => {
    provider.ahead = ahead;
    expect((await arrive()).page.text).toContain(text);
  });

  test('is that of the issuer, and a silent provider is one sentence', async () => {
    server = await serverWith({ oidcIssuer: provider.issuer.replace('127.0.0.1', 'localhost') });
    const visitor = new Visitor(server);
    expect((await visitor.open('/sign-in/provider')).status).toBeGreaterThanOrEqual(401);
    server = await serverWith({ oidcIssuer: 'http://127.0.0.1:9' });
    expect(await new Visitor(server).open('/sign-in/provider')).toMatchObject({
      status: 503,
      text: expect.stringContaining('127.0.0.1:9'),
    });
    server = await startServer();
    expect((await new Visitor(server).open('/sign-in')).html).not.toContain('/sign-in/provider');
    expect((await new Visitor(server).open('/sign-in/provider')).status).toBe(409);
  });
});

test('administrators see whether the provider works, and whether it takes the secret', async () => {
  const visitor = await signedIn(server, 'anna');
  await visitor.open('/administration/sign-in');
  expect((await visitor.send('Test', {})).text).toContain('The provider works.');
  server = await serverWith({ oidcClientSecret: 'wrong' });
  await createUser(server.store, 'anna', 'correct horse battery', 'admin');
  const other = await signedIn(server, 'anna');
  await other.open('/administration/sign-in');
  expect((await other.send('Test', {})).text).toContain('does not accept the client ID or secret');
});

test('passwords are turned off once an administrator can sign in without, and sign-out leads to the provider', async () => {
  server = await startServer([], { registration: 'open' });
  await createUser(server.store, 'anna', 'correct horse battery', 'admin');
  administrator = await issueApiToken(server.store, 'anna', 'tests');
  const change = (passwords: string, more: object = {}) =>
    server.request('/api/settings', {
      method: 'PATCH',
      headers: { authorization: `Bearer ${administrator}`, 'content-type': 'application/vnd.api+json' },
      body: JSON.stringify({ data: { type: 'Settings', id: '/api/settings', attributes: { passwords, ...more } } }),
    });
  expect((await change('no')).status).toBe(422);
  // A header is believed from a trusted proxy only, or where only a proxy can connect.
  const attributes = { passwords: 'no' };
  for (const [more, status] of [
    [{ authProxyHeader: 'Remote-User' }, 422],
    [{ trustedProxies: '192.0.2.1' }, 422],
    [{ authProxyHeader: 'Remote-User', trustedProxies: '192.0.2.1' }, 200],
    [{ authProxyHeader: 'Remote-User', socket: '/run/leitmotif.sock' }, 200],
  ] as const) {
    const proxied = await startServer([], more);
    await createUser(proxied.store, 'anna', 'correct horse battery', 'admin');
    const response = await proxied.request('/api/settings', {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${await issueApiToken(proxied.store, 'anna', 'tests')}`,
        'content-type': 'application/vnd.api+json',
      },
      body: JSON.stringify({ data: { type: 'Settings', id: '/api/settings', attributes } }),
    });
    expect([more, response.status]).toEqual([more, status]);
  }
  const own = { oidc_issuer: provider.issuer, oidc_client_id: 'leitmotif', oidc_client_secret: clientSecret };
  expect((await change('yes', own)).status).toBe(200);
  const visitor = await arrive();
  await link(visitor, 'anna');
  expect((await change('no')).status).toBe(200);
  // Neither the provider may go then, nor its client, nor may accounts with passwords come.
  expect((await change('no', { oidc_client_id: 'other' })).status).toBe(422);
  expect((await change('no', { oidc_client_id: 'leitmotif' })).status).toBe(200);
  for (const issuer of ['', 'https://auth.example']) expect((await change('no', { oidc_issuer: issuer })).status).toBe(422);
  // Nor the only administrator who comes from it, nor the link.
  await createUser(server.store, 'berta', 'correct horse battery', 'admin');
  const { id = '' } = findUser(server.store, 'anna') ?? {};
  for (const attributes of [{ disabled: true }, { role: 'user' }]) {
    const headers = { authorization: `Bearer ${administrator}`, 'content-type': 'application/vnd.api+json' };
    const body = JSON.stringify({ data: { type: 'User', id, attributes } });
    const refused = await server.request(`/api/users/${id}`, { method: 'PATCH', headers, body });
    expect([refused.status, (await refused.json()).errors[0].code]).toEqual([409, 'last_administrator']);
  }
  const headers = { authorization: `Bearer ${administrator}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ password: 'correct horse battery' });
  expect((await server.request('/api/users/me', { method: 'DELETE', headers, body })).status).toBe(409);
  // Nor by a claim.
  expect((await change('no', { oidc_role_claim: 'groups' })).status).toBe(200);
  provider.person = { ...provider.person, groups: [] };
  await arrive();
  expect(findUser(server.store, 'anna')?.role).toBe('admin');
  const linked = server.store.reader.get<{ id: string }>("SELECT id FROM credential WHERE kind = 'provider'")?.id;
  await visitor.open(`/settings/credentials/${linked}/remove`);
  const unlinked = await visitor.send('Unlink', { password: 'correct horse battery' });
  expect([unlinked.status, unlinked.text.includes('First link an administrator')]).toEqual([422, true]);
  const account = { data: { type: 'User', attributes: { username: 'new', password: 'correct horse battery' } } };
  const registered = await server.request('/api/users', {
    method: 'POST',
    headers: { authorization: '', 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify(account),
  });
  expect(registered.status).toBe(403);
  expect((await new Visitor(server).open('/sign-in')).html).not.toContain('name="password"');
  const credentials = { username: 'anna', password: 'correct horse battery' };
  for (const path of ['/api/sessions', '/api/token']) {
    const headers = { authorization: '', 'content-type': 'application/json' };
    const sent = await server.request(path, { method: 'POST', headers, body: JSON.stringify(credentials) });
    expect([sent.status, (await sent.json()).error]).toEqual([403, 'passwords_off']);
  }
  // Tokens and another link by password still work.
  expect((await server.request('/api/users/me')).status).toBe(200);
  provider.person = { sub: 'two' };
  const other = await arrive();
  await link(other, 'tester');
  expect(other.path).toBe('/');
  await other.open('/sign-out');
  expect((await other.send('Sign out', {})).text).toContain(`Sign out of ${new URL(provider.issuer).host} too`);
  const response = await server.request('/api/sessions/provider/sign-out', { method: 'POST', headers: { authorization: '' } });
  const { url } = await response.json();
  expect([new URL(url).origin, new URL(url).searchParams.get('post_logout_redirect_uri')]).toEqual([
    provider.issuer,
    'http://localhost/sign-in',
  ]);
});

describe('a hostile provider', () => {
  /** Answers of one kind are replaced; the others are those of a good one. */
  async function refused(
    path: string,
    respond: () => Response,
    told: object = {},
  ): Promise<{ readonly status: number; readonly text: string }> {
    using hostile: Bun.Server<undefined> = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: (request): Response => {
        const { pathname } = new URL(request.url);
        const own = new URL(request.url).origin;
        if (pathname.includes(path)) return respond();
        const at = { authorization_endpoint: `${own}/auth`, token_endpoint: `${own}/token`, jwks_uri: `${own}/jwks` };
        return Response.json({
          issuer: `${own}/`,
          ...at,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          ...told,
        });
      },
    });
    server = await startServer([], { oidcIssuer: `http://127.0.0.1:${hostile.port}/`, oidcClientId: 'leitmotif' });
    const visitor = new Visitor(server);
    await visitor.open('/sign-in');
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const begun = await server.app.fetch(new Request('http://localhost/sign-in/provider', { headers: { cookie }, redirect: 'manual' }));
    const location = begun.headers.get('location');
    if (!location) return { status: begun.status, text: await begun.text() };
    return visitor.open(`/sign-in/provider/callback?code=x&state=${new URL(location).searchParams.get('state')}`);
  }

  const large = () => new Response(' '.repeat(3_000_000), { headers: { 'content-type': 'application/json' } });
  const compressed = () =>
    new Response(Bun.gzipSync(new Uint8Array(3_000_000)), { headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } });
  const payload = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forged = () =>
    Response.json({
      access_token: 'x',
      token_type: 'Bearer',
      id_token: `${payload({ alg: 'RS256' })}.${payload({ sub: 'one' })}.${payload({})}`,
    });

  test.each([
    ['of three megabytes', 'openid-configuration', large],
    ['that is compressed', 'openid-configuration', compressed],
    ['with a large token', '/token', large],
    ['with a token that nobody signed', '/token', forged],
  ] as const)('%s is refused', async (_, path, respond) => {
    const { status, text } = await refused(path, respond);
    expect([401, 503]).toContain(status);
    expect(text).toMatch(/was not accepted|127\.0\.0\.1:\d+ does not respond/);
  });

  test.each([
    ['authorization_endpoint', 'javascript:alert(1)'],
    ['token_endpoint', 'ftp://files.example/token'],
    ['userinfo_endpoint', 'no address'],
    ['end_session_endpoint', 'data:text/html,x'],
    ['authorization_endpoint', null],
    ['authorization_endpoint', { a: 1 }],
    ['jwks_uri', undefined],
  ] as const)('whose %s is %p is refused', async (name, value) => {
    const { status, text } = await refused('/never', large, { [name]: value });
    expect([status, text]).toEqual([401, expect.stringContaining(`wrong ${name}`)]);
  });
});

test('a secret that an administrator entered is forgotten with its issuer', async () => {
  server = await startServer([]);
  await createUser(server.store, 'anna', 'correct horse battery', 'admin');
  const token = await issueApiToken(server.store, 'anna', 'tests');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' };
  const patch = async (attributes: object) => {
    const body = JSON.stringify({ data: { type: 'Settings', id: '/api/settings', attributes } });
    return (await (await server.request('/api/settings', { method: 'PATCH', headers, body })).json()).data.attributes.oidc_client_secret;
  };
  expect(await patch({ oidc_issuer: 'https://one.example/', oidc_client_id: 'leitmotif', oidc_client_secret: 'entered' })).toBe('(hidden)');
  for (const same of ['https://one.example/', 'https://one.example', 'https://ONE.example'])
    expect(await patch({ oidc_issuer: same, oidc_client_secret: '(hidden)' })).toBe('(hidden)');
  expect(await patch({ oidc_issuer: 'https://other.example/', oidc_client_secret: '(hidden)' })).toBe('');
});

test('the secret of the operator goes to the provider that they name, and to no other', async () => {
  server = await startServer([], { oidcClientSecret: clientSecret, givenBy: { oidcClientSecret: 'LEITMOTIF_OIDC_CLIENT_SECRET' } });
  await createUser(server.store, 'anna', 'correct horse battery', 'admin');
  const sent = await server.request('/api/settings', {
    method: 'PATCH',
    headers: { authorization: `Bearer ${await issueApiToken(server.store, 'anna', 'tests')}`, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'Settings', id: '/api/settings', attributes: { oidc_issuer: 'https://other.example' } } }),
  });
  expect([sent.status, (await sent.json()).errors[0].code]).toEqual([409, 'fixed_setting']);
});

test('the secret of the provider is never shown', async () => {
  const headers = { authorization: `Bearer ${administrator}` };
  const text = await (await server.request('/api/settings', { headers })).text();
  expect(text).toContain('"oidc_client_secret":"(hidden)"');
  expect(text + JSON.stringify(server.logged)).not.toContain(clientSecret);
});

describe('a proxy', () => {
  const proxied = (more: object = {}) => startServer([], { trustedProxies: '192.0.2.1', authProxyHeader: 'Remote-User', ...more });
  const as = (name: string) => new Visitor(server, { headers: { 'remote-user': name } });

  test('names the user of a page, whoever was signed in before', async () => {
    server = await proxied();
    await createUser(server.store, 'ben', 'correct horse battery');
    const ben = await signedIn(server, 'ben');
    const visitor = as('Tester');
    for (const [name, value] of ben.cookies) visitor.cookies.set(name, value);
    expect((await visitor.open('/settings')).text).toContain('tester');
    const sessions = () => server.store.reader.all("SELECT 1 FROM token_family WHERE kind = 'session' AND revoked_at IS NULL").length;
    const before = sessions();
    await visitor.open('/settings/security');
    expect(sessions()).toBe(before);
    // The API takes tokens, and no header.
    expect((await server.request('/api/users/me', { headers: { authorization: '', 'remote-user': 'tester' } })).status).toBe(401);
    expect((await server.request('/api/users/me', { headers: { 'remote-user': 'ben' } })).status).toBe(200);
  });

  test('begins sessions that end within a week, and no more than ten of a browser at an address', async () => {
    server = await proxied();
    await createUser(server.store, 'ben', 'correct horse battery');
    await server.request('/api/token', {
      method: 'POST',
      headers: { authorization: '', 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'ben', password: 'correct horse battery' }),
    });
    const elsewhere = new Visitor(server, { headers: { 'remote-user': 'ben', 'x-forwarded-for': '198.51.100.7' } });
    for (const visitor of [as('tester'), elsewhere, ...Array.from({ length: 12 }, () => as('ben'))]) await visitor.open('/settings');
    const signIns = server.store.reader.all<{ what: string; ends: string }>(
      "SELECT username || ' ' || kind || ' ' || address AS what, expires_at AS ends FROM token_family JOIN user ON user.key = user_key",
    );
    const kept = Map.groupBy(signIns, ({ what }) => what);
    expect(Object.fromEntries([...kept].map(([what, all]) => [what, all.length]))).toEqual({
      'tester session 192.0.2.1': 1,
      'ben pair 192.0.2.1': 1,
      'ben session 198.51.100.7': 1,
      'ben session 192.0.2.1': 10,
    });
    for (const { ends } of kept.get('ben session 192.0.2.1') ?? []) expect(Date.parse(ends) - Date.now()).toBeLessThan(8 * 86_400_000);
  });

  test('begins no session by a request that is refused, and charges one that begins a session once', async () => {
    server = await proxied({ rateLimit: 3, oidcRegistration: 'yes' });
    const statuses = [];
    for (let count = 0; count < 5; count++) statuses.push((await as('tester').open('/settings')).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(server.store.reader.all('SELECT 1 FROM token_family')).toHaveLength(3);
    // Nor accounts of new names, of which a client may invent many.
    for (const name of ['new-1', 'new-2', 'new-3', 'new-4']) await as(name).open('/settings');
    expect(findUser(server.store, 'new-3')).toBeDefined();
    expect(findUser(server.store, 'new-4')).toBeUndefined();
  });

  test('names somebody new in several requests at once, who get one account', async () => {
    server = await proxied({ oidcRegistration: 'yes' });
    await as('tester').open('/settings');
    const { write } = server.store;
    const { promise: allWrite, resolve } = Promise.withResolvers<void>();
    let writing = 0;
    const together: typeof write = async (work) => {
      if (++writing === 3) resolve();
      await allWrite;
      return write(work);
    };
    Object.assign(server.store, { write: together });
    const visitors = ['clara', 'Clara', 'clara'].map(as);
    const pages = await Promise.all(visitors.map((visitor) => visitor.open('/settings')));
    // None is led to the sign-in page.
    expect(visitors.map(({ redirects }, index) => [redirects, pages[index]?.text.includes('Sign out')])).toEqual(Array(3).fill([[], true]));
    expect(server.store.reader.all("SELECT 1 FROM user WHERE username = 'clara'")).toHaveLength(1);
  });

  test('is asked for a header that no browser sends of itself', () => {
    const { read } = settings.authProxyHeader;
    const ofThemselves = ['Host', 'cookie', 'Authorization', 'Sec-Fetch-User', 'User-Agent', 'X-Forwarded-User-Agent', 'X-Forwarded-For'];
    const ofOthers = [
      'Service-Worker',
      'Access-Control-Request-Method',
      'CF-Connecting-IP',
      'True-Client-IP',
      'X-Request-Id',
      'Traceparent',
    ];
    for (const name of [...ofThemselves, ...ofOthers, 'Remote User', 'Remote-User:']) expect([name, read(name)]).toEqual([name, undefined]);
    const ofProxies = ['X-Forwarded-User', 'X-authentik-username', 'Tailscale-User-Login', 'X-Auth-Request-Preferred-Username'];
    const ofTunnels = ['Cf-Access-Authenticated-User-Email', 'X-Forwarded-Email', 'X-MS-CLIENT-PRINCIPAL-NAME', 'X-Amzn-Oidc-Identity'];
    for (const name of ['', 'Remote-User', ...ofProxies, ...ofTunnels]) expect(read(name)).toBe(name);
  });

  test('makes no account unless that is allowed, and none that is disabled works', async () => {
    server = await proxied();
    expect((await as('clara').open('/settings')).text).toContain('Sign in');
    expect(findUser(server.store, 'clara')).toBeUndefined();
    server.store.writer.run("UPDATE user SET disabled_at = '2026-01-01T00:00:00.000+00:00'");
    expect((await as('tester').open('/settings')).text).toContain('Sign in');
    expect(server.store.reader.all('SELECT 1 FROM token_family')).toBeEmpty();
    server = await proxied({ oidcRegistration: 'yes' });
    expect((await as('clara').open('/settings')).text).toContain('clara');
    expect((await as('tester, clara').open('/settings')).text).toContain('Sign in');
  });

  test('is believed from its address only, and only with the header that the operator names', async () => {
    for (const more of [
      { trustedProxies: '198.51.100.1' },
      { trustedProxies: '' },
      { authProxyHeader: '' },
      { authProxyHeader: 'X-User' },
    ]) {
      server = await proxied(more);
      expect((await as('tester').open('/settings')).text).toContain('Sign in');
    }
    // Nor on addresses that are no pages: proxies take them for others, and let them pass.
    server = await proxied();
    for (const path of ['/API/x', '/%61pi/x', '/HEALTH', '/x%2f..%2fapi/x']) {
      const sent = await server.app.fetch(
        new Request(`http://localhost${path}`, { headers: { accept: 'text/html', 'remote-user': 'tester' } }),
      );
      expect([path, sent.status, sent.headers.getSetCookie().filter((line) => line.includes('session'))]).toEqual([path, 404, []]);
    }
  });
});
