import { expect, test } from 'bun:test';
import { exportChunks } from '../src/export/export';
import { Snapshot } from '../src/export/snapshot';
import { catalogOf, linesOf } from './support/exports';
import { startServer } from './support/server';

const uuid = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const production = `/api/productions/${uuid(1)}`;
const [known, standIn] = [`/api/releases/${uuid(2)}`, `/api/releases/${uuid(3)}`];

/** A release with all that can stand on it. */
const whole = (release: string, index: number, provisional: boolean) => [
  { type: 'Release', id: release, attributes: { title: `Release ${index}`, provisional } },
  {
    type: 'ProductionEntry',
    id: `${production}/entries/${uuid(10 * index)}`,
    attributes: { position: 1 },
    relationships: { release: { data: { type: 'Release', id: release } } },
  },
  { type: 'ReleaseFormat', id: `${release}/formats/${uuid(10 * index + 1)}`, attributes: { position: 1, format_type: 'cd' } },
  { type: 'ReleaseRecording', id: `${release}/recordings/${uuid(10 * index + 2)}`, attributes: { title: 'Prelude' } },
  {
    type: 'ReleaseTrack',
    id: `${release}/formats/${uuid(10 * index + 1)}/tracks/${uuid(10 * index + 3)}`,
    attributes: { position: 1, title: 'Prelude' },
  },
];

const records = [
  { type: 'Production', id: production, attributes: { title: 'Psycho', _type: 'movie', provisional: true } },
  ...whole(known, 2, false),
  ...whole(standIn, 3, true),
];

test('an export leaves out releases that stand in for others, with all that is below them', async () => {
  const store = await catalogOf(records);
  const exported = (standIns?: boolean) => {
    const snapshot = new Snapshot(store);
    try {
      return linesOf([...exportChunks(snapshot.database, { standIns })].join(''));
    } finally {
      snapshot.close();
    }
  };
  const [header, ...left] = exported();
  const own = new Set(records.map(({ id }) => id));
  const idsOf = (lines: readonly { id: string }[]) =>
    lines
      .map(({ id }) => id)
      .filter((id) => own.has(id))
      .sort();

  const all = records.map(({ id }) => id).sort();
  expect(idsOf(left)).toEqual(all.filter((id) => !id.startsWith(standIn) && id !== `${production}/entries/${uuid(30)}`));
  expect(header?.attributes.counts).toMatchObject({ Production: 1, Release: 1, ReleaseFormat: 1, ReleaseTrack: 1, ProductionEntry: 1 });
  expect(idsOf(exported(true))).toEqual(all);
});

test('the server gives them to who asks', async () => {
  const server = await startServer(records);
  const text = async (path: string) => (await server.request(path)).text();

  expect(await text('/api/export')).not.toContain(standIn);
  expect(await text('/api/export?provisional=true')).toContain(standIn);
  expect((await server.request('/api/export?provisional=perhaps')).status).toBe(400);
});

test('lists have them, and a filter for them', async () => {
  const server = await startServer(records);
  const ids = async (path: string) => (await server.read(path)).data.map(({ id }: { id: string }) => id).sort();

  expect(await ids('/api/releases')).toEqual([known, standIn]);
  expect(await ids('/api/releases?provisional=true')).toEqual([standIn]);
  expect(await ids('/api/releases?provisional=false')).toEqual([known]);
  expect(await ids('/api/productions?provisional=true')).toEqual([production]);
});
