import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { BackupSchedule } from '../../src/backups/backup-schedule';
import { Backups } from '../../src/backups/backups';
import { type Due, dueAfter, hasOutgrown } from '../../src/backups/due';
import { readSettings } from '../../src/config';
import { type AdministeredServer, administeredServer } from '../support/administered-server';
import { emptyStore, serverOf, type TestServer } from '../support/server';
import { createStore } from '../support/store-on-disk';

// Backups made by the server: on request of an administrator and on schedule.

let administered: AdministeredServer;
let folder: string;
let data: string;
let server: TestServer;
let token: string;
beforeAll(async () => {
  administered = await administeredServer();
  ({ folder, data, server, token } = administered);
});
afterAll(() => administered[Symbol.dispose]());

const send = async (method: string, path: string, by = token, to = server) => {
  const response = await to.request(path, { method, headers: { authorization: `Bearer ${by}` } });
  return { status: response.status, body: await response.json() };
};

const shown = async () => (await send('GET', '/api/backups')).body.data.attributes;

async function untilDone(): Promise<void> {
  while ((await shown()).is_running) await Bun.sleep(10);
}

test('POST /api/backups starts a backup, is refused with 409 while one is running, and lists it when it is complete', async () => {
  expect(await shown()).toEqual({
    folder: join(data, 'backups'),
    every_hours: 24,
    last_made_at: null,
    due_at: expect.any(String),
    is_late: false,
    is_running: false,
    last_failure: null,
    copies: null,
    backups: [],
  });
  const [first, second] = [await send('POST', '/api/backups'), await send('POST', '/api/backups')];
  expect([first.status, first.body.data.attributes.is_running]).toEqual([202, true]);
  expect([second.status, second.body.errors[0].detail]).toEqual([409, 'A backup is already being made.']);
  await untilDone();
  const { backups } = await shown();
  expect(backups).toMatchObject([{ reason: 'asked', extent: 'all', users: 2, findings: [] }]);
  expect(server.logged.map(({ event }) => event)).toContain('backup made');
});

test('a catalog in memory has no backups', async () => {
  const inMemory = await serverOf(emptyStore());
  await createUser(inMemory.store, 'anna', 'correct horse battery', 'admin');
  const by = await issueApiToken(inMemory.store, 'anna', 'tests');
  expect((await send('POST', '/api/backups', by, inMemory)).body.errors[0].detail).toBe('A catalog in memory has no backups.');
  expect((await send('GET', '/api/backups', by, inMemory)).body.data.attributes).toMatchObject({
    folder: null,
    every_hours: 0,
    backups: [],
  });
  expect((await send('GET', '/health', '', inMemory)).body.backups).toBe('off');
});

test('a backup copies the open database even if its file was replaced on disk', async () => {
  const path = join(data, 'leitmotif.db');
  renameSync(path, `${path}.away`);
  writeFileSync(path, 'another one');
  const { status } = await send('POST', '/api/backups');
  await untilDone();
  renameSync(`${path}.away`, path);

  const [{ name, findings }] = (await shown()).backups;
  expect([status, findings]).toEqual([202, []]);
  const copy = new Database(join(data, 'backups', name, 'leitmotif.db'), { readonly: true });
  expect(copy.query('SELECT username FROM user').all()).toContainEqual({ username: 'anna' });
  copy.close();
});

test('a new backup schedule takes effect immediately', async () => {
  const set = (attributes: object) =>
    server.request('/api/settings', {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
      body: JSON.stringify({ data: { type: 'Settings', id: '/api/settings', attributes } }),
    });
  expect((await set({ backup_every: 'off', backup_keep: '2d,1w' })).status).toBe(200);
  expect([(await shown()).every_hours, (await send('GET', '/health')).body.backups]).toEqual([0, 'off']);
  await set({ backup_every: '48h' });
  expect((await shown()).every_hours).toBe(48);
  const { attributes } = (await send('GET', '/api/settings')).body.data;
  expect(attributes).toMatchObject({ backup_every: '2d', backup_keep: '2d,1w' });
  for (const wrong of [
    { backup_every: '1 day' },
    { backup_every: 24 },
    { backup_every: '91d' },
    { backup_keep: '0d' },
    { backup_keep: '7' },
  ])
    expect((await set(wrong)).status).toBe(422);
});

