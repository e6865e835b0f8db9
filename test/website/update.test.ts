import { afterEach, expect, test } from 'bun:test';
import { createUser } from '../../src/accounts/users';
import type { Fake } from '../import/mirror-fakes';
import { edition, musicbrainzSite } from '../support/musicbrainz-site';
import { startServer } from '../support/server';
import { signedIn, type Visitor } from '../support/visitor';

let site: Fake;
afterEach(() => site[Symbol.dispose]());

async function editorWith(one: Fake): Promise<Visitor> {
  site = one;
  const server = await startServer([], {
    onlineSources: ['musicbrainz', 'cover_art_archive'],
    ...{ musicbrainzUrl: one.url, coverArtArchive: one.url, contact: 'anna@example.org' },
  });
  await createUser(server.store, 'anna', 'correct horse battery', 'admin');
  const visitor = await signedIn(server, 'anna');
  await visitor.open('/shop?code=030206526721&online=yes');
  await visitor.send('Add to my collection', { do: 'own' });
  return visitor;
}

test('an editor updates a release from MusicBrainz after a preview', async () => {
  const releases = [edition(1)];
  const visitor = await editorWith(musicbrainzSite(releases));
  releases[0] = edition(1, { country: 'DE', date: '1994-05-07' });
  await visitor.open('/releases/night-train');
  await visitor.follow('Fetch updates');
  expect(visitor.page.text).toContain(
    'MusicBrainz would change these fields. Locked fields stay as they are. Released 7 May 1994 Country United States Germany Update',
  );
  expect(visitor.page.html).toContain('<del>United States</del> <ins>Germany</ins>');
  await visitor.send('Update', {});
  expect(visitor.page.html).toContain('Updated.');
  await visitor.follow('Fetch updates');
  expect(visitor.page.text).toContain('Already up to date.');
}, 15_000);

test('the page of updates shows why MusicBrainz failed', async () => {
  const visitor = await editorWith(
    musicbrainzSite([edition(1)], (path) => (path.includes('/artist/') ? new Response('', { status: 503 }) : undefined)),
  );
  expect((await visitor.open('/artists/ana-lund/update')).text).toContain('MusicBrainz is busy.');
}, 15_000);

test('pictures of back and booklet are fetched from the Cover Art Archive on request and proxied', async () => {
  const visitor = await editorWith(musicbrainzSite([edition(1)]));
  await visitor.open('/releases/night-train');
  const requestCount = () => site.requests.filter(({ path }) => path === `/release/${edition(1).id}`).length;
  expect(requestCount()).toBe(0);
  await visitor.follow('Back and booklet');
  expect(visitor.page.text).toContain('Front Back');
  expect<string[]>([...(visitor.page.html.match(/src="\/shop\/pictures\/[^"]+"/g) ?? [])]).toEqual(
    ['18', '17'].map((picture) => `src="/shop/pictures/${edition(1).id}/${picture}"`),
  );
  expect((await visitor.open(`/shop/pictures/${edition(1).id}/17`)).headers.get('content-type')).toBe('image/jpeg');
  expect(requestCount()).toBe(1);
});
