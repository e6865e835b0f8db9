import { beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { type Clues, RowMatcher } from '../../src/matching/described-releases';
import { artist, entry, format, iri, label, link, release as numberedRelease, production } from '../records/numbered-records';
import { emptyStore, startServer, type TestServer } from '../support/server';
import { planAsInLargeCatalog, tablesScanned } from '../support/statement-plans';
import { uuid } from '../support/uuids';

const barcode = '4005939622023';
const release = (number: number, title: string, release_date: string, artist_credit: string, more: object) =>
  numberedRelease(number, title, { release_date, artist_credit, ...more });
const numbered = (label: number, catalog_number: string) => ({ labels: [{ iri: iri('labels', label), catalog_number }] });

let server: TestServer;
let keys: Map<number, number>;
beforeAll(async () => {
  server = await startServer([
    ...['Decca', 'MCA'].map((name, index) => label(index + 1, name)),
    release(1, 'Psycho', '1975', 'Bernard Herrmann', { barcode, ...numbered(1, 'N 1') }),
    release(2, 'Psycho', '1998', 'Danny Elfman', numbered(2, 'N-1')),
    release(3, 'Vertigo', '1958', 'Bernard Herrmann', { barcode, ...numbered(1, 'N 2') }),
    release(4, 'Chernobyl (Music from the Original TV Series)', '2019', 'Hildur Guðnadóttir', {}),
    release(5, 'Jaws', '1975', 'John Williams', { provisional: true, ...numbered(2, 'N 5') }),
    release(6, 'Heat', '1995', 'Elliot Goldenthal', numbered(2, 'N 6')),
    release(7, 'Alien; Aliens', '1986', 'James Horner', {}),
    ...[1, 5, 6].map((number) => link('releases', number, number + 100, 'discogs', `${number}`)),
    ...[format(1, 201), format(3, 203, { position: 1, format_type: 'vinyl' })],
  ]);
  const rows = server.store.reader.query('SELECT key, id FROM "release"').all() as { key: number; id: string }[];
  keys = new Map(rows.map(({ key, id }) => [key, Number(id.slice(-12))]));
});

const herrmann = { title: 'Psycho', artist: 'Herrmann, Bernard' };

test.each<[Partial<Clues>, found: string]>([
  [{ id: uuid(1), barcode: '1' }, '1 by id'],
  [{ id: uuid(9), title: 'Heat' }, '6 by title'],
  [{ discogsId: '1', barcode: '123', year: 1900 }, '1 by discogs'],
  [{ barcode }, '1|3 by barcode'],
  [{ barcode: '4005 9396 2202 3', year: 1975 }, '1 by barcode'],
  [{ barcode, formats: ['vinyl'] }, '3 by barcode'],
  [{ barcode, year: 2000 }, '1|3 by barcode'],
  [{ barcode: '', title: 'Heat' }, '6 by title'],
  [{ barcode: `0${barcode}`, year: 1975 }, '1 by barcode'],
  [{ catalogNumbers: ['n1'] }, '1|2 by catalog_number'],
  [{ catalogNumbers: ['n1'], labels: ['Decca'] }, '1 by catalog_number'],
  [{ catalogNumbers: ['n1'], labels: ['Intrada'] }, '1|2 by catalog_number'],
  [{ catalogNumbers: ['N2'] }, '3 by catalog_number'],
  [{ catalogNumbers: ['N2'], title: 'Vertigo (Expanded)' }, '3 by catalog_number'],
  [{ catalogNumbers: ['N2'], title: 'Another' }, '3| by catalog_number'],
  [{ catalogNumbers: ['-'], title: 'Heat' }, '6 by title'],
  [{ catalogNumbers: ['N5'] }, '5 by catalog_number'],
  [{ catalogNumbers: ['N5'], discogsId: '99' }, ' by null'],
  [{ catalogNumbers: ['N6'], discogsId: '99' }, '6 by catalog_number'],
  [{ title: 'psycho' }, '1|2 by title'],
  [{ title: 'Psycho', artist: 'Elfman, Danny' }, '2 by title'],
  [herrmann, '1 by title'],
  [{ ...herrmann, year: 1975 }, '1 by title'],
  [{ ...herrmann, year: 1976 }, '1|2 by title'],
  [{ ...herrmann, discogsId: '99' }, '1|2 by title'],
  [{ title: 'Psycho', discogsId: '99' }, '2 by title'],
  [{ title: 'Chernobyl' }, '4| by title'],
  [{ title: 'Chernobyl', artist: 'Hildur Guðnadóttir', year: 2019 }, '4 by title'],
  [{ title: 'Chernobyl', artist: 'Hildur Guðnadóttir', year: 2018 }, '4| by title'],
  [{ title: 'Chernobyl', artist: 'Hildur Guðnadóttir' }, '4| by title'],
  [{ title: 'Chernobyl', year: 2019 }, '4| by title'],
  [{ title: 'Chernobyl', artist: 'Hans Zimmer', year: 2019 }, '4| by title'],
  [{ title: 'Heat (Original Soundtrack)', artist: 'Elliot Goldenthal', year: 1995 }, '6 by title'],
  [{ title: 'Heat (Original Soundtrack)' }, '6| by title'],
  [{ title: 'Alien' }, ' by null'],
  [{ title: ' ' }, ' by null'],
  [{}, ' by null'],
])('a row with %p is release %s', (clues, found) => {
  const findRelease = (id: string) => [...keys].find(([, number]) => uuid(number) === id)?.[0];
  const matcher = new RowMatcher(server.store, { user: 1, table: 'collection_item', findRelease });
  const match = matcher.match({ catalogNumbers: [], ...clues });
  const numbers = 'key' in match ? `${keys.get(match.key)}` : match.candidates.map((key) => keys.get(key));
  const listed = typeof numbers === 'string' ? numbers : numbers.length === 1 ? `${numbers[0]}|` : numbers.join('|');
  expect(`${listed} by ${match.by}`).toBe(found);
});

describe('a row finds its release', () => {
  const film = (number: number, title: string, akas: string | null, ...releases: number[]) => [
    production(number, title, { akas, slug: `film-${number}` }),
    ...releases.map((release) => entry(number * 100 + release, number, release)),
  ];
  const williams = 'John Williams';
  const named = [
    artist(500, '久石譲'),
    { type: 'ArtistAlias', id: `/api/artists/${uuid(500)}/aliases/${uuid(501)}`, attributes: { variation: 'Joe Hisaishi', position: 1 } },
    release(20, 'もののけ姫 サウンドトラック', '1997', '久石譲', { artists: [{ iri: `/api/artists/${uuid(500)}` }] }),
    release(21, 'Ben-Hur', '1959', 'Miklós Rózsa', {}),
    release(22, 'Ben-Hur (Original Motion Picture Soundtrack)', '1996', 'Miklós Rózsa', {}),
    release(23, 'Blade Runner', '1994', 'Vangelis', {}),
    release(24, 'E.T. the Extra-Terrestrial', '1982', williams, {}),
    release(25, 'Star Wars (Original Soundtrack)', '1977', williams, {}),
    release(26, 'Star Wars Episode II: Attack of the Clones', '2002', williams, {}),
    release(27, 'Stranger Things, Vol. 2 (A Netflix Original Series Soundtrack)', '2016', 'Kyle Dixon & Michael Stein', {}),
    release(28, 'Great Western Scores', '1966', 'Ennio Morricone', {}),
    release(29, 'It', '2017', 'Benjamin Wallfisch', {}),
    release(30, 'Il gattopardo', '1963', 'Nino Rota', { other_titles: [{ title: 'The Leopard' }] }),
    release(31, 'Ran (Music from the Motion Picture)', '1985', 'Various Artists', {}),
    release(32, 'King Kong', '1976', 'John Barry', { labels: [] }),
    release(33, 'King Kong (Original Soundtrack)', '1986', 'John Scott', {}),
    release(34, 'Mother!', '2017', 'Jóhann Jóhannsson', {}),
    release(35, 'Cinema Paradiso', '1990', 'Ennio Morricone', {}),
    release(36, 'Cinema Paradiso', '1990', 'Ennio Morricone', {}),
    ...film(600, 'Princess Mononoke', 'もののけ姫\nPrinzessin Mononoke', 20),
    ...film(601, 'The Good, the Bad and the Ugly', 'Il buono, il brutto, il cattivo', 28),
    ...film(602, 'Nuovo Cinema Paradiso', 'Cinema Paradiso', 35, 36),
    ...film(603, 'King Kong Lives', null, 33),
  ];
  const miklos = { title: 'Ben Hur', artist: 'Miklós Rózsa' };

  let matcher: RowMatcher;
  let numbers: Map<number, number>;
  beforeAll(async () => {
    const { store } = await startServer(named);
    const rows = store.reader.query('SELECT key, id FROM "release"').all() as { key: number; id: string }[];
    numbers = new Map(rows.map(({ key, id }) => [key, Number(id.slice(-12))]));
    matcher = new RowMatcher(store, { user: 1, table: 'collection_item', findRelease: () => undefined });
  });

  test.each<[Partial<Clues>, found: string]>([
    [{ title: 'Princess Mononoke', artist: 'Joe Hisaishi', year: 1997 }, '20'],
    [{ title: 'Prinzessin Mononoke - OST', artist: '久石譲', year: 1997 }, '20'],
    [{ title: 'Princess Mononoke', artist: 'Joe Hisaishi', year: 2014 }, '20|'],
    [{ title: 'Princess Mononoke', artist: 'Joe Hisaishi' }, '20|'],
    [{ title: 'Princess Mononoke', artist: 'Toshio Suzuki', year: 1997 }, '20|'],
    [{ title: 'Princess Mononoke', artist: 'Various', year: 1997 }, '20|'],
    [{ ...miklos, year: 1996 }, '22'],
    [{ ...miklos, year: 1959 }, '21'],
    [miklos, '21'],
    [{ title: 'Ben Hur' }, '21|22'],
    [{ title: 'Bladerunner', artist: 'Vangelis' }, '23'],
    [{ title: 'Bladerunner', artist: 'New American Orchestra' }, '23|'],
    [{ title: 'E.T.', artist: williams, year: 1982 }, '24|'],
    [{ title: 'ET', artist: williams }, '24|'],
    [{ title: 'ET', artist: 'Somebody Else' }, ''],
    [{ title: 'Star Wars', artist: williams, year: 1977 }, '25'],
    [{ title: 'Star Wars', artist: williams, year: 2002 }, '26|25'],
    [{ title: 'Star Wars: Episode II – Attack of the Clones', artist: williams, year: 2002 }, '26'],
    [{ title: 'Star Wars Episode III', artist: williams, year: 2002 }, ''],
    [{ title: 'Stranger Things, Vol. 1 (A Netflix Original Series Soundtrack)', artist: 'Kyle Dixon', year: 2016 }, '27|'],
    [{ title: 'Stranger Things: Volume Two (A Netflix Original Series Soundtrack)', artist: 'Kyle Dixon', year: 2016 }, '27'],
    [{ title: 'Stranger Things', artist: 'Kyle Dixon', year: 2016 }, '27|'],
    [{ title: 'Il buono, il brutto, il cattivo', artist: 'Ennio Morricone', year: 1966 }, '28|'],
    [{ title: 'It', artist: 'Richard Bellis', year: 1990 }, '29|'],
    [{ title: 'I.T.', artist: 'Benjamin Wallfisch', year: 1990 }, '29|'],
    [{ title: 'Leopard, The', artist: 'Nino Rota' }, '30'],
    [{ title: 'Ran', artist: 'V.A.', year: 1985 }, '31'],
    [{ title: 'Ran', artist: 'Tōru Takemitsu', year: 1985 }, '31|'],
    [{ title: 'King Kong', artist: 'John Scott', year: 1986 }, '33'],
    [{ title: 'King Kong', artist: 'John Barry', year: 1986 }, '33|32'],
    [{ title: 'King Kong', artist: 'James Newton Howard', year: 2005 }, '32|33'],
    [{ title: 'Mother', artist: 'Toshiya Tsukamoto', year: 2017 }, '34|'],
    [{ title: 'Nuovo Cinema Paradiso', artist: 'Ennio Morricone', year: 1990 }, '35|36'],
  ])('of a film, an album or a translation: %p is %s', (clues, expected) => {
    const match = matcher.match({ catalogNumbers: [], ...clues });
    const numberOf = (key: number) => numbers.get(key);
    const found = 'key' in match ? `${numberOf(match.key)}` : match.candidates.map(numberOf).join('|');
    expect('key' in match || found === '' || found.includes('|') ? found : `${found}|`).toBe(expected);
  });
});

test('a row is matched by indexes alone, in a large catalog and in one never analyzed', () => {
  const [never, large] = [emptyStore(), emptyStore()];
  planAsInLargeCatalog(large);
  for (const store of [never, large]) {
    const prepare = spyOn(store.writer, 'prepare');
    const matcher = new RowMatcher(store, { user: 1, table: 'collection_item', findRelease: () => undefined });
    matcher.match({
      catalogNumbers: ['N 1'],
      barcode,
      title: 'Prinzessin Mononoke (Original Soundtrack)',
      artist: 'Joe Hisaishi',
      year: 1997,
    });
    const statements = prepare.mock.calls.map(([sql]) => sql);
    prepare.mockRestore();
    expect(statements.length).toBeGreaterThan(5);
    expect(statements.flatMap((sql) => tablesScanned(store.writer, sql).map((table) => [table, sql]))).toEqual([]);
  }
});
