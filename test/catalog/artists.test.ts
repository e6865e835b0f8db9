import { beforeAll, describe, expect, test } from 'bun:test';
import { importRecords } from '../../src/import/seed';
import { artist } from '../records/numbered-records';
import { type DemoRecord, demoRecordNamed, demoRecords } from '../support/demo-records';
import { type Document, demoServer, numbered, startServer, type TestServer } from '../support/server';

const namesOf = (document: Document): string[] => document.data.map((artist: { attributes: { name: string } }) => artist.attributes.name);

const server = await demoServer();

describe('an artist', () => {
  test('has variations with id, name, type and notes, in order', async () => {
    const { data } = await server.read(demoRecordNamed('Artist', 'Wendy Carlos').id);

    expect(data.attributes.variations).toEqual([
      {
        id: 'e558b7f6-48a3-538e-81b4-bab729de8b63',
        variation: 'Walter Carlos',
        type: 'former_name',
        notes: 'The name on releases before 1979.',
      },
      { id: 'e3155cdc-03ab-5be1-94d7-b99fd8248ec5', variation: 'W. Carlos', type: 'abbreviation', notes: null },
    ]);
  });
});

describe('filters of artists', () => {
  let signs: TestServer;
  beforeAll(async () => {
    const names = ['100% Orange', 'snake_case', "D'Arcy", 'Say "When"', 'Alma*', 'Plain Name'];
    signs = await startServer(names.map((name, index) => artist(index, name)));
  });

  test.each([
    ['%', '100% Orange'],
    ['_', 'snake_case'],
    ["'", "D'Arcy"],
    ['"', 'Say "When"'],
    ['0% O', '100% Orange'],
    ['e_c', 'snake_case'],
    ["D'A", "D'Arcy"],
    ['y "W', 'Say "When"'],
    ['a*', 'Alma*'],
  ])('match special characters literally: name=%s', async (needle, name) => {
    const page = await signs.read(`/api/artists?name=${encodeURIComponent(needle)}`);

    expect(namesOf(page)).toEqual([name]);
  });
});

test('the country of artists is filtered in any case', async () => {
  const { data } = await server.read('/api/artists?country=pl');
  expect(data.map(({ id }: DemoRecord) => id)).toContain(demoRecordNamed('Artist', 'Henryk Górecki').id);
});

describe('pages of artists', () => {
  test('have links that keep special characters of parameters', async () => {
    const typed = 'a&b=c #%+ó"';

    const { links } = await server.read(`/api/artists?name=${encodeURIComponent(typed)}`);

    expect(new URL(links?.self ?? '', 'http://localhost').searchParams.get('name')).toBe(typed);
    expect(links?.self).toStartWith('/api/artists?');
  });

  test('include one page for an empty list', async () => {
    const page = await server.read('/api/artists?name=nobody+has+this+name');

    expect(page.data).toEqual([]);
    expect(page.meta?.totalItems).toBe(0);
    expect(page.links?.last).toEndWith('page=1');
  });
});

describe('display names', () => {
  const displayNames = async (of: TestServer): Promise<string[]> =>
    (await of.read('/api/artists')).data.map((found: { attributes: { display_name: string } }) => found.attributes.display_name);

  test('of namesakes include what distinguishes them, and others are the names', async () => {
    const numbers = Array.from({ length: Math.ceil(demoRecords('Artist').length / 100) }, (_, index) => index + 1);
    const list = '/api/artists?itemsPerPage=100&order[beginDate]=asc';
    const pages = await Promise.all(numbers.map((page) => server.read(`${list}&page=${page}`)));
    const names = pages.flatMap(({ data }) => data.map(({ attributes }: DemoRecord) => attributes));

    expect(names).toHaveLength(demoRecords('Artist').length);
    expect(names.filter(({ name, display_name }) => name !== display_name).map(({ display_name }) => display_name)).toEqual([
      'John Williams (film composer)',
      'John Williams (guitarist)',
    ]);
  });

  test('fall back from the disambiguation to birth year, country and type', async () => {
    const name = 'Same Name';

    const own = await startServer([
      artist(1, name, { disambiguation: 'oboist', begin_date: '1900-01-01', country: 'PL' }),
      artist(2, name, { begin_date: '1901-01', country: 'PL' }),
      artist(3, name, { country: 'PL' }),
      artist(4, name, { _type: 'choir' }),
    ]);

    expect(await displayNames(own)).toEqual(['Same Name (oboist)', 'Same Name (1901)', 'Same Name (PL)', 'Same Name (choir)']);
  });

  test('of artists with the same name, year and country never show alike', async () => {
    const name = 'Twin Name';

    const own = await startServer([
      artist(1, name, { begin_date: '1950', country: 'US' }),
      artist(2, name, { begin_date: '1950-02', country: 'GB' }),
      artist(3, name, { disambiguation: 'Oboist', begin_date: '1951' }),
      artist(4, name, { disambiguation: 'oboist', begin_date: '1952' }),
      artist(5, name, { begin_date: '1960', _type: 'group', country: 'US' }),
      artist(6, name, { begin_date: '1960', _type: 'choir', country: 'US' }),
      artist(7, name, { begin_date: '1970', country: 'FR' }),
      artist(8, name, { begin_date: '1970', country: 'FR' }),
      artist(9, name, { disambiguation: '1970, FR, person #1' }),
    ]);

    expect(await displayNames(own)).toEqual(
      [
        ...['1950, US', 'GB', '1951', '1952', 'group', 'choir', '1970, FR, person #1', '1970, FR, person #2'],
        '1970, FR, person #1, person',
      ].map((label) => `${name} (${label})`),
    );
  });

  test('of 300 artists with one name are all different, and another one changes none of them', async () => {
    const name = 'Crowd';
    const own = await startServer(Array.from({ length: 300 }, (_, index) => artist(index, name, { begin_date: '1950' })));
    const stored = () => own.store.writer.query('SELECT id, display_name FROM artist ORDER BY key').values() as [string, string][];
    const before = stored();

    await importRecords(own.store, numbered([artist(300, name, { begin_date: '1950' })]));

    expect(before).toHaveLength(300);
    expect(stored().slice(0, 300)).toEqual(before);
    expect(new Set(stored().map(([, shown]) => shown)).size).toBe(301);
  });

  const solo = (number: number, more: object) => artist(number, 'Solo', more);
  const namesakes = [solo(1, { country: 'GB' }), solo(2, { country: 'US' })];

  test.each([
    ['adds a namesake', namesakes.slice(0, 1), solo(2, { country: 'US' }), ['Solo (GB)', 'Solo (US)']],
    ['renames the namesake', namesakes, artist(2, 'Duo', { country: 'US' }), ['Duo', 'Solo']],
    ['changes a disambiguation', namesakes, solo(1, { country: 'GB', disambiguation: 'cellist' }), ['Solo (cellist)', 'Solo (US)']],
  ])('change when an import %s', async (_, before, changed, names) => {
    const own = await startServer(before);

    await importRecords(own.store, numbered([changed]));

    expect(await displayNames(own)).toEqual(names);
  });
});

describe('parameters named like object members or unfinished brackets', () => {
  test.each(['constructor', 'toString', '__proto__', 'order[namex', 'fields[Band]'])('are ignored and named: %s', async (name) => {
    const page = await server.read(`/api/artists?${name}=1`);

    expect(page.meta?.ignoredParameters).toEqual([name]);
  });
});
