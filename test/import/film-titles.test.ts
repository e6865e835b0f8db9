import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Source } from '../../src/import/source';
import { discogs } from '../../src/import/sources/discogs';
import { musicbrainz } from '../../src/import/sources/musicbrainz';
import { wikidata } from '../../src/import/sources/wikidata';
import type { Store } from '../../src/store/database/store';
import { runs } from '../support/runs';
import { fileOf, release, releases, removeFiles } from './discogs-fakes';
import { importAll, mbid, values } from './reconciliation';
import { claim, item, itemClaim, lines, timeClaim } from './wikidata-items';

afterAll(removeFiles);

interface Sleeve {
  readonly title: string;
  readonly year: number;
  readonly artists?: readonly string[];
  readonly styles?: string;
  readonly composer?: string;
  readonly trackComposer?: string;
  readonly name?: string;
}

function sleeve({ title, year, artists = ['5'], styles = 'Score', composer, trackComposer, name }: Sleeve, index: number): string {
  const artist = (id: string, role = '') => `<artist><id>${id}</id><name>${name ?? `Artist ${id}`}</name><role>${role}</role></artist>`;
  const extra = composer ? artist(composer, 'Composed By') : '';
  const credit = trackComposer ? `<extraartists>${artist(trackComposer, 'Composed By')}</extraartists>` : '';
  return release(
    index + 1,
    `<styles><style>${styles}</style></styles><artists>${artists.map((id) => artist(id)).join('')}</artists>
     <extraartists>${extra}</extraartists><released>${year}</released>
     <formats><format name="CD" qty="1" text=""><descriptions><description>Album</description></descriptions></format></formats>
     <tracklist><track><position>1</position><title>Theme</title>${credit}</track></tracklist>`,
    title,
  );
}

/** The title, year, number of releases and composers of each production. */
const films = (store: Store): unknown[][] =>
  values(
    store,
    `SELECT p.title, p.year, (SELECT count(*) FROM production_entry WHERE production_key = p.key),
       (SELECT group_concat(a.name) FROM production_credit AS c JOIN artist AS a ON a.key = c.artist_key WHERE c.production_key = p.key AND c.list = 'composers')
     FROM production AS p ORDER BY p.title, p.year`,
  );

const imported = {
  discogs: (elements: readonly string[]) => discogs([fileOf(releases(...elements))]),
  musicbrainz: (files: Readonly<Record<string, object>>) =>
    musicbrainz(
      Object.entries(files).map(([name, document]) => fileOf(JSON.stringify(document), `${name}.jsonl`)),
      { includeNoncommercial: false },
    ),
  wikidata: (items: readonly object[]) => wikidata([fileOf(lines(items), 'wikidata.jsonl')]),
};

async function filmsAfter(...sources: readonly (() => Source)[]): Promise<unknown[][]> {
  const store = await importAll(...sources.map((open) => open()));
  const found = films(store);
  store.close();
  return found;
}

const orderOf = <T>(all: readonly T[]) => fc.shuffledSubarray([...all], { minLength: all.length });

/** The productions after importing these releases, without their years. */
async function productionsOf(...sleeves: readonly Sleeve[]): Promise<unknown[][]> {
  const found = await filmsAfter(() => imported.discogs(sleeves.map(sleeve)));
  return found.map(([title, , ...others]) => [title, ...others]);
}

/** Checks the productions of these releases in any order, imported together or one by one. */
async function expectFilms(sleeves: readonly Sleeve[], expected: readonly unknown[][]): Promise<void> {
  const elements = sleeves.map(sleeve);
  await fc.assert(
    fc.asyncProperty(orderOf(elements), fc.boolean(), async (order, isOneByOne) => {
      const files = isOneByOne ? order.map((one) => [one]) : [order];
      expect(await filmsAfter(...files.map((file) => () => imported.discogs(file)))).toEqual([...expected]);
    }),
    { numRuns: runs(6) },
  );
}

const heat: readonly Sleeve[] = [
  { title: 'Heat', year: 1995 },
  { title: 'Heat (Original Motion Picture Score)', year: 2016 },
  { title: 'Heat (Music From The Motion Picture)', year: 2022 },
];

test('reissues of a score with the composer named only on the cover share one film', async () => {
  await expectFilms(heat, [['Heat', 1995, 3, 'Artist 5']]);
  await expectFilms([...heat, { title: 'Heat', year: 2003, composer: '5' }], [['Heat', 1995, 4, 'Artist 5']]);
});

test('scores with the same title by different artists stay separate films', async () => {
  await expectFilms(
    [...heat, { title: 'Heat', year: 1986, artists: ['6'] }],
    [
      ['Heat', 1986, 1, 'Artist 6'],
      ['Heat', 1995, 3, 'Artist 5'],
    ],
  );
});

