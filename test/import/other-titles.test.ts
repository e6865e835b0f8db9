import { afterAll, describe, expect, test } from 'bun:test';
import type { Store } from '../../src/store/database/store';
import { emptyFolder } from '../support/executable';
import { pageOf } from '../support/pages';
import { seededStore, serverOf } from '../support/server';
import { openFileCopy } from '../support/store-on-disk';
import { uuid } from '../support/uuids';
import { removeFiles } from './discogs-fakes';
import { filesOf, importMusicBrainz } from './musicbrainz-dumps';

afterAll(removeFiles);

const group = {
  id: uuid(10),
  title: '千と千尋の神隠し',
  'primary-type': 'Album',
  'secondary-types': ['Soundtrack'],
  'secondary-type-ids': ['22a628ad-c082-3c4f-b1b6-d41665107b88'],
  'artist-credit': [{ name: '久石譲', joinphrase: '', artist: { id: uuid(1), name: '久石譲', type: 'Person' } }],
};

const release = (number: number, title: string, more: object = {}) => ({
  id: uuid(number),
  title,
  status: 'Official',
  'artist-credit': group['artist-credit'],
  'release-group': group,
  media: [{ position: 1, format: 'CD', tracks: [] }],
  ...more,
});

const original = release(20, '千と千尋の神隠し', { aliases: [{ name: 'Chihiro', locale: 'de' }] });

const pseudo = (number: number, title: string, language: string) =>
  release(number, title, {
    status: 'Pseudo-Release',
    'text-representation': { language, script: 'Latn' },
    relations: [{ type: 'transl-tracklisting', direction: 'backward', 'target-type': 'release', release: { id: original.id } }],
  });

const documents = [original, pseudo(21, 'Spirited Away', 'eng'), pseudo(22, 'Le Voyage de Chihiro', 'fra')];

async function serverWith(files: readonly (readonly object[])[]) {
  const store = await seededStore();
  await importFiles(store, files);
  return serverOf(store, { catalogVisibility: 'public' });
}

async function importFiles(store: Store, files: readonly (readonly object[])[]): Promise<void> {
  for (const release of files) await importMusicBrainz(store, [filesOf({ release }).release]);
}

const [german, english, french] = [
  { title: 'Chihiro', language: 'de', script: null },
  { title: 'Spirited Away', language: 'eng', script: 'Latn' },
  { title: 'Le Voyage de Chihiro', language: 'fra', script: 'Latn' },
];

test.each([
  ['in one file', [documents]],
  ['the original last', [documents.toReversed()]],
  ['in files of their own', documents.map((one) => [one])],
  ['in files of their own, the original last', documents.toReversed().map((one) => [one])],
])('pseudo-releases are no editions, but other titles of the original and its album: %s', async (_, files) => {
  const server = await serverWith(files);
  const releases = (await server.read('/api/releases')).data;
  expect(releases).toMatchObject([{ id: `/api/releases/${original.id}`, attributes: { other_titles: [german, french, english] } }]);
  const albums = (await server.read('/api/albums')).data;
  expect(albums).toMatchObject([{ attributes: { release_count: 1, other_titles: [french, english] } }]);
});

test('a pseudo-release imported as an edition is merged into the original', async () => {
  const server = await serverWith([[original, release(21, 'Spirited Away')], documents]);
  expect((await server.read('/api/releases')).data).toMatchObject([{ id: `/api/releases/${original.id}` }]);
  const former = await server.request(`/api/releases/${uuid(21)}`);
  expect([former.status, former.headers.get('location')]).toEqual([301, `/api/releases/${original.id}`]);
});

test.each([
  ['en', 'Spirited Away', 'Le Voyage de Chihiro'],
  ['fr', 'Le Voyage de Chihiro', 'Spirited Away'],
])('the pages of album and release show other titles in the language of the reader: %s', async (language, shown, other) => {
  const server = await serverWith([documents]);
  const headers = { accept: 'text/html', 'accept-language': language };
  for (const kind of ['albums', 'releases']) {
    const [{ attributes }] = (await server.read(`/api/${kind}`)).data;
    const asked = await server.request(`/${kind}/${attributes.slug}`, { headers });
    const location = asked.headers.get('location');
    const page = location === null ? asked : await server.request(new URL(location, 'http://localhost').pathname, { headers });
    const text = await page.text();
    expect([kind, page.status, text.includes(shown), text.includes(`<dd>${other}`)]).toEqual([kind, 200, true, false]);
  }
});

