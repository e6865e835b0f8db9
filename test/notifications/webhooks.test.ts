import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { changeAccountStatus, deleteUser, getUser } from '../../src/accounts/users/users';
import { addItem, itemTypes, jsonApi } from '../support/owned-items';
import { demoStore, liveOf, serverOf, type TestServer } from '../support/server';
import { isSigned, type WebhookTarget, webhookTarget } from '../support/webhook-target';

// biome-ignore lint/suspicious/noExplicitAny: tests look into documents.
type Data = any;

const own = '/api/users/me/webhooks';
const ofCatalog = '/api/webhooks';

let server: TestServer;
let target: WebhookTarget;
let admin: string;
let release: string;

beforeAll(async () => {
  target = webhookTarget();
  const settings = { webhookNetworks: ['127.0.0.0/8'], publicUrl: 'https://music.example.org' };
  server = await serverOf(await demoStore(), settings);
  await createUser(server.store, 'anna', 'correct horse battery', 'admin');
  admin = await issueApiToken(server.store, 'anna', 'tests');
  release = (await server.read('/api/releases?itemsPerPage=1')).data[0].attributes._id;
});
afterAll(() => target[Symbol.dispose]());
beforeEach(async () => {
  await server.store.write(() => server.store.writer.change('DELETE FROM webhook'));
  target.received.length = 0;
  target.answer = () => new Response('ok');
});

async function send(
  path: string,
  method: string,
  attributes?: object,
  token = server.token,
): Promise<{ status: number; data: Data; meta: Data }> {
  const id = method === 'PATCH' ? path.split('/').at(-1) : undefined;
  const body = attributes && JSON.stringify({ data: { type: 'Webhook', ...(id && { id }), attributes } });
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': jsonApi }) };
  const response = await server.request(path, { method, headers, ...(body && { body }) });
  return { status: response.status, ...((response.status === 204 ? {} : await response.json()) as { data: Data; meta: Data }) };
}

async function add(path: string, attributes: object, token?: string): Promise<Data> {
  const sent = await send(path, 'POST', { name: 'Phone', url: target.url, ...attributes }, token);
  if (sent.status !== 201) throw new Error(JSON.stringify(sent));
  return sent.data.attributes;
}

const deliveries = async (path: string, { _id }: Data, token?: string): Promise<Data[]> =>
  (await send(`${path}/${_id}/deliveries`, 'GET', undefined, token)).data.map(({ attributes }: Data) => attributes);

const changeRelease = async (): Promise<void> =>
  void (await server.store.write(() =>
    server.store.writer.change("UPDATE \"release\" SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE id = :release", {
      release,
    }),
  ));

/** As if the time of the next attempt had come. */
const advance = (): Promise<number> =>
  server.store.write(() => server.store.writer.change("UPDATE delivery SET next_at = '2020-01-01' WHERE next_at IS NOT NULL"));

