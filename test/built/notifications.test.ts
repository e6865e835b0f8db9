import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { openStore, type Store } from '../../src/store/database/open';
import { makeCertificate } from '../support/certificates';
import { emptyFolder, type Running, run, serve } from '../support/executable';
import { mailServer } from '../support/mail-server';
import { isSigned, type WebhookTarget, webhookTarget } from '../support/webhook-target';

setDefaultTimeout(60_000);

const folder = emptyFolder();
const data = join(folder.path, 'data');
const certificate = makeCertificate('hook.example');
const start = () => serve(['--data', data, '--webhook-networks', '127.0.0.0/8', '--demo'], { cwd: folder.path, env });
const env = { NODE_EXTRA_CA_CERTS: join(folder.path, 'ca.pem') };
let server: Running;
let store: Store;
let target: WebhookTarget;
let token: string;

beforeAll(async () => {
  writeFileSync(env.NODE_EXTRA_CA_CERTS, certificate.cert);
  target = webhookTarget();
  server = await start();
  store = openStore(data);
  await createUser(store, 'anna', 'correct horse battery', 'admin');
  token = await issueApiToken(store, 'anna', 'tests');
});
afterAll(async () => {
  store.close();
  target[Symbol.dispose]();
  await server.signal('SIGKILL');
  folder[Symbol.dispose]();
});

async function send(path: string, attributes?: object): Promise<{ attributes: Record<string, string> }> {
  const body = attributes && JSON.stringify({ data: { type: path.includes('webhook') ? 'Webhook' : 'CollectionItem', attributes } });
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/vnd.api+json' }) };
  const response = await fetch(server.url + path, { method: 'POST', headers, ...(body && { body }) });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { data: { attributes: Record<string, string> } }).data;
}

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await Bun.sleep(20);
};

test('messages outlast SIGKILL: what happened before is told by the next server', async () => {
  const release = store.reader.get<{ id: string }>('SELECT id FROM "release" LIMIT 1')?.id ?? '';
  const { secret = '' } = (await send('/api/users/me/webhooks', { name: 'Phone', url: target.url, events: ['item.added'] })).attributes;
  // One that was taken up, and one that came at the last moment.
  target.answer = () => new Response('later', { status: 503 });
  await send('/api/users/me/collection', { release: { id: release } });
  await until(() => target.received.length === 1);
  await send('/api/users/me/collection', { release: { id: release } });
  await server.signal('SIGKILL');
  target.answer = () => new Response();
  server = await start();
  await until(() => new Set(target.received.map(({ headers }) => headers.get('webhook-id'))).size === 2 && target.received.length >= 3);
  expect(target.received.every((message) => isSigned(message, secret))).toBe(true);
  const told = new Set(target.received.map(({ json }) => json.data.items[0].id));
  expect(told.size).toBe(2);
});

test('a certificate is checked by the name of the address, though the connection goes to the checked number', async () => {
  using secure = Bun.serve({ port: 0, hostname: '127.0.0.1', tls: certificate, fetch: () => new Response('secure') });
  const attempt = async (host: string) => {
    const { attributes } = await send('/api/webhooks', { name: host, url: `https://${host}:${secure.port}/`, events: ['record.created'] });
    const { status, answer } = (await send(`/api/webhooks/${attributes._id}/deliveries`)).attributes;
    return [status, answer];
  };
  expect(await attempt('127.0.0.1')).toEqual([200, 'secure'] as never);
  // Its certificate is of the number alone.
  expect(await attempt('localhost.localdomain.invalid')).toEqual([null, expect.stringContaining('Not reached')] as never);
  const named = await attempt('localhost');
  expect(named).toEqual([null, expect.stringMatching(/ALTNAME|webhook_networks/)] as never);
});

test('leitmotif mail test sends with the settings of the server', async () => {
  await using mail = await mailServer();
  const from = ['--smtp-from', 'Leitmotif <leitmotif@example.org>', '--data', data];
  const sent = await run(['mail', 'test', 'anna@example.org', '--smtp-url', `smtp://127.0.0.1:${mail.port}`, ...from], {
    cwd: folder.path,
  });
  expect([sent.exitCode, sent.stdout]).toEqual([0, expect.stringMatching(/accepted the mail: 250/)]);
  expect(mail.mails.map(({ to }) => to)).toEqual([['anna@example.org']]);
  const failed = await run(['mail', 'test', 'anna@example.org', '--smtp-url', 'smtp://127.0.0.1:1', ...from], { cwd: folder.path });
  expect([failed.exitCode, failed.stderr]).toEqual([
    1,
    expect.stringMatching(/^leitmotif: 127.0.0.1:1 did not accept the mail: E\w+: connect ECONNREFUSED/),
  ]);
  expect((await run(['mail', 'test', 'anna', ...from], { cwd: folder.path })).exitCode).toBe(2);
});
