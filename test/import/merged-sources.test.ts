import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { discogs } from '../../src/import/sources/discogs';
import { musicbrainz } from '../../src/import/sources/musicbrainz';
import type { Store } from '../../src/store/database/store';
import { comparableExport } from '../support/comparable';
import { limitOf } from '../support/runs';
import { serverOf } from '../support/server';
import { uuid } from '../support/uuids';
import { fileOf, release, releases, removeFiles } from './discogs-fakes';
import { importAll, values } from './reconciliation';
import { lines } from './wikidata-items';

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

  interface Change {
    readonly attributes: { readonly action: string; readonly resource_id: string };
  }

  test.each([
    ['a barcode', { barcode: '4534530147127' }],
    ['a link', { relations: [link] }],
  ])('are kept for a release that MusicBrainz has too, by %s', async (_, more) => {
    const formats = `<formats>${format('Vinyl', 'Red', 'LP', 'Limited Edition', 'Stereo')}${format('Vinyl', 'Blue', 'LP', 'Limited Edition')}${format('Blu-ray', '', 'Multichannel')}</formats>`;
    const xml = releases(release(30770007, `${formats}${barcode}<styles><style>Soundtrack</style></styles>`, 'Live'));
    const media = ['12" Vinyl', 'Vinyl', 'Blu-ray'].map((format, index) => ({ position: index + 1, format, tracks: [] }));
    const stores = await inBothOrders(xml, [live], [document(41, live, { ...more, media })]);
    expect(stores).toHaveLength(2);
    for (const store of stores) {
      expect(values(store, 'SELECT position, format_type, descriptions, text FROM release_format ORDER BY position')).toEqual([
        [1, 'vinyl', '["LP","Limited Edition"]', '12" Vinyl'],
        [2, 'vinyl', '["LP","Limited Edition"]', null],
        [3, 'blu_ray', '["Multichannel"]', null],
      ]);
      const { data } = await (await serverOf(store)).read('/api/changes?limit=1000');
      const updated = data.flatMap(({ attributes: { action, resource_id: id } }: Change) => (action === 'updated' ? [id] : []));
      expect(updated).toEqual(expect.arrayContaining(values(store, 'SELECT id FROM release_format').flat()));
    }
  });
});
