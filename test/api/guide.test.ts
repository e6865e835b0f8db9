import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { createTestServer, type TestServer } from '../../src/testing';
import { isRunnable, runExamples } from '../support/examples';

// Runs the steps of docs/guide.md against a server.

let server: TestServer;
const account = { username: 'reader', password: crypto.randomUUID() };
beforeAll(async () => {
  server = await createTestServer();
  const user = { data: { type: 'User', attributes: account } };
  const headers = { 'content-type': 'application/vnd.api+json' };
  const made = await server.fetch('/api/users', { method: 'POST', headers, body: JSON.stringify(user) });
  expect(made.status).toBe(201);
});
afterAll(() => server.stop());

const fences = { curl: 'sh', TypeScript: 'ts', Python: 'python' } as const;
const guide = await Bun.file(join(import.meta.dir, '../../docs/guide.md')).text();

const blocksIn = (fence: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) =>
    code.replaceAll('http://127.0.0.1:8420', server.url),
  );

test('the guide has every step in every language', () => {
  const counts = Object.values(fences).map((fence) => blocksIn(fence).length);
  expect(new Set(counts).size).toBe(1);
  expect(counts[0]).toBeGreaterThan(4);
});

// One program for all steps, since each uses results of an earlier one.
test.each((['curl', 'TypeScript', 'Python'] as const).filter(isRunnable))('the steps in %s work twice in a row', async (language) => {
  const code = blocksIn(fences[language]).join('\n');
  const environment = { LEITMOTIF_USER: account.username, LEITMOTIF_PASSWORD: account.password };
  for (const _run of ['first', 'second'])
    expect(await runExamples(language, [{ name: 'guide', code }], server.token, environment)).toBe('');
});

test.each((['TypeScript', 'Python'] as const).filter(isRunnable))(
  'the helper in %s shows the sentence of each error format',
  async (language) => {
    const [helper = ''] = blocksIn(fences[language]);
    const requests = {
      TypeScript: [
        "await ask('/api/artists?include=shoes');",
        'await ask(\'/api/users/me/wishlist\', { method: \'POST\', body: \'{"data":{"type":"WishlistItem","attributes":{"priority":77}}}\' });',
        "await ask('/api/token/refresh', { method: 'POST', body: '{\"refresh_token\":\"unknown\"}' });",
      ],
      Python: [
        'ask("/api/artists?include=shoes")',
        'ask("/api/users/me/wishlist", "POST", {"data": {"type": "WishlistItem", "attributes": {"priority": 77}}})',
        'ask("/api/token/refresh", "POST", {"refresh_token": "unknown"})',
      ],
    };
    const snippets = requests[language].map((request, index) => ({ name: `request ${index}`, code: `${helper}\n${request}` }));
    const output = await runExamples(language, snippets, server.token);
    for (const sentence of ['shoes', 'whole number from 1 to 5', 'refresh token is unknown']) expect(output).toContain(sentence);
  },
);
