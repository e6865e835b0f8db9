import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import type { Source } from '../../src/import/source';
import { discogs } from '../../src/import/sources/discogs';
import { musicbrainz } from '../../src/import/sources/musicbrainz';
import { wikidata } from '../../src/import/sources/wikidata';
import type { Store } from '../../src/store/database/store';
import { link, production } from '../records/numbered-records';
import { type EditorOf, editedServer } from '../support/edited-server';
import { artistIri, credit, artist as manualArtist } from '../support/numbered-artists';
import { limitOf, runs } from '../support/runs';
import type { TestServer } from '../support/server';
import { uuid } from '../support/uuids';
import { fileOf, release, releases, removeFiles } from './discogs-fakes';
import { linesOf } from './musicbrainz-documents';
import { importAll, importSource, values } from './reconciliation';
import { array, claim, item, itemClaim } from './wikidata-items';

setDefaultTimeout(limitOf(60_000));

afterAll(removeFiles);

const url = (resource: string) => ({ type: 'a link', 'target-type': 'url', direction: 'forward', url: { id: uuid(900), resource } });

/** A MusicBrainz artist with links to pages of other sites. */
const artist = (number: number, name: string, ...links: readonly string[]) => ({
  id: uuid(number),
  name,
  type: 'Person',
  relations: links.map(url),
});

const film = (composer: string) =>
  item('Q100', { en: 'Gladiator' }, { P31: [itemClaim('Q11424')], P345: [claim('tt0172495')], P86: [itemClaim(composer)] });

const human = (id: string, name: string, discogsId: string) =>
  item(id, { en: name }, { P31: [itemClaim('Q5')], P1953: [claim(discogsId)] });

const group = {
  id: uuid(30),
  title: 'Gladiator: Music From the Motion Picture',
  'primary-type': 'Album',
  'secondary-type-ids': ['22a628ad-c082-3c4f-b1b6-d41665107b88'],
  relations: [url('https://www.imdb.com/title/tt0172495/')],
  'artist-credit': [
    { name: 'Hans Zimmer', joinphrase: ' & ', artist: { id: uuid(10), name: 'Hans Zimmer' } },
    { name: 'Lisa Gerrard', joinphrase: '', artist: { id: uuid(11), name: 'Lisa Gerrard' } },
  ],
};

const album = {
  id: uuid(40),
  title: group.title,
  'artist-credit': group['artist-credit'],
  'release-group': group,
  media: [],
};

const onDiscogs = release(
  7,
  '<artists><artist><id>21500</id><name>Hans Zimmer</name></artist></artists><styles><style>Score</style></styles>',
  'Gladiator',
);

type Import = readonly [name: string, open: () => Source];

const ofMusicBrainz = (...artists: readonly object[]): Import => [
  'MusicBrainz',
  () =>
    musicbrainz([fileOf(linesOf(...artists), 'artist'), fileOf(linesOf(group), 'release-group'), fileOf(linesOf(album), 'release')], {
      includeNoncommercial: false,
    }),
];
const ofWikidata = (...items: readonly object[]): Import => ['Wikidata', () => wikidata([fileOf(array(items), 'wikidata.json')])];
const ofDiscogs: Import = ['Discogs', () => discogs([fileOf(releases(onDiscogs))])];

const catalogAfter = (imports: readonly Import[]): Promise<Store> => importAll(...imports.map(([, open]) => open()));

const named = (store: Store, name: string): unknown[] => values(store, `SELECT id FROM artist WHERE name = '${name}'`).flat();

test('MusicBrainz, Wikidata and Discogs artists that share a Discogs page become one artist in any import order', async () => {
  const imports = [
    ofMusicBrainz(artist(10, 'Hans Zimmer', 'https://www.discogs.com/artist/21500')),
    ofWikidata(film('Q76364'), human('Q76364', 'Hans Zimmer', '21500')),
    ofDiscogs,
  ];
  const orders = fc.shuffledSubarray(imports, { minLength: 2 });
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      const store = await catalogAfter([...order, ...order]);
      expect([order.map(([name]) => name), named(store, 'Hans Zimmer').length]).toEqual([order.map(([name]) => name), 1]);
      store.close();
    }),
    { numRuns: runs(12) },
  );
});

test('artists stay separate if MusicBrainz links to a different Wikidata item or two artists link to the Discogs page', async () => {
  const items = ofWikidata(film('Q76364'), human('Q76364', 'Hans Zimmer (item)', '21500'));
  const elsewhere = artist(10, 'Hans Zimmer', 'https://www.discogs.com/artist/21500', 'https://www.wikidata.org/wiki/Q1');
  const another = artist(11, 'Lisa Gerrard', 'https://www.discogs.com/artist/21500');
  for (const artists of [[elsewhere], [artist(10, 'Hans Zimmer', 'https://www.discogs.com/artist/21500'), another]]) {
    const store = await catalogAfter([ofMusicBrainz(...artists), items]);
    expect(named(store, 'Hans Zimmer (item)')).toHaveLength(1);
    store.close();
  }
});

