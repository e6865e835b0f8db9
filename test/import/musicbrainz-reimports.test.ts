import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { discogs } from '../../src/import/sources/discogs';
import { ownReleaseId } from '../../src/import/sources/discogs/values';
import { copyInMemory } from '../../src/store/database/open';
import type { Store } from '../../src/store/database/store';
import { typeKey, writtenId } from '../../src/store/values/identifiers';
import { exportLines, exportText } from '../support/exports';
import { seededStore, serverOf, startServer } from '../support/server';
import { uuid as id } from '../support/uuids';
import { release as discogsRelease, releases as discogsReleases, fileOf, removeFiles } from './discogs-fakes';
import { dumps, filesOf, importedServer, importMusicBrainz, laterGroup, laterRelease, lyricist } from './musicbrainz-dumps';
import { importSource } from './reconciliation';

afterAll(removeFiles);

const server = await importedServer();

const sequenceOf = (store: Store): unknown => store.reader.query('SELECT max(sequence) FROM change').values()[0]?.[0];

/** An export without timestamps and sequence numbers. */
const catalogOf = (store: Store): string =>
  exportText(store)
    .replace(/,?"(created|updated)_at":"[^"]*"/g, '')
    .replace(/"sequence":\d+/, '');

test('importing the same dump again changes neither the catalog nor the change feed', async () => {
  const store = copyInMemory(server.store);
  const before = [exportText(store), sequenceOf(store)];
  expect(await importMusicBrainz(store, Object.values(filesOf()))).toMatchObject({ added: 0, changed: 0, kept: 0, waiting: 0 });
  expect([exportText(store), sequenceOf(store)]).toEqual(before);
});

test('release groups imported after their releases assign the productions, and a full import completes the catalog', async () => {
  const store = await seededStore();
  const { 'release-group': groups, ...others } = filesOf();
  const { warnings } = await importMusicBrainz(store, [others.area, others.release, others.artist, others.label]);
  expect(warnings.join()).toContain('release-group');
  await importMusicBrainz(store, [groups, others.work]);
  const linesOf = (from: Store, type: string) =>
    catalogOf(from)
      .split('\n')
      .filter((line) => line.startsWith(`{"type":"${type}"`));
  for (const type of ['Production', 'ProductionEntry']) expect(linesOf(store, type)).toEqual(linesOf(server.store, type));
  await importMusicBrainz(store, Object.values(filesOf()));
  expect(withoutRenames(store)).toEqual(withoutRenames(server.store));
  store.close();
});

