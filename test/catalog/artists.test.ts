import { beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importRecords } from '../../src/import/seed';
import { type Document, demoServer, numbered, startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';

interface Artist {
  readonly id: string;
  readonly attributes: Readonly<Record<string, string | boolean | undefined>> & { readonly name: string };
}

const artists: Artist[] = readFileSync(join(import.meta.dir, '../../seed/demo/01-artists.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

const iriOf = (name: string): string => {
  const [artist, second] = artists.filter(({ attributes }) => attributes.name === name);
  if (!artist || second) throw new Error(`The demo does not have one ${name}.`);
  return artist.id;
};

const filmComposer = '/api/artists/ac290f58-c7a6-5bb4-99be-ed655ed59473';
const guitarist = '/api/artists/fc0b3a83-6d12-52cf-8f94-788bb113864d';

const namesOf = (document: Document): string[] => document.data.map((artist: { attributes: { name: string } }) => artist.attributes.name);

/** An artist of a test's own; `number` makes its id. */
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

describe('attributes', () => {
  type Check = (value: unknown) => boolean;
  const isText: Check = (value) => typeof value === 'string';
  const isTextOrNull: Check = (value) => value === null || isText(value);
  const isPartialDateOrNull: Check = (value) => value === null || /^\d{4}(-\d{2}(-\d{2})?)?$/.test(String(value));
  const isMoment: Check = (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/.test(String(value));
  const isVariation: Check = (value) => Object.values(value as object).every(isTextOrNull);

  const contract: Readonly<Record<string, Check>> = {
    _id: (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(value)),
    name: isText,
    _type: (value) => ['person', 'group', 'orchestra', 'choir'].includes(String(value)),
    country: isTextOrNull,
    display_name: (value) => isText(value) && value !== '',
    slug: (value) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(String(value)),
    real_name: isTextOrNull,
    begin_date: isPartialDateOrNull,
    end_date: isPartialDateOrNull,
    begin_city: isTextOrNull,
    begin_country: isTextOrNull,
    end_city: isTextOrNull,
    end_country: isTextOrNull,
    disambiguation: isTextOrNull,
    biography: isTextOrNull,
    fictional: (value) => typeof value === 'boolean',
    variations: (value) => Array.isArray(value) && value.every(isVariation),
    created_at: isMoment,
    updated_at: (value) => value === null || isMoment(value),
  };

  test('every artist of the list has every attribute of the contract, of its type, and no other', async () => {
    const records = await readAll('/api/artists?itemsPerPage=100');

    const wrong = records.flatMap(({ id, attributes }) =>
      Object.keys(contract).flatMap((name) => (contract[name]?.(attributes[name]) ? [] : [`${id} ${name}: ${attributes[name]}`])),
    );
    const members = new Set(records.flatMap(({ attributes }) => Object.keys(attributes)));

    expect(wrong).toEqual([]);
    expect([...members].sort()).toEqual(Object.keys(contract).sort());
    expect(records).toHaveLength(artists.length);
  });

  test('the single read adds members and groups to the attributes of the list', async () => {
    const { data } = await server.read(filmComposer);

    expect(Object.keys(data.attributes).sort()).toEqual([...Object.keys(contract), 'members', 'groups'].sort());
  });

  test('an artist carries the values of its record', async () => {
    const recorded = artists.find(({ id }) => id === filmComposer)?.attributes ?? {};

    const { data } = await server.read(filmComposer);

    expect(data).toMatchObject({ id: filmComposer, type: 'Artist', links: { self: filmComposer } });
    expect(data.attributes).toMatchObject(recorded);
    expect(data.attributes._id).toBe(filmComposer.slice('/api/artists/'.length));
    expect(data.attributes).toMatchObject({ end_date: null, end_city: null, end_country: null, fictional: false });
  });

  test('variations carry id, variation, type and notes, in their order', async () => {
    const { data } = await server.read(iriOf('Wendy Carlos'));

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

  test('an artist of which only name and type are known has the defaults', async () => {
    const own = await startServer([artist(1, { name: 'Nobody Special' })]);

    const { data } = await own.read(artist(1, {}).id);

    const { created_at, ...attributes } = data.attributes;
    const unknown = ['country', 'real_name', 'begin_date', 'end_date', 'begin_city', 'begin_country', 'end_city', 'end_country'];
    expect(attributes).toEqual({
      _id: artist(1, {}).id.slice('/api/artists/'.length),
      name: 'Nobody Special',
      _type: 'person',
      display_name: 'Nobody Special',
      slug: 'nobody-special',
      ...Object.fromEntries([...unknown, 'disambiguation', 'biography', 'updated_at'].map((name) => [name, null])),
      fictional: false,
      variations: [],
      members: [],
      groups: [],
    });
    expect(Math.abs(Date.parse(created_at) - Date.now())).toBeLessThan(60_000);
    expect(data.relationships).toEqual({ members: { data: [] }, groups: { data: [] } });
  });

  test('a fictional artist says so', async () => {
    const { data } = await server.read(iriOf('Kermit the Frog'));

    expect(data.attributes).toMatchObject({ fictional: true, begin_date: '1955', end_date: null });
  });
});

describe('members and groups', () => {
  const beatles = ['John Lennon', 'Paul McCartney', 'George Harrison', 'Ringo Starr'];

  test('a group shows its members in their order, among attributes and relationships alike', async () => {
    const members = beatles.map(iriOf);

    const { data } = await server.read(iriOf('The Beatles'));

    expect(data.attributes.members).toEqual(members);
    expect(data.relationships.members).toEqual({ data: members.map((id) => ({ type: 'Artist', id })) });
  });

  test('a member shows its groups, among attributes and relationships alike', async () => {
    const groups = ['Lennon–McCartney', 'The Beatles'].map(iriOf);

    const { data } = await server.read(iriOf('John Lennon'));

    expect(data.attributes.groups.toSorted()).toEqual(groups.toSorted());
    expect(data.relationships.groups.data).toEqual(data.attributes.groups.map((id: string) => ({ type: 'Artist', id })));
    expect(data.attributes.members).toEqual([]);
  });

  test('a list has them as relationships that say where to read them', async () => {
    const id = iriOf('The Beatles');

    const { data } = await server.read('/api/artists?name=the beatles');

    expect(data[0].attributes).not.toHaveProperty('members');
    expect(data[0].attributes).not.toHaveProperty('groups');
    expect(data[0].relationships).toEqual({
      members: { links: { related: `${id}/members` } },
      groups: { links: { related: `${id}/groups` } },
    });
  });

  test('what a relationship leads to can be read', async () => {
    const page = await server.read(`${iriOf('The Beatles')}/members`);

    expect(namesOf(page)).toEqual(beatles);
    expect(page.meta?.totalItems).toBe(beatles.length);
  });

  test('a list that includes members shows their linkage, and each of them once', async () => {
    const { data, included } = await server.read('/api/artists?name=the beatles&include=members');

    const members = beatles.map(iriOf);
    expect(data[0].relationships.members.data.map(({ id }: { id: string }) => id)).toEqual(members);
    expect(included?.map(({ id }) => id).toSorted()).toEqual(members.toSorted());
  });
});

describe('filters', () => {
  const orchestras = artists.filter(({ attributes }) => attributes._type === 'orchestra');

  const byName: readonly (readonly [needle: string, names: readonly string[]])[] = [
    ['"', ['"Nasbandi" Chorus', 'Cast Of "Sweet Charity"', 'Melvin "Wah Wah" Watson']],
    ['&', ['Knutsen & Ludvigsen']],
    ['3p', ['C-3PO']],
    ['RÓ', artists.map(({ attributes }) => attributes.name).filter((name) => /r[oóō]/i.test(name))],
    ['gorecki', ['Henryk Górecki']],
    ['GÓRECKI', ['Henryk Górecki']],
    ['jóhannssón', ['Jóhann Jóhannsson']],
    ['ακτσογλου', ['Μπάμπης Ακτσόγλου']],
    ['n Willi', ['John Williams', 'John Williams', 'Robin Williams']],
    ["y-o'", []],
    ['%', []],
    ['_', []],
  ];

  test.each(byName)('name=%s is contained in the names it is contained in, ignoring case and accents', async (needle, names) => {
    const page = await server.read(`/api/artists?itemsPerPage=100&name=${encodeURIComponent(needle)}`);

    expect(namesOf(page).toSorted()).toEqual(names.toSorted());
    expect(page.meta?.totalItems).toBe(names.length);
  });

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
  ])('name=%s takes the sign for itself', async (needle, name) => {
    const page = await signs.read(`/api/artists?name=${encodeURIComponent(needle)}`);

    expect(namesOf(page)).toEqual([name]);
  });

  test.each(['type', '_type'])('%s keeps one type', async (parameter) => {
    const page = await server.read(`/api/artists?itemsPerPage=100&${parameter}=orchestra`);

    expect(namesOf(page).toSorted()).toEqual(orchestras.map(({ attributes }) => attributes.name).toSorted());
  });

  test.each(['type[]', '_type[]'])('%s keeps several types', async (parameter) => {
    const expected = artists.filter(({ attributes }) => attributes._type === 'orchestra' || attributes._type === 'choir');

    const page = await server.read(`/api/artists?itemsPerPage=100&${parameter}=orchestra&${parameter}=choir`);

    expect(namesOf(page).toSorted()).toEqual(expected.map(({ attributes }) => attributes.name).toSorted());
  });

  test.each(['PL', 'pl'])('country=%s keeps a country', async (country) => {
    const expected = artists.filter(({ attributes }) => attributes.country === 'PL');

    const page = await server.read(`/api/artists?country=${country}`);

    expect(namesOf(page).toSorted()).toEqual(expected.map(({ attributes }) => attributes.name).toSorted());
    expect(namesOf(page)).toContain('Henryk Górecki');
  });

  test.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])('fictional=%s tells characters from people', async (value, wanted) => {
    const expected = artists.filter(({ attributes }) => (attributes.fictional ?? false) === wanted);

    const page = await server.read(`/api/artists?fictional=${value}&itemsPerPage=100`);

    expect(page.meta?.totalItems).toBe(expected.length);
    expect(new Set(page.data.map((found: Artist) => found.attributes.fictional))).toEqual(new Set([wanted]));
  });

  test('filters narrow together', async () => {
    const page = await server.read('/api/artists?name=william&type=person&country=AU&bornAfter=1941-04&bornBefore=1941-04');

    expect(page.data.map(({ id }: Artist) => id)).toEqual([guitarist]);
  });
});

describe('date filters', () => {
  const dates = ['1949-12-31', '1950', '1950-01-02', '1950-02', '1950-02-28', '1950-12-31', '1951', '1952-02', '1952-02-29', '1952-03'];
  let own: TestServer;
  beforeAll(async () => {
    own = await startServer([
      ...dates.map((date, index) => artist(index, { name: `born ${date}`, begin_date: date })),
      ...dates.map((date, index) => artist(100 + index, { name: `died ${date}`, end_date: date })),
      artist(200, { name: 'without dates' }),
    ]);
  });

  const cases: readonly (readonly [suffix: 'After' | 'Before', date: string, expected: readonly string[]])[] = [
    ['Before', '1949', ['1949-12-31']],
    ['Before', '1950', dates.slice(0, 6)],
    ['Before', '1950-01', ['1949-12-31', '1950', '1950-01-02']],
    ['Before', '1950-01-01', ['1949-12-31', '1950']],
    ['Before', '1950-02', dates.slice(0, 5)],
    ['Before', '1950-12', dates.slice(0, 6)],
    ['Before', '1950-12-30', dates.slice(0, 5)],
    ['Before', '1952-02', dates.slice(0, 9)],
    ['Before', '1952-02-28', dates.slice(0, 8)],
    ['After', '1950', dates.slice(1)],
    ['After', '1950-01-02', dates.slice(2)],
    ['After', '1950-02', dates.slice(3)],
    ['After', '1950-02-02', dates.slice(4)],
    ['After', '1952-02-02', dates.slice(8)],
    ['After', '1952-03-01', dates.slice(9)],
    ['After', '1952-03-02', []],
  ];
  for (const word of ['born', 'died'] as const) {
    test.each(cases)(`${word}%s=%s takes in both ends, and a stored part of a date for its first day`, async (suffix, date, expected) => {
      const page = await own.read(`/api/artists?${word}${suffix}=${date}&itemsPerPage=100`);

      expect(namesOf(page).toSorted()).toEqual(expected.map((known) => `${word} ${known}`).toSorted());
    });
  }

  test('two bounds make a period', async () => {
    const page = await own.read('/api/artists?bornAfter=1950&bornBefore=1950');

    expect(namesOf(page).toSorted()).toEqual(dates.filter((date) => date.startsWith('1950')).map((date) => `born ${date}`));
  });

  test('artists without the date are left out, however wide the filter', async () => {
    const expected = artists.filter(({ attributes }) => attributes.end_date);

    const page = await server.read('/api/artists?diedAfter=0001&itemsPerPage=100');

    expect(page.meta?.totalItems).toBe(expected.length);
  });
});

describe('orders', () => {
  const cast = [
    artist(5, { name: 'Émile', country: 'FR', begin_date: '1950-02' }),
    artist(4, { name: 'Zoë', country: 'GB', begin_date: '1950-01-31' }),
    artist(3, { name: 'emil', begin_date: '1950' }),
    artist(2, { name: 'Anna', country: 'GB' }),
    artist(1, { name: 'Emily', country: 'AT', begin_date: '1950-02-02' }),
  ];
  const byBirth = ['Anna', 'emil', 'Zoë', 'Émile', 'Emily'];
  const byDeath = ['Anna', 'emil', 'Zoë', 'Émile', 'Emily'];
  let own: TestServer;
  beforeAll(async () => {
    own = await startServer(
      cast.map((record) => {
        const { begin_date } = record.attributes as { begin_date?: string };
        return { ...record, attributes: { ...record.attributes, ...(begin_date && { end_date: begin_date.replace('19', '20') }) } };
      }),
    );
  });

  const cases: readonly (readonly [order: string, names: readonly string[]])[] = [
    ['order[beginDate]=asc', byBirth],
    ['order[beginDate]=ASC', byBirth],
    ['order[beginDate]=desc', byBirth.toReversed()],
    ['order[beginDate]=DESC', byBirth.toReversed()],
    ['order[begin_date]=desc', byBirth.toReversed()],
    ['order[endDate]=asc', byDeath],
    ['order[endDate]=desc', byDeath.toReversed()],
    ['order[end_date]=asc', byDeath],
    ['order[name]=asc', ['Anna', 'emil', 'Émile', 'Emily', 'Zoë']],
    ['order[name]=DESC', ['Zoë', 'Emily', 'Émile', 'emil', 'Anna']],
    ['order[country]=asc', ['emil', 'Emily', 'Émile', 'Anna', 'Zoë']],
    ['order[country]=asc&order[name]=desc', ['emil', 'Emily', 'Émile', 'Zoë', 'Anna']],
    ['sort=name', ['Anna', 'emil', 'Émile', 'Emily', 'Zoë']],
    ['sort=-beginDate', byBirth.toReversed()],
    ['sort=country,-name', ['emil', 'Emily', 'Émile', 'Zoë', 'Anna']],
  ];
  test.each(cases)('%s: without a value first ascending and last descending, a part of a date as its first day', async (order, names) => {
    const page = await own.read(`/api/artists?${order}`);

    expect(namesOf(page)).toEqual([...names]);
  });

  test('equal values come in the order of their ids, so that pages are stable', async () => {
    const page = await server.read('/api/artists?order[country]=asc&itemsPerPage=100');

    const withoutCountry = page.data.filter((found: Artist) => found.attributes.country === null).map(({ id }: Artist) => id);
    expect(withoutCountry.length).toBeGreaterThan(10);
    expect(withoutCountry).toEqual(withoutCountry.toSorted());
  });
});

describe('pages', () => {
  const total = artists.length;

  test('a page has thirty records unless another number is asked for', async () => {
    const page = await server.read('/api/artists');

    expect(page.data).toHaveLength(30);
    expect(page.meta).toEqual({ totalItems: total, itemsPerPage: 30, currentPage: 1 });
  });

  test.each([
    [1, 1],
    [99, 99],
    [100, 100],
    [101, 100],
    [5_000_000, 100],
  ])('itemsPerPage=%i gives %i', async (asked, given) => {
    const page = await server.read(`/api/artists?itemsPerPage=${asked}`);

    expect(page.data).toHaveLength(given);
    expect(page.meta?.itemsPerPage).toBe(given);
  });

  test('the first page links to itself, the next and the last', async () => {
    const { links } = await server.read('/api/artists');

    expect(links).toEqual({
      self: '/api/artists?page=1',
      first: '/api/artists?page=1',
      next: '/api/artists?page=2',
      last: `/api/artists?page=${Math.ceil(total / 30)}`,
    });
  });

  test('links keep the other parameters with percent-encoded brackets, the page last', async () => {
    const people = artists.filter(({ attributes }) => attributes._type === 'person').length;

    const { links } = await server.read('/api/artists?page=2&type[]=person&order[name]=asc&itemsPerPage=50');

    const path = '/api/artists?type%5B%5D=person&order%5Bname%5D=asc&itemsPerPage=50&page=';
    expect(links).toEqual({
      self: `${path}2`,
      first: `${path}1`,
      prev: `${path}1`,
      next: `${path}3`,
      last: `${path}${Math.ceil(people / 50)}`,
    });
  });

  test('links keep what was typed, whatever it was', async () => {
    const typed = 'a&b=c #%+ó"';

    const { links } = await server.read(`/api/artists?name=${encodeURIComponent(typed)}`);

    expect(new URL(links?.self ?? '', 'http://localhost').searchParams.get('name')).toBe(typed);
    expect(links?.self).toStartWith('/api/artists?');
  });

  test('the last page has no next', async () => {
    const last = Math.ceil(total / 30);

    const { links, data } = await server.read(`/api/artists?page=${last}`);

    expect(links).not.toHaveProperty('next');
    expect(links?.prev).toBe(`/api/artists?page=${last - 1}`);
    expect(data).toHaveLength(total - (last - 1) * 30);
  });

  test('a list of one page has neither prev nor next', async () => {
    const { links } = await server.read('/api/artists?name=gorecki');

    expect(Object.keys(links ?? {}).sort()).toEqual(['first', 'last', 'self']);
  });

  test('a page past the end is empty', async () => {
    const page = await server.read('/api/artists?page=9999');

    expect(page.data).toEqual([]);
    expect(page.meta).toEqual({ totalItems: total, itemsPerPage: 30, currentPage: 9999 });
    expect(page.links).not.toHaveProperty('next');
  });

  test('an empty list has one page', async () => {
    const page = await server.read('/api/artists?name=nobody+has+this+name');

    expect(page.data).toEqual([]);
    expect(page.meta?.totalItems).toBe(0);
    expect(page.links?.last).toEndWith('page=1');
  });

  test('page[number] and page[size] are other names for page and itemsPerPage', async () => {
    const expected = await server.read('/api/artists?order[name]=asc&itemsPerPage=7&page=3');

    const page = await server.read('/api/artists?order[name]=asc&page[size]=7&page[number]=3');

    expect(namesOf(page)).toEqual(namesOf(expected));
    expect(page.meta).toEqual(expected.meta as NonNullable<typeof expected.meta>);
    expect(page.links?.next).toBe('/api/artists?order%5Bname%5D=asc&page%5Bsize%5D=7&page=4');
  });

  test('a list without an order comes in the same order every time', async () => {
    const once = await readAll('/api/artists?itemsPerPage=100');

    const again = await readAll('/api/artists?itemsPerPage=13');

    expect(again.map(({ id }) => id)).toEqual(once.map(({ id }) => id));
  });
});

describe('display names', () => {
  const displayNames = async (of: TestServer): Promise<string[]> =>
    (await of.read('/api/artists')).data.map((found: { attributes: { display_name: string } }) => found.attributes.display_name);

  test('two artists of one name show what tells them apart', async () => {
    const { data } = await server.read('/api/artists?name=john williams&order[beginDate]=asc');

    expect(data.map(({ id }: Artist) => id)).toEqual([filmComposer, guitarist]);
    expect(data.map((found: Artist) => found.attributes.display_name)).toEqual([
      'John Williams (film composer)',
      'John Williams (guitarist)',
    ]);
  });

  test('everyone else of the demo shows the plain name', async () => {
    const records = await readAll('/api/artists?itemsPerPage=100');

    const shown = records.filter(({ attributes }) => attributes.display_name !== attributes.name).map(({ id }) => id);
    expect(shown.toSorted()).toEqual([filmComposer, guitarist].toSorted());
  });

  test('without a disambiguation the begin year tells them apart, else the country, else the type', async () => {
    const name = 'Same Name';

    const own = await startServer([
      artist(1, { name, disambiguation: 'oboist', begin_date: '1900-01-01', country: 'PL' }),
      artist(2, { name, begin_date: '1901-01', country: 'PL' }),
      artist(3, { name, country: 'PL' }),
      artist(4, { name, _type: 'choir' }),
    ]);

    expect(await displayNames(own)).toEqual(['Same Name (oboist)', 'Same Name (1901)', 'Same Name (PL)', 'Same Name (choir)']);
  });

  test('names collide ignoring case and accents', async () => {
    const own = await startServer([
      artist(1, { name: 'Éric Serra', disambiguation: 'one' }),
      artist(2, { name: 'ERIC SERRA', disambiguation: 'two' }),
    ]);

    expect(await displayNames(own)).toEqual(['Éric Serra (one)', 'ERIC SERRA (two)']);
  });

  test('an import that makes a collision changes what the artist before it shows', async () => {
    const own = await startServer([artist(1, { name: 'Solo', country: 'GB' })]);

    await importRecords(own.store, numbered([artist(2, { name: 'Solo', country: 'US' })]));

    expect(await displayNames(own)).toEqual(['Solo (GB)', 'Solo (US)']);
  });

  test('an import that ends a collision leaves plain names', async () => {
    const own = await startServer([artist(1, { name: 'Solo', country: 'GB' }), artist(2, { name: 'Solo', country: 'US' })]);

    await importRecords(own.store, numbered([artist(2, { name: 'Duo', country: 'US' })]));

    expect(await displayNames(own)).toEqual(['Duo', 'Solo']);
  });

  test('an import that changes a disambiguation is shown where names collide', async () => {
    const own = await startServer([artist(1, { name: 'Solo', country: 'GB' }), artist(2, { name: 'Solo', country: 'US' })]);

    await importRecords(own.store, numbered([artist(1, { name: 'Solo', country: 'GB', disambiguation: 'cellist' })]));

    expect(await displayNames(own)).toEqual(['Solo (cellist)', 'Solo (US)']);
  });
});

describe('parameters that mean nothing here', () => {
  test('are ignored and named', async () => {
    const page = await server.read('/api/artists?foo=1&itemsPerPage=1&Bar[]=2&order=asc');

    expect(page.meta?.totalItems).toBe(artists.length);
    expect(page.meta?.ignoredParameters).toEqual(['foo', 'Bar[]', 'order']);
  });

  test('are named on the single read as well', async () => {
    const { meta } = await server.read(`${filmComposer}?page=2&foo=1`);

    expect(meta?.ignoredParameters).toEqual(['page', 'foo']);
  });

  test('are not spoken of where there are none', async () => {
    const page = await server.read('/api/artists?itemsPerPage=1&q=john&fields[Artist]=name&include=groups');

    expect(page.meta).not.toHaveProperty('ignoredParameters');
  });

  test.each(['constructor', 'toString', '__proto__', 'order[namex', 'fields[Band]'])('%s is one of them', async (name) => {
    const page = await server.read(`/api/artists?${name}=1`);

    expect(page.meta?.ignoredParameters).toEqual([name]);
  });
});