test('only a Discogs artist merges into a manually added composer of the same name, unless another attribute differs', async () => {
  const onCover = (name: string, title: string) =>
    release(9, `<artists><artist><id>236226</id><name>${name}</name></artist></artists>`, title);
  const own = (number: number, attributes: object = {}) => manualArtist(number, { name: 'Michael Giacchino', ...attributes });
  const score = (composer: number) => production(50, 'Up', { composers: [credit(composer)] });
  const artistsAfter = async ({ store }: TestServer, title: string, name = 'Michael Giacchino') => {
    await importSource(store, discogs([fileOf(releases(onCover(name, title)))]));
    return named(store, 'Michael Giacchino').length;
  };
  const count = async (records: readonly object[], name?: string) => artistsAfter((await editedServer(records)).server, 'Star Trek', name);
  expect(await count([own(1, { begin_date: '1967-10-10' }), score(1)])).toBe(1);
  expect(await count([own(1), score(1)], 'Michael Giacchino (2)')).toBe(2);
  expect(await count([own(1), score(1), link('artists', 1, 53, 'imdb', 'nm0315974')])).toBe(2);
  expect(await count([own(1), manualArtist(2), score(2)])).toBe(2);
  expect(await count([own(1, { fictional: true }), score(1)])).toBe(2);
  expect(await count([own(1, { _type: 'group' }), score(1)])).toBe(2);
  expect(await count([own(1), own(2), score(1)])).toBe(3);
  const onSleeve = `<artists><artist><id>5</id><name>Ana Lund</name></artist></artists>
    <extraartists><artist><id>236226</id><name>Michael Giacchino</name><role>Design</role></artist></extraartists>`;
  const designed = (await editedServer([own(1), score(1)])).server.store;
  await importSource(designed, discogs([fileOf(releases(release(9, onSleeve, 'Star Trek')))]));
  expect(named(designed, 'Michael Giacchino')).toHaveLength(2);

  // What is known of others does not matter, but that an editor keeps the two apart.
  const settle = (by: EditorOf, one: string, other: string) =>
    by.make(
      'SettledPair',
      '/api/settled-pairs',
      { decision: 'different' },
      { one: { data: { type: 'Artist', id: one } }, other: { data: { type: 'Artist', id: other } } },
    );
  const others = await editedServer([own(1), score(1), manualArtist(2), manualArtist(3), manualArtist(4)]);
  for (const number of [2, 3]) await settle(others, artistIri(1), artistIri(number));
  await others.merge(artistIri(4), { type: 'Artist', id: artistIri(3) });
  await importSource(others.server.store, discogs([fileOf(releases(onCover('Ana Lund (2)', 'Up').replaceAll('236226', '6')))]));
  expect(await artistsAfter(others.server, 'Star Trek')).toBe(1);
  for (const isSettled of [false, true]) {
    const late = await editedServer([score(1), own(1, { name: 'M. Giacchino' })]);
    expect(await artistsAfter(late.server, 'Star Trek')).toBe(1);
    if (isSettled) await settle(late, artistIri(1), `/api/artists/${named(late.server.store, 'Michael Giacchino')}`);
    await late.patch(artistIri(1), { name: 'Michael Giacchino' });
    expect(await artistsAfter(late.server, 'Up')).toBe(isSettled ? 2 : 1);
  }
  const gladiator = [production(51, 'Gladiator'), link('productions', 51, 52, 'imdb', 'tt0172495')];
  const { server } = await editedServer([own(1), score(1), ...gladiator]);
  const [, openItems] = ofWikidata(film('Q1'), item('Q1', { en: 'Michael Giacchino' }, { P31: [itemClaim('Q5')] }));
  await importSource(server.store, openItems());
  expect([await artistsAfter(server, 'Star Trek', 'Hans Zimmer'), named(server.store, 'Hans Zimmer').length]).toEqual([2, 1]);

  const editor = await editedServer([own(1, { country: 'US' }), score(1)]);
  const artistsOf = async () => (await editor.read('/api/releases')).body.data[0].attributes.artists.map(({ iri }: { iri: string }) => iri);
  expect([await artistsAfter(editor.server, 'Star Trek'), await artistsOf()]).toEqual([1, [artistIri(1)]]);
  const [{ id, attributes }] = (await editor.read(`${artistIri(1)}/revisions`)).body.data;
  expect(attributes).toMatchObject({ action: 'merged', source: 'import', username: null });
  expect((await editor.revert(id)).status).toBe(201);
  expect([named(editor.server.store, 'Michael Giacchino').length, await artistsOf()]).toEqual([
    2,
    [expect.not.stringContaining(artistIri(1))],
  ]);
  expect(await artistsAfter(editor.server, 'Star Trek: Music')).toBe(2);
});
