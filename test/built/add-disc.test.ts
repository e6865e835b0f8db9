import { afterAll, beforeAll, expect, test } from 'bun:test';
import { edition, musicbrainzSite } from '../support/musicbrainz-site';
import { Site } from '../support/site';

// Discs added on the command line from a fake MusicBrainz.

const online = musicbrainzSite([edition(1), edition(2, { title: 'Night Train (club edition)' })]);
const flags = ['--online-sources', 'musicbrainz', '--musicbrainz-url', online.url, '--contact', 'anna@example.org'];

let site: Site;
beforeAll(async () => {
  site = await Site.start();
  await site.addAdministrator();
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  online[Symbol.dispose]();
});

test('add asks for the address if a barcode has several editions, and finds the added release by barcode afterwards', async () => {
  const off = await site.command('add', '030206526721');
  expect([off.exitCode, off.stderr]).toEqual([2, expect.stringContaining('look-ups at other sites are off')]);
  const several = await site.command('add', '030206526721', ...flags);
  expect([several.exitCode, several.stderr]).toEqual([2, expect.stringContaining(`  https://musicbrainz.org/release/${edition(2).id}`)]);
  const added = await site.command('add', `https://musicbrainz.org/release/${edition(1).id}`, '--user', 'anna', ...flags);
  expect([added.exitCode, added.stdout]).toEqual([
    0,
    expect.stringMatching(/^Added Night Train, \/releases\/night-train[\w-]*\. It is in the collection of anna\.\n$/),
  ]);
  const again = await site.command('add', '030206526721', '--json');
  const [, slug] = /\/releases\/([\w-]+)/.exec(added.stdout) ?? [];
  expect(JSON.parse(again.stdout)).toEqual({ release: `/api/releases/${edition(1).id}`, slug, title: 'Night Train', isNew: false });
});

test('add finds a release of the catalog by title, artist and title, or the address of its page', async () => {
  const create = (...options: string[]) => site.command('add', 'release', '--json', ...options);
  const { slug } = JSON.parse((await create('--title', 'Dawn Train', '--artist', 'Ada Tide')).stdout);
  for (const title of ['Noon Train', 'Noon Train']) await create('--title', title, '--anyway');
  for (const named of ['Dawn Train', 'Ada Tide - Dawn Train', `/releases/${slug}`, `http://films.example/releases/${slug}/`])
    expect(JSON.parse((await site.command('add', named, '--json')).stdout)).toMatchObject({ slug, isNew: false });
  const several = await site.command('add', 'Noon Train');
  expect([several.exitCode, several.stderr]).toEqual([2, expect.stringMatching(/one:\n {2}Noon Train: \/releases\/noon-train/)]);
  expect((await site.command('add', '/releases/no-train')).stderr).toContain('There is no release no-train.');
});

test('an address that is not a release is refused', async () => {
  const { exitCode, stderr } = await site.command('add', 'https://musicbrainz.org/artist/1', ...flags);
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining('page of a release, a release group or a master at MusicBrainz or Discogs'),
  ]);
});
