import { describe, expect, test } from 'bun:test';
import { matchedTracks } from '../../src/website/catalog/album/matching';
import { demoPage, pageOf, testDemoPage } from '../support/pages';
import { release, uuid } from '../support/records';
import { demoServer, startServer } from '../support/server';
import { signedIn } from '../support/visitor';

describe('the page of an album', () => {
  test('lists its editions, oldest first', async () => {
    const { text, html } = await demoPage('/albums/blade-runner');
    expect(text).toStartWith('Score · 4 editions · 1994 to 2013 Blade Runner Vangelis Music for Blade Runner , 1982');
    expect(text).toMatch(/Editions Oldest first.*1994,.*1994,.*25th Anniversary 2007, Universal Music 530 514-7 3 × CD 36 149:56.*2013,/);
    expect(html).toContain('<title>Blade Runner, Vangelis · Leitmotif</title>');
    expect(html).toContain('"@type":"MusicAlbum"');
    expect(html).toContain('<link rel="canonical" href="http://localhost/albums/blade-runner"');
  });

  test('says which edition has most music, where the contents of all are known', async () => {
    expect((await demoPage('/albums/blade-runner')).text).toContain(
      'The most complete is 2007, Universal Music 530 514-7: it has all cues of the others and 24 of its own.',
    );
    const tracks = (edition: number, titles: readonly string[]) =>
      titles.map((title, index) => ({ title, position: index + 1, duration_seconds: 100 + edition + index }));
    void tracks;
  });

  test('compares the tracks of the first and the longest edition', async () => {
    const { text, html } = await demoPage('/albums/blade-runner');
    expect(text).toContain('12 cues are on both, 24 only on the 2007 edition, which includes everything on the 1994 edition.');
    expect(text).toMatch(/CD 1: Original soundtrack Main Titles 1 3:42 1-1 3:42/);
    expect(text).toMatch(/CD 3: New music Launch Approval not included 3-1 1:54/);
    expect(html.match(/<svg class="strip/g)).toHaveLength(4);
  });

  test('compares the editions in its address', async () => {
    const server = await demoServer();
    const { data } = await server.read('/api/releases?title=blade&fields[Release]=slug,year');
    const slugOf = (year: number) =>
      data.find(({ attributes }: { attributes: { year: number } }) => attributes.year === year).attributes.slug;
    const { text, html } = await demoPage(`/albums/blade-runner?a=${slugOf(2007)}&b=${slugOf(2013)}`);
    expect(text).toContain('12 cues are on both, 24 only on the 2007 edition, which includes everything on the 2013 edition.');
    expect(html.match(/<option[^>]* selected/g)).toHaveLength(2);
  });

  testDemoPage(
    'draws no scale where lengths are unknown',
    '/albums/vertigo',
    ['2 only on the 1958 edition, 11 only on the 1996 edition', 'Only on the 1958 edition'],
    { lacks: ['class="scale"'] },
  );

  test('redirects to the only edition', async () => {
    const server = await demoServer();
    const { data } = await server.read('/api/albums?itemsPerPage=100&fields[Album]=slug,release_count');
    const one = data.find(({ attributes }: { attributes: { release_count: number } }) => attributes.release_count === 1);
    const { status, headers } = await demoPage(`/albums/${one.attributes.slug}`);
    expect(status).toBe(301);
    expect(headers.get('location')).toStartWith('/releases/');
  });

  test('shows guests no forms', async () => {
    const server = await startServer(twoEditions(), { catalogVisibility: 'public' });
    const { status, text, html } = await pageOf(server, '/albums/night-music');
    expect(status).toBe(200);
    expect(text).not.toContain('Wish');
    expect(html).not.toContain('method="post"');
  });

  test('adds an edition to the wishlist', async () => {
    const server = await startServer(twoEditions());
    const visitor = await signedIn(server);
    await visitor.open('/albums/night-music');
    const after = await visitor.send('Add to wishlist', { want: uuid('1') });
    expect(visitor.redirects).toEqual(['/albums/night-music#editions']);
    expect(after.text).toContain('on your wishlist');
  });
});

describe('the list of albums', () => {
  test('shows each album once with its number of editions and links to the list of releases', async () => {
    const { text, html } = await demoPage('/albums?decade=1990');
    expect(html).toContain('<title>Albums, 1990s · Leitmotif</title>');
    expect(text).toMatch(/Blade Runner Vangelis · 1994 · 4 editions/);
    expect(html.match(/href="\/albums\/blade-runner"/g)).toHaveLength(1);
    expect(html).toContain('href="/releases?decade=1990"');
  });

  test('redirects to the list of releases if there are no albums', async () => {
    const server = await startServer([release('1', { title: 'Alone' })]);
    const { status, headers } = await pageOf(server, '/albums', { token: server.token });
    expect(status).toBe(303);
    expect(headers.get('location')).toBe('/releases');
  });
});

describe('matching the tracks of two editions', () => {
  const track = (title: string, seconds: number | null = null, variant: string | null = null) => ({ title, seconds, variant });

  test('ignores punctuation and accents', () => {
    expect([...matchedTracks([track("L'Été", 60)], [track('L’ete!', 62)])]).toEqual([[0, 0]]);
  });

  test('ignores a variant in brackets, but no other brackets', () => {
    const ones = [track('Love Theme', 100), track('Blade Runner (Main Titles)', 100)];
    const others = [track('Blade Runner (End Titles)', 100), track('Love Theme (Alternate Version)', 104)];
    expect([...matchedTracks(ones, others)]).toEqual([[0, 1]]);
  });

  test('separates tracks of very different lengths', () => {
    expect(matchedTracks([track('Finale', 60)], [track('Finale', 300)]).size).toBe(0);
    expect(matchedTracks([track('Finale', 60)], [track('Finale')]).size).toBe(1);
  });

  test('pairs each track once, with the one nearest in length', () => {
    const pairs = matchedTracks([track('Reprise', 60), track('Reprise', 65)], [track('Reprise', 66), track('Reprise', 61)]);
    expect([...pairs]).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });
});

const albumId = uuid('a');

const twoEditions = (title = 'Night Music') => {
  const relationships = { album: { data: { type: 'Album', id: `/api/albums/${albumId}` } } };
  const edition = (number: string, year: string) => ({ ...release(number, { title, release_date: year }), relationships });
  return [
    { type: 'Album', id: `/api/albums/${albumId}`, attributes: { title, album_type: 'score' } },
    edition('1', '1990'),
    edition('2', '2001'),
  ];
};
