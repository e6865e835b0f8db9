import { expect, test } from 'bun:test';
import { discogs } from '../../src/import/sources/discogs';
import type { Store } from '../../src/store/database/store';
import { artist, link, production, release as recordOfRelease } from '../records/numbered-records';
import { addRecords } from '../support/exports';
import { seededStore } from '../support/server';
import { uuid } from '../support/uuids';
import { fileOf, release, releases } from './discogs-fakes';
import { importDocuments, importSource, release as releaseOf, values } from './reconciliation';

const importDiscogs = (store: Store, ...elements: readonly string[]) => importSource(store, discogs([fileOf(releases(...elements))]));

const onDiscogs = release(
  7,
  '<artists><artist><id>5</id><name>Ana Lund</name></artist></artists><styles><style>Score</style></styles>',
  'The Fox',
);

test('a release and an artist that link to Discogs absorb the imported records and keep their values', async () => {
  const store = await seededStore();
  await addRecords(store, [
    artist(1, 'Anna Lund'),
    link('artists', 1, 11, 'discogs', '5'),
    recordOfRelease(2, 'The Fox, as I call it'),
    link('releases', 2, 12, 'discogs', '7'),
  ]);

  const { merged } = await importDiscogs(store, onDiscogs);

  expect(merged).toMatchObject({ artists: 1, releases: 1 });
  expect(values(store, 'SELECT id, title FROM "release"')).toEqual([[uuid(2), 'The Fox, as I call it']]);
  expect(values(store, "SELECT id, name FROM artist WHERE name LIKE 'An%'")).toEqual([[uuid(1), 'Anna Lund']]);
  expect(values(store, 'SELECT count(*) FROM release_format')).toEqual([[1]]);
  expect(await importDiscogs(store, onDiscogs)).toMatchObject({ added: 0, changed: 0 });
});

test('labels absorb Discogs labels of the same name, and numbered ones only on the same release', async () => {
  const store = await seededStore();
  const label = (number: number, name: string) => ({
    type: 'Label',
    // A generated ID like those of the demo, not of a source.
    id: `/api/labels/10000000-0000-5000-8000-00000000000${number}`,
    attributes: { name },
  });
  await addRecords(store, [
    ...[label(1, 'Apple Records'), label(2, 'Smile'), label(3, 'Sterling')],
    recordOfRelease(2, 'The Fox', { labels: [{ iri: label(2, '').id, catalog_number: 'S 1' }] }),
    link('releases', 2, 12, 'discogs', '7'),
  ]);
  const on = (id: number, names: readonly string[]) =>
    release(
      id,
      `<labels>${names.map((name, index) => `<label id="${id * 10 + index}" name="${name}" catno="S 1"/>`).join('')}</labels><styles><style>Score</style></styles>`,
      'The Fox',
    );

  const both = [on(7, ['Smile (3)']), on(8, ['Apple Records', 'Sterling (2)'])];
  expect((await importDiscogs(store, ...both)).merged).toMatchObject({ releases: 1, labels: 2 });
  expect(values(store, 'SELECT name, count(*) FROM label GROUP BY name ORDER BY name')).toEqual([
    ['Apple Records', 1],
    ['Smile', 1],
    ['Sterling', 2],
  ]);
  expect(await importDiscogs(store, ...both)).toMatchObject({ added: 0, changed: 0 });
});

test('a production that links to IMDb absorbs the film of a release group with the same link', async () => {
  const store = await seededStore();
  await addRecords(store, [production(3, 'Mein Film', { year: 1971 }), link('productions', 3, 13, 'imdb', 'tt0000123')]);

  await importDocuments(store, [releaseOf('musicbrainz', { number: 1, production: { title: 'My Film', film: 'tt0000123' } })]);

  expect(values(store, 'SELECT id, title FROM production')).toEqual([[uuid(3), 'Mein Film']]);
});

test('two records that link to the same page stay separate', async () => {
  const store = await seededStore();
  await addRecords(store, [
    artist(1, 'Ana'),
    artist(2, 'Lund'),
    link('artists', 1, 11, 'discogs', '5'),
    link('artists', 2, 12, 'discogs', '5'),
  ]);

  await importDiscogs(store, onDiscogs);

  expect(values(store, "SELECT id FROM artist WHERE name IN ('Ana', 'Lund', 'Ana Lund') ORDER BY id")).toEqual([[uuid(1)], [uuid(2)]]);
  expect(values(store, "SELECT merged_into_id FROM merged_record WHERE resource_type = 'Artist'")).toEqual([[uuid(1)]]);
});
