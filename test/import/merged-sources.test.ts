import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { discogs } from '../../src/import/sources/discogs';
import { musicbrainz } from '../../src/import/sources/musicbrainz';
import type { Store } from '../../src/store/database/store';
import { comparableExport } from '../support/comparable';
import { EditorOf } from '../support/edited-server';
import { limitOf } from '../support/runs';
import { serverOf } from '../support/server';
import { uuid } from '../support/uuids';
import { fileOf, release, releases, removeFiles } from './discogs-fakes';
import { importAll, values } from './reconciliation';
import { claim, importFiles, item, itemClaim, lines, timeClaim } from './wikidata-items';

setDefaultTimeout(limitOf(60_000));

afterAll(removeFiles);

// Two sources that describe the same releases without links between them, in either order.

const soundtrack = { 'secondary-types': ['Soundtrack'], 'secondary-type-ids': ['22a628ad-c082-3c4f-b1b6-d41665107b88'] };
const hans = { id: uuid(1), name: 'Hans Zimmer', type: 'Person' };
const credit = [{ name: 'Hans Zimmer', joinphrase: '', artist: hans }];

const group = (number: number, title: string, film?: string) => ({
  id: uuid(number),
  title,
  ...soundtrack,
  'primary-type': 'Album',
  'artist-credit': credit,
  relations: film ? [{ type: 'IMDb', 'target-type': 'url', url: { id: uuid(90), resource: `https://www.imdb.com/title/${film}/` } }] : [],
});

const document = (number: number, of: ReturnType<typeof group>, more: object = {}) => ({
  id: uuid(number),
  title: of.title,
  status: 'Official',
  'artist-credit': credit,
  'release-group': of,
  media: [{ position: 1, format: 'CD', tracks: [] }],
  ...more,
});

const zimmer = '<artist><id>5003</id><name>Hans Zimmer</name><role>Composed By</role></artist>';
const score = (barcode?: string) =>
  `<artists><artist><id>5003</id><name>Hans Zimmer</name></artist></artists><extraartists>${zimmer}</extraartists>
   <styles><style>Score</style></styles><formats><format name="CD" qty="1"/></formats>
   ${barcode ? `<released>2010-07-13</released><identifiers><identifier type="Barcode" value="${barcode}"/></identifiers>` : ''}`;

function inBothOrders(xml: string, groups: readonly object[], documents: readonly object[]): Promise<Store[]> {
  const ofDiscogs = () => discogs([fileOf(xml, 'discogs_releases.xml')]);
  const ofMusicbrainz = () =>
    musicbrainz([fileOf(lines(groups), 'release-group.jsonl'), fileOf(lines(documents), 'release.jsonl')], { includeNoncommercial: false });
  return Promise.all([importAll(ofDiscogs(), ofMusicbrainz()), importAll(ofMusicbrainz(), ofDiscogs())]);
}

test('a composer of merged releases is one artist, and the film one production, whichever source comes first', async () => {
  const xml = releases(
    release(6600007, score('093624964964'), 'Inception: Music From the Motion Picture'),
    release(6600008, score(), 'Inception (Expanded Edition)'),
  );
  const [film, expanded] = [group(11, 'Inception: Music From the Motion Picture', 'tt1375666'), group(12, 'Inception (Expanded Edition)')];
  const [first, second] = await inBothOrders(
    xml,
    [film, expanded],
    [document(21, film, { barcode: '093624964964', date: '2010-07-13' }), document(22, expanded)],
  );
  for (const store of [first, second] as Store[]) {
    expect(values(store, 'SELECT title, provisional FROM production')).toEqual([['Inception', 0]]);
    expect(values(store, "SELECT id FROM artist WHERE name = 'Hans Zimmer'")).toEqual([[hans.id]]);
  }
  expect(comparableExport(first as Store)).toEqual(comparableExport(second as Store));
});

test('artists of one full name in two sources are listed as possible duplicates', async () => {
  const film = group(11, 'Inception: Music From the Motion Picture');
  const [store] = await inBothOrders(releases(release(1, score(), 'Gladiator (Soundtrack)')), [film], [document(21, film)]);
  const [pair, ...others] = await (await duplicatesIn(store as Store))('artists');
  expect([pair, others]).toMatchObject([{ attributes: { sureness: 'possible', reasons: ['name'] } }, []]);
  expect(pair?.relationships.one.data.id).toBe(`/api/artists/${hans.id}`);
});

test('a film whose composer has a record of each source is listed with them as a likely duplicate, in either order', async () => {
  const album = group(11, 'Gladiator (Original Motion Picture Soundtrack)');
  const xml = releases(release(1, score(), 'Gladiator (Music From The Motion Picture)'));
  const stores = await inBothOrders(xml, [album], [document(21, album, { barcode: '044006701523' })]);
  for (const store of stores) {
    const duplicates = await duplicatesIn(store);
    expect(await duplicates('artists')).toMatchObject([{ attributes: { reasons: ['name'] } }]);
    expect(await duplicates('productions')).toMatchObject([{ attributes: { sureness: 'likely', reasons: ['composers', 'name'] } }]);
  }
});