describe('a webhook of own lists', () => {
  test('is told of items that are added, changed and removed, in messages with a signature', async () => {
    const webhook = await add(own, { events: ['item.added', 'item.changed', 'item.removed'] });
    expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const item = await addItem(server, 'collection', release);
    await server.notifications.work();
    const body = JSON.stringify({ data: { type: itemTypes.collection, id: item.id, attributes: { notes: 'Signed' } } });
    await server.request(item.id, { method: 'PATCH', headers: { 'content-type': jsonApi }, body });
    await server.notifications.work();
    await server.request(item.id, { method: 'DELETE' });
    await server.notifications.work();
    expect(target.received.map(({ json }) => json.type)).toEqual(['item.added', 'item.changed', 'item.removed']);
    expect(target.received.every((message) => isSigned(message, webhook.secret))).toBe(true);
    const [{ json }] = target.received as [Data];
    const { _id: id } = item.attributes;
    expect(json.data).toEqual({
      total: 1,
      items: [
        {
          ...{ list: 'collection', id, iri: `/api/users/me/collection/${id}`, release_id: release },
          ...{ title: item.attributes.release.title, url: `https://music.example.org/collection/items/${id}` },
        },
      ],
    });
    expect(Math.abs(Date.parse(json.timestamp) - Date.now())).toBeLessThan(60_000);
    const [last] = await deliveries(own, webhook);
    expect(last).toMatchObject({ event: 'item.removed', is_delivered: true, status: 200, answer: 'ok', attempts: 1, next_at: null });
    expect(server.store.reader.all('SELECT 1 FROM list_change')).toEqual([]);
  });

  test('is not told of the lists of others, nor after its user was disabled or deleted', async () => {
    const ben = await createUser(server.store, 'ben', 'correct horse battery');
    const token = await issueApiToken(server.store, 'ben', 'tests');
    await add(own, { events: ['item.added'] }, token);
    await addItem(server, 'wishlist', release);
    await server.notifications.work();
    expect(target.received).toEqual([]);
    await addItem(server, 'collection', release, {}, token);
    await changeAccountStatus(server.store, ben, { isDisabled: true }, liveOf(server.store));
    await server.notifications.work();
    await deleteUser(server.store, ben, liveOf(server.store));
    await server.notifications.work();
    expect(target.received).toEqual([]);
    expect(server.store.reader.all('SELECT 1 FROM list_change UNION ALL SELECT 1 FROM webhook')).toEqual([]);
  });

  test('costs nothing without webhooks, and many changes are one message', async () => {
    await addItem(server, 'collection', release);
    expect(server.store.reader.all('SELECT 1 FROM list_change')).toEqual([]);
    await add(own, { events: ['item.added'] });
    for (let count = 0; count < 60; count++) await addItem(server, 'collection', release);
    await server.notifications.work();
    expect(target.received.map(({ json: { data } }) => [data.total, data.items.length])).toEqual([[60, 50]]);
  });

  test('is told once of a loan that is due', async () => {
    const webhook = await add(own, { events: ['loan.due'] });
    const item = await addItem(server, 'collection', release);
    const today = new Date().toISOString().slice(0, 10);
    const data = {
      type: 'Loan',
      attributes: { borrower: 'Ben', due_on: today },
      relationships: { item: { data: { type: 'CollectionItem', id: item.id } } },
    };
    await server.request('/api/users/me/loans', { method: 'POST', headers: { 'content-type': jsonApi }, body: JSON.stringify({ data }) });
    // As on the next day.
    await server.store.write(() => server.store.writer.change("UPDATE webhook SET due_until = '2020-01-01'"));
    await server.notifications.work();
    await server.notifications.work();
    expect(target.received.map(({ json }) => json.data.loans[0].borrower)).toEqual(['Ben']);
    expect((await deliveries(own, webhook)).length).toBe(1);
  });
});

