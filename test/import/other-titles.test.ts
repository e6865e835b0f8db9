import { afterAll, expect, test } from 'bun:test';
import { runImport } from '../../src/import/run/run';
import { musicbrainz } from '../../src/import/sources/musicbrainz';
import { seededStore, serverOf } from '../support/server';
import { uuid } from '../support/uuids';
import { fileOf, removeFiles } from './discogs-fakes';

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
  for (const lines of files) {
    const file = fileOf(lines.map((one) => JSON.stringify(one)).join('\n'), 'release.jsonl');
    const { outcome, rejected } = await runImport(store, musicbrainz([file], { includeNoncommercial: false }), { maxRejects: 0 });
    expect([outcome, rejected]).toEqual(['done', 0]);
  }
  return serverOf(store, { catalogVisibility: 'public' });
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
