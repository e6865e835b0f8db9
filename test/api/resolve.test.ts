import { beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { PageUrls } from '../../src/search/page-addresses';
import { followMerges } from '../../src/store/database/merges';
import { demoRecords } from '../support/demo-records';
import { answerCheck, type Check, jsonApiCheck } from '../support/json-schema';
import { nonEmpty } from '../support/non-empty';
import { runs } from '../support/runs';
import { demoServer, emptyStore, startServer, type TestServer } from '../support/server';
import { uuid as id } from '../support/uuids';

interface Resolution {
  readonly resource_type: string;
  readonly resource_id: string;
  readonly iri: string;
  readonly canonical_url: string | null;
  readonly redirected: boolean;
}

let server: TestServer;
let isDocumented: Check;
beforeAll(async () => {
  server = await demoServer();
  isDocumented = await answerCheck(server, '/api/resolve');
});

const resolve = async (query: string, of: TestServer = server): Promise<Resolution> =>
  (await of.read(`/api/resolve?${query}`)).data.attributes;
const byUrl = (url: string, of: TestServer = server) => resolve(`url=${encodeURIComponent(url)}`, of);
const statusOf = async (query: string, headers: Record<string, string> = {}) =>
  (await server.request(`/api/resolve${query}`, { headers })).status;

const wendy = {
  resource_type: 'Artist',
  resource_id: '8fd2ac61-eb29-5b9e-ab04-ee3a9a1aadb6',
  iri: '/api/artists/8fd2ac61-eb29-5b9e-ab04-ee3a9a1aadb6',
  canonical_url: '/artists/wendy-carlos',
};

describe('the resolution of a slug', () => {
  test('finds its record', async () => {
    expect(await resolve('slug=wendy-carlos&type=Artist')).toEqual({ ...wendy, redirected: false });
    expect(await resolve('slug=wendy-carlos')).toEqual({ ...wendy, redirected: false });
  });

  test('finds the record of a former slug', async () => {
    expect(await resolve('slug=walter-carlos&type=Artist')).toEqual({ ...wendy, redirected: true });
  });

  test('adds the record as its single read has it, with what the read includes and its external links', async () => {
    const { data: album } = await server.read('/api/albums?itemsPerPage=1&release_count=2');
    const check = jsonApiCheck();
    for (const [id, include] of [
      [wendy.iri, 'members,groups'],
      [album[0].id, 'productions,releases'],
      [wendy.iri, ''],
    ]) {
      const { data, included = [], meta } = await server.read(`${id}?names=true&include=${include}`);
      const links = (await server.read(`${id}/external-links`)).data;
      const paths = [include, 'externalLinks'].filter(Boolean).join();
      const document = await server.read(`/api/resolve?url=${id}&resource=${paths}&names=true`);
      expect(document.included).toEqual([data, ...included, ...links]);
      expect(document.meta).toEqual(meta);
      expect([...check(document), ...isDocumented(document)]).toEqual([]);
      expect((await server.read(`/api/resolve?url=${id}&resource=`)).included).toEqual([(await server.read(id as string)).data]);
    }
    expect(await statusOf(`?url=${wendy.iri}&resource=shoes`)).toBe(400);
    expect((await server.read(`/api/resolve?url=${wendy.iri}`)).included).toBeUndefined();
  });

  test('ignores case and takes any spelling of the type', async () => {
    expect(await resolve('slug=Wendy-Carlos&type=artists')).toEqual({ ...wendy, redirected: false });
  });

  test('matches OpenAPI and JSON:API for every release of the demo', async () => {
    const check = jsonApiCheck();
    for (const { id } of nonEmpty(demoRecords('Release'))) {
      const { data } = await server.read(id);
      const document = await server.read(`/api/resolve?slug=${data.attributes.slug}&type=Release&shoes=42`);
      expect([...check(document), ...isDocumented(document)]).toEqual([]);
      expect(document.data.attributes).toMatchObject({ iri: id, canonical_url: `/releases/${data.attributes.slug}`, redirected: false });
      expect(document.data.relationships.resource.data).toEqual({ type: 'Release', id });
    }
  });

  test('needs the type if records of several types have the slug', async () => {
    const own = await startServer([
      { type: 'Production', id: '/api/productions/00000000-0000-4000-8000-000000000001', attributes: { title: 'Psycho', _type: 'movie' } },
      { type: 'Release', id: '/api/releases/00000000-0000-4000-8000-000000000002', attributes: { title: 'Psycho' } },
    ]);

    const response = await own.request('/api/resolve?slug=psycho');

    const { errors } = (await response.json()) as { errors: { source: object; detail: string }[] };
    expect(response.status).toBe(400);
    expect(errors[0]).toMatchObject({ source: { parameter: 'type' }, detail: expect.stringContaining('Production, Release') });
    expect(await resolve('slug=psycho&type=Release', own)).toMatchObject({ resource_type: 'Release', canonical_url: '/releases/psycho' });
  });

  test.each([
    ['', 400],
    ['?slug=', 400],
    ['?slug=x&url=/x', 400],
    ['?slug=x&type=shoe', 400],
    ['?slug=x&type=Portrayal', 400],
    [`?slug=${'x'.repeat(256)}`, 400],
    ['?slug=a&slug=b', 400],
    ['?slug=wendy-carlos&include=resource', 400],
    ['?slug=no-such-slug', 404],
    ['?slug=wendy-carlos&type=Release', 404],
  ])('answers by its parameters: /api/resolve%s with %d', async (query, status) => {
    expect(await statusOf(query)).toBe(status);
  });
});

describe('the resolution of a URL', () => {
  test.each([
    ['/artists/wendy-carlos', false],
    ['/artists/wendy-carlos/', false],
    ['/artists/wendy-carlos?tab=releases#top', false],
    ['/artists/Wendy-Carlos', false],
    ['/artists/wendy%2Dcarlos', false],
    ['http://localhost/artists/wendy-carlos', false],
    ['https://LOCALHOST/artists/wendy-carlos', false],
    ['http://localhost:80/artists/wendy-carlos', false],
    ['/artists/walter-carlos', true],
    ['/api/artists/8fd2ac61-eb29-5b9e-ab04-ee3a9a1aadb6', false],
    ['http://localhost/api/artists/8FD2AC61-EB29-5B9E-AB04-EE3A9A1AADB6', false],
    ['/api/artists/91e1e5e3-65c4-557f-b969-ec155a16c556', true],
  ])('finds the record of %s', async (url, redirected) => {
    expect(await byUrl(url)).toEqual({ ...wendy, redirected });
  });

  test('finds a nested record, also below a merged one', async () => {
    const link = demoRecords('ArtistExternalLink').find(({ id }) => id.startsWith(`${wendy.iri}/`));
    const id = (link as { id: string }).id;

    const now = await byUrl(id);
    const before = await byUrl(id.replace(wendy.resource_id, '91e1e5e3-65c4-557f-b969-ec155a16c556'));

    expect(now).toMatchObject({ resource_type: 'ArtistExternalLink', iri: id, canonical_url: null, redirected: false });
    expect(before).toEqual({ ...now, redirected: true });
  });

  test('finds the record of a page of every type', async () => {
    for (const type of ['Artist', 'Production', 'Release', 'Label', 'LabelSeries', 'ArtistRole', 'Organization', 'Work', 'Franchise']) {
      const [record] = demoRecords(type);
      const { canonical_url } = await byUrl((record as { id: string }).id);

      expect(await byUrl(canonical_url as string)).toEqual({
        resource_type: type,
        resource_id: (record as { id: string }).id.slice(-36),
        iri: (record as { id: string }).id,
        canonical_url,
        redirected: false,
      });
    }
  });

  test('compares the host with that of the request', async () => {
    const query = `?url=${encodeURIComponent('https://music.example/artists/wendy-carlos')}`;

    expect(await statusOf(query)).toBe(404);
    expect(await statusOf(query, { host: 'music.example' })).toBe(200);
    expect(await statusOf(query, { host: 'music.example:443' })).toBe(200);
    expect(await statusOf(query, { host: 'music.example:8420' })).toBe(404);
  });

  test.each([
    ['http://example.com/artists/wendy-carlos'],
    ['//example.com/artists/wendy-carlos'],
    ['http://localhost@example.com/artists/wendy-carlos'],
    ['ftp://localhost/artists/wendy-carlos'],
    ['javascript:alert(1)'],
    ['/artists/no-such-artist'],
    ['/artists'],
    ['/'],
    ['/artists/wendy-carlos/members'],
    ['/artists/%E0%A4%A'],
    ['/artists/wendy%2Fcarlos'],
    ['/labels/x/series/no-such-series'],
    ['/api/artists/00000000-0000-4000-8000-000000000000'],
    ['/api/search'],
    ['/api/users/00000000-0000-4000-8000-000000000000'],
  ])('answers 404 for %s', async (url) => {
    expect(await statusOf(`?url=${encodeURIComponent(url)}`)).toBe(404);
  });

  test('answers 400 or 404 for any text', async () => {
    const loggedBefore = server.logged.length;
    const url = fc.oneof(fc.webUrl(), fc.webPath(), fc.string({ unit: 'binary', maxLength: 40 }));
    await fc.assert(
      fc.asyncProperty(url, async (text) => {
        expect([400, 404]).toContain(await statusOf(`?url=${encodeURIComponent(text.toWellFormed())}`));
      }),
      { numRuns: runs(100) },
    );
    expect(server.logged.slice(loggedBefore)).toEqual([]);
  });

  test('finds a series only below its own label', async () => {
    const [id] = demoRecords('LabelSeries').map((series) => series.id) as [string];
    const { slug } = (await server.read(id)).data.attributes;
    const label = (await server.read(id.replace(/\/series\/.*/, ''))).data.attributes.slug;

    expect(await byUrl(`/labels/${label}/series/${slug}`)).toMatchObject({ resource_type: 'LabelSeries', redirected: false });
    expect(await statusOf(`?url=/labels/nonsense/series/${slug}`)).toBe(404);
  });

  test('finds only records of the requested type', async () => {
    expect(await statusOf('?url=/artists/wendy-carlos&type=Artist')).toBe(200);
    expect(await statusOf('?url=/artists/wendy-carlos&type=Production')).toBe(404);
    expect(await statusOf('?url=/artists/wendy-carlos&type=Shoe')).toBe(400);
  });

  test('names the types with pages when it refuses another, most likely first', async () => {
    const refused = (await (await server.request('/api/resolve?slug=wendy-carlos&type=Shoe')).json()) as { errors: { detail: string }[] };

    expect(refused.errors[0]?.detail).toBe(
      'type must be one of Artist, Production, Album, Release, Label, Organization, ArtistRole, LabelSeries, Work, Franchise.',
    );
  });

  test('parses the path of every page back into its parts', () => {
    const pages = new PageUrls();
    const slug = fc.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    fc.assert(
      fc.property(fc.constantFrom(...pages.kinds), slug, slug, (kind, own, above) => {
        const slugs = kind.above.length > 0 ? [above, own] : [own];
        expect(pages.read(pages.pathOf({ kind, slugs }))).toEqual({ kind, slugs });
      }),
    );
  });
});

describe('merges', () => {
  test('are followed through any number of steps', async () => {
    const own = await startServer([
      { type: 'Artist', id: '/api/artists/00000000-0000-4000-8000-000000000000', attributes: { name: 'Last', _type: 'person' } },
    ]);
    const insert = own.store.writer.prepare("INSERT INTO merged_record VALUES ('Artist', ?, ?, '2026-01-01T00:00:00.000+00:00')");
    for (let number = 1; number <= 500; number++) insert.run(id(number), id(number - 1));
    own.store.writer.run("INSERT INTO slug_redirect VALUES ('Artist', 'first', ?, '2026-01-01T00:00:00.000+00:00')", [id(500)]);

    expect(await resolve('slug=first&type=Artist', own)).toMatchObject({ iri: `/api/artists/${id(0)}`, redirected: true });
    expect(await byUrl(`/api/artists/${id(500)}`, own)).toMatchObject({ canonical_url: '/artists/last', redirected: true });
    expect((await own.request(`/api/artists/${id(500)}`)).status).toBe(301);
  });

  test('lead from every record to an existing one, or nowhere', () => {
    const store = emptyStore();
    const idOf = (at: number) => `00000000-0000-4000-8000-00000000000${at}`;
    const insert = store.writer.prepare("INSERT INTO merged_record VALUES ('Nothing', ?, ?, '2026-01-15T09:30:00.000+00:00')");
    const steps = fc.array(fc.nat(9), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(steps, fc.subarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), fc.nat(9), (next, standing, from) => {
        store.writer.run("DELETE FROM merged_record WHERE resource_type = 'Nothing'");
        for (const [at, to] of next.entries()) if (at !== to) insert.run(idOf(at), idOf(to));
        const found = followMerges(store.reader, 'Nothing', idOf(from), (id) => (standing.map(idOf).includes(id) ? id : undefined));
        let at = from;
        for (let step = 0; step < 10 && !standing.includes(at); step++) at = next[at] as number;
        const expected = standing.includes(at) ? { found: idOf(at), id: idOf(at), isMoved: at !== from } : undefined;
        expect(found).toEqual(expected);
      }),
    );
  });
});
