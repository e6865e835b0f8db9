import { afterAll, expect, test } from 'bun:test';
import { uuidOf } from '../../src/store/values/identifiers';
import { exportLines } from '../support/exports';
import { seededStore, startServer } from '../support/server';
import { uuid as id } from '../support/uuids';
import { removeFiles } from './discogs-fakes';
import * as documents from './musicbrainz-documents';
import { filesOf, importedServer, importMusicBrainz, lyricist, songsRelease } from './musicbrainz-dumps';

const { filmGroup, filmRelease } = documents;

afterAll(removeFiles);

const server = await importedServer();

const recordTitled = async (path: string, title: string) =>
  (await server.read(`${path}?itemsPerPage=100`)).data.find(
    ({ attributes }: { attributes: { title?: string; name?: string } }) => (attributes.title ?? attributes.name) === title,
  );

test('a production has the title and composer of its work, its IMDb link and all albums of the film', async () => {
  const { id: iri, attributes } = await recordTitled('/api/productions', 'The Night Train');
  expect(iri).toBe(`/api/productions/${uuidOf('imdb:tt0012345')}`);
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
    [1, 'Hidden', 0, 1],
    [2, 'Départ', 2, 4],
    [3, 'Arrivée', 0, 0],
    [4, 'Trailer', 1, 0],
  ]);
  expect(tracks.data[1].attributes.credits).toMatchObject([{ name: 'Ana Lund', credit_role: 'composer' }]);
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
  const { id: iri, attributes } = await recordTitled('/api/artists', 'Ana Lund');
  expect(attributes).toMatchObject({
    _type: 'person',
    sort_name: 'Lund, Ana',
    real_name: 'Anna Lundström',
    begin_date: '1950',
    begin_city: 'Wien',
    begin_country: 'AT',
    country: 'AT',
  });
  expect(attributes.variations).toMatchObject([
    { variation: 'A. Lund', type: 'name_variation' },
    { variation: 'Anna Lundström', type: 'legal_name' },
  ]);
  const links = await server.read(`${iri}/external-links`);
  expect(links.data).toHaveLength(2);
  expect(links.data.map(({ attributes }: { attributes: object }) => attributes)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ provider: 'imdb', external_id: 'nm0000001', url: 'https://www.imdb.com/name/nm0000001/' }),
      expect.objectContaining({ provider: 'musicbrainz' }),
    ]),
  );
  const group = await server.read(`/api/artists/${id(11)}?include=members`);
  expect(group.included?.map(({ attributes }) => attributes.name)).toEqual(['Ana Lund']);
  const portrayals = await server.read('/api/portrayals');
  expect(portrayals.data).toMatchObject([
    {
      attributes: { aspects: ['voice'] },
      relationships: {
        fictionalArtist: { data: { id: `/api/artists/${documents.character.id}` } },
        performer: { data: { id: `/api/artists/${documents.actor.id}` } },
      },
    },
  ]);
  expect((await recordTitled('/api/artists', 'Captain Owl')).attributes).toMatchObject({
    fictional: true,
    begin_date: '1990',
    end_date: null,
  });
});

test('members and credits keep the names that they are credited as', async () => {
  const { store, read } = await startServer();
  const credited = (relations: readonly object[]) =>
    relations.map((relation) => ({ ...relation, 'target-credit': 'Anna of Vienna', 'source-credit': 'Them' }));
  const release = { ...filmRelease, relations: credited([{ ...documents.orchestra.relations[0], type: 'conductor' }]) };
  const orchestra = { ...documents.orchestra, relations: credited(documents.orchestra.relations.slice(0, 1)) };
  const files = filesOf({ 'release-group': [filmGroup], release: [release], artist: [documents.composer, orchestra] });
  await importMusicBrainz(store, Object.values(files));
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
    for (const files of commands) await importMusicBrainz(store, files);
    const [format] = (await read(`/api/releases/${filmRelease.id}/formats`)).data;
    const tracks = (await read(`${format?.id}/tracks`)).data.slice(1, 3);
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
    for (const files of commands) await importMusicBrainz(store, files);
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
    expect(await importMusicBrainz(store, [release as string, work as string])).toMatchObject({ added: 0, changed: 0, waiting: 0 });
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
    const store = await seededStore();
    for (const files of commands) await importMusicBrainz(store, files);
    expect(store.reader.query(sql).values()).toEqual(expected);
    expect(await importMusicBrainz(store, [release, both])).toMatchObject({ added: 0, changed: 0, waiting: 0 });
    expect(store.reader.query(sql).values()).toEqual(expected);
    expect(store.reader.query('SELECT count(*) FROM release_recording').values()).toEqual([[4]]);
  }
});
