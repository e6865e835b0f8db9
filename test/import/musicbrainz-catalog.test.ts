import { beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runImport } from '../../src/import/run/run';
import type { Source } from '../../src/import/source';
import { discogs } from '../../src/import/sources/discogs';
import { ownReleaseId } from '../../src/import/sources/discogs/values';
import { musicbrainz } from '../../src/import/sources/musicbrainz';
import { copyInMemory } from '../../src/store/database/open';
import type { Store } from '../../src/store/database/store';
import { typeKey, writtenId } from '../../src/store/values/packed-id';
import { folderOfTests } from '../support/executable';
import { exportLines, exportText } from '../support/exports';
import { serverOf, startServer, type TestServer } from '../support/server';
import { uuid as id } from '../support/uuids';
import { release as discogsRelease, releases as discogsReleases } from './discogs-fakes';
import * as documents from './musicbrainz-documents';

const folder = folderOfTests();

/** A second album of the same film by its lyricist, and an album of songs by various artists. */
const { filmGroup, filmRelease } = documents;
const lyricist = { id: id(15), name: 'Leo Words', type: 'Person', country: 'FR', disambiguation: '' };
const many = { id: '89ad4ac3-39f7-470e-963a-56509c546377', name: 'Various Artists', type: 'Other', country: null };
const nobody = { id: id(16), name: '[dialogue]', type: 'Other', country: null, disambiguation: 'Special Purpose Artist' };
const laterGroup = { ...filmGroup, id: id(33), title: 'Night Train (The Complete Score)' };
const songsGroup = { ...filmGroup, id: id(34), title: 'Night Train: Songs from the Motion Picture' };
const again = (release: object, number: number, group: object, credit: object[]) =>
  JSON.parse(
    JSON.stringify({ ...release, 'release-group': group, 'artist-credit': credit }).replace(
      /"(00000000-0000-4000-8000-0000000000)([56]\d)"/g,
      (_, head, last) => `"${head.slice(0, -2)}${number}${last}"`,
    ),
  ) as { id: string; media: { tracks: { 'artist-credit': object[] }[] }[] };
const laterRelease = {
  ...again(filmRelease, 71, laterGroup, [{ name: 'Leo Words', joinphrase: '', artist: lyricist }]),
  barcode: '5012345678900',
  country: null,
};
const songsRelease = again(filmRelease, 72, songsGroup, [{ name: 'Various Artists', joinphrase: '', artist: many }]);
for (const track of songsRelease.media[0]?.tracks ?? []) track['artist-credit'] = [{ name: '[dialogue]', joinphrase: '', artist: nobody }];

const dumps = {
  area: [documents.vienna],
  'release-group': [filmGroup, documents.albumGroup, documents.otherGroup, laterGroup, songsGroup],
  release: [filmRelease, documents.otherRelease, laterRelease, songsRelease, JSON.parse(documents.realScore())],
  work: [documents.cueWork, documents.filmWork, documents.otherWork],
  artist: [documents.composer, documents.orchestra, documents.character, documents.actor, documents.stranger, lyricist],
  label: [documents.label, documents.otherLabel],
};
type Kind = keyof typeof dumps;

let written = 0;

function filesOf(content: Partial<Record<Kind, readonly object[]>> = dumps): Record<Kind, string> {
  const directory = `${folder}/${written++}`;
  const files = Object.entries(content).map(([kind, values]) => {
    const path = `${directory}-${kind}.jsonl`;
    writeFileSync(path, values.map((value) => JSON.stringify(value)).join('\n'));
    return [kind, path];
  });
  return Object.fromEntries(files);
}

async function take(store: Store, source: Source) {
  const report = await runImport(store, source, { maxRejects: 0 });
  expect(report).toMatchObject({ ending: 'done', rejected: 0 });
  return report;
}

const takeMusicBrainz = (store: Store, files: readonly string[], options: { includeNoncommercial?: boolean; complete?: boolean } = {}) =>
  take(store, musicbrainz(files, { includeNoncommercial: false, ...options }));

const sequenceOf = (store: Store): unknown => store.reader.query('SELECT max(sequence) FROM change').values()[0]?.[0];

/** An export without timestamps and sequence numbers. */
const catalogOf = (store: Store): string =>
  exportText(store)
    .replace(/,?"(created|updated)_at":"[^"]*"/g, '')
    .replace(/"sequence":\d+/, '');

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  expect(await takeMusicBrainz(server.store, Object.values(filesOf()))).toMatchObject({ waiting: 0, warnings: [] });
});

