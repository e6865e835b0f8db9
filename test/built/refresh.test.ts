import { afterAll, beforeAll, expect, test } from 'bun:test';
import { edition, musicbrainzSite } from '../support/musicbrainz-site';
import { Site } from '../support/site';

// Updates of a collection from a fake MusicBrainz.

const releases = [1, 2, 3].map((number) => edition(number, { title: `Night Train ${number}`, media: [] }));
const refused = new Set<string>();
const online = musicbrainzSite(releases, (path) => {
  const isFirst = path.includes(`${edition(3).id}?`) && refused.size === 0;
  if (!path.startsWith('/ws/2/release/') || !isFirst || !areChanged) return undefined;
  refused.add(path);
  return new Response('', { status: 503, headers: { 'retry-after': '1' } });
});
let areChanged = false;
const flags = ['--online-sources', 'musicbrainz', '--musicbrainz-url', online.url, '--contact', 'anna@example.org'];

let site: Site;
beforeAll(async () => {
  site = await Site.start();
  await site.addAdministrator();
  for (const { id } of releases)
    expect((await site.command('add', `https://musicbrainz.org/release/${id}`, '--user', 'anna', ...flags)).exitCode).toBe(0);
}, 60_000);
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  online[Symbol.dispose]();
});

const refresh = async (...args: readonly string[]) => {
  const { exitCode, stdout, stderr } = await site.command('refresh', '--user', 'anna', ...flags, ...args);
  return { exitCode, stdout, stderr };
};

test('refresh asks for consent, waits for a busy site, and continues where the previous run ended', async () => {
  areChanged = true;
  releases[0] = edition(1, { title: 'Night Train 1', media: [], country: 'DE' });
  releases.splice(1, 1);
  const asked = online.requests.length;
  expect(await refresh('--dry-run')).toMatchObject({ exitCode: 0, stdout: 'Would update 3 releases.\n' });
  expect(await refresh()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('ids of 3 collected releases to 127.0.0.1') });
  expect(online.requests).toHaveLength(asked);
  expect(await refresh('--yes', '--limit', '1')).toMatchObject({ stdout: '1 release changed, 0 unchanged, 0 missing. 2 releases left.\n' });
  const begun = performance.now();
  const rest = await refresh();
  expect(rest.stdout).toBe('0 releases changed, 1 unchanged, 1 missing. Nothing left to update.\n');
  expect(rest.stderr).toContain('MusicBrainz is busy. Try again in 1 seconds. Trying again in');
  expect(performance.now() - begun).toBeGreaterThan(2_000);
  expect(JSON.parse((await refresh('--dry-run', '--json')).stdout)).toMatchObject({ dryRun: true, left: 3 });
}, 60_000);

test('refresh is refused if lookups are off or the user is unknown', async () => {
  expect(await site.command('refresh')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Look-ups at other sites are off.') });
  expect(await site.command('refresh', '--user', 'nobody', ...flags)).toMatchObject({ stderr: expect.stringContaining('nobody') });
}, 60_000);