describe('a webhook of the catalog', () => {
  test('is told of records, created, updated and deleted ones apart, and with a template as other programs want it', async () => {
    const template = '{"topic":"music","title":"{title}","tags":["{event}"],"click":"{url}","message":"{count}"}';
    const webhook = await add(ofCatalog, { events: ['record.created', 'record.updated', 'record.deleted'] }, admin);
    await add(ofCatalog, { events: ['record.updated'], template }, admin);
    await changeRelease();
    await changeRelease();
    const { attributes } = (await server.read(`/api/releases/${release}`)).data;
    await server.notifications.work();
    const [standard, filled] = ['type', 'topic'].map((name) => target.received.find(({ json }) => json[name])?.json);
    const url = `https://music.example.org/releases/${attributes.slug}`;
    const record = { type: 'Release', id: release, iri: `/api/releases/${release}`, title: attributes.title, url };
    expect(standard).toMatchObject({ type: 'record.updated', data: { total: 1, records: [record] } });
    expect(filled).toEqual({ topic: 'music', title: attributes.title, tags: ['record.updated'], click: url, message: '1' });
    expect(isSigned(target.received[0] as Data, webhook.secret)).toBe(target.received[0]?.json.type !== undefined);
  });

  test('is told of a changed or deleted track as a change of its release', async () => {
    await add(ofCatalog, { events: ['record.updated', 'record.deleted'] }, admin);
    const { id, key } = server.store.reader.get<{ id: string; key: number }>(
      `SELECT r.id, t.key FROM release_track AS t JOIN release_format AS f ON f.key = t.release_format_key
        JOIN "release" AS r ON r.key = f.release_key WHERE t.parent_key IS NULL LIMIT 1`,
    ) as { id: string; key: number };
    for (const change of ["UPDATE release_track SET updated_at = '2026-01-01T00:00:00.000+00:00'", 'DELETE FROM release_track']) {
      await server.store.write(() => server.store.writer.change(`${change} WHERE key = :key`, { key }));
      await server.notifications.work();
    }
    const told = target.received.map(({ json }) => [json.type, json.data.records.map((record: Data) => record.id)]);
    expect(told).toEqual([
      ['record.updated', [id]],
      ['record.updated', [id]],
    ]);
  });

  test('stops when its administrator is none any more', async () => {
    await createUser(server.store, 'carl', 'correct horse battery', 'admin');
    await add(ofCatalog, { events: ['record.updated'] }, await issueApiToken(server.store, 'carl', 'tests'));
    await changeAccountStatus(server.store, getUser(server.store, 'carl'), { role: 'user' }, liveOf(server.store));
    await changeRelease();
    await server.notifications.work();
    expect(target.received).toEqual([]);
  });

  test('is told of a failed backup', async () => {
    await add(ofCatalog, { events: ['backup.failed'] }, admin);
    await server.notifications.backupFailed({ detail: 'No room.', problem: undefined });
    await server.notifications.work();
    expect(target.received.map(({ json }) => [json.type, json.data.detail])).toEqual([['backup.failed', 'No room.']]);
  });
});

describe('a delivery', () => {
  test('is repeated with longer and longer pauses, given up after three days, and can be sent again', async () => {
    const webhook = await add(ofCatalog, { events: ['record.updated'] }, admin);
    target.answer = () => new Response('x'.repeat(1_000_000), { status: 500 });
    await changeRelease();
    const pauses: number[] = [];
    for (;;) {
      await server.notifications.work();
      const [{ next_at: next, answer, status }] = (await deliveries(ofCatalog, webhook, admin)) as [Data];
      expect([status, answer.length]).toEqual([500, 200]);
      if (next === null) break;
      pauses.push((Date.parse(next) - Date.now()) / 1_000);
      await advance();
    }
    const expected = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    expect(pauses.length).toBe(expected.length);
    for (const [index, seconds] of expected.entries()) expect(pauses[index] as number).toBeWithin(seconds - 5, seconds * 1.1 + 1);
    expect(new Set(target.received.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1);
    expect(server.logged.find(({ event }) => event === 'notification given up')?.details).toMatchObject({ status: 500 });
    target.answer = () => new Response(null, { status: 204 });
    const { data } = await send(`${ofCatalog}/${webhook._id}/deliveries`, 'GET', undefined, admin);
    const again = await send(`${ofCatalog}/${webhook._id}/deliveries/${data[0].id}`, 'POST', undefined, admin);
    expect(again.data.attributes).toMatchObject({ is_delivered: true, status: 204, attempts: 11 });
  });

  test('waits while its target hangs, which delays no other', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    using slow = webhookTarget();
    slow.answer = () => promise;
    await add(ofCatalog, { events: ['record.updated'], url: slow.url }, admin);
    const quick = await add(ofCatalog, { events: ['record.updated'] }, admin);
    await changeRelease();
    const working = server.notifications.work();
    const tested = await send(`${ofCatalog}/${quick._id}/deliveries`, 'POST', undefined, admin);
    expect(tested.data.attributes).toMatchObject({ event: expect.any(String), is_delivered: true });
    while (slow.received.length === 0) await Bun.sleep(5);
    // Four of a user at a time, and twenty tests in a minute.
    const hanging = [];
    for (let count = 0; count < 5; count++) hanging.push(await add(own, { events: ['item.added'], url: slow.url }));
    const test = (webhook: Data) => send(`${own}/${webhook._id}/deliveries`, 'POST');
    const tested4 = hanging.slice(0, 4).map(test);
    while (slow.received.length < 5) await Bun.sleep(5);
    expect((await test(hanging[4])).data.attributes).toMatchObject({ attempts: 0, is_delivered: false });
    expect(slow.received).toHaveLength(5);
    resolve(new Response());
    for (const { data } of await Promise.all(tested4)) expect(data.attributes).toMatchObject({ attempts: 1, is_delivered: true });
    for (let count = 5; count < 20; count++) expect((await test(hanging[4])).data.attributes.is_delivered).toBe(true);
    const before = (await deliveries(own, hanging[4])).length;
    const refused = await send(`${own}/${hanging[4]._id}/deliveries`, 'POST');
    expect([refused.status, (await deliveries(own, hanging[4])).length]).toEqual([429, before]);
    await working;
  });

  test('does not follow redirects, and goes to no address of the machine or the local network that is not allowed', async () => {
    const webhook = await add(ofCatalog, { events: ['record.updated'] }, admin);
    using other = webhookTarget();
    target.answer = () => Response.redirect(other.url, 307);
    const attempt = async () => (await send(`${ofCatalog}/${webhook._id}/deliveries`, 'POST', undefined, admin)).data.attributes;
    expect(await attempt()).toMatchObject({ is_delivered: false, status: 307 });
    expect(other.received).toEqual([]);
    const { port } = new URL(target.url);
    for (const host of [
      '[::1]',
      'localhost.',
      '0.0.0.0',
      '169.254.169.254',
      '[::ffff:10.0.0.1]',
      '100.64.0.1',
      '[fd00::1]',
      '[64:ff9b::7f00:1]',
    ]) {
      await server.store.write(() => server.store.writer.change('UPDATE delivery SET next_at = NULL'));
      const url = `https://${host}:${port}/`;
      // Refused when it is saved, and when a webhook of earlier has it.
      expect((await send(`${ofCatalog}/${webhook._id}`, 'PATCH', { url }, admin)).status).toBe(host === 'localhost.' ? 200 : 422);
      await server.store.write(() => server.store.writer.change('UPDATE webhook SET url = :url', { url }));
      const { status, answer } = await attempt();
      // A name of this machine may have an allowed address besides.
      expect([host, status, answer]).toEqual([
        host,
        null,
        expect.stringMatching(host === 'localhost.' ? /webhook_networks|Not reached/ : /webhook_networks/),
      ]);
    }
    await send(`${ofCatalog}/${webhook._id}`, 'PATCH', { url: 'http://192.0.0.8.example.invalid/' }, admin);
    expect((await attempt()).answer).toMatch(/^Not reached/);
  });
});