const one = async (path: string, title: string) =>
  (await server.read(`${path}?itemsPerPage=100`)).data.find(
    ({ attributes }: { attributes: { title?: string; name?: string } }) => (attributes.title ?? attributes.name) === title,
  );

test('a production has the title and composer of its work, its IMDb link and all albums of the film', async () => {
  const { id: iri, attributes } = await one('/api/productions', 'The Night Train');
  expect(attributes).toMatchObject({ _type: 'movie', composers: [{ name: 'Ana Lund', credit_role: 'composer' }] });
  const entries = exportLines(server.store).filter((line) => line.type === 'ProductionEntry' && line.id.startsWith(iri));
  expect(entries.map(({ attributes }) => attributes.kind ?? 'score').sort()).toEqual(['score', 'score', 'songs']);
  const links = await server.read(`${iri}/external-links`);
  expect(links.data.map(({ attributes }: { attributes: object }) => attributes)).toMatchObject([
    { provider: 'imdb', external_id: 'tt0012345' },
  ]);
});

test('a release has its label with catalog number, packaging, formats and tracks, and cover artists without roles', async () => {
  const { id: iri, attributes } = (await server.read(`/api/releases/${filmRelease.id}`)).data;
  expect(attributes).toMatchObject({
    release_date: '1994-05',
    country: 'XW',
    barcode: null,
    artist_credit: 'Ana Lund & Vienna Film Orchestra',
  });
  expect(attributes.artists).toMatchObject([
    { name: 'Ana Lund', join_phrase: ' & ', credit_role: '' },
    { name: 'Vienna Film Orchestra', credit_role: '' },
  ]);
  expect(attributes.labels).toMatchObject([{ name: 'Varèse Sarabande', catalog_number: 'VSD-1' }]);
  expect(attributes.packaging_type).toBe('Jewel Case');
  const formats = await server.read(`${iri}/formats`);
  expect(formats.data.map(({ attributes }: { attributes: object }) => attributes)).toMatchObject([{ position: 1, format_type: 'cd' }]);
  const tracks = await server.read(`${formats.data[0].id}/tracks`);
  expect(
    tracks.data.map(({ attributes: { position, title, minutes, seconds } }: { attributes: Record<string, unknown> }) => [
      position,
      title,
      minutes,
      seconds,
    ]),
  ).toEqual([
    [1, 'Départ', 2, 4],
    [2, 'Arrivée', 0, 0],
    [3, 'Trailer', 1, 0],
    [4, 'Hidden', 0, 1],
  ]);
  expect(tracks.data[0].attributes.credits).toMatchObject([{ name: 'Ana Lund', credit_role: 'composer' }]);
});

