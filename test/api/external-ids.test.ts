import { beforeAll, describe, expect, test } from 'bun:test';
import { demoRecords } from '../support/demo-records';
import { answerCheck, type Check, jsonApiCheck } from '../support/json-schema';
import { nonEmpty } from '../support/non-empty';
import { type Document, demoServer, startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';
import { refusedFor } from './demo-reads';

let server: TestServer;
let isDocumented: Check;
beforeAll(async () => {
  server = await demoServer();
  isDocumented = await answerCheck(server, '/api/external-links');
});

interface Match {
  readonly parameter: string;
  readonly value: string;
  readonly ids: string[];
}

const matchesOf = ({ meta }: Document): Match[] => (meta as unknown as { matches: Match[] }).matches;
const link = (type: string, owner: string, number: number, provider: string, external_id: string) => ({
  type: `${type}ExternalLink`,
  id: `${owner}/external-links/${uuid(number)}`,
  attributes: { provider, external_id, url: `https://example.org/${external_id}` },
});

const artist = `/api/artists/${uuid(1)}`;
const production = `/api/productions/${uuid(2)}`;
const release = `/api/releases/${uuid(3)}`;
const own = startServer([
  { type: 'Artist', id: artist, attributes: { name: 'An Artist', _type: 'person' } },
  { type: 'Production', id: production, attributes: { title: 'A Film', _type: 'movie' } },
  { type: 'Release', id: release, attributes: { title: 'A Release' } },
  link('Artist', artist, 11, 'discogs', '77'),
  link('Artist', artist, 12, 'imdb', 'nm0077'),
  link('Production', production, 13, 'imdb', 'tt0077'),
  link('Release', release, 14, 'discogs', '77'),
]);

describe('a look-up by external id', () => {
  test('finds the link with the relationship to its record', async () => {
    const document = await (await own).read('/api/external-links?provider=imdb&externalId=tt0077');

    expect(document.data).toHaveLength(1);
    expect(document.data[0]).toMatchObject({
      id: `${production}/external-links/${uuid(13)}`,
      type: 'ProductionExternalLink',
      attributes: { provider: 'imdb', external_id: 'tt0077' },
      relationships: { record: { data: { type: 'Production', id: production } } },
    });
    expect(matchesOf(document)).toEqual([{ parameter: 'externalId', value: 'tt0077', ids: [production] }]);
    expect(document.included).toBeUndefined();
  });

  test('without a provider finds records of any type and provider', async () => {
    const document = await (await own).read('/api/external-links?externalId=77');

    expect(document.data.map(({ type }: { type: string }) => type)).toEqual(['ArtistExternalLink', 'ReleaseExternalLink']);
    expect(matchesOf(document)).toEqual([{ parameter: 'externalId', value: '77', ids: [artist, release] }]);
  });

  test('ignores the case of the provider, but not of the id', async () => {
    expect((await (await own).read('/api/external-links?provider=IMDb&externalId=tt0077')).data).toHaveLength(1);
    expect((await (await own).read('/api/external-links?provider=imdb&externalId=TT0077')).data).toEqual([]);
    expect((await (await own).read('/api/external-links?provider=elsewhere&externalId=tt0077')).data).toEqual([]);
  });

  test('takes many ids and lists unknown ones without matches', async () => {
    const document = await (await own).read(
      '/api/external-links?externalId[]=nm0077&externalId[]=tt0077&externalId[]=none&externalId[]=none',
    );

    expect(matchesOf(document).map(({ value, ids }) => [value, ids])).toEqual([
      ['nm0077', [artist]],
      ['tt0077', [production]],
      ['none', []],
    ]);
  });

  test('includes each record once on request', async () => {
    const document = await (await own).read('/api/external-links?externalId[]=nm0077&externalId[]=77&include=record&fields[Artist]=name');

    expect(document.data).toHaveLength(3);
    expect(document.included?.map(({ id, attributes }) => [id, Object.keys(attributes)[0]])).toEqual([
      [artist, 'name'],
      [release, '_id'],
    ]);
    expect((await (await own).read('/api/external-links?externalId=none&include=record')).included).toEqual([]);
  });

  test('is paged like other lists', async () => {
    const page = await (await own).read('/api/external-links?externalId[]=nm0077&externalId[]=77&itemsPerPage=2&page=2');

    expect(page.data).toHaveLength(1);
    expect(page.meta).toMatchObject({ totalItems: 3, itemsPerPage: 2, currentPage: 2 });
    expect(page.links?.prev).toBe('/api/external-links?externalId%5B%5D=nm0077&externalId%5B%5D=77&itemsPerPage=2&page=1');
    expect(matchesOf(page)).toHaveLength(2);
  });

  test.each([
    ['', 'externalId'],
    ['?provider=imdb', 'externalId'],
    ['?externalId=a&externalId=b', 'externalId'],
    [`?externalId=${'x'.repeat(256)}`, 'externalId'],
    [`?${Array.from({ length: 101 }, (_, index) => `externalId[]=${index}`).join('&')}`, 'externalId[]'],
    ['?externalId=a&provider[]=imdb&provider[]=discogs', 'provider[]'],
    ['?externalId=a&include=artist', 'include'],
    ['?externalId=a&page=0', 'page'],
  ])('is refused: /api/external-links%s for %s', async (query, parameter) => {
    await refusedFor(`/api/external-links${query}`, parameter);
  });

  test('finds the record of each external id of the demo, as documented and as JSON:API', async () => {
    const check = jsonApiCheck();
    for (const type of ['Artist', 'Production', 'Release']) {
      for (const { id, attributes } of nonEmpty(demoRecords(`${type}ExternalLink`).slice(0, 20))) {
        const { provider, external_id } = attributes as { provider: string; external_id: string };
        const document = await server.read(
          `/api/external-links?provider=${provider}&externalId=${encodeURIComponent(external_id)}&include=record&shoes=42`,
        );
        expect([...check(document), ...isDocumented(document)]).toEqual([]);
        expect(matchesOf(document)[0]?.ids).toContain(id.replace(/\/external-links\/.*/, ''));
        expect(document.meta?.ignoredParameters).toEqual(['shoes']);
      }
    }
  });
});
