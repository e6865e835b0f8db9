import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestServer, type TestServer } from '../../../src/testing';
import { type ExampleIds, exampleRequest } from '../../../src/website/help/reference/example-request';
import { type ExampleLanguage, examplesOf } from '../../../src/website/help/reference/examples';
import { type ApiReference, isRead, type Operation } from '../../../src/website/help/reference/model';
import { realIds } from '../../../src/website/help/reference/real-ids';
import { isRunnable, runExamples, type Snippet } from '../../support/examples';
import { operationIn, servedReference } from '../../support/reference';

// The examples of the reference, as they are shown, against a server.

let reference: ApiReference;
beforeAll(async () => {
  reference = await servedReference();
});

const languages = (['curl', 'TypeScript', 'Python'] as const).filter(isRunnable);

test('this machine can run the examples in curl and TypeScript at least', () => {
  expect(languages).toContain('curl');
  expect(languages).toContain('TypeScript');
});

describe.each(languages)('in %s', (language) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ settings: { registration: 'open' } });
  });
  afterAll(() => server.stop());

  const read = async (path: string): Promise<unknown> => {
    const response = await server.fetch(path);
    return response.ok ? response.json() : undefined;
  };

  /** The example of an operation, with ids of records that the server has, and others where they are given. */
  const snippetOf = async (id: string, ids: ExampleIds = {}): Promise<Snippet> => {
    const operation = operationIn(reference, id);
    const request = exampleRequest(operation, { ...(await realIds(operation, read)), ...ids });
    return { name: id, code: codeOf(examplesOf(request, server.url), language) };
  };

  const run = async (id: string, ids: ExampleIds = {}, token = server.token): Promise<string> =>
    runExamples(language, [await snippetOf(id, ids)], token);

  const signIn = async () =>
    (await (await server.fetch('/api/token', { method: 'POST', headers: json, body: credentials })).json()) as Record<
      'access_token' | 'refresh_token',
      string
    >;

  // Before the reads, which find what these leave.
  test.each(['collection', 'wishlist'])('an item of a %s is made, changed, deleted and made again, and a file is put in', async (list) => {
    const item = `${list}Item`;
    expect(await run(`${item}Create`)).toBe('');
    const { data } = (await read(`/api/users/me/${list}`)) as { data: { id: string }[] };
    const id = lastPart(data[0]?.id);
    expect(await run(`${item}Update`, { id })).toBe('');
    expect(await run(`${item}Delete`, { id })).toBe('');
    expect((await server.fetch(`/api/users/me/${list}/${id}`)).status).toBe(404);
    expect(await run(`${item}Create`)).toBe('');
    expect(await run(`${list}Import`)).toBe('');
  });

  test('an account is made, signs in, renews its tokens, makes one for a program, is changed and deleted', async () => {
    expect(await run('register')).toBe('');
    expect(await run('signIn')).toBe('');
    const pair = await signIn();
    const { name, code } = await snippetOf('refreshTokens');
    expect(await runExamples(language, [{ name, code: code.replace(/lm_rt_x+/, pair.refresh_token) }], '')).toBe('');
    const { access_token } = await signIn();
    const asAnna = { headers: { authorization: `Bearer ${access_token}` } };
    const { data } = (await (await server.fetch('/api/users/me', asAnna)).json()) as { data: { id: string } };
    expect(await run('changeMe', { '/api/users/': lastPart(data.id) }, access_token)).toBe('');
    expect(await run('createApiToken', {}, access_token)).toBe('');
    expect(await run('deleteMe', {}, access_token)).toBe('');
    expect((await server.fetch('/api/users/me', asAnna)).status).toBe(401);
  });

  /** Of what this server has none of, there is nothing to read. */
  const isThere = async (operation: Operation): Promise<boolean> => {
    // The demo has no covers and no backups, and asks no other sites.
    if (['releaseCover', 'onlineCover', 'releasePictures', 'releasePicture', 'downloadBackup'].includes(operation.id)) return false;
    const ids = await realIds(operation, read);
    return [...operation.path.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => name in ids);
  };

  test('every read of something that there is answers', async () => {
    const all = reference.operations.map(({ operation }) => operation).filter(isRead);
    const standing = await Promise.all(all.map(isThere));
    const reads = all.filter((_, index) => standing[index]);
    expect(all.filter((one) => !reads.includes(one)).map(({ id }) => id)).toEqual([
      'albumRelation',
      'albumRelationRevisions',
      'releaseCover',
      'releasePictures',
      'releasePicture',
      'onlineCover',
      'invitation',
      'import',
      'downloadBackup',
      'revision',
    ]);
    const snippets = await Promise.all(reads.map(({ id }) => snippetOf(id)));
    expect(await runExamples(language, snippets, server.token)).toBe('');
  }, 60_000);

  test('one that fails is noticed', async () => {
    const request = exampleRequest(operationIn(reference, 'artist'));
    const code = codeOf(examplesOf(request, server.url), language);
    expect(await runExamples(language, [{ name: 'artist', code }], server.token)).toContain('FAILED artist');
  });
});

const codeOf = (examples: ReturnType<typeof examplesOf>, language: ExampleLanguage): string =>
  examples.find((one) => one.language === language)?.code ?? '';

const lastPart = (iri = ''): string => iri.split('/').at(-1) ?? '';

const json = { 'content-type': 'application/json', authorization: '' };
const credentials = JSON.stringify({ username: 'anna', password: 'correct horse battery' });