test('"Various Artists" and "[dialogue]" are imported as credit text only', async () => {
  const names = (await server.read('/api/artists?itemsPerPage=100')).data.map(
    ({ attributes }: { attributes: { name: string } }) => attributes.name,
  );
  expect(names).toContain('Leo Words');
  expect(names.filter((name: string) => /^\[|Various/.test(name))).toEqual([]);
  const songs = (await server.read(`/api/releases/${songsRelease.id}`)).data.attributes;
  expect([songs.artist_credit, songs.artists]).toEqual(['Various Artists', []]);
});

test('artists have names, places, links, members and portrayals', async () => {
  const { id: iri, attributes } = await one('/api/artists', 'Ana Lund');
  expect(attributes).toMatchObject({
    real_name: 'Anna Lundström',
    begin_date: '1950',
    begin_city: 'Wien',
    begin_country: 'AT',
    country: 'AT',
  });
  expect(attributes.variations.map(({ variation }: { variation: string }) => variation)).toEqual(['A. Lund', 'Anna Lundström']);
  const links = await server.read(`${iri}/external-links`);
  expect(links.data.map(({ attributes }: { attributes: { provider: string } }) => attributes.provider).sort()).toEqual([
    'imdb',
    'musicbrainz',
  ]);
  const group = await server.read(`/api/artists/${id(11)}?include=members`);
  expect(group.included?.map(({ attributes }) => attributes.name)).toEqual(['Ana Lund']);
  const portrayals = await server.read('/api/portrayals');
  expect(portrayals.data.map(({ attributes }: { attributes: object }) => attributes)).toMatchObject([{ aspects: ['voice'] }]);
  expect((await one('/api/artists', 'Captain Owl')).attributes).toMatchObject({ fictional: true, begin_date: '1990', end_date: null });
});

test('members and credits keep the names that they are credited as', async () => {
  const { store, read } = await startServer();
  const credited = (relations: readonly object[]) =>
    relations.map((relation) => ({ ...relation, 'target-credit': 'Anna of Vienna', 'source-credit': 'Them' }));
  const release = { ...filmRelease, relations: credited([{ ...documents.orchestra.relations[0], type: 'conductor' }]) };
  const orchestra = { ...documents.orchestra, relations: credited(documents.orchestra.relations.slice(0, 1)) };
  const files = filesOf({ 'release-group': [filmGroup], release: [release], artist: [documents.composer, orchestra] });
  await takeMusicBrainz(store, Object.values(files));
  const memberships = await read(`/api/artists/${documents.composer.id}/group-memberships`);
  expect(memberships.data[0].attributes.name_variation).toMatchObject({ variation: 'Anna of Vienna', type: 'name_variation' });
  const { credits } = (await read(`/api/releases/${release.id}`)).data.attributes;
  expect(credits).toMatchObject([{ name: 'Ana Lund', name_variation: 'Anna of Vienna', credit_role: 'conductor' }]);
});

test('a track credits the writers of all its works in any order of release and work documents', async () => {
  const [byComposer] = documents.cueWork.relations;
  const song = {
    id: id(44),
    title: 'The Song',
    type: 'Song',
    relations: [{ ...byComposer, type: 'lyricist', artist: lyricist }, byComposer],
  };
  const performed = (works: readonly object[]) => {
    const tracks = filmRelease.media[0]?.tracks.map((track) => ({
      ...track,
      recording: { ...track.recording, relations: works.map((work) => ({ type: 'performance', direction: 'forward', work })) },
    }));
    return { ...filmRelease, media: [{ ...filmRelease.media[0], tracks }] };
  };
  const named = [documents.cueWork, song].map(({ id, title }) => ({ id, title }));
  const releaseAlone = filesOf({ release: [performed(named)] }).release;
  const worksAlone = [filesOf({ work: [song] }).work, filesOf({ work: [documents.cueWork] }).work];
  const whole = filesOf({ release: [performed([song, documents.cueWork])] }).release;
  const mixed = filesOf({ release: [performed([song, ...named.slice(0, 1)])] }).release;
  const [songAlone, cueAlone] = worksAlone as [string, string];
  for (const commands of [
    [[releaseAlone, ...worksAlone]],
    [[releaseAlone], [songAlone], [cueAlone]],
    [[cueAlone], [songAlone], [releaseAlone]],
    [[cueAlone], [releaseAlone], [songAlone]],
    [[whole]],
    [[mixed], [cueAlone]],
    [[cueAlone], [mixed]],
  ]) {
    const { store, read } = await startServer();
    for (const files of commands) await takeMusicBrainz(store, files);
    const [format] = (await read(`/api/releases/${filmRelease.id}/formats`)).data;
    const tracks = (await read(`${format?.id}/tracks`)).data.slice(0, 2);
    for (const { attributes } of tracks) {
      const credits = attributes.credits as { name: string; credit_role: string }[];
      expect(credits.map(({ name, credit_role }) => `${name}: ${credit_role}`)).toEqual(['Ana Lund: composer', 'Leo Words: lyricist']);
    }
    expect(tracks).toHaveLength(2);
  }
});

test('a work has its ISWC, writers, recordings and parent work in any import order', async () => {
  const whole = { id: id(45), title: 'Night Train Suite' };
  const part = { type: 'parts', direction: 'backward', 'target-type': 'work', work: whole };
  const theme = { ...documents.cueWork, iswcs: ['T-070.246.800-1'], relations: [...documents.cueWork.relations, part] };
  const performance = { type: 'performance', direction: 'forward', work: { id: theme.id, title: theme.title } };
  const tracks = filmRelease.media[0]?.tracks.map((track) => ({ ...track, recording: { ...track.recording, relations: [performance] } }));
  const { release } = filesOf({ release: [{ ...filmRelease, media: [{ ...filmRelease.media[0], tracks }] }] });
  const { work } = filesOf({ work: [theme] });
  for (const commands of [[[release, work]], [[release], [work]], [[work], [release]]]) {
    const { store, read } = await startServer();
    for (const files of commands) await takeMusicBrainz(store, files);
    const { data, included } = await read(`/api/works/${theme.id}?include=parent,recordings`);
    expect(data.attributes).toMatchObject({
      title: 'Départ',
      iswc: 'T-070.246.800-1',
      credits: [{ name: 'Ana Lund', credit_role: 'composer' }],
    });
    expect(included?.map(({ type, attributes }) => `${type} ${attributes.title}`)).toContain('Work Night Train Suite');
    expect(data.attributes.recording_count).toBe(tracks?.length);
    const listed = (await read(`/api/tracks?work=${theme.id}`)).data;
    expect(listed.map(({ attributes }: { attributes: object & { works?: unknown } }) => attributes.works)).toEqual(
      tracks?.map(() => [{ iri: data.id, id: theme.id, title: 'Départ' }]),
    );
    expect(await takeMusicBrainz(store, [release as string, work as string])).toMatchObject({ added: 0, changed: 0, waiting: 0 });
  }
});

test('a release group with links to two films yields exactly two productions in any import order', async () => {
  const [first] = filmGroup.relations;
  const second = { ...first, url: { id: id(902), resource: 'https://www.imdb.com/title/tt0054321/' } };
  const without = { ...filmGroup, relations: [] };
  const groupOf = (relations: readonly object[]) => filesOf({ 'release-group': [{ ...filmGroup, relations }] })['release-group'];
  const { release } = filesOf({ release: [{ ...filmRelease, 'release-group': without }] });
  const both = groupOf([first as object, second]);
  const expected = [
    ['tt0012345', filmRelease.id],
    ['tt0054321', filmRelease.id],
  ];
  const sql = `SELECT l.external_id, r.id FROM production AS p LEFT JOIN production_external_link AS l ON l.production_key = p.key
    LEFT JOIN production_entry AS e ON e.production_key = p.key LEFT JOIN "release" AS r ON r.key = e.release_key ORDER BY 1, 2`;
  for (const commands of [[[both, release]], [[release], [both]], [[both], [release]], [[groupOf([]), release], [both]]]) {
    const { store } = await startServer();
    for (const files of commands) await takeMusicBrainz(store, files);
    expect(store.reader.query(sql).values()).toEqual(expected);
    expect(await takeMusicBrainz(store, [release, both])).toMatchObject({ added: 0, changed: 0, waiting: 0 });
    expect(store.reader.query(sql).values()).toEqual(expected);
    expect(store.reader.query('SELECT count(*) FROM release_recording').values()).toEqual([[4]]);
  }
});

test('importing the same dump again changes neither the catalog nor the change feed', async () => {
  const before = [exportText(server.store), sequenceOf(server.store)];
  expect(await takeMusicBrainz(server.store, Object.values(filesOf()))).toMatchObject({ added: 0, changed: 0, kept: 0, waiting: 0 });
  expect([exportText(server.store), sequenceOf(server.store)]).toEqual(before);
});

test('release groups imported after their releases assign the productions, and a full import completes the catalog', async () => {
  const { store } = await startServer();
  const { 'release-group': groups, ...others } = filesOf();
  const { warnings } = await takeMusicBrainz(store, [others.area, others.release, others.artist, others.label]);
  expect(warnings.join()).toContain('release-group');
  await takeMusicBrainz(store, [groups, others.work]);
  const linesOf = (from: Store, type: string) =>
    catalogOf(from)
      .split('\n')
      .filter((line) => line.startsWith(`{"type":"${type}"`));
  for (const type of ['Production', 'ProductionEntry']) expect(linesOf(store, type)).toEqual(linesOf(server.store, type));
  await takeMusicBrainz(store, Object.values(filesOf()));
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
  const releasesThere = () => exportLines(store).filter(({ type }) => type === 'Release').length;
  const tracksThere = () => exportLines(store).filter(({ type }) => type === 'ReleaseTrack').length;
  const before = [releasesThere(), tracksThere()];
  const dump = join(folder, 'releases.xml');
  writeFileSync(dump, discogsReleases(onDiscogs));

  await take(store, discogs([dump]));

  // A shared barcode does not identify pressings that have different Discogs pages.
  expect([releasesThere(), tracksThere()]).toEqual(before.map((count) => count + 1));
  const { country, notes, barcode } = (await read(`/api/releases/${ownReleaseId('4711')}`)).data.attributes;
  expect([country, notes, barcode]).toEqual(['AT', 'Recorded in Vienna.', '5 012345 678900']);
  const links = (await read(`/api/releases/${laterRelease.id}/external-links`)).data as { attributes: { provider: string } }[];
  expect(links.filter(({ attributes }) => attributes.provider === 'discogs')).toHaveLength(1);
  const after = [exportText(store), sequenceOf(store)];
  expect(await take(store, discogs([dump]))).toMatchObject({ added: 0, changed: 0, kept: 0 });
  expect(await takeMusicBrainz(store, files)).toMatchObject({ added: 0, changed: 0, kept: 0 });
  expect(await take(store, discogs([dump]))).toMatchObject({ added: 0, changed: 0, kept: 0 });
  expect([exportText(store), sequenceOf(store)]).toEqual(after);
  store.close();
});

test('records missing from a second complete dump are kept and flagged as withdrawn, but not those missing from an update', async () => {
  const { store, read } = await startServer();
  await takeMusicBrainz(store, Object.values(filesOf()), { complete: true });
  const fewer = filesOf({ ...dumps, artist: dumps.artist.filter((artist) => artist !== lyricist) });

  expect((await takeMusicBrainz(store, Object.values(fewer))).gone).toBe(0);
  // The artist and its external link.
  expect((await takeMusicBrainz(store, Object.values(fewer), { complete: true })).gone).toBe(2);

  const flagged = `SELECT t.name AS resource_type, ${writtenId('r.id')} AS id
    FROM imported_record AS r JOIN record_type AS t ON t.key = r.type_key WHERE gone_at IS NOT NULL ORDER BY t.name`;
  expect(store.reader.query(flagged).values()).toMatchObject([
    ['Artist', id(15)],
    ['ArtistExternalLink', expect.any(String)],
  ]);
  expect((await read(`/api/artists/${id(15)}`)).data.attributes.name).toBe('Leo Words');
  expect((await takeMusicBrainz(store, Object.values(fewer), { complete: true })).gone).toBe(0);
  await takeMusicBrainz(store, Object.values(filesOf()), { complete: true });
  expect(store.reader.query(flagged).values()).toEqual([]);
  store.close();
});

test('a Discogs dump declared complete flags missing records whatever its file name', async () => {
  const { store } = await startServer();
  const dump = join(folder, 'some-releases.xml');
  writeFileSync(dump, discogsReleases(onDiscogs, discogsRelease(4712, '', 'Another')));
  await take(store, discogs([dump], { complete: true }));
  writeFileSync(dump, discogsReleases(onDiscogs));
  expect((await take(store, discogs([dump]))).gone).toBe(0);
  expect((await take(store, discogs([dump], { complete: true }))).gone).toBeGreaterThan(0);
  const flagged = `SELECT count(*) FROM imported_record WHERE gone_at IS NOT NULL AND type_key = ${typeKey("'Release'")}`;
  expect(store.reader.query(flagged).values()).toEqual([[1]]);
  store.close();
});

test('annotations and ratings are returned with their license by single reads only', async () => {
  const { store, request } = await startServer();
  const annotated = { ...laterRelease, annotation: 'Not for everyone.', rating: { value: 4.5, 'votes-count': 2 } };
  const { skippedByLicence } = await takeMusicBrainz(
    store,
    Object.values(filesOf({ 'release-group': [laterGroup], release: [annotated] })),
    {
      includeNoncommercial: true,
    },
  );
  expect(skippedByLicence).toBe(0);
  const kept = store.reader.query('SELECT name, value, licence FROM licensed_value ORDER BY name').values();
  expect(kept).toEqual([
    ['annotation', 'Not for everyone.', 'CC-BY-NC-SA-3.0'],
    ['rating', '4.5', 'CC-BY-NC-SA-3.0'],
  ]);
  const told = [exportText(store)];
  for (const path of ['/api/export', '/api/changes?since=0&limit=1000', '/api/releases', `/api/search?q=everyone`]) {
    const response = await request(path);
    expect([path, response.status]).toEqual([path, 200]);
    told.push(await response.text());
  }
  expect(told.filter((text) => /Not for everyone|BY-NC|annotation/.test(text))).toEqual([]);
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
