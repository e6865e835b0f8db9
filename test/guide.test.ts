import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { createTestServer, type TestServer } from '../src/testing';
import { isRunnable, runExamples } from './support/examples';

// The first integration of the documentation, as it stands there, against a server.

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.stop());

const fences = { curl: 'sh', TypeScript: 'ts', Python: 'python' } as const;
const guide = await Bun.file(join(import.meta.dir, '../docs/guide.md')).text();

/** The blocks of a language, in their order. */
const blocksIn = (fence: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) =>
    code.replaceAll('http://127.0.0.1:8420', server.url),
  );

test('every step is there in every language', () => {
  const counts = Object.values(fences).map((fence) => blocksIn(fence).length);
  expect(new Set(counts).size).toBe(1);
  expect(counts[0]).toBeGreaterThan(4);
});

// One program of all steps, since each goes on with what those before it found.
test.each((['curl', 'TypeScript', 'Python'] as const).filter(isRunnable))('the steps in %s work, one after the other', async (language) => {
  const code = blocksIn(fences[language]).join('\n');
  expect(await runExamples(language, [{ name: 'guide', code }], server.token)).toBe('');
  const { data } = (await (await server.fetch('/api/users/me/wishlist')).json()) as { data: { id: string }[] };
  expect(data).toHaveLength(1);
  await server.fetch(data[0]?.id ?? '', { method: 'DELETE' });
});
