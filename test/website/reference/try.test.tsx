import { afterAll, beforeAll, expect, test } from 'bun:test';
import { render } from 'preact-render-to-string';
import { createApp } from '../../../src/app/app';
import { readSettings } from '../../../src/config';
import { createTestServer, type TestServer } from '../../../src/testing';
import { Api } from '../../../src/website/api/client';
import { type Trial, TryForm } from '../../../src/website/help/reference/components/try-form';
import { exampleOf } from '../../../src/website/help/reference/example-answer';
import { referenceLinks } from '../../../src/website/help/reference/links';
import type { ApiReference } from '../../../src/website/help/reference/model';
import { OperationPage } from '../../../src/website/help/reference/operation-page';
import { inputs, stepOf, type Tried, type TryValues, tryOperation } from '../../../src/website/help/reference/try';
import { Addresses } from '../../../src/website/http/addresses';
import { languages } from '../../../src/website/i18n';
import { nonEmpty } from '../../support/non-empty';
import { operationIn, placed, servedReference } from '../../support/reference';
import { demoServer } from '../../support/server';

let server: TestServer;
let reference: ApiReference;

beforeAll(async () => {
  server = await createTestServer({ settings: { rateLimit: 1000 } });
  reference = await servedReference();
});
afterAll(() => server.stop());

const requests: Request[] = [];

const tried = (id: string, values: TryValues = {}): Promise<Tried> =>
  tryOperation(new Api(answer, page, server.token), operationIn(reference, id), values, 'http://music.example');

const page = new Request('http://music.example/api-reference/x/y');

function answer(request: Request): Promise<Response> {
  requests.push(request);
  return server.app.handle(request);
}

const formOf = (id: string, trial: Trial): string =>
  render(
    <TryForm
      operation={operationIn(reference, id)}
      action="/api-reference/x/y"
      trial={trial}
      user="anna"
      formToken={<input type="hidden" name="form_token" value="secret" />}
      signIn="/sign-in"
      texts={languages.en.reference}
    />,
  );

test('empty inputs are not sent, and a list is sent line by line', async () => {
  await tried('artistList', { q: '', name: ' ', 'type[]': 'person\r\nchoir\n', 'order[name]': 'desc' });
  expect(new URL(requests.at(-1)?.url ?? '').search).toBe('?type%5B%5D=person&type%5B%5D=choir&order%5Bname%5D=desc');
});

test('a header in the input is sent', async () => {
  expect((await tried('artistList', { nonsense: '1', Prefer: 'handling=strict' })).headers).toContainEqual([
    'preference-applied',
    'handling=strict',
  ]);
});

test.each(['..', '.', ' ', ''])('the id %p is refused', async (id) => {
  const before = requests.length;
  await expect(tried('collectionItemDelete', { userId: 'me', id })).rejects.toThrow('id must be an id or a word');
  expect(requests).toHaveLength(before);
});

test.each(['../../users/me', '%2e%2e', 'a?b=c', 'a#b'])('the id %p is encoded as one path segment', async (id) => {
  await tried('artist', { id });
  expect(new URL(requests.at(-1)?.url ?? '').pathname).toBe(`/api/artists/${encodeURIComponent(id)}`);
});

test('a header of several lines is refused', async () => {
  const trying = tried('collectionItemDelete', { userId: 'me', id: 'x', 'If-Match': 'a\r\nX-Other: b' });
  await expect(trying).rejects.toThrow('If-Match must be one line');
});

test('a token is sent only to operations that need one', async () => {
  await tried('signIn', { [inputs.body]: '{"username":"tester","password":"wrong"}' });
  expect(requests.at(-1)?.headers.has('authorization')).toBe(false);
  await tried('me');
  expect(requests.at(-1)?.headers.get('authorization')).toBe(`Bearer ${server.token}`);
});

test('a request without a token has the address of the reader', async () => {
  const { store } = await demoServer();
  const addresses: unknown[] = [];
  const app = createApp({
    store,
    settings: readSettings({}, {}),
    log: (_, details) => addresses.push(details?.address),
    peerAddress: (request) => (request === page ? '198.51.100.7' : 'another'),
  });
  const values = { [inputs.body]: '{"username":"nobody","password":"wrong"}' };
  const { status } = await tryOperation(
    new Api((request) => app.handle(request), page, undefined),
    operationIn(reference, 'signIn'),
    values,
    'http://music.example',
  );
  expect(status).toBe(401);
  expect(addresses).toEqual(['198.51.100.7']);
});

test('an export is read only as far as it is shown', async () => {
  const { status, text, isShortened } = await tried('catalogExport');
  expect(status).toBe(200);
  expect(isShortened).toBe(true);
  expect(text.length).toBeLessThan(13_000);
});

test('a write is confirmed with its input before it is sent', async () => {
  const operation = operationIn(reference, 'createApiToken');
  const body = JSON.stringify({ data: { type: 'ApiToken', attributes: { name: '<script>alert(1)</script>' } } });
  const values = { [inputs.body]: body, [inputs.sent]: '1' };
  expect(stepOf(operation, {})).toBe('fill');
  expect(stepOf(operation, values)).toBe('confirm');
  expect(stepOf(operation, { ...values, [inputs.confirmed]: '1' })).toBe('send');
  expect(stepOf(operationIn(reference, 'artist'), { [inputs.sent]: '1' })).toBe('send');
  const html = formOf('createApiToken', { step: 'confirm', values });
  expect(html).toContain('method="post"');
  expect(html).toContain('name="form_token" value="secret"');
  expect(html).toContain(`name="${inputs.confirmed}"`);
  expect(html).not.toContain('<script>');
  expect((await tried('createApiToken', values)).status).toBe(201);
});

test('the form has an input for every parameter, filled only with the input', () => {
  const { parameters } = operationIn(reference, 'releaseList');
  const html = formOf('releaseList', { step: 'fill', values: { title: '"><b>psycho' } });
  for (const { name } of nonEmpty(parameters)) expect(html).toContain(` name="${name}"`);
  const filled = [...html.matchAll(/<(?:input|option)[^>]*\s(?:value="([^"]+)"|selected)/g)].map(([, value]) => value);
  expect(filled).toEqual(['&quot;>&lt;b>psycho']);
  expect(html).toContain('method="get"');
  expect(html).not.toContain('secret');
});

test('a page with a long answer is below 60 KB', async () => {
  const list = placed(reference, 'releaseList');
  const answer = await tried('releaseList', { itemsPerPage: '100', include: 'productions' });
  expect(answer.isShortened).toBe(true);
  const html = render(
    <OperationPage
      reference={reference}
      placed={list}
      example={await exampleOf(list.operation, undefined)}
      origin="https://music.example"
      limit={undefined}
      form={{ trial: { step: 'send', values: {}, tried: answer }, user: 'anna' }}
      links={referenceLinks(new Addresses(''))}
      texts={languages.en.reference}
    />,
  );
  expect(html).toContain('200 OK');
  expect(Buffer.byteLength(html)).toBeLessThan(60_000);
});
