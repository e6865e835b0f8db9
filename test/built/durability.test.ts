import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { copyDemo } from '../support/demo-catalog';
import { emptyFolder, run, serve } from '../support/executable';

/** How many items are sent in all, and how many at once. */
const planned = 1_000;
const atOnce = 8;

test('every write that was answered survives the death of the server in the middle of a thousand', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = join(cwd, 'data');
  await copyDemo(data);
  await run(['user', 'create', 'collector', '--password-stdin', '--data', data], { cwd, stdin: 'a long password\n' });
  const token = (await run(['token', 'create', '--user', 'collector', '--name', 'tests', '--data', data], { cwd })).stdout.trim();
  await using server = await serve(['--data', data, '--rate-limit', '0'], { cwd });
  const authorization = `Bearer ${token}`;
  const read = async (path: string) => (await fetch(server.url + path, { headers: { authorization } })).json() as Promise<{ data: never }>;
  const user = (await read('/api/users/me')).data as { attributes: { _id: string } };
  const [release] = (await read('/api/releases?itemsPerPage=1')).data as { id: string }[];

  const answered: string[] = [];
  const dieAfter = 200 + Math.floor(Math.random() * 500);
  let sent = 0;
  const sender = async () => {
    while (sent < planned) {
      const notes = `item ${sent++}`;
      const response = await fetch(`${server.url}/api/users/${user.attributes._id}/collection`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/vnd.api+json' },
        body: JSON.stringify({
          data: {
            type: 'CollectionItem',
            attributes: { notes },
            relationships: { release: { data: { type: 'Release', id: release?.id } } },
          },
        }),
      }).catch(() => undefined);
      if (!response) return;
      expect(response.status).toBe(201);
      answered.push(notes);
      if (answered.length === dieAfter) await server.signal('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));

  const database = new Database(join(data, 'leitmotif.db'));
  const kept = new Set(database.query('SELECT notes FROM collection_item').values().flat());
  expect(answered.length).toBeGreaterThanOrEqual(dieAfter);
  expect(answered.length).toBeLessThan(planned);
  expect(answered.filter((notes) => !kept.has(notes))).toEqual([]);
  expect(database.query('PRAGMA integrity_check').values()).toEqual([['ok']]);
  expect(database.query('PRAGMA foreign_key_check').values()).toEqual([]);
  database.close();
}, 60_000);
