import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestServer, type TestServer } from '../../../src/testing';
import { type ExampleIds, exampleRequest } from '../../../src/website/help/reference/example-request';
import { type ExampleLanguage, examplesOf } from '../../../src/website/help/reference/examples';
import { type ApiReference, isRead, type Operation } from '../../../src/website/help/reference/model';
import { realIds } from '../../../src/website/help/reference/real-ids';
import { isRunnable, runExamples, type Snippet } from '../../support/examples';
import { operationIn, servedReference } from '../../support/reference';

// The examples of the reference as shown, run against a server that the languages share.

let reference: ApiReference;
let server: TestServer;
beforeAll(async () => {
  reference = await servedReference();
  server = await createTestServer({ settings: { registration: 'open' } });
});
afterAll(() => server.stop());

const read = async (path: string): Promise<unknown> => {
  const headers = { authorization: `Bearer ${server.token}` };
  const response = await server.app.handle(new Request(server.url + path, { headers }));
  return response.ok ? response.json() : undefined;
};

/** Reads with the ids of existing records; the others have none to read. */
const existingReads = once(async () => {
  const all = reference.operations.map(({ operation }) => operation).filter(isRead);
  const found = await Promise.all(all.map(async (operation) => ({ operation, ids: await realIds(operation, read) })));
  const isExisting = ({ operation, ids }: (typeof found)[0]): boolean =>
    // The demo has no covers and no backups, and uses no other sites.
    !['releaseCover', 'onlineCover', 'releasePictures', 'releasePicture', 'downloadBackup', 'userPhotos'].includes(operation.id) &&
    [...operation.path.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => name in ids);
  return { existing: found.filter(isExisting), missing: found.filter((one) => !isExisting(one)) };
});

function once<T>(compute: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  return () => (value ??= compute());
}

const languages = (['curl', 'TypeScript', 'Python'] as const).filter(isRunnable);

test('the examples can be run in curl and TypeScript', () => {
  expect(languages).toContain('curl');
  expect(languages).toContain('TypeScript');
});

const snippet = (language: ExampleLanguage, operation: Operation, ids: ExampleIds): Snippet => ({
  name: operation.id,
  code: codeOf(examplesOf(exampleRequest(operation, ids), server.url), language),
});

/** The example of a write, with ids of existing records or the given ones. */
async function snippetOf(language: ExampleLanguage, id: string, ids: ExampleIds = {}): Promise<Snippet> {
  const operation = operationIn(reference, id);
  return snippet(language, operation, { ...(await realIds(operation, read)), ...ids });
}

// The writes come first: the reads need the items that they leave.
describe.each(languages)('the examples of writes in %s', (language) => {
  const run = async (operations: readonly string[], ids: ExampleIds = {}, token = server.token): Promise<string> =>
    runExamples(language, await Promise.all(operations.map((id) => snippetOf(language, id, ids))), token);

  const signIn = async () =>
    (await (await server.fetch('/api/token', { method: 'POST', headers: json, body: credentials })).json()) as Record<
      'access_token' | 'refresh_token',
      string
    >;

  test.each(['collection', 'wishlist'])('create, change, delete and import items of the %s', async (list) => {
    const item = `${list}Item`;
    const ids = async () => ((await read(`/api/users/me/${list}`)) as { data: { id: string }[] }).data.map(({ id }) => id);
    for (const id of await ids()) await server.fetch(id, { method: 'DELETE' });
    expect(await run([`${item}Create`])).toBe('');
    const id = lastPart((await ids())[0]);
    expect(await run([`${item}Update`, `${item}Delete`], { id })).toBe('');
    expect((await server.fetch(`/api/users/me/${list}/${id}`)).status).toBe(404);
    expect(await run([`${item}Create`, `${list}Import`])).toBe('');
  });

  test('register an account, sign in, refresh tokens, create an API access token, change and delete the account', async () => {
    expect(await run(['register', 'signIn'])).toBe('');
    const pair = await signIn();
    const { name, code } = await snippetOf(language, 'refreshTokens');
    expect(await runExamples(language, [{ name, code: code.replace(/lm_rt_x+/, pair.refresh_token) }], '')).toBe('');
    const { access_token } = await signIn();
    const asAnna = { headers: { authorization: `Bearer ${access_token}` } };
    const { data } = (await (await server.fetch('/api/users/me', asAnna)).json()) as { data: { id: string } };
    expect(await run(['changeMe', 'createApiToken', 'deleteMe'], { '/api/users/': lastPart(data.id) }, access_token)).toBe('');
    expect((await server.fetch('/api/users/me', asAnna)).status).toBe(401);
  });
});

describe.each(languages)('the examples of reads in %s', (language) => {
  test('read every existing record', async () => {
    const { existing, missing } = await existingReads();
    const withoutRecords = `albumRelation albumRelationRevisions releaseCover releasePictures releasePicture itemPhoto itemPhotoFile userPhotos
      onlineCover completionRow share sharedList sharedCover loan ownWebhook ownWebhookDeliveries invitation catalogWebhook
      catalogWebhookDeliveries importRun downloadBackup revision`;
    expect(missing.map(({ operation }) => operation.id)).toEqual(withoutRecords.split(/\s+/));
    const snippets = existing.map(({ operation, ids }) => snippet(language, operation, ids));
    expect(await runExamples(language, snippets, server.token)).toBe('');
  }, 60_000);

  test('report a failure', async () => {
    expect(await runExamples(language, [snippet(language, operationIn(reference, 'artist'), {})], server.token)).toContain('FAILED artist');
  });
});

const codeOf = (examples: ReturnType<typeof examplesOf>, language: ExampleLanguage): string =>
  examples.find((one) => one.language === language)?.code ?? '';

const lastPart = (iri = ''): string => iri.split('/').at(-1) ?? '';

const json = { 'content-type': 'application/json', authorization: '' };
const credentials = JSON.stringify({ username: 'anna', password: 'correct horse battery' });
