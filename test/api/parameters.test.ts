import { beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { maximumIgnored } from '../../src/api/read/query';
import { nonEmpty } from '../support/non-empty';
import { runs } from '../support/runs';
import { demoServer, type TestServer } from '../support/server';

interface Meta {
  readonly totalItems: number;
  readonly ignoredParameters?: string[];
  readonly nearestParameters?: Record<string, string>;
}

interface ErrorObject {
  readonly status: number;
  readonly detail: string;
  readonly source?: { readonly parameter?: string };
}

const artist = '/api/artists/ac290f58-c7a6-5bb4-99be-ed655ed59473';
const strict = { prefer: 'handling=strict' };

let server: TestServer;
beforeAll(async () => {
  server = await demoServer();
});

const metaOf = async (path: string): Promise<Meta> => (await server.read(path)).meta as Meta;

async function refusals(path: string, headers: Record<string, string> = {}): Promise<ErrorObject[]> {
  const response = await server.request(path, { headers });
  expect([path, response.status]).toEqual([path, 400]);
  return ((await response.json()) as { errors: ErrorObject[] }).errors;
}

const parametersOf = (errors: readonly ErrorObject[]) => errors.map(({ source }) => source?.parameter);

describe('an unknown parameter', () => {
  test.each([
    ['/api/artists', 'bornbefore=1950', 'bornBefore'],
    ['/api/artists', 'born_before=1950', 'bornBefore'],
    ['/api/artists', 'bornBefor=1950', 'bornBefore'],
    ['/api/artists', 'Type[]=person', 'type'],
    ['/api/artists', 'contry=PL', 'country'],
    ['/api/artists', 'itemsperpage=3', 'itemsPerPage'],
    ['/api/artists', 'Sort=name', 'sort'],
    ['/api/artists', 'oder[name]=asc', 'order[name]'],
    ['/api/artists', 'filter[contry]=PL', 'country'],
    ['/api/artists', 'field[Artist]=name', 'fields[Artist]'],
    [artist, 'inlcude=groups', 'include'],
    ['/api/search', 'q=psycho&typ=Artist', 'type'],
    ['/api/changes', 'sinc=0', 'since'],
    ['/api/vocabularies', 'pge=1', 'page'],
    ['/api/external-links', 'externalId=1&external_id=1', 'externalId'],
  ])('of %s is named with the most similar known one: %s', async (path, query, near) => {
    const name = query.split('&').at(-1)?.split('=')[0] as string;

    const meta = await metaOf(`${path}?${query}`);

    expect(meta.ignoredParameters).toEqual([name]);
    expect(meta.nearestParameters).toEqual({ [name]: near });
  });

  test.each(['shoes', 'x', '__proto__', 'constructor', 'x'.repeat(3_000), '', '[]', '🎬'])(
    'without a similar known one is named alone: %s',
    async (name) => {
      const meta = await metaOf(`/api/artists?${encodeURIComponent(name)}=1`);

      expect(meta.ignoredParameters).toEqual([name]);
      expect(meta).not.toHaveProperty('nearestParameters');
    },
  );

  test('is named only among the first of thousands', async () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `contr${index}`);

    const meta = await metaOf(`/api/artists?${names.map((name) => `${name}=1`).join('&')}`);

    expect(meta.ignoredParameters).toEqual(names.slice(0, maximumIgnored));
  });

  test('does not change the data, whatever its name', async () => {
    const plain = await server.read('/api/artists?itemsPerPage=2');
    const name = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => `~${text.toWellFormed()}`);
    const holds = fc.asyncProperty(name, fc.string(), async (name, value) => {
      const extended = await server.read(`/api/artists?itemsPerPage=2&${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
      expect(extended.data).toEqual(plain.data);
      expect(extended.meta?.ignoredParameters).toHaveLength(1);
    });

    await fc.assert(holds, { numRuns: runs(80) });
  });
});

describe('strict handling', () => {
  test.each([
    'handling=strict',
    'Handling = Strict',
    'handling="strict"',
    'respond-async, handling=strict; x=1',
    'handling=strict, handling=lenient',
  ])('is enabled by "%s"', async (prefer) => {
    const fine = await server.request('/api/artists?itemsPerPage=1', { headers: { prefer } });
    const errors = await refusals('/api/artists?bornbefore=1950', { prefer });

    expect(fine.status).toBe(200);
    expect(fine.headers.get('preference-applied')).toBe('handling=strict');
    expect(parametersOf(errors)).toEqual(['bornbefore']);
    expect(errors[0]?.detail).toContain('bornBefore');
  });

  test.each(['', 'handling=lenient', 'handling=lenient, handling=strict', 'handling', 'return=minimal', 'x-handling=strict'])(
    'is not enabled by "%s"',
    async (prefer) => {
      const response = await server.request('/api/artists?shoes=1', { headers: { prefer } });

      expect(response.status).toBe(200);
      expect(response.headers.get('preference-applied')).toBeNull();
    },
  );

  test('refuses and names every unknown parameter', async () => {
    const errors = await refusals('/api/artists?shoes=1&name=john&hats[]=2&filter[socks]=3', strict);

    expect(parametersOf(errors)).toEqual(['shoes', 'hats[]', 'filter[socks]']);
    for (const { status, detail } of errors) expect([status, /^[A-Z].+\.$/.test(detail)]).toEqual([400, true]);
  });

  const others =
    'artists portrayals tracks vocabularies vocabularies/condition search?q=psycho resolve?slug=psycho&type=Production ' +
    'external-links?externalId=1 statistics changes users/me users/me/tokens users/me/collection ' +
    'users/me/collection/statistics users/me/collection/export users/me/wishlist';
  test.each([artist, `${artist}/groups`, ...others.split(' ').map((path) => `/api/${path}`)])('applies to %s', async (path) => {
    const fine = await server.request(path, { headers: strict });
    const refused = await server.request(`${path}${path.includes('?') ? '&' : '?'}shoes=1`, { headers: strict });

    expect([path, fine.status, fine.headers.get('preference-applied')]).toEqual([path, 200, 'handling=strict']);
    expect([path, refused.status, refused.headers.get('preference-applied')]).toEqual([path, 400, 'handling=strict']);
    expect(parametersOf(((await refused.json()) as { errors: ErrorObject[] }).errors)).toEqual(['shoes']);
  });

  test('prevents a write with an unknown parameter', async () => {
    const body = JSON.stringify({ data: { type: 'ApiToken', attributes: { name: 'strictly' } } });
    const headers = { ...strict, 'content-type': 'application/vnd.api+json' };

    const response = await server.request('/api/users/me/tokens?shoes=1', { method: 'POST', headers, body });

    expect(response.status).toBe(400);
    const { data } = await server.read('/api/users/me/tokens');
    expect(data.map(({ attributes }: { attributes: { name: string } }) => attributes.name)).not.toContain('strictly');
  });

  test('accepts orders with a search, which are known but have no effect there', async () => {
    const response = await server.request('/api/artists?q=john&order[name]=asc', { headers: strict });

    expect(response.status).toBe(200);
  });
});

describe('filter[name]', () => {
  test.each([
    ['/api/artists', 'type=person', 'filter[type]=person'],
    ['/api/artists', 'type[]=orchestra&type[]=choir', 'filter[type][]=orchestra&filter[type][]=choir'],
    ['/api/artists', 'type[]=orchestra&type[]=choir', 'filter[type][0]=orchestra&filter[type][1]=choir'],
    ['/api/artists', 'type=group', 'filter[_type]=group'],
    ['/api/artists', 'q=john', 'filter[q]=john'],
    ['/api/artists', 'bornBefore=1950&country=US', 'filter[bornBefore]=1950&filter[country]=US'],
    ['/api/artists/roles', 'role=orchestra&exact=1', 'filter[role]=orchestra&filter[exact]=1'],
    ['/api/productions', 'title=psycho', 'filter%5Btitle%5D=psycho'],
    ['/api/releases', 'barcode=4005939521424', 'filter[barcode]=4005939521424'],
    ['/api/search', 'q=psycho&type=Release', 'filter[q]=psycho&filter[type]=Release'],
    ['/api/artists', 'country=US', 'country[]=US'],
    ['/api/artists', 'country=US', 'filter[country][]=US'],
    ['/api/artists', 'q=john', 'q[0]=john'],
    ['/api/productions', 'yearFrom=1960', 'filter[yearFrom][]=1960'],
    ['/api/search', 'q=psycho', 'filter[q][]=psycho'],
  ])('is an alias on %s: %s equals %s', async (path, plain, aliased) => {
    const expected = await server.read(`${path}?${plain}`);
    const found = await server.read(`${path}?${aliased}`);

    expect(found.data).toEqual(expected.data);
    expect(found.meta?.totalItems).toBe(expected.meta?.totalItems as number);
    expect(found.meta).not.toHaveProperty('ignoredParameters');
  });

  test('is named as written when its value is invalid', async () => {
    expect(parametersOf(await refusals('/api/artists?filter[type]=band'))).toEqual(['filter[type]']);
    expect(parametersOf(await refusals('/api/artists?name=a&filter[name]=b'))).toEqual(['name']);
    expect(parametersOf(await refusals('/api/artists?filter[name][]=a&filter[name][]=b'))).toEqual(['filter[name][]']);
  });

  test('is ignored for parameters that are not filters', async () => {
    const page = await server.read('/api/artists?filter[page]=2&filter[sort]=name&filter[include]=groups&filter[fields]=1&filter=1');

    expect(page.meta?.currentPage).toBe(1);
    expect(page.meta?.ignoredParameters).toEqual(['filter[page]', 'filter[sort]', 'filter[include]', 'filter[fields]', 'filter']);
  });
});

describe('an empty value', () => {
  test.each([
    ['/api/artists', 'q'],
    ['/api/artists', 'name'],
    ['/api/artists', 'filter[name]'],
    ['/api/artists/roles', 'role'],
    ['/api/artists/roles', 'exact=true&role'],
    ['/api/productions', 'title'],
    ['/api/productions', 'q'],
    ['/api/releases', 'q'],
    ['/api/labels', 'q'],
    ['/api/users/me/collection', 'q'],
  ])('of a text filter has no effect: %s?%s=', async (path, name) => {
    const all = await server.read(path);

    for (const value of ['', '%20', '%09%20']) {
      if (value !== '' && !name.endsWith('q')) continue;
      const page = await server.read(`${path}?${name}=${value}`);
      expect(page.data).toEqual(all.data);
      expect(page.meta).toEqual(all.meta as never);
    }
  });

  test.each([
    ['/api/artists', ['type', 'type[]', 'country', 'fictional', 'bornAfter', 'bornBefore', 'diedAfter', 'diedBefore', 'filter[country]']],
    ['/api/artists', ['order[name]', 'sort', 'page', 'page[number]', 'itemsPerPage', 'page[size]']],
    ['/api/artists/roles', ['exact', 'scope', 'order']],
    ['/api/portrayals', ['performer', 'performer[]', 'fictionalArtist', 'production', 'order[createdAt]']],
    ['/api/productions', ['type', 'year', 'yearFrom', 'yearTo', 'country']],
    ['/api/releases', ['production', 'artist', 'label', 'year', 'barcode', 'barcode[]', 'catalogNumber', 'isrc']],
    ['/api/labels', ['country']],
    ['/api/organizations', ['type', 'country']],
    ['/api/users/me/collection', ['status']],
    ['/api/users/me/collection/export', ['format']],
    ['/api/resolve', ['url', 'slug']],
    ['/api/external-links', ['externalId', 'externalId[]', 'externalId=1&provider']],
    ['/api/search', ['q', 'q=psycho&type']],
    ['/api/changes', ['since', 'limit']],
  ])('of another parameter is refused and named: %s %s', async (path, names) => {
    for (const name of nonEmpty(names)) {
      const [error] = await refusals(`${path}?${name}=`);
      expect(error?.source).toEqual({ parameter: name.split('&').at(-1) as string });
      expect(error?.detail).toMatch(/^.+\.$/);
    }
  });

  test('is refused by /api/resolve, also if it is blank', async () => {
    expect(parametersOf(await refusals('/api/resolve?url=%20'))).toEqual(['url']);
    expect(parametersOf(await refusals('/api/resolve?slug=%20'))).toEqual(['slug']);
  });

  test('of q keeps orders in effect', async () => {
    const ordered = await server.read('/api/artists?order[name]=desc');

    expect((await server.read('/api/artists?q=&order[name]=desc')).data).toEqual(ordered.data);
    expect(parametersOf(await refusals('/api/artists?q=&order[age]=asc'))).toEqual(['order[age]']);
  });
});

describe('a repeated order', () => {
  test.each([
    ['sort=-name&order[name]=asc', ['order[name]']],
    ['order[name]=desc&sort=name', ['sort']],
    ['sort=-name&order[name]=asc&order[country]=asc', ['order[name]']],
    ['sort=-name&order[country]=asc', undefined],
    ['order[name]=desc&sort=name,country', undefined],
  ])('is ignored and named if it has no effect: %s', async (orders, names) => {
    const page = await server.read(`/api/artists?${orders}`);

    expect(page.meta?.ignoredParameters).toEqual(names as string[]);
    expect(page.data[0]?.id).toBe((await server.read('/api/artists?order[name]=desc')).data[0]?.id);
    expect((await server.request(`/api/artists?${orders}`, { headers: strict })).status).toBe(200);
  });
});

describe('orders with a search', () => {
  test.each([
    ['order[name]=asc', ['order[name]']],
    ['order[name]=up', ['order[name]']],
    ['order[age]=asc', ['order[age]']],
    ['order[name]=', ['order[name]']],
    ['order[name]=asc&order[name]=desc', ['order[name]']],
    ['sort=-age', ['sort']],
    ['sort=', ['sort']],
    ['sort=name&order[__proto__]=up', ['sort', 'order[__proto__]']],
  ])('are ignored and named, whatever their values: %s', async (orders, names) => {
    for (const list of ['/api/artists', '/api/productions', '/api/releases', '/api/labels']) {
      const plain = await server.read(`${list}?q=a`);
      const ordered = await server.read(`${list}?q=a&${orders}`);

      expect(ordered.data).toEqual(plain.data);
      expect(ordered.meta?.ignoredParameters).toEqual(names);
      expect(ordered.meta).not.toHaveProperty('nearestParameters');
    }
  });

  test('apply in a collection, where a search does not rank', async () => {
    expect(parametersOf(await refusals('/api/users/me/collection?q=psycho&order[age]=asc'))).toEqual(['order[age]']);
  });
});
