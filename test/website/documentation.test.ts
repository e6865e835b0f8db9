import { describe, expect, test } from 'bun:test';
import { chapters } from '../../src/website/help/docs/chapters';
import { nonEmpty } from '../support/non-empty';
import { demoPage, pageOf, testDemoPage } from '../support/pages';
import { servedReference } from '../support/reference';
import { demoServer, startServer, type TestServer } from '../support/server';
import { signedIn, Visitor } from '../support/visitor';

const password = 'correct horse battery';
const makeToken = '/api-reference/users/create-an-api-access-token';
const tokenBody = JSON.stringify({ data: { type: 'ApiToken', attributes: { name: 'phone & radio' } } });

const tokensOf = async (server: TestServer): Promise<string[]> =>
  (await server.read('/api/users/me/tokens')).data.map(({ attributes }: { attributes: { name: string } }) => attributes.name);

describe('the documentation', () => {
  test('is public, with a page of at most 66 KB for each chapter', async () => {
    const server = await demoServer();
    const { html } = await pageOf(server, '/docs');
    for (const { slug, title } of nonEmpty(chapters())) {
      expect(html).toContain(`href="/docs/${slug}"`);
      const page = await pageOf(server, `/docs/${slug}`);
      expect([page.status, page.text.includes(title), Buffer.byteLength(page.html) < 66_000]).toEqual([200, true, true]);
    }
  });

  testDemoPage('links to each chapter once in its table of contents', '/docs', ['<h2><a href="/docs/importing">Importing</a></h2>'], {
    lacks: ['<p><a href="/docs/importing">'],
  });

  testDemoPage(
    'has a German layout around English chapters',
    '/docs/clients',
    [/^Dokumentation/, '<div lang="en"><div class="head"><h1>Clients</h1>'],
    { language: 'de' },
  );

  test.each(['/docs/nothing', '/api-reference/nothing', '/api-reference/artists/nothing', '/docs/..%2fREADME'])(
    'answers 404 at %s',
    async (path) => {
      expect((await demoPage(path)).status).toBe(404);
    },
  );

  test('redirects from its former address', async () => {
    const server = await startServer([], { basePath: '/music' });
    const moved = await server.request('/music/api/docs', { headers: { authorization: '' } });
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/music/api-reference']);
    expect((await pageOf(server, '/music/api-reference')).status).toBe(200);
  });
});

describe('the reference', () => {
  test('has a page for every operation and resource, below 69 KB, and 10 KB compressed', async () => {
    const { resources, operations } = await servedReference();
    const paths = [
      '/api-reference',
      ...resources.map(({ slug }) => `/api-reference/${slug}`),
      ...operations.map(({ resource, operation }) => `/api-reference/${resource.slug}/${operation.slug}`),
    ];
    for (const path of paths) {
      const { status, html } = await demoPage(path, { 'accept-language': 'de' });
      expect({ path, status, isShort: Buffer.byteLength(html) < 69_000, isSmall: Bun.gzipSync(html).length < 10_240 }).toEqual({
        path,
        status: 200,
        isShort: true,
        isSmall: true,
      });
      const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
      expect([new Set(ids).size, html.match(/<h1/g)?.length]).toEqual([ids.length, 1]);
      expect(html).not.toMatch(/<script(?! src)|\sstyle=|\son\w+=/);
    }
  });

  test.each([
    [250, '250 requests in 60 seconds, shared by all operations'],
    [0, 'none'],
  ])('names the rate limit of %d', async (rateLimit, limit) => {
    const { html } = await pageOf(await startServer([], { rateLimit }), makeToken);
    expect(html).toContain(`<dt>Limit</dt><dd>${limit}</dd>`);
  });

  test('shows real answers to signed-in users, uncached', async () => {
    const { text, headers } = await demoPage('/api-reference/artists/list-artists');
    expect(text).toContain('from this server, with your own rights');
    expect(text).toContain('Bernard Herrmann');
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  test('shows guests the examples of the OpenAPI document and a link to sign in', async () => {
    const server = await demoServer();
    const { html, text } = await pageOf(server, '/api-reference/artists/list-artists?_sent=1&q=herrmann');
    expect(text).toContain('200 OK, an example');
    expect(text).not.toContain('401 Unauthorized in');
    expect(html).toContain('href="/sign-in?to=%2Fapi-reference%2Fartists%2Flist-artists"');
    expect(html).not.toContain('action="/api-reference/artists/list-artists#answer"');
  });
});

describe('trying an operation', () => {
  testDemoPage('sends a read with the parameters of the address', '/api-reference/artists/list-artists?_sent=1&q=herrmann&type=&page=', [
    /200 OK in \d+ ms · 1 record/,
    '<input name="q" value="herrmann"',
  ]);

  test('shows errors in the input, and escapes it', async () => {
    const { html, text } = await demoPage(`/api-reference/artists/get-an-artist?_sent=1&id=${encodeURIComponent('..')}`);
    expect(text).toContain('id must be an id or a word');
    expect(text).not.toMatch(/in \d+ ms/);
    expect(html).toContain('role="alert"');
    const hostile = await demoPage(`/api-reference/artists/list-artists?_sent=1&page=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(hostile.text).toMatch(/400 Bad Request in \d+ ms/);
    expect(hostile.html).not.toContain('<script>');
  });

  test('writes after a confirmation, and never on a GET', async () => {
    const server = await startServer();
    const visitor = await signedIn(server);
    await visitor.open(`${makeToken}?_sent=1&_confirmed=1&_body=${encodeURIComponent(tokenBody)}`);
    expect(await tokensOf(server)).toEqual(['tests']);
    const confirmation = await visitor.send('Send', { _sent: '1', _body: tokenBody });
    expect(confirmation.text).toContain('This writes to this server as tester. Send it?');
    expect(await tokensOf(server)).toEqual(['tests']);
    const answer = await visitor.send('Send and write', { _confirmed: '1' });
    expect(answer.text).toMatch(/201 Created in \d+ ms/);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(await tokensOf(server)).toEqual(['phone & radio', 'tests']);
  });

  test('works below a base path and counts against the rate limit of the reader', async () => {
    const server = await startServer([], { basePath: '/music', rateLimit: 5 });
    const path = '/music/api-reference/artists/list-artists';
    const page = await pageOf(server, `${path}?_sent=1`, { token: server.token });
    expect(page.text).toMatch(/200 OK in \d+ ms · 0 records/);
    expect(page.text).toContain('ratelimit "default";r=4');
    expect(page.html).toContain(`action="${path}#answer"`);
  });

  test('is open to guests for operations that need no token', async () => {
    const visitor = new Visitor(await startServer());
    await visitor.open('/api-reference/tokens/sign-in-with-a-token-pair');
    const typed = { _sent: '1', _body: JSON.stringify({ username: 'tester', password }) };
    expect((await visitor.send('Send', typed)).text).toContain('This writes to this server. Send it?');
    expect((await visitor.send('Send and write', { _confirmed: '1' })).text).toMatch(/200 OK in \d+ ms/);
  });

  test('sends nothing for guests if the operation needs a token', async () => {
    const server = await startServer();
    const visitor = new Visitor(server);
    await visitor.open('/sign-in');
    const token = /name="_token" value="([^"]*)"/.exec(visitor.page.html)?.[1] ?? '';
    const page = await visitor.post(makeToken, new URLSearchParams({ _token: token, _sent: '1', _confirmed: '1', _body: tokenBody }));
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/in \d+ ms/);
  });
});