describe('bad input', () => {
  test.each([
    ['url', 'ftp://example.org/'],
    ['url', 'https://user:pass@example.org/'],
    ['url', 'example.org'],
    ['url', 'https://192.168.1.1/'],
    ['url', 'http://1.1.1.1/'],
    ['url', `https://example.org/${'x'.repeat(1_000)}`],
    ['name', ''],
    ['events', []],
    ['events', ['record.created']],
    ['template', '{"n": {count}}'],
    ['template', '{"n": "\\{count}"}'],
    ['template', 'plain {title}'],
  ])('%s %p is refused', async (name, value) => {
    const sent = await send(own, 'POST', { name: 'Phone', url: target.url, events: ['item.added'], [name]: value });
    expect([sent.status, sent.meta?.errors?.[0]?.source.pointer.split('/')[3]]).toEqual([422, name]);
  });

  test('a user has ten webhooks at most, sees no others, and members have none of the catalog', async () => {
    for (let count = 0; count < 10; count++) await add(own, { events: ['item.added'] });
    expect((await send(own, 'POST', { name: 'Phone', url: target.url, events: ['item.added'] })).status).toBe(409);
    const webhook = await add(ofCatalog, { events: ['record.created'] }, admin);
    expect((await send(ofCatalog, 'GET')).status).toBe(403);
    expect((await send(`${own}/${webhook._id}`, 'GET')).status).toBe(404);
    expect((await send(`${own}/${webhook._id}`, 'GET', undefined, admin)).status).toBe(404);
    const listed = await send(ofCatalog, 'GET', undefined, admin);
    expect(JSON.stringify(listed)).not.toContain('whsec_');
  });
});
