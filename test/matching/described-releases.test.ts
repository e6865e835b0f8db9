import { beforeAll, expect, test } from 'bun:test';
import { type Clues, RowMatcher } from '../../src/matching/described-releases';
import { startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';

const barcode = '4005939622023';
const release = (number: number, title: string, release_date: string, artist_credit: string, more: object) => ({
  type: 'Release',
  id: `/api/releases/${uuid(number)}`,
  attributes: { title, release_date, artist_credit, ...more },
});
const numbered = (label: number, catalog_number: string) => ({ labels: [{ iri: `/api/labels/${uuid(label)}`, catalog_number }] });
const linked = (release: number, external_id: string) => ({
  type: 'ReleaseExternalLink',
  id: `/api/releases/${uuid(release)}/external-links/${uuid(release + 100)}`,
  attributes: { provider: 'discogs', external_id, url: `https://www.discogs.com/release/${external_id}` },
});
const format = (release: number, format_type: string) => ({
  type: 'ReleaseFormat',
  id: `/api/releases/${uuid(release)}/formats/${uuid(release + 200)}`,
  attributes: { format_type, position: 1 },
});

let server: TestServer;
let keys: Map<number, number>;
beforeAll(async () => {
  server = await startServer([
    ...['Decca', 'MCA'].map((name, index) => ({ type: 'Label', id: `/api/labels/${uuid(index + 1)}`, attributes: { name } })),
    release(1, 'Psycho', '1975', 'Bernard Herrmann', { barcode, ...numbered(1, 'N 1') }),
    release(2, 'Psycho', '1998', 'Danny Elfman', numbered(2, 'N-1')),
    release(3, 'Vertigo', '1958', 'Bernard Herrmann', { barcode, ...numbered(1, 'N 2') }),
    release(4, 'Chernobyl (Music from the Original TV Series)', '2019', 'Hildur Guðnadóttir', {}),
    release(5, 'Jaws', '1975', 'John Williams', { provisional: true, ...numbered(2, 'N 5') }),
    release(6, 'Heat', '1995', 'Elliot Goldenthal', numbered(2, 'N 6')),
    release(7, 'Alien; Aliens', '1986', 'James Horner', {}),
    ...[linked(1, '1'), linked(5, '5'), linked(6, '6'), format(1, 'cd'), format(3, 'vinyl')],
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