/** An export without slug redirects, which depend on import order. */
const withoutRenames = (from: Store): string[] =>
  catalogOf(from)
    .split('\n')
    .filter((line) => !/^\{"type":"(?:Export|SlugRedirect)"/.test(line));

/** The album of the film on Discogs: the same barcode and catalog number, plus notes and a country. */
const onDiscogs = discogsRelease(
  4711,
  '<identifiers><identifier type="Barcode" value="5 012345 678900"/></identifiers><country>Austria</country><notes>Recorded in Vienna.</notes>' +
    '<labels><label name="Varèse Sarabande" catno="VSD-1" id="51167"/></labels>' +
    '<artists><artist><id>77</id><name>Leo Words (2)</name></artist></artists>' +
    '<tracklist><track><position>1</position><title>Départ</title></track></tracklist>',
  'Night Train',
);

test('a Discogs release stays separate from a MusicBrainz release linked to another page, and neither import undoes the other', async () => {
  const { store, read } = await serverOf(copyInMemory(server.store), {}, undefined, 'reader');
  const files = Object.values(filesOf());
  const releaseCount = () => exportLines(store).filter(({ type }) => type === 'Release').length;
  const trackCount = () => exportLines(store).filter(({ type }) => type === 'ReleaseTrack').length;
  const before = [releaseCount(), trackCount()];
  const dump = fileOf(discogsReleases(onDiscogs));

  await importSource(store, discogs([dump]));

  // A shared barcode does not identify pressings that have different Discogs pages.
  expect([releaseCount(), trackCount()]).toEqual(before.map((count) => count + 1));
  const { country, notes, barcode } = (await read(`/api/releases/${ownReleaseId('4711')}`)).data.attributes;
  expect([country, notes, barcode]).toEqual(['AT', 'Recorded in Vienna.', '5 012345 678900']);
  const links = (await read(`/api/releases/${laterRelease.id}/external-links`)).data as { attributes: { provider: string } }[];
  expect(links.filter(({ attributes }) => attributes.provider === 'discogs')).toHaveLength(1);
  const after = [exportText(store), sequenceOf(store)];
  expect(await importSource(store, discogs([dump]))).toMatchObject({ added: 0, changed: 0, kept: 0 });
  expect(await importMusicBrainz(store, files)).toMatchObject({ added: 0, changed: 0, kept: 0 });
  expect(await importSource(store, discogs([dump]))).toMatchObject({ added: 0, changed: 0, kept: 0 });
  expect([exportText(store), sequenceOf(store)]).toEqual(after);
  store.close();
});

test('records missing from a second complete dump are kept and flagged as withdrawn, but not those missing from an update', async () => {
  const { store, read } = await startServer();
  await importMusicBrainz(store, Object.values(filesOf()), { complete: true });
  const fewer = filesOf({ ...dumps, artist: dumps.artist.filter((artist) => artist !== lyricist) });

  expect((await importMusicBrainz(store, Object.values(fewer))).gone).toBe(0);
  // The artist and its external link.
  expect((await importMusicBrainz(store, Object.values(fewer), { complete: true })).gone).toBe(2);

  const flagged = `SELECT t.name AS resource_type, ${writtenId('r.id')} AS id
    FROM imported_record AS r JOIN record_type AS t ON t.key = r.type_key WHERE withdrawn_at IS NOT NULL ORDER BY t.name`;
  expect(store.reader.query(flagged).values()).toMatchObject([
    ['Artist', id(15)],
    ['ArtistExternalLink', expect.any(String)],
  ]);
  expect((await read(`/api/artists/${id(15)}`)).data.attributes.name).toBe('Leo Words');
  expect((await importMusicBrainz(store, Object.values(fewer), { complete: true })).gone).toBe(0);
  await importMusicBrainz(store, Object.values(filesOf()), { complete: true });
  expect(store.reader.query(flagged).values()).toEqual([]);
  store.close();
});

test('a Discogs dump declared complete flags missing records whatever its file name', async () => {
  const store = await seededStore();
  const dump = fileOf(discogsReleases(onDiscogs, discogsRelease(4712, '', 'Another')), 'some-releases.xml');
  await importSource(store, discogs([dump], { complete: true }));
  writeFileSync(dump, discogsReleases(onDiscogs));
  expect((await importSource(store, discogs([dump]))).gone).toBe(0);
  expect((await importSource(store, discogs([dump], { complete: true }))).gone).toBeGreaterThan(0);
  const flagged = `SELECT count(*) FROM imported_record WHERE withdrawn_at IS NOT NULL AND type_key = ${typeKey("'Release'")}`;
  expect(store.reader.query(flagged).values()).toEqual([[1]]);
  store.close();
});

test('annotations and ratings are imported only if requested, and returned with their license by single reads only', async () => {
  const { store, request } = await startServer();
  const annotated = { ...laterRelease, annotation: 'Not for everyone.', rating: { value: 4.5, 'votes-count': 2 } };
  const files = Object.values(filesOf({ 'release-group': [laterGroup], release: [annotated] }));
  expect((await importMusicBrainz(await seededStore(), files)).skippedByLicence).toBe(2);
  expect((await importMusicBrainz(store, files, { includeNoncommercial: true })).skippedByLicence).toBe(0);
  const stored = store.reader.query('SELECT name, value, licence FROM licensed_value ORDER BY name').values();
  expect(stored).toEqual([
    ['annotation', 'Not for everyone.', 'CC-BY-NC-SA-3.0'],
    ['rating', '4.5', 'CC-BY-NC-SA-3.0'],
  ]);
  const texts = [exportText(store)];
  for (const path of ['/api/export', '/api/changes?since=0&limit=1000', '/api/releases', `/api/search?q=everyone`]) {
    const response = await request(path);
    expect([path, response.status]).toEqual([path, 200]);
    texts.push(await response.text());
  }
  expect(texts.filter((text) => /Not for everyone|BY-NC|annotation/.test(text))).toEqual([]);
  const single = (await (await request(`/api/releases/${laterRelease.id}`)).json()) as { data: object; meta: object };
  expect(single.meta).toEqual({
    licensed: [
      { name: 'annotation', value: 'Not for everyone.', licence: 'CC-BY-NC-SA-3.0', source: 'musicbrainz/release' },
      { name: 'rating', value: '4.5', licence: 'CC-BY-NC-SA-3.0', source: 'musicbrainz/release' },
    ],
  });
  expect(JSON.stringify(single.data)).not.toContain('Not for everyone');
  store.close();
});
