import { describe, expect, test } from 'bun:test';
import { exportChunks, snapshotOf } from '../../src/export/export';
import { entry, format, iri, production, release, track } from '../records/numbered-records';
import { type EditorOf, editedServer } from '../support/edited-server';
import { catalogOf, linesOf } from '../support/exports';
import { follow } from '../support/following';
import { emptyStore, startServer } from '../support/server';
import { uuid } from '../support/uuids';

const psycho = iri('productions', 1);
const [permanent, provisional] = [iri('releases', 2), iri('releases', 3)];

const recordsOf = (number: number, isProvisional: boolean) => [
  release(number, `Release ${number}`, { provisional: isProvisional }),
  entry(10 * number, 1, number, { position: 1 }),
  format(number, 10 * number + 1),
  { type: 'ReleaseRecording', id: `${iri('releases', number)}/recordings/${uuid(10 * number + 2)}`, attributes: { title: 'Prelude' } },
  track(number, 10 * number + 1, 10 * number + 3, { position: 1, title: 'Prelude' }),
];

const records = [production(1, 'Psycho', { provisional: true }), ...recordsOf(2, false), ...recordsOf(3, true)];

test('an export omits provisional releases and their nested records by default', async () => {
  const store = await catalogOf(records);
  const exported = (includeProvisional?: boolean) => {
    const snapshot = snapshotOf(store);
    try {
      return linesOf([...exportChunks(snapshot, { provisional: includeProvisional })].join(''));
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
  expect(idsOf(left)).toEqual(all.filter((id) => !id.startsWith(provisional) && id !== `${psycho}/entries/${uuid(30)}`));
  expect(header?.attributes.counts).toMatchObject({ Production: 1, Release: 1, ReleaseFormat: 1, ReleaseTrack: 1, ProductionEntry: 1 });
  expect(idsOf(exported(true))).toEqual(all);
});

test('lists include provisional records and filter by them', async () => {
  const server = await startServer(records);
  const ids = async (path: string) => (await server.read(path)).data.map(({ id }: { id: string }) => id).sort();

  expect(await ids('/api/releases')).toEqual([permanent, provisional]);
  expect(await ids('/api/releases?provisional=true')).toEqual([provisional]);
  expect(await ids('/api/releases?provisional=false')).toEqual([permanent]);
  expect(await ids('/api/productions?provisional=true')).toEqual([psycho]);
});

describe('a provisional release of a user', () => {
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

  /** Creates a renamed provisional release in a collection, into which another was merged. */
  async function withProvisional(): Promise<{ editor: EditorOf; iri: string; merged: string }> {
    const editor = await editedServer();
    const iri = await editor.make('Release', '/api/releases', disc);
    const merged = await editor.make('Release', '/api/releases', { title: 'Jaws', provisional: true });
    await editor.changeSlug('Release', iri, 'my-jaws');
    await editor.merge(merged, { type: 'Release', id: iri });
    await editor.post('CollectionItem', '/api/users/me/collection', { release: { id: iri.slice(-36) }, condition: 'mint' });
    return { editor, iri, merged };
  }

  test('is only in an export with provisional=true, and nothing else refers to it', async () => {
    const { editor, iri, merged } = await withProvisional();
    const text = async (query = '') => (await editor.server.request(`/api/export${query}`)).text();
    for (const id of [iri, merged]) expect(await text()).not.toContain(id.slice(-36));
    const mentions = linesOf(await text('?provisional=true')).filter((line) => JSON.stringify(line).includes(iri.slice(-36)));
    expect(new Set(mentions.map(({ type }) => type))).toEqual(
      new Set(['Release', 'ReleaseFormat', 'ReleaseTrack', 'SlugRedirect', 'MergedRecord']),
    );
    const [header, ...lines] = linesOf(await text());
    const counted = Object.values((header?.attributes.counts ?? {}) as Record<string, number>);
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(lines.length);
  });

  test('is mirrored, also when it is merged into a permanent release', async () => {
    const { editor, iri } = await withProvisional();
    const store = emptyStore();
    const mirrored = () => store.writer.query('SELECT id, slug, provisional FROM "release"').values();

    await follow(store, { app: editor.server.app, token: editor.token });
    expect(mirrored()).toEqual([[iri.slice(-36), 'my-jaws', 1]]);
    const target = await editor.make('Release', '/api/releases', { title: 'Jaws' });
    await editor.merge(iri, { type: 'Release', id: target });
    await follow(store, { app: editor.server.app, token: editor.token });
    expect(mirrored()).toEqual([[target.slice(-36), 'jaws', 0]]);
  });

  test.each(['csv', 'json'])('is recreated on another server by the import of a collection exported as %s', async (format) => {
    const { editor, iri } = await withProvisional();
    const file = await (
      await editor.server.request(`/api/users/me/collection/export?format=${format}`, {
        headers: { authorization: `Bearer ${editor.token}` },
      })
    ).text();
    const other = await editedServer();
    const headers = { authorization: `Bearer ${other.token}`, 'content-type': format === 'csv' ? 'text/csv' : 'application/json' };
    const put = { method: 'POST', headers, body: file };
    expect((await other.server.request('/api/users/me/collection/import?unmatched=provisional', put)).status).toBe(200);

    const { formats: _, labels, ...values } = disc;
    const { attributes } = (await other.read(iri)).body.data;
    expect(attributes).toMatchObject(values);
    expect(attributes.labels).toMatchObject([{ catalog_number: labels[0]?.catalog_number }]);
    const [item] = (await other.read('/api/users/me/collection')).body.data;
    expect(item.attributes).toMatchObject({ condition: 'mint', release: { id: iri.slice(-36) } });
  });
});
