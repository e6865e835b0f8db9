import { beforeAll, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { pageOf } from '../support/pages';
import { startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';
import { signedIn } from '../support/visitor';
import { shownOnce } from './administered';

const feed = '/releases.atom';
const exampleUuid = uuid(1);

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startServer([{ type: 'Release', id: `/api/releases/${exampleUuid}`, attributes: { title: 'Psycho', slug: 'psycho' } }], {
    logRequests: 'yes',
    metricsToken: 'a token of metrics',
  });
  token = await issueApiToken(server.store, 'tester', 'feeds', { scopes: ['feed:read'] });
});

const basic = (password: string, name = 'tester') => ({ authorization: `Basic ${btoa(`${name}:${password}`)}` });
const read = (path = feed, headers: Record<string, string> = {}) => pageOf(server, path, { headers });

test('a feed reader reads a private feed by a token in the address or as the password of basic authentication', async () => {
  for (const answer of [
    await read(`${feed}?token=${token}`),
    await read(feed, basic(token)),
    await read(feed, basic(token, 'anyone')),
    await read(`${feed}?token=`, basic(token)),
  ]) {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect(answer.html).toContain('<title>Psycho</title>');
    expect(answer.headers.get('vary')).toContain('Authorization');
    expect(answer.html).not.toContain(token);
  }
});

test('a private feed asks for basic authentication without a token for feeds alone', async () => {
  const others = {
    read: await issueApiToken(server.store, 'tester', 'reading', { scopes: ['catalog:read'] }),
    both: await issueApiToken(server.store, 'tester', 'both', { scopes: ['catalog:read', 'feed:read'] }),
    expired: await issueApiToken(server.store, 'tester', 'expired', { scopes: ['feed:read'], expiresAt: '2020-01-01T00:00:00.000+00:00' }),
    everything: server.token,
    unknown: 'lm_pat_unknown',
  };
  const refused = [await read(), await read(feed, { authorization: `Bearer ${token}` }), await read(feed, { 'sec-fetch-mode': 'cors' })];
  for (const other of Object.values(others)) refused.push(await read(`${feed}?token=${other}`), await read(feed, basic(other)));
  for (const { status, headers } of refused)
    expect([status, headers.get('www-authenticate'), headers.get('location')]).toEqual([
      401,
      'Basic realm="Leitmotif", charset="UTF-8"',
      null,
    ]);
});

test('a browser opens a private feed by its session, and is sent to sign-in without one', async () => {
  expect((await (await signedIn(server)).open(feed)).status).toBe(200);
  const anonymous = await read(feed, { 'sec-fetch-mode': 'navigate' });
  expect([anonymous.status, anonymous.headers.get('location')]).toEqual([303, '/sign-in?to=%2Freleases.atom']);
  // Sign-in would repeat the token in its address.
  expect((await read(`${feed}?token=lm_pat_wrong`, { 'sec-fetch-mode': 'navigate' })).status).toBe(401);
});

test('a public feed needs no token', async () => {
  const open = await startServer([], { catalogVisibility: 'public' });
  for (const path of [feed, `${feed}?token=wrong`]) expect((await pageOf(open, path)).status).toBe(200);
});

test('a token for feeds gives access to no route of the API and to no page', async () => {
  for (const { method, path } of await server.app.everyRoute()) {
    if (path === '/metrics') continue;
    const address = path.replace(/:userId/g, 'me').replace(/:\w+/g, exampleUuid);
    const send = async (authorization: string) =>
      (await server.request(address, { method, headers: { authorization, 'content-type': 'application/vnd.api+json' } })).status;
    const statuses = [await send(`Bearer ${token}`), await send(''), await send(`Basic ${btoa(`tester:${token}`)}`)];
    // Routes without access control answer anyone alike.
    if (statuses[0] !== statuses[1]) expect([method, path, statuses[0]]).toEqual([method, path, 403]);
    expect([method, path, statuses[2]]).toEqual([method, path, statuses[1]]);
  }
  for (const path of ['/', '/releases', '/collection', '/settings']) {
    expect((await pageOf(server, path, { token })).status).toBe(303);
    expect((await read(`${path}?token=${token}`)).status).toBe(303);
    expect((await read(path, basic(token))).status).toBe(303);
  }
  expect((await server.request('/api/users/me', { headers: { authorization: `Bearer ${token}` } })).status).toBe(403);
});

test('a token in the address of a feed is in no log, metric or Referer', async () => {
  const addresses = [`${feed}?token=${token}`, `${feed}/?token=${token}`, `/release.atom?token=${token}`, `${feed}?token=${token}x`];
  for (const address of addresses) {
    const { headers, html } = await read(address);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('location') ?? '').not.toContain(token);
    expect(html).not.toContain(token);
  }
  await server.app.reported();
  expect(server.logged.some(({ details }) => details?.route === feed)).toBe(true);
  expect(JSON.stringify(server.logged)).not.toContain('lm_pat_');
  const metrics = await server.request('/metrics', { headers: { authorization: 'Bearer a token of metrics' } });
  expect(metrics.status).toBe(200);
  const text = await metrics.text();
  expect(text).toContain(feed);
  expect(text).not.toContain('lm_pat_');
});

test('settings create the address of a feed, show it once, and revoke it', async () => {
  const visitor = await signedIn(server);
  await visitor.open('/settings/tokens');
  await visitor.send('Create feed address', { name: 'My reader' });
  expect(visitor.page.text).toContain('Feed address “My reader” created.');
  const address = shownOnce(visitor) ?? '';
  expect(address).toMatch(/^http:\/\/localhost\/releases\.atom\?token=lm_pat_[0-9A-Za-z]{36}$/);
  const path = address.replace('http://localhost', '');
  expect((await read(path)).status).toBe(200);
  const { html, text } = await visitor.open('/settings/tokens');
  expect(html).not.toContain(path);
  expect(text).toContain('My reader feed:read');

  const repeated = await visitor.send('Create feed address', { name: 'My reader' });
  expect([repeated.status, repeated.html.match(/<details open[^>]*>\s*<summary>\s*<strong>([^<]*)/)?.[1]]).toEqual([
    422,
    'Subscribe in a feed reader',
  ]);
  const [, revoke = ''] = /href="(\/settings\/tokens\/[^"]*)" aria-label="Revoke My reader"/.exec(repeated.html) ?? [];
  await visitor.open(revoke);
  await visitor.send('Revoke');
  expect((await read(path)).status).toBe(401);
});