test('other titles are found by any of their words', async () => {
  const server = await serverWith([documents]);
  for (const typed of ['Spirited Away', 'spirited aw', 'le voyage', 'away', 'voyage chihiro']) {
    const found = (await server.read(`/api/search?q=${encodeURIComponent(typed)}`)).data.map(({ id }: { id: string }) => id);
    expect([typed, found.length]).not.toEqual([typed, 0]);
    expect([typed, JSON.stringify(found).includes(group.id) || JSON.stringify(found).includes(original.id)]).toEqual([typed, true]);
  }
});

describe('titles of tracks', () => {
  const disc = (...titles: string[]) => ({
    position: 1,
    format: 'CD',
    tracks: titles.map((title, index) => ({ id: uuid(100 * titles.length + index + title.length * 1_000), position: index + 1, title })),
  });
  const japanese = release(20, '千と千尋の神隠し', { media: [disc('あの夏へ', 'とおり道')] });
  const other = release(23, '千と千尋の神隠し', { media: [disc('あの夏へ', 'とおり道', '竜の少年')] });
  const english = { ...pseudo(21, 'Spirited Away', 'eng'), media: [disc('One Summer’s Day', 'A Road to Somewhere')] };
  const french = { ...pseudo(22, 'Le Voyage de Chihiro', 'fra'), media: [disc('Un jour d’été', 'とおり道')] };
  const ofGroup = [japanese, other, { ...english, relations: [] }, { ...french, relations: [] }];

  test.each([
    ['in one file', [[japanese, english, french]]],
    ['the original last', [[french, english, japanese]]],
    ['in files of their own', [[japanese], [english], [french]]],
    ['in files of their own, the original last', [[french], [english], [japanese]]],
    ['read again', [[japanese, english, french], [japanese], [english]]],
    ['of the group’s releases with as many tracks', [ofGroup]],
    ['of the group’s releases with as many tracks, which come last', [ofGroup.toReversed()]],
    ['of the group’s releases with as many tracks, in files of their own', ofGroup.map((one) => [one])],
    ['of the group’s releases with as many tracks, in files of their own, which come last', ofGroup.toReversed().map((one) => [one])],
  ])('a pseudo-release translates tracks: %s', async (_, files) => {
    const server = await serverWith(files);
    const tracks = (await server.read(`/api/tracks?release=${japanese.id}`)).data;
    expect(tracks.map(({ attributes }: { attributes: object }) => attributes)).toMatchObject([
      {
        title: 'あの夏へ',
        other_titles: [
          { title: 'One Summer’s Day', language: 'eng', script: 'Latn' },
          { title: 'Un jour d’été', language: 'fra', script: 'Latn' },
        ],
      },
      { title: 'とおり道', other_titles: [{ title: 'A Road to Somewhere', language: 'eng', script: 'Latn' }] },
    ]);
    const { attributes } = (await server.read(`/api/releases/${japanese.id}`)).data;
    expect(attributes.other_titles.map(({ title }: { title: string }) => title)).toEqual(['Le Voyage de Chihiro', 'Spirited Away']);
    for (const { attributes } of (await server.read(`/api/tracks?release=${other.id}`)).data) expect(attributes.other_titles).toEqual([]);
  });

  test.each([
    ['small', 0],
    ['large', 10_000_000],
  ])('tracks of a %s catalog are found by any word of their translations', async (_, more) => {
    using disk = emptyFolder();
    const store = openFileCopy(disk.path, await seededStore());
    await importFiles(store, [[japanese, english, french]]);
    await store.write(() => store.writer.run('UPDATE record_count SET records = records + ?', [more]));
    const server = await serverOf(store, { catalogVisibility: 'public' });
    for (const typed of ['one summer', "summer's day", 'a road to somewhere', 'a road to somew', 'jour d’été']) {
      const found = await server.read(`/api/search?q=${encodeURIComponent(typed)}&type=ReleaseTrack&corrections=false`);
      expect([typed, found.data.length]).toEqual([typed, 1]);
      expect(found.meta).toMatchObject({ hits: [{ field: 'other_titles' }] });
    }
    store.close();
  });
});

interface Item {
  readonly attributes: { readonly slug: string };
}

