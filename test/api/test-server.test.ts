import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestServer } from '../../src/testing';

const root = join(import.meta.dir, '../..');

test('a test server has the demo, a token and the given records', async () => {
  const id = '/api/artists/01890a5d-ac96-774b-bcce-b302099a8057';
  await using server = await createTestServer({ records: [{ type: 'Artist', id, attributes: { name: 'Ada Test', _type: 'person' } }] });

  const added = await server.fetch(id);
  const demo = (await (await server.fetch('/api/artists?q=herrmann')).json()) as { meta: { totalItems: number } };
  const stranger = await server.fetch(id, { headers: { authorization: 'Bearer nobody' } });

  expect(added.status).toBe(200);
  expect(demo.meta.totalItems).toBeGreaterThan(0);
  expect(stranger.status).toBe(401);
  expect(new URL(server.url).hostname).toBe('127.0.0.1');
});

test('test servers are independent of each other and take settings', async () => {
  await using limited = await createTestServer({ settings: { rateLimit: 1 } });
  await using other = await createTestServer();

  await limited.fetch('/api/artists');
  const refused = await limited.fetch('/api/artists');

  expect(refused.status).toBe(429);
  expect((await other.fetch('/api/artists', { headers: { authorization: `Bearer ${limited.token}` } })).status).toBe(401);
});

test('another project can start a test server in one line, and its compiler checks the App type', async () => {
  const project = mkdtempSync(join(tmpdir(), 'leitmotif-project-'));
  try {
    const modules = join(project, 'node_modules');
    mkdirSync(join(modules, '@elysiajs'), { recursive: true });
    const packed = await run(['npm', 'pack', '--pack-destination', project], root);
    expect(packed.exitCode).toBe(0);
    const [archive = ''] = readdirSync(project).filter((name) => name.endsWith('.tgz'));
    expect(await run(['tar', '-xzf', archive], project)).toEqual({ exitCode: 0, text: '' });
    renameSync(join(project, 'package'), join(modules, 'leitmotif'));
    const names = readdirSync(join(modules, 'leitmotif'), { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => /(^|\/)test(\/|$)|\.test\.tsx?$|^bench|^packaging/.test(name))).toEqual([]);
    symlinkSync(join(root, 'node_modules'), join(modules, 'leitmotif/node_modules'));
    for (const name of ['@elysiajs/eden', 'bun-types', 'elysia']) symlinkSync(join(root, 'node_modules', name), join(modules, name));
    for (const [file, text] of Object.entries(files)) await Bun.write(join(project, file), text);

    const tests = await run([process.execPath, 'test'], project);
    const types = await run(
      [process.execPath, join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', '.', '--checkers', '1'],
      project,
    );

    expect(tests.text).toContain('1 pass');
    expect(types).toEqual({ exitCode: 0, text: '' });
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}, 180_000);

const files = {
  'package.json': '{ "name": "other", "type": "module" }',
  // From `bun init`.
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      lib: ['ESNext'],
      target: 'ESNext',
      module: 'Preserve',
      moduleDetection: 'force',
      jsx: 'react-jsx',
      allowJs: true,
      types: ['bun-types'],
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true,
      verbatimModuleSyntax: true,
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      noFallthroughCasesInSwitch: true,
      noUncheckedIndexedAccess: true,
      noImplicitOverride: true,
    },
  }),
  'other.test.ts': `
import { expect, test } from 'bun:test';
import { treaty } from '@elysiajs/eden';
import type { App } from 'leitmotif';
import type { paths } from 'leitmotif/openapi';
import openapi from 'leitmotif/openapi.json';
import { createTestServer } from 'leitmotif/testing';

const server = await createTestServer();

test('it answers', async () => {
  const { api } = treaty<App>(server.url, { parseDate: false, headers: { authorization: \`Bearer \${server.token}\` } });
  const { data } = await api.productions.get({ query: { type: 'movie' } });
  const title: string | undefined = data?.data[0]?.attributes.title;
  expect(title).toBeString();
  expect(Object.keys(openapi.paths)).toContain('/api/productions');
  type Artists = paths['/api/artists']['get']['responses'][200]['content']['application/vnd.api+json'];
  const artists = (await (await server.fetch('/api/artists')).json()) as Artists;
  const name: string | undefined = artists.data[0]?.attributes.name;
  expect(name).toBeString();
  // @ts-expect-error: no such attribute
  expect(artists.data[0]?.attributes.nothing).toBeUndefined();
  // @ts-expect-error: no such attribute
  expect(data?.data[0]?.attributes.nothing).toBeUndefined();
});
`,
};

async function run(command: string[], cwd: string): Promise<{ exitCode: number; text: string }> {
  const child = Bun.spawn(command, { cwd, stdout: 'pipe', stderr: 'pipe' });
  const [exitCode, output, errors] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { exitCode, text: output + errors };
}