test('a sole cover artist is the composer of a score if no other composer is credited', async () => {
  const composersOf = async (one: Sleeve) => (await productionsOf(one)).map(([, , composers]) => composers);
  expect(await composersOf({ title: 'Psycho', year: 1975, composer: '6' })).toEqual(['Artist 6']);
  expect(await composersOf({ title: 'Psycho', year: 1975, trackComposer: '6' })).toEqual([null]);
  expect(await composersOf({ title: 'Psycho', year: 1975, trackComposer: '5' })).toEqual(['Artist 5']);
  expect(await composersOf({ title: 'Psycho', year: 1975, artists: ['5', '6'] })).toEqual([null]);
  expect(await composersOf({ title: 'Psycho', year: 1975, name: 'National Philharmonic Orchestra' })).toEqual([null]);
  expect(await composersOf({ title: 'Psycho', year: 1975, styles: 'Soundtrack' })).toEqual([null]);
  expect(await composersOf({ title: 'Psycho', year: 1975, artists: ['194'] })).toEqual([null]);
});

const goldenthal = { id: mbid(5), name: 'Artist 5', 'sort-name': '5, Artist', type: 'Person' };
const link = (resource: string) => ({ type: 'a link', 'target-type': 'url', direction: 'forward', url: { id: mbid(9), resource } });
const group = {
  id: mbid(30),
  title: 'Heat: Original Motion Picture Score',
  'primary-type': 'Album',
  'secondary-type-ids': ['22a628ad-c082-3c4f-b1b6-d41665107b88'],
  'first-release-date': '1995-12-12',
  'artist-credit': [{ name: 'Artist 5', joinphrase: '', artist: goldenthal }],
};

/** The MusicBrainz documents of the score, with or without the IMDb link of its film. */
const scoreAtMusicbrainz = (isLinked: boolean, title = group.title) => ({
  artist: { ...goldenthal, relations: [link('https://www.discogs.com/artist/5')] },
  'release-group': { ...group, title, relations: isLinked ? [link('https://www.imdb.com/title/tt0113277/')] : [] },
  release: {
    id: mbid(50),
    title,
    date: '1995-12-12',
    'artist-credit': group['artist-credit'],
    'release-group': { ...group, title },
    media: [],
  },
});

const filmAtWikidata = [
  item(
    'Q1',
    { en: 'Heat' },
    { P31: [itemClaim('Q11424')], P345: [claim('tt0113277')], P577: [timeClaim('+1995-12-15')], P86: [itemClaim('Q2')] },
  ),
  item('Q2', { en: 'Artist 5' }, { P31: [itemClaim('Q5')], P434: [claim(mbid(5))], P1953: [claim('5')] }),
];

test('reissues belong to the film known to MusicBrainz and Wikidata in any import order', async () => {
  const fromDiscogs = heat.map((one, index) => () => imported.discogs([sleeve(one, index)]));
  const fromWikidata = () => imported.wikidata(filmAtWikidata);
  for (const isLinked of [true, false]) {
    const fromMusicbrainz = () => imported.musicbrainz(scoreAtMusicbrainz(isLinked));
    const all = [...fromDiscogs, fromMusicbrainz, ...(isLinked ? [fromWikidata] : [])];
    await fc.assert(
      fc.asyncProperty(orderOf(all), async (order) => {
        expect(await filmsAfter(...order)).toEqual([['Heat', 1995, 4, 'Artist 5']]);
      }),
      { numRuns: runs(8) },
    );
  }
});

test('a double feature belongs to both films, which two sources share in any import order', async () => {
  const title = 'Psycho / Vertigo (Original Motion Picture Scores)';
  const both = [() => imported.discogs([sleeve({ title, year: 1995 }, 0)]), () => imported.musicbrainz(scoreAtMusicbrainz(false, title))];
  for (const order of [both, [...both].reverse()])
    expect(await filmsAfter(...order)).toEqual([
      ['Psycho', 1995, 2, 'Artist 5'],
      ['Vertigo', 1995, 2, 'Artist 5'],
    ]);
});

test('a release read before the two linked films of its group leaves no others', async () => {
  const both = scoreAtMusicbrainz(false, 'Psycho / Vertigo (Original Motion Picture Scores)');
  const relations = ['tt0054215', 'tt0052357'].map((film) => link(`https://www.imdb.com/title/${film}/`));
  const found = await filmsAfter(
    () => imported.musicbrainz({ release: both.release }),
    () => imported.musicbrainz({ 'release-group': { ...both['release-group'], relations } }),
  );
  expect(found.map(([, , releases]) => releases)).toEqual([1, 1]);
});

test('a title of MusicBrainz in doubt names no film', async () => {
  for (const title of ['The World of Hans Zimmer', 'Greatest Hits, Volume 2', 'Distant Worlds: Music From Final Fantasy'])
    expect(await filmsAfter(() => imported.musicbrainz(scoreAtMusicbrainz(false, title)))).toEqual([]);
});