/** Runs a backup schedule on a new catalog until it logs an event. */
async function scheduled(name: string, prepare: (backups: string) => void = () => {}, users: readonly string[] = []) {
  const own = join(folder, name);
  const opened = createStore(own);
  for (const user of users) await createUser(opened, user, 'correct horse battery');
  const backups = join(own, 'backups');
  prepare(backups);
  const settings = { ...readSettings({}, {}), data: own };
  const logged: { readonly event: string; readonly details: Readonly<Record<string, unknown>> | undefined }[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const log = (event: string, details?: Readonly<Record<string, unknown>>) => {
    logged.push({ event, details });
    if (event !== 'no recent backup') resolve();
  };
  const made = new Backups({ store: opened, settings, log });
  const looks = spyOn(made, 'standing');
  const schedule = new BackupSchedule(made, log, 20);
  await promise;
  // It looks again, without another backup.
  for (const before = looks.mock.calls.length; looks.mock.calls.length < before + 5; ) await Bun.sleep(1);
  schedule.stop();
  while (made.isRunning) await Bun.sleep(1);
  const shown = await serverOf(opened, { data: own });
  const [health, readiness] = [await send('GET', '/health', '', shown), await send('GET', '/readyz', '', shown)];
  const { failure } = made.standing();
  opened.close();
  return {
    logged,
    failure,
    backups: readdirSync(backups).filter((one) => !one.startsWith('.')),
    health: health.body,
    readiness: readiness.body,
  };
}

function put(backups: string, days: number, rows?: Readonly<Record<string, number>>): void {
  const path = join(data, 'backups');
  const [name] = readdirSync(path).filter((one) => !one.startsWith('.')) as [string];
  const manifest = JSON.parse(readFileSync(join(path, name, 'manifest.json'), 'utf8'));
  const made_at = new Date(Date.now() - days * 86_400_000).toISOString();
  const old = join(backups, `old-${days}`);
  mkdirSync(old, { recursive: true });
  writeFileSync(join(old, 'manifest.json'), JSON.stringify({ ...manifest, reason: 'schedule', made_at, rows: rows ?? manifest.rows }));
}

test('the schedule makes a first backup and no second one before it is due', async () => {
  const { logged, backups, health } = await scheduled('first');
  expect([logged.map(({ event }) => event), backups.length, health.backups]).toEqual([['backup made'], 1, 'good']);
});

describe('a backup with less than half of the records and users of the catalog', () => {
  const hour = 1 / 24;

  test('is followed by another after an hour', async () => {
    const { logged } = await scheduled('outgrown', (path) => put(path, 2 * hour, { user: 0 }), ['anna']);
    expect(logged.map(({ event }) => event)).toEqual(['backup made']);
  });

  test('is late after two hours', () => {
    const [now, hourMilliseconds] = [Date.now(), 3_600_000];
    const made = (hours: number) => ({ made_at: new Date(now - hours * hourMilliseconds).toISOString() });
    const hoursUntil = ({ at, lateFrom }: Due) => [at, lateFrom].map((moment) => (moment - now) / hourMilliseconds);

    expect(hoursUntil(dueAfter(made(0), 24, now, now))).toEqual([1, 2]);
    expect(hoursUntil(dueAfter(made(10), 24, now, now))).toEqual([0, 1]);
    expect(hoursUntil(dueAfter(made(10), 24, now))).toEqual([14, 38]);
    expect(hoursUntil(dueAfter(undefined, 24, now))).toEqual([0, 48]);
  });

  test('counts as outgrown', async () => {
    const store = emptyStore();
    for (const user of ['anna', 'bela', 'cleo']) await createUser(store, user, 'correct horse battery');
    const outgrown = (user: number) => hasOutgrown(store.reader, { rows: { user } });
    expect([0, 1, 2, 3].map(outgrown)).toEqual([true, true, false, false]);
  });
});

test('the schedule logs an outdated backup, makes a new one and deletes the oldest', async () => {
  const { logged, backups } = await scheduled('late', (path) => {
    for (const days of [3, 4, 5, 6, 7, 8, 9]) put(path, days);
  });
  expect(logged.map(({ event }) => event)).toEqual(['no recent backup', 'backup made']);
  expect(logged[1]?.details?.removed).toEqual(['old-9']);
  expect(backups).toHaveLength(7);
});

test('a failed backup is logged, not retried immediately, and shown as a warning in the readiness report', async () => {
  const { logged, health, readiness, failure } = await scheduled('failing', (path) => {
    put(path, 3);
    mkdirSync(join(path, '.lock'));
  });
  expect(logged.map(({ event }) => event)).toEqual(['no recent backup', 'backup failed']);
  expect(health.backups).toBe('late');
  expect(failure).toMatchObject({ failedAt: expect.any(String), detail: expect.any(String) });
  expect([readiness.status, readiness.checks.backups]).toEqual([
    'ready',
    { status: 'warning', detail: expect.stringContaining('The last backup is too old') },
  ]);
});
