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

test('an address that is not a release is refused', async () => {
  const { exitCode, stderr } = await site.command('add', 'https://musicbrainz.org/artist/1', ...flags);
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining('page of a release, a release group or a master at MusicBrainz or Discogs'),
  ]);
});
