import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { seedDemo, seedVocabularies } from '../../src/import/seed';
import { openStore } from '../../src/store/database/open';
import { startExecutable, startLimit } from '../contestants';
import { BenchError, compared, type Measurement, median, mediansOfRounds, timed } from '../measurement';
import type { Server } from '../processes';

/** Each write waits for the disk, so that all of them take some seconds. */
const writes = 400;

/** A durable update of a collection item, compared with a bare UPDATE plus an empty request. */
export const durableWrite: Measurement = {
  name: 'durable-write',
  title: 'an item update, synced to disk',
  unit: 'ms',
  target: { bound: 'at most', ratio: 1.5 },
  isSizeIndependent: true,
  async measure(bench) {
    const directory = join(bench.temporary, 'collection');
    const { token, userId, releaseId } = await prepareCollection(directory);
    const executable = await startExecutable(bench, { directory });
    const limit = await startLimit(bench);
    const bare = bareUpdate(join(bench.temporary, 'bare.db'));
    try {
      const item = await addItem(executable, token, userId, releaseId);
      const times = { change: [] as number[], update: [] as number[], request: [] as number[] };
      for (let index = 0; index < writes; index++) {
        times.change.push(await timed(() => changeItem(executable, token, item, index)));
        times.update.push(await timed(() => bare(index)));
        times.request.push(await timed(async () => void (await (await fetch(limit.url)).arrayBuffer())));
      }
      const floors = times.update.map((time, index) => time + (times.request[index] as number));
      const notes = [`bare UPDATE ${median(times.update).toFixed(2)} ms, empty request ${median(times.request).toFixed(2)} ms`];
      return { ...compared(mediansOfRounds(times.change), mediansOfRounds(floors)), notes };
    } finally {
      await Promise.all([executable.stop(), limit.stop()]);
    }
  },
};

async function prepareCollection(directory: string): Promise<{ token: string; userId: string; releaseId: string }> {
  const store = openStore(directory, { mayCreate: true });
  try {
    await seedVocabularies(store);
    await seedDemo(store);
    const { id } = await createUser(store, 'collector', crypto.randomUUID());
    const release = store.reader.query('SELECT id FROM "release" ORDER BY id LIMIT 1').get() as { id: string };
    return { token: await issueApiToken(store, 'collector', 'bench'), userId: id, releaseId: release.id };
  } finally {
    store.close();
  }
}

/** Opens a separate database with the executable's durability settings. The returned function runs one prepared UPDATE. */
function bareUpdate(file: string): (index: number) => Promise<void> {
  const database = new Database(file);
  database.run('PRAGMA journal_mode = WAL');
  database.run('PRAGMA synchronous = FULL');
  database.run('CREATE TABLE item (key INTEGER PRIMARY KEY, notes TEXT, updated_at TEXT)');
  database.run("INSERT INTO item VALUES (1, '', '')");
  const update = database.prepare('UPDATE item SET notes = ?, updated_at = ? WHERE key = 1');
  return async (index) => void update.run(`change ${index}`, new Date().toISOString());
}

const headers = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' });

async function addItem({ url }: Server, token: string, userId: string, releaseId: string): Promise<string> {
  const body = { data: { type: 'CollectionItem', relationships: { release: { data: { type: 'Release', id: releaseId } } } } };
  const response = await fetch(`${url}/api/users/${userId}/collection`, {
    method: 'POST',
    headers: headers(token),
    body: JSON.stringify(body),
  });
  if (response.status !== 201) throw new BenchError(`Could not add an item: ${await response.text()}`);
  return ((await response.json()) as { data: { id: string } }).data.id;
}

async function changeItem({ url }: Server, token: string, item: string, index: number): Promise<void> {
  const body = JSON.stringify({ data: { type: 'CollectionItem', id: item, attributes: { notes: `change ${index}` } } });
  const response = await fetch(url + item, { method: 'PATCH', headers: headers(token), body });
  await response.arrayBuffer();
  if (response.status !== 200) throw new BenchError(`Could not update an item: ${response.status}.`);
}