test('a composer at Wikidata without a MusicBrainz id is listed as a likely duplicate', async () => {
  const album = group(11, 'Inception: Music From the Motion Picture', 'tt1375666');
  const [store] = await inBothOrders(releases(), [album], [document(21, album)]);
  const labels = { en: 'Hans Zimmer' };
  const items = [
    item('Q25188', { en: 'Inception' }, { P31: [itemClaim('Q11424')], P345: [claim('tt1375666')], P86: [itemClaim('Q76364')] }),
    item('Q76364', labels, { P31: [itemClaim('Q5')], P569: [timeClaim('+1957-09-12')] }),
  ];
  await importFiles(store as Store, fileOf(lines(items), 'wikidata.json'));
  const [pair, ...others] = await (await duplicatesIn(store as Store))('artists');
  expect([pair, others]).toMatchObject([{ attributes: { suggestion: 'same' } }, []]);
  expect(pair?.relationships.one.data.id).toBe(`/api/artists/${hans.id}`);
});

interface ListedPair {
  readonly attributes: { readonly sureness: string; readonly reasons: readonly string[] };
  readonly relationships: { readonly one: { readonly data: { readonly id: string } } };
}

async function duplicatesIn(store: Store): Promise<(kind: 'artists' | 'productions') => Promise<readonly ListedPair[]>> {
  const server = await serverOf(store);
  await createUser(server.store, 'anna', 'correct horse battery', 'admin');
  const editor = new EditorOf(server, await issueApiToken(server.store, 'anna', 'tests'));
  return async (kind) => (await editor.send('GET', `/api/${kind}/duplicates`)).body.data;
}

test('a namesake stays apart if its page is another', async () => {
  const xml = releases(release(6600007, score('093624964964'), 'Inception: Music From the Motion Picture'));
  const film = group(11, 'Inception: Music From the Motion Picture');
  const page = { type: 'discogs', 'target-type': 'url', url: { id: uuid(91), resource: 'https://www.discogs.com/artist/77' } };
  const store = await importAll(
    musicbrainz(
      [
        fileOf(JSON.stringify(film), 'release-group.jsonl'),
        fileOf(JSON.stringify(document(21, film, { barcode: '093624964964' })), 'release.jsonl'),
        fileOf(JSON.stringify({ ...hans, relations: [page] }), 'artist.jsonl'),
      ],
      { includeNoncommercial: false },
    ),
    discogs([fileOf(xml, 'discogs_releases.xml')]),
  );
  expect(values(store, "SELECT provider || ' ' || external_id FROM artist_external_link WHERE provider = 'discogs' ORDER BY 1")).toEqual([
    ['discogs 5003'],
    ['discogs 77'],
  ]);
  expect(values(store, "SELECT count(*) FROM artist WHERE name = 'Hans Zimmer'")).toEqual([[2]]);
});

describe('format texts of Discogs', () => {
  const format = (name: string, text: string, ...descriptions: string[]) =>
    `<format name="${name}" qty="1" text="${text}"><descriptions>${descriptions.map((one) => `<description>${one}</description>`).join('')}</descriptions></format>`;
  const barcode = '<identifiers><identifier type="Barcode" value="4 534530 147127"/></identifiers>';
  const live = group(31, 'Live');
  const link = { type: 'discogs', 'target-type': 'url', url: { id: uuid(92), resource: 'https://www.discogs.com/release/30770007' } };

  test.each([
    ['a barcode', { barcode: '4534530147127' }],
    ['a link', { relations: [link] }],
  ])('are kept for a release that MusicBrainz has too, by %s', async (_, more) => {
    const formats = `<formats>${format('Vinyl', 'Red', 'LP', 'Limited Edition', 'Stereo')}${format('Vinyl', 'Blue', 'LP', 'Limited Edition')}${format('Blu-ray', '', 'Multichannel')}</formats>`;
    const xml = releases(release(30770007, `${formats}${barcode}<styles><style>Soundtrack</style></styles>`, 'Live'));
    const media = ['12" Vinyl', 'Vinyl', 'Blu-ray'].map((format, index) => ({ position: index + 1, format, tracks: [] }));
    const stores = await inBothOrders(xml, [live], [document(41, live, { ...more, media })]);
    expect(stores).toHaveLength(2);
    for (const store of stores)
      expect(values(store, 'SELECT position, format_type, descriptions, text FROM release_format ORDER BY position')).toEqual([
        [1, 'vinyl', '["LP","Limited Edition"]', '12" Vinyl'],
        [2, 'vinyl', '["LP","Limited Edition"]', null],
        [3, 'blu_ray', '["Multichannel"]', null],
      ]);
  });
});
