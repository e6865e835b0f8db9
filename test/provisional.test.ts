import { describe, expect, test } from 'bun:test';
import { exportChunks } from '../src/export/export';
import { Snapshot } from '../src/export/snapshot';
import { type EditorOf, editedServer } from './support/edited-server';
import { catalogOf, linesOf } from './support/exports';
import { follow } from './support/following';
import { emptyStore, startServer } from './support/server';
import { uuid } from './support/uuids';

const production = `/api/productions/${uuid(1)}`;
const [known, standIn] = [`/api/releases/${uuid(2)}`, `/api/releases/${uuid(3)}`];

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

describe('a release that a person made to stand in for one', () => {
  const disc = {
    title: 'Jaws',
    artist_credit: 'John Williams',
    release_date: '1975',
    country: 'US',
    barcode: '4988001000013',
    labels: [{ iri: null, catalog_number: 'MCA-2087' }],
    formats: [{ format_type: 'cd', tracks: [{ title: 'Main Title' }] }],
    provisional: true,
  };

  /** One that was renamed, into which another was merged, in somebody's collection. */
  async function withStandIn(): Promise<{ editor: EditorOf; standIn: string; gone: string }> {
    const editor = await editedServer();
    const standIn = await editor.make('Release', '/api/releases', disc);
    const gone = await editor.make('Release', '/api/releases', { title: 'Jaws', provisional: true });
    await editor.patch(standIn, { slug: 'my-jaws' });
    await editor.merge(gone, { type: 'Release', id: standIn });
    await editor.post('CollectionItem', '/api/users/me/collection', { release: { id: standIn.slice(-36) }, condition: 'mint' });
    return { editor, standIn, gone };
  }

  test('is in no export unless it is asked for, nor does anything there lead to it', async () => {
    const { editor, standIn, gone } = await withStandIn();
    const text = async (query = '') => (await editor.server.request(`/api/export${query}`)).text();
    for (const id of [standIn, gone]) expect(await text()).not.toContain(id.slice(-36));
    const whole = linesOf(await text('?provisional=true')).filter((line) => JSON.stringify(line).includes(standIn.slice(-36)));
    expect(new Set(whole.map(({ type }) => type))).toEqual(
      new Set(['Release', 'ReleaseFormat', 'ReleaseTrack', 'SlugRedirect', 'MergedRecord']),
    );
    const [header, ...lines] = linesOf(await text());
    const counted = Object.values((header?.attributes.counts ?? {}) as Record<string, number>);
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(lines.length);
  });

  test('is at a mirror as it is here, and becomes the true one there when it does here', async () => {
    const { editor, standIn } = await withStandIn();
    const store = emptyStore();
    const there = () => store.writer.query('SELECT id, slug, provisional FROM "release"').values();

    await follow(store, { app: editor.server.app, token: editor.token });
    expect(there()).toEqual([[standIn.slice(-36), 'my-jaws', 1]]);
    const trueOne = await editor.make('Release', '/api/releases', { title: 'Jaws' });
    await editor.merge(standIn, { type: 'Release', id: trueOne });
    await follow(store, { app: editor.server.app, token: editor.token });
    expect(there()).toEqual([[trueOne.slice(-36), 'jaws', 0]]);
  });

  test.each(['csv', 'json'])('is made anew elsewhere of what a collection says in %s', async (format) => {
    const { editor, standIn } = await withStandIn();
    const file = await (
      await editor.server.request(`/api/users/me/collection/export?format=${format}`, {
        headers: { authorization: `Bearer ${editor.token}` },
      })
    ).text();
    const other = await editedServer();
    const headers = { authorization: `Bearer ${other.token}`, 'content-type': format === 'csv' ? 'text/csv' : 'application/json' };
    const put = { method: 'POST', headers, body: file };
    expect((await other.server.request('/api/users/me/collection/import?unmatched=provisional', put)).status).toBe(200);

    const { formats: _, labels, ...said } = disc;
    const { attributes } = (await other.read(standIn)).body.data;
    expect(attributes).toMatchObject(said);
    expect(attributes.labels).toMatchObject([{ catalog_number: labels[0]?.catalog_number }]);
    const [item] = (await other.read('/api/users/me/collection')).body.data;
    expect(item.attributes).toMatchObject({ condition: 'mint', release: { id: standIn.slice(-36) } });
  });
});
