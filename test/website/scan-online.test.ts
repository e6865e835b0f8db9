import { afterEach, expect, test } from 'bun:test';
import { createUser } from '../../src/accounts/users';
import type { Fake } from '../import/mirror-fakes';
import { edition, musicbrainzSite } from '../support/musicbrainz-site';
import { startServer } from '../support/server';
import { signedIn, type Visitor } from '../support/visitor';

// The scan page without scripts, with discs that only MusicBrainz has.

let site: Fake;
afterEach(() => site[Symbol.dispose]());

async function visitorWith(one: Fake, headers: Record<string, string> = {}): Promise<Visitor> {
  site = one;
  const server = await startServer([], { onlineSources: ['musicbrainz'], musicbrainzUrl: one.url, contact: 'anna@example.org' });
  await createUser(server.store, 'anna', 'correct horse battery');
  const visitor = await signedIn(server, 'anna', headers);
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
}, 10_000);

test('a release found by a misspelled title is added to the wishlist and shown', async () => {
  const visitor = await visitorWith(musicbrainzSite([edition(1)]));
  await visitor.open('/shop?code=nihgt+trian&online=yes');
  await visitor.send('Add to wishlist', { do: 'want' });
  expect(visitor.page.text).toContain('On your wishlist Night Train');
}, 10_000);

test('a barcode unknown to MusicBrainz links to the form, with a warning about its check digit', async () => {
  const visitor = await visitorWith(musicbrainzSite([]));
  const { text, html } = await visitor.open('/shop?code=5024709127228&online=yes');
  expect(text).toContain('Not in the catalog No site that was asked knows this disc either. Enter it yourself This barcode may be misread');
  expect(html).toContain('href="/releases/add?code=5024709127228"');
});

test('a refusal by MusicBrainz is shown in the language of the reader with a link to retry', async () => {
  const refusing = musicbrainzSite([], () => new Response('', { status: 503, headers: { 'retry-after': '7' } }));
  const visitor = await visitorWith(refusing, { 'accept-language': 'de' });
  const { text } = await visitor.open('/shop?code=030206526721&online=yes');
  expect(text).toContain('MusicBrainz ist ausgelastet. Bitte in 7 Sekunden noch einmal versuchen. Noch einmal versuchen Selbst eingeben');
});

test('titles from other sites are escaped', async () => {
  const visitor = await visitorWith(musicbrainzSite([edition(1, { title: '<script>alert(1)</script>' })]));
  expect((await visitor.open('/shop?code=030206526721&online=yes')).html).not.toContain('<script>alert');
});

test('a pasted line that matches nothing can be looked up online', async () => {
  const visitor = await visitorWith(musicbrainzSite([edition(1)]));
  await visitor.open('/collection/add?codes=030206526721');
  await visitor.follow('Look it up online');
  expect(visitor.page.text).toContain('Found online');
});