describe('a Japanese release with pseudo-releases in several languages', () => {
  const title = '千と千尋の神隠し';
  const disc = (number: number, ...titles: string[]) => ({
    position: 1,
    format: 'CD',
    tracks: titles.map((title, index) => ({ id: uuid(number * 100 + index), position: index + 1, title })),
  });
  const japanese = release(20, title, { country: 'JP', media: [disc(20, 'あの夏へ', '竜の少年', '6番目の駅')] });
  const translation = (number: number, name: string, language: string, ...titles: string[]) => ({
    ...pseudo(number, name, language),
    media: [disc(number, ...titles)],
  });
  const english = translation(21, 'Spirited Away', 'eng', 'One Summer’s Day', 'The Dragon Boy', 'The Sixth Station');
  const german = translation(22, 'Chihiros Geschichte', 'deu', 'Ein Sommertag', 'Der Drachenjunge', 'Die sechste Haltestelle');
  const romanized = translation(23, 'Sen to Chihiro no Kamikakushi', 'jpn', 'Ano Natsu e', 'Ryuu no Shounen', '6-banme no Eki');
  const all = [japanese, english, german, romanized];

  test.each([
    ['en', all, english],
    ['de', all, german],
    ['fr', all, romanized],
    ['fr', [japanese, german, english], english],
    ['fr', [japanese, german], undefined],
    ['de', [japanese, english, romanized], romanized],
  ])('show the titles of the release and its tracks in one language: %s', async (language, documents, expected) => {
    const server = await serverWith([documents]);
    const [{ attributes }] = (await server.read('/api/releases')).data;
    const { html } = await pageOf(server, `/releases/${attributes.slug}`, { headers: { 'accept-language': language } });
    for (const document of documents.slice(1)) {
      const titles = (document.media as { tracks: { title: string }[] }[]).flatMap(({ tracks }) => tracks.map((track) => track.title));
      expect([document.title, titles.map((title) => html.includes(title))]).toEqual([
        document.title,
        titles.map(() => document === expected),
      ]);
    }
    if (expected) expect(html).toMatch(new RegExp(`<dd>[^<]*(?:<[^>]*>)*${expected.title}`));
  });

  const slugs = async (server: Awaited<ReturnType<typeof serverWith>>) => {
    const read = async (kind: string) => (await server.read(`/api/${kind}`)).data.map(({ attributes }: Item) => attributes.slug);
    return [await read('releases'), await read('albums'), await read('productions')].flat();
  };

  test.each([
    ['sen-to-chihiro-no-kamikakushi', [[japanese, english, german, romanized]]],
    ['sen-to-chihiro-no-kamikakushi', [[romanized, german, english, japanese]]],
    ['sen-to-chihiro-no-kamikakushi', [[german, japanese, romanized, english]]],
    ['sen-to-chihiro-no-kamikakushi', [[romanized], [german, japanese]]],
    ['chihiros-geschichte', [[japanese, english, german]]],
    ['chihiros-geschichte', [[german, japanese, english]]],
    ['to-no-shi', [[japanese]]],
    ['to-no-shi', [[japanese], [romanized]]],
  ])('have the slug %s, which depends on the order of imports but not of documents (%#)', async (slug, files) => {
    expect(await slugs(await serverWith(files))).toEqual([slug, slug, slug]);
  });

  test('are counted as left out without the release', async () => {
    const { ignored } = await importMusicBrainz(await seededStore(), [filesOf({ release: [english, german, romanized] }).release]);
    expect(ignored['pseudo-releases without their original']).toBe(3);
  });
});

test('aliases of a release group are other titles of the album', async () => {
  const aliased = { ...group, aliases: [{ name: 'Sen and Chihiro', locale: 'en' }, { name: '千と千尋の神隠し' }] };
  const store = await seededStore();
  const files = Object.values(filesOf({ 'release-group': [aliased], release: documents }));
  for (const paths of [files, files.toReversed()]) await importMusicBrainz(store, paths);
  const server = await serverOf(store, { catalogVisibility: 'public' });
  const [{ attributes }] = (await server.read('/api/albums')).data;
  expect(attributes.other_titles).toEqual([french, { title: 'Sen and Chihiro', language: 'en', script: null }, english]);
});

test('release groups and releases of other types are counted, also after the last one that is imported', async () => {
  const other = { ...group, id: uuid(11), 'secondary-types': [], 'secondary-type-ids': [] };
  const rock = (number: number) => release(number, 'Rock', { 'release-group': other });
  for (const all of [
    [rock(31), rock(32), original],
    [rock(31), original, rock(32)],
    [rock(31), rock(32)],
  ]) {
    const files = filesOf({ 'release-group': [other, group], release: all });
    const { ignored } = await importMusicBrainz(await seededStore(), Object.values(files));
    expect([ignored['release groups of other types'], ignored['releases of other types']]).toEqual([1, 2]);
  }
});
