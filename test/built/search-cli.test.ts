import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { copyDemo } from '../support/demo-catalog';
import { emptyFolder, run } from '../support/executable';

const folder = emptyFolder();
beforeAll(async () => void (await copyDemo(join(folder.path, 'data'))), 60_000);
afterAll(() => folder[Symbol.dispose]());

const search = (...args: readonly string[]) =>
  run(['search', ...args, '--data', 'data'], { cwd: folder.path, env: { LEITMOTIF_PUBLIC_URL: 'https://music.example' } });

test('search prints results of every kind, and corrects typing errors', async () => {
  const { exitCode, stdout } = await search('blade', 'runner', '1982');
  expect([exitCode, stdout]).toEqual([
    0,
    expect.stringMatching(
      /^KIND +NAME +DETAILS +ADDRESS\nproduction +Blade Runner \(1982\) +Vangelis, .*https:\/\/music.example\/productions\/blade-runner\nalbum +Blade Runner \(1994\) +Vangelis +\S+\/albums\/blade-runner\n/,
    ),
  ]);
  const corrected = await search('goldsmtih', '--limit', '1', '--json');
  expect(JSON.parse(corrected.stdout).data[0].attributes.name).toBe('Jerry Goldsmith');
  expect((await search('conductor')).stdout).toMatch(/\nartist role +Conductor +\S+\/roles\/conductor\n/);
  expect((await search('imperial', 'march')).stdout).toMatch(
    /\ntrack +The Imperial March.* +The Empire Strikes Back \(1980\) +https:\/\/music.example\/releases\/the-empire-strikes-back\n/,
  );
  expect((await search('goldsmtih')).stderr).toContain('Nothing matches goldsmtih. Showing results for goldsmith.');
}, 30_000);

test('search without results exits with 1, and without words with 2', async () => {
  expect(await search('qqqqqqqq')).toMatchObject({ exitCode: 1, stderr: 'leitmotif: Nothing matches qqqqqqqq.\n' });
  expect((await search()).exitCode).toBe(2);
}, 30_000);
