import { beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { startServer, type TestServer } from '../support/server';

const metricsToken = 'a-token-that-is-long-enough';

let server: TestServer;
beforeAll(async () => {
  server = await startServer([], { metricsToken, catalogVisibility: 'public', rateLimit: 20 });
});

const ask = (authorization: string, of: TestServer = server) => of.request('/metrics', { headers: { authorization } });

/** The values of a metric by their labels, as written in the exposition format. */
async function counted(name: string): Promise<Record<string, number>> {
  const text = await (await ask(`Bearer ${metricsToken}`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return Object.fromEntries(lines.map((line) => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

const requests = () => counted('leitmotif_http_requests_total');

describe('metrics', () => {
  test('are not found unless enabled', async () => {
    const other = await startServer();
    expect((await ask(`Bearer ${other.token}`, other)).status).toBe(404);
  });

  test('require the metrics token and refuse tokens of users', async () => {
    expect((await ask('')).status).toBe(401);
    expect((await ask(`Bearer ${server.token}`)).status).toBe(401);
    expect((await ask(`Bearer ${metricsToken}x`)).headers.get('www-authenticate')).toContain('Bearer');
    const answer = await ask(`Bearer ${metricsToken}`);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ]);
  });

  test('count requests by route template, never by the requested path', async () => {
    for (const path of ['/api/artists/one', '/api/artists/two', '/api/artists/three/', '/api/stranger-1', '/stranger-2?x=stranger-3'])
      await server.request(path);
    await server.request('/api/artists', { method: 'DELETE' });
    const found = await requests();
    expect(found['{method="GET",route="/api/artists/:id",status="404"}']).toBe(3);
    expect(found['{method="GET",route="none",status="404"}']).toBe(2);
    expect(found['{method="DELETE",route="none",status="405"}']).toBe(1);
    expect(Object.keys(found).join()).not.toContain('stranger');
  });

  test('count a page once, without its internal API requests', async () => {
    const before = await requests();
    await server.request('/artists', { headers: { authorization: '', accept: 'text/html' } });
    const after = await requests();
    const changed = Object.keys(after).filter((labels) => after[labels] !== before[labels] && !labels.includes('/metrics'));
    expect(changed).toEqual(['{method="GET",route="/artists",status="200"}']);
    expect((await counted('leitmotif_http_request_duration_seconds_count'))['{method="GET",route="/artists"}']).toBe(1);
  });

  test('count successful and failed sign-ins', async () => {
    for (const password of ['correct horse battery', 'a wrong password', 'another one'])
      await server.request('/api/token', {
        method: 'POST',
        headers: { authorization: '', 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'tester', password }),
      });
    expect(await counted('leitmotif_sign_ins_total')).toEqual({ '{outcome="good"}': 1, '{outcome="failed"}': 2 });
  });

  test('count requests refused by the rate limit', async () => {
    for (let request = 0; request < 25; request++) await server.request('/api/artists');
    const { '{policy="default"}': refused = 0 } = await counted('leitmotif_rate_limited_total');
    expect(refused).toBeGreaterThan(4);
    expect((await requests())['{method="GET",route="/api/artists",status="429"}']).toBe(refused);
  });

  test('report running imports only', async () => {
    const { writer } = server.store;
    const insert = writer.prepare(`
      INSERT INTO import_run (id, source, inputs, state, started_at, updated_at, records, bytes, total_bytes, pid, host)
      VALUES (?, 'musicbrainz', '[]', ?, ?1, ?3, 120, 50, 200, ?4, 'elsewhere')`);
    for (const state of ['running', 'done']) insert.run(Bun.randomUUIDv7(), state, new Date().toISOString(), 1);
    insert.finalize();
    expect(await counted('leitmotif_import_records')).toEqual({ '{source="musicbrainz"}': 120 });
    expect(await counted('leitmotif_import_expected_bytes')).toEqual({ '{source="musicbrainz"}': 200 });
  });

  test('include every name that the Grafana dashboard and the alert rules use', async () => {
    const text = await (await ask(`Bearer ${metricsToken}`)).text();
    const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
    // Only a database in a file has these.
    for (const name of ['database_log_bytes', 'disk_free_bytes', 'last_checkpoint_timestamp_seconds', 'last_backup_timestamp_seconds'])
      known.add(`leitmotif_${name}`);
    const files = ['grafana/leitmotif.json', 'prometheus/leitmotif.rules.yml'];
    const [dashboard = '', rules = ''] = files.map((file) => readFileSync(new URL(`../../packaging/${file}`, import.meta.url), 'utf8'));
    expect(rules.match(/\bleitmotif_\w+/g)?.length).toBeGreaterThan(6);
    const asked = [...(dashboard + rules).matchAll(/\b(?:leitmotif|process|nodejs)_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''));
    expect(asked.length).toBeGreaterThan(25);
    expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([]);
  });
});
