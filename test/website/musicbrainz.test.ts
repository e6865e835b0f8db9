import { afterEach, expect, test } from 'bun:test';
import { createUser } from '../../src/accounts/users';
import type { Fake } from '../import/mirror-fakes';
import { edition, musicbrainzSite } from '../support/musicbrainz-site';
import { startServer } from '../support/server';
import { signedIn, type Visitor } from '../support/visitor';

let site: Fake;
afterEach(() => site[Symbol.dispose]());

/** An administrator of a server without records that uses MusicBrainz and the Cover Art Archive. */
async function visitorWith(one: Fake, headers: Record<string, string> = {}): Promise<Visitor> {
  site = one;
  const server = await startServer([], {
    onlineSources: ['musicbrainz', 'cover_art_archive'],
    ...{ musicbrainzUrl: one.url, coverArtArchive: one.url, contact: 'anna@example.org' },
  });
  await createUser(server.store, 'anna', 'correct horse battery', 'admin');
  return signedIn(server, 'anna', headers);
}

/** An administrator of a server with a release from MusicBrainz. */
async function editorWith(one: Fake): Promise<Visitor> {
  const visitor = await visitorWith(one);
  await visitor.open('/shop?code=030206526721&online=yes');
  await visitor.send('Add to my collection', { do: 'own' });
  return visitor;
}

test('an unknown barcode is looked up online and its release added to the collection', async () => {
  const visitor = await visitorWith(musicbrainzSite([edition(1), edition(2, { country: 'DE', disambiguation: 'club edition' })]));
  await visitor.open('/shop?code=030206526721');
  expect(visitor.page.text).toContain('Looking it up');
  await visitor.follow('Look it up online');
  expect(visitor.page.text).toContain('Found online 2 editions have this barcode. The spine tells them apart.');
  expect(visitor.page.text).toContain('CD, 1994 · Varèse Sarabande VSD-1 · Germany 2 tracks, club edition Same barcode');
  await visitor.send('Add to my collection', { do: 'own' });
  expect(visitor.page.text).toContain('You own it Night Train');
}, 60_000);

test('a release found by a misspelled title is added to the wishlist and shown', async () => {
  const visitor = await visitorWith(musicbrainzSite([edition(1)]));
  await visitor.open('/shop?code=nihgt+trian&online=yes');
  expect(selectedIn(visitor)).toEqual([]);
  await visitor.send('Add to wishlist', { do: 'want', from: `musicbrainz:${edition(1).id}` });
  expect(visitor.page.text).toContain('On your wishlist Night Train');
}, 60_000);

/** Releases of other sites that are chosen unless the reader changes it. */
const selectedIn = ({ page }: Visitor): string[] =>
  [...page.html.matchAll(/<(?:input|option)[^>]* (?:value|data-from)="musicbrainz:(\S+?)"[^>]*>/g)].flatMap(([tag, id = '']) =>
    / (?:checked|selected)/.test(tag) ? [id] : [],
  );

test('a found release is selected only if it shares a word with the title or the artist', async () => {
  const visitor = await visitorWith(musicbrainzSite([edition(1)]));
  for (const [path, isSelected] of [
    ['/shop?code=030206526721&online=yes', true],
    ['/shop?code=train&online=yes', true],
    ['/shop?code=Somebody+-+Another&online=yes', false],
    ['/shop?code=A.+Lund+-+Another&online=yes', true],
    ['/collection/import/online?line=2&barcode=030206526721', true],
    ['/collection/import/online?line=2&barcode=030206526721&said=Jaws+%28Original+Soundtrack%29&by=John+Williams', false],
    ['/collection/import/online?line=2&barcode=030206526721&said=Night+Trains&by=John+Williams', true],
  ] as const) {
    const { html } = await visitor.open(path);
    expect(html, path).toContain(edition(1).id);
    expect(selectedIn(visitor), path).toEqual(isSelected ? [edition(1).id] : []);
  }
}, 60_000);

test('a barcode unknown to MusicBrainz links to the form, with a warning about its check digit', async () => {
  const visitor = await visitorWith(musicbrainzSite([]));
  const { text, html } = await visitor.open('/shop?code=5024709127228&online=yes');
  expect(text).toContain('Not in the catalog None of these sites know this disc either. Enter it yourself This barcode may be misread');
  expect(html).toContain('href="/releases/add?code=5024709127228"');
});

test('a refusal by MusicBrainz is shown in the language of the reader with a link to retry', async () => {
  const refusing = musicbrainzSite([], () => new Response('', { status: 503, headers: { 'retry-after': '7' } }));
  const visitor = await visitorWith(refusing, { 'accept-language': 'de' });
  const { text } = await visitor.open('/shop?code=030206526721&online=yes');
  expect(text).toContain('MusicBrainz ist ausgelastet. Bitte in 7 Sekunden noch einmal versuchen. Noch einmal versuchen Selbst eingeben');
});

test('a pasted line that matches nothing can be looked up online', async () => {
  const visitor = await visitorWith(musicbrainzSite([edition(1)]));
  await visitor.open('/collection/add?codes=030206526721');
  await visitor.follow('Look it up online');
  expect(visitor.page.text).toContain('Found online');
});

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
}, 60_000);

test('the page of updates shows why MusicBrainz failed', async () => {
  const visitor = await editorWith(
    musicbrainzSite([edition(1)], (path) => (path.includes('/artist/') ? new Response('', { status: 503 }) : undefined)),
  );
  expect((await visitor.open('/artists/ana-lund/update')).text).toContain('MusicBrainz is busy.');
}, 60_000);

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
