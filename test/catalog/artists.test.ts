import { beforeAll, describe, expect, test } from 'bun:test';
import { importRecords } from '../../src/import/seed';
import { type DemoRecord, demoRecordNamed, demoRecords } from '../support/demo-records';
import { type Document, demoServer, numbered, startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';

const filmComposer = '/api/artists/ac290f58-c7a6-5bb4-99be-ed655ed59473';
const guitarist = '/api/artists/fc0b3a83-6d12-52cf-8f94-788bb113864d';

const namesOf = (document: Document): string[] => document.data.map((artist: { attributes: { name: string } }) => artist.attributes.name);

/** An artist with an id made from `number`. */
const artist = (number: number, attributes: object) => ({
  type: 'Artist',
  id: `/api/artists/${uuid(number)}`,
  attributes: { _type: 'person', ...attributes },
});

let server: TestServer;
beforeAll(async () => {
  server = await demoServer();
});

async function readAll(path: string): Promise<Document['data'][]> {
  const records = [];
  for (let at: string | undefined = path; at; ) {
    const page: Document = await server.read(at);
    records.push(...page.data);
    at = page.links?.next;
  }
  return records;
}

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

  test('with only a name and type has defaults for all other attributes', async () => {
    const own = await startServer([artist(1, { name: 'Nobody Special' })]);

    const { data } = await own.read(artist(1, {}).id);

    const { created_at, ...attributes } = data.attributes;
    const unknown =
      'sort_name country real_name begin_date end_date begin_city begin_country end_city end_country disambiguation biography updated_at';
    expect(attributes).toEqual({
      _id: artist(1, {}).id.slice('/api/artists/'.length),
      name: 'Nobody Special',
      _type: 'person',
      display_name: 'Nobody Special',
      slug: 'nobody-special',
      ...Object.fromEntries(unknown.split(' ').map((name) => [name, null])),
      fictional: false,
      variations: [],
      members: [],
      groups: [],
    });
    expect(Math.abs(Date.parse(created_at) - Date.now())).toBeLessThan(60_000);
    expect(data.relationships).toEqual({ members: { data: [] }, groups: { data: [] }, awards: { data: [] } });
  });
});

describe('filters of artists', () => {
  let signs: TestServer;
  beforeAll(async () => {
    const names = ['100% Orange', 'snake_case', "D'Arcy", 'Say "When"', 'Alma*', 'Plain Name'];
    signs = await startServer(names.map((name, index) => artist(index, { name })));
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

  test.each(['PL', 'pl'])('select a country in any case: country=%s', async (country) => {
    const expected = demoRecords('Artist').filter(({ attributes }) => attributes.country === 'PL');

    const page = await server.read(`/api/artists?country=${country}`);

    expect(namesOf(page).toSorted()).toEqual(expected.map(({ attributes }) => String(attributes.name)).toSorted());
    expect(namesOf(page)).toContain('Henryk Górecki');
  });
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

  test('of namesakes include what distinguishes them', async () => {
    const { data } = await server.read('/api/artists?name=john williams&order[beginDate]=asc');

    expect(data.map(({ id }: DemoRecord) => id)).toEqual([filmComposer, guitarist]);
    expect(data.map((found: DemoRecord) => found.attributes.display_name)).toEqual([
      'John Williams (film composer)',
      'John Williams (guitarist)',
    ]);
  });

  test('of all other artists of the demo equal their names', async () => {
    const records = await readAll('/api/artists?itemsPerPage=100');

    const shown = records.filter(({ attributes }) => attributes.display_name !== attributes.name).map(({ id }) => id);
    expect(shown.toSorted()).toEqual([filmComposer, guitarist].toSorted());
  });

  test('fall back from the disambiguation to birth year, country and type', async () => {
    const name = 'Same Name';

    const own = await startServer([
      artist(1, { name, disambiguation: 'oboist', begin_date: '1900-01-01', country: 'PL' }),
      artist(2, { name, begin_date: '1901-01', country: 'PL' }),
      artist(3, { name, country: 'PL' }),
      artist(4, { name, _type: 'choir' }),
    ]);

    expect(await displayNames(own)).toEqual(['Same Name (oboist)', 'Same Name (1901)', 'Same Name (PL)', 'Same Name (choir)']);
  });

  test('of artists with the same name, year and country never show alike', async () => {
    const name = 'Twin Name';

    const own = await startServer([
      artist(1, { name, begin_date: '1950', country: 'US' }),
      artist(2, { name, begin_date: '1950-02', country: 'GB' }),
      artist(3, { name, disambiguation: 'Oboist', begin_date: '1951' }),
      artist(4, { name, disambiguation: 'oboist', begin_date: '1952' }),
      artist(5, { name, begin_date: '1960', _type: 'group', country: 'US' }),
      artist(6, { name, begin_date: '1960', _type: 'choir', country: 'US' }),
      artist(7, { name, begin_date: '1970', country: 'FR' }),
      artist(8, { name, begin_date: '1970', country: 'FR' }),
      artist(9, { name, disambiguation: '1970, FR, person #1' }),
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
    const own = await startServer(Array.from({ length: 300 }, (_, index) => artist(index, { name, begin_date: '1950' })));
    const stored = () => own.store.writer.query('SELECT id, display_name FROM artist ORDER BY key').values() as [string, string][];
    const before = stored();

    await importRecords(own.store, numbered([artist(300, { name, begin_date: '1950' })]));

    expect(before).toHaveLength(300);
    expect(stored().slice(0, 300)).toEqual(before);
    expect(new Set(stored().map(([, shown]) => shown)).size).toBe(301);
  });

  test('treat names that differ by case or accents as the same', async () => {
    const own = await startServer([
      artist(1, { name: 'Éric Serra', disambiguation: 'one' }),
      artist(2, { name: 'ERIC SERRA', disambiguation: 'two' }),
    ]);

    expect(await displayNames(own)).toEqual(['Éric Serra (one)', 'ERIC SERRA (two)']);
  });

  test('change for an existing artist when an import adds a namesake', async () => {
    const own = await startServer([artist(1, { name: 'Solo', country: 'GB' })]);

    await importRecords(own.store, numbered([artist(2, { name: 'Solo', country: 'US' })]));

    expect(await displayNames(own)).toEqual(['Solo (GB)', 'Solo (US)']);
  });

  test('become plain names when an import renames the namesake', async () => {
    const own = await startServer([artist(1, { name: 'Solo', country: 'GB' }), artist(2, { name: 'Solo', country: 'US' })]);

    await importRecords(own.store, numbered([artist(2, { name: 'Duo', country: 'US' })]));

    expect(await displayNames(own)).toEqual(['Duo', 'Solo']);
  });

  test('follow a disambiguation changed by an import', async () => {
    const own = await startServer([artist(1, { name: 'Solo', country: 'GB' }), artist(2, { name: 'Solo', country: 'US' })]);

    await importRecords(own.store, numbered([artist(1, { name: 'Solo', country: 'GB', disambiguation: 'cellist' })]));

    expect(await displayNames(own)).toEqual(['Solo (cellist)', 'Solo (US)']);
  });
});

describe('parameters named like object members or unfinished brackets', () => {
  test.each(['constructor', 'toString', '__proto__', 'order[namex', 'fields[Band]'])('are ignored and named: %s', async (name) => {
    const page = await server.read(`/api/artists?${name}=1`);

    expect(page.meta?.ignoredParameters).toEqual([name]);
  });
});
