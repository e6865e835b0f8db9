import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { seedDemo, seedVocabularies } from '../../src/import/seed';
import { openStore } from '../../src/store/database/open';
import { startExecutable } from '../contestants';
import { type Bench, BenchError, compared, inRounds, type Measurement, median, timed } from '../measurement';
import { type Server, startServer } from '../processes';

/** Each of them waits for the disk; together they take some seconds. */
const writes = 400;

/** What an item of a collection costs to change for good, beside the change alone and a request that does nothing. */
export const durableWrite: Measurement = {
  name: 'durable-write',
  title: 'a change to an item, on the disk',
  unit: 'ms',
  target: { bound: 'at most', ratio: 1.5 },
  isOfAnySize: true,
  async measure(bench) {
    const directory = join(bench.temporary, 'collection');
    const { token, userId, releaseId } = await prepareCollection(directory);
    const executable = await startExecutable(bench, { directory });
    const nothing = await startNothing(bench);
    const bare = bareUpdate(join(bench.temporary, 'bare.db'));
    try {
      const item = await addItem(executable, token, userId, releaseId);
      const times = { change: [] as number[], update: [] as number[], request: [] as number[] };
      for (let index = 0; index < writes; index++) {
        times.change.push(await timed(() => changeItem(executable, token, item, index)));
        times.update.push(await timed(() => bare(index)));
        times.request.push(await timed(async () => void (await (await fetch(nothing.url)).arrayBuffer())));
      }
      const floors = times.update.map((time, index) => time + (times.request[index] as number));
      const notes = [
        `an UPDATE alone ${median(times.update).toFixed(2)} ms, a request that does nothing ${median(times.request).toFixed(2)} ms`,
      ];
      return { ...compared(inRounds(times.change), inRounds(floors)), notes };
    } finally {
      await Promise.all([executable.stop(), nothing.stop()]);
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

async function startNothing({ temporary }: Bench): Promise<Server> {
  const constant = join(temporary, 'nothing.json');
  await Bun.write(constant, '{}');
  return startServer([process.execPath, join(import.meta.dir, '..', 'servers', 'limit.ts'), constant]);
}

/** One prepared UPDATE of a row, in a file of its own that is kept as the executable keeps its database. */
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
  if (response.status !== 201) throw new BenchError(`An item could not be added: ${await response.text()}`);
  return ((await response.json()) as { data: { id: string } }).data.id;
}

async function changeItem({ url }: Server, token: string, item: string, index: number): Promise<void> {
  const body = JSON.stringify({ data: { type: 'CollectionItem', id: item, attributes: { notes: `change ${index}` } } });
  const response = await fetch(url + item, { method: 'PATCH', headers: headers(token), body });
  await response.arrayBuffer();
  if (response.status !== 200) throw new BenchError(`An item could not be changed: ${response.status}.`);
}
