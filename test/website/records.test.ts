import { describe, expect, test } from 'bun:test';
import { addItem } from '../support/owned-items';
import { demoPage, pageOf, testDemoPage } from '../support/pages';
import { format, release, releaseId, uuid } from '../support/records';
import { openReleaseEditor } from '../support/release-editor';
import { demoServer, startServer } from '../support/server';
import { signedIn } from '../support/visitor';

describe('the page of a release', () => {
  testDemoPage('shows artist, label, date, format, length and barcode', '/releases/immortal', [
    /^CD · 2011 · Japan Immortal Michael Jackson Add to my collection Add to my wishlist Label Epic , 88697 99394 2 Released 2011 Format Album · Rental CD Length 75:47, 20 tracks/,
    'Barcode 0886979939424',
    '<title>Immortal, Michael Jackson · Leitmotif</title>',
    'href="/labels/epic"',
    'href="/artists/michael-jackson"',
  ]);

  test('draws each disc to scale only if all lengths are known', async () => {
    const known = await demoPage('/releases/immortal');
    const unknown = await demoPage('/releases/song-of-survival-lied-ter-overleving');
    expect(known.html.match(/<svg class="strip"/g)).toHaveLength(1);
    expect(known.text).toContain('Each disc is drawn to scale.');
    expect(unknown.html).not.toContain('class="strip"');
    expect(unknown.text).toMatch(/ Tracks \d+ .*Track lengths are unknown\./);
  });

  test('shows a minimum length if some tracks have none', async () => {
    const { api, visitor } = await openReleaseEditor();
    const tracks = [{ title: 'Ebb', minutes: 7, seconds: 40 }, { title: 'Flow' }];
    await api.make('Release', '/api/releases', { title: 'Tides', formats: [{ format_type: 'cd', tracks }] });
    const { text, html } = await visitor.open('/releases/tides');
    expect(text).toContain('at least 7:40, 2 tracks');
    expect(text).toContain('2 tracks · at least 7:40');
    expect(html).not.toContain('"duration":"PT460S","recordLabel"');
  });

  testDemoPage('lists the tracks by disc', '/releases/blade-runner-trilogy-25th-anniversary', [
    /3 × CD · 2007/,
    /CD 1: Original soundtrack 12 tracks · 57:32 1 Main Titles.*CD 2: Previously.*1 Longing.*CD 3: New music 12 tracks · 48:24 1 Launch/,
    /6 One More Kiss, Dear 3:58 source music/,
  ]);

  test('letters the parts of compound tracks and shows the production of each on a compilation', async () => {
    const { text, html } = await demoPage('/releases/the-fantasy-film-world-of-bernard-herrmann');
    expect(text).toContain(
      '2 The Seventh Voyage of Sinbad from The 7th Voyage of Sinbad a Overture b The Duel with the Skeleton c Baghdad',
    );
    expect(html).toContain('<ol class="parts">');
    expect(text).toContain('Part of this compilation');
    expect(html).toContain('href="/labels/decca-records/series/phase-4-stereo"');
    // A release that shares one track is no other edition.
    expect(text).not.toContain('Other editions');
  });

  test('shows series, events, format details, edition size, companies, identifiers and track numbers', async () => {
    const server = await startServer([
      { type: 'Organization', id: `/api/organizations/${uuid('o')}`, attributes: { name: 'Olympic Studios' } },
      release('1', {
        title: 'Vertigo',
        release_date: '1958',
        country: 'US',
        genres: ['Stage & Screen'],
        styles: ['Score'],
        identifiers: [{ type: 'Matrix / Runout', value: 'RHS 336-A', description: '<b>Side A</b>' }],
        companies: [
          {
            iri: `/api/organizations/${uuid('o')}`,
            role: 'Recorded At',
            catalog_number: null,
            begin_date: '1958-01',
            end_date: '1958-02-03',
          },
        ],
        series: [{ name: 'Living Presence', number: '12' }],
        events: [
          { date: '1958', country: 'US' },
          { date: '1959-03', country: 'GB' },
        ],
        edition_size: 3_000,
        numbered: true,
        provisional: true,
      }),
      { type: 'ReleaseFormat', id: format, attributes: { format_type: 'vinyl', descriptions: ['7"', 'Reissue'], text: 'Orange' } },
      { type: 'ReleaseTrack', id: `${format}/tracks/${uuid('t')}`, attributes: { position: 1, number: 'A1', title: 'Prelude' } },
    ]);
    const { text, html } = await pageOf(server, '/releases/vertigo', { token: server.token });

    expect(text).toContain(
      'Series Living Presence , 12 Released 1958 Also released March 1959 , United Kingdom Format 7", Reissue · Orange Edition size 3,000 copies, numbered',
    );
    expect(text).toContain('Recorded at Olympic Studios ( January 1958 – 3 February 1958 ) Matrix number RHS 336-A (<b>Side A</b>)');
    expect(text).toContain('A1 Prelude');
    expect(text).toStartWith('Placeholder · Vinyl · 1958');
    expect(html).toContain('href="/organizations/olympic-studios"');
    const studio = await pageOf(server, '/organizations/olympic-studios', { token: server.token });
    const inFrench = await pageOf(server, '/releases/vertigo', { token: server.token, headers: { 'accept-language': 'fr' } });
    expect(inFrench.text).toContain('Enregistré à Olympic Studios');
    expect(studio.text).toContain('Releases 1 release Vertigo Recorded at · 1958');
    expect(html).toContain('href="/releases?genre=Stage+%26+Screen"');
  });

  test('lists credits with their details and credits without a role', async () => {
    const artist = (letter: string, name: string) => ({
      type: 'Artist',
      id: `/api/artists/${uuid(letter)}`,
      attributes: { name, _type: 'person' },
    });
    const credit = (letter: string, role: string, more = {}) => ({ iri: `/api/artists/${uuid(letter)}`, credit_role: role, ...more });
    const server = await startServer([
      artist('x', 'Alexander Courage'),
      artist('y', 'Jerry Fielding'),
      release('1', {
        title: 'Vertigo',
        credits: [credit('x', 'composer', { detail: 'Additional', tracks: 'A1 to A4' }), credit('y', '')],
      }),
    ]);
    const { text } = await pageOf(server, '/releases/vertigo', { token: server.token });

    expect(text).toContain('Composer Alexander Courage (Additional, on A1 to A4)');
    expect(text).toContain('Other credits Jerry Fielding');
  });

  testDemoPage('links to the other editions of its album and their comparison', '/releases/blade-runner-trilogy-25th-anniversary', [
    'Album Blade Runner , 4 editions',
    /Other editions.*Album with 4 editions Compare tracks/,
    'href="/albums/blade-runner?a=blade-runner-trilogy-25th-anniversary#tracks"',
  ]);

  testDemoPage('links the credited artists by role', '/releases/shafts-big-score-the-original-motion-picture-soundtrack', [
    /<dt><a href="\/roles\/orchestrator">Orchestrator<\/a><\/dt><dd><ul><li><a href="\/artists\/dale-oehler">/,
    'rel="external noopener nofollow"',
  ]);

  test('says if it has no tracks, and omits empty fields', async () => {
    const server = await startServer([release('1', { title: 'Untitled' })]);
    const { text } = await pageOf(server, '/releases/untitled', { token: server.token });
    expect(text).toStartWith('Untitled Add to my collection Add to my wishlist Tracks No track list yet. Record Added');
    expect(text).not.toMatch(/Label|Credits|Length|null|undefined/);
  });

  test('contains JSON-LD, Open Graph and canonical metadata', async () => {
    const { html } = await demoPage('/releases/immortal');
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    const data = JSON.parse(json);
    expect(data).toMatchObject({ '@type': 'MusicRelease', name: 'Immortal', gtin: '0886979939424', catalogNumber: '88697 99394 2' });
    expect(data.releaseOf).toMatchObject({ '@type': 'MusicAlbum', byArtist: [{ name: 'Michael Jackson' }], numTracks: 20 });
    expect(html).toMatch(/<meta property="og:image" content="http:\/\/localhost\/sleeves\/[0-9a-f-]{36}\.png"/);
    expect(html).toContain('<link rel="canonical" href="http://localhost/releases/immortal"');
  });

  testDemoPage(
    'is translated to German',
    '/releases/the-fantasy-film-world-of-bernard-herrmann',
    [/^Vinyl · 1974 · Vereinigtes Königreich/, 'Reihe Phase 4 Stereo', 'Teil der Kompilation', 'In meine Sammlung'],
    { language: 'de' },
  );

  test('redirects from a former slug', async () => {
    const { status, headers } = await demoPage('/productions/star-wars-episode-iv-a-new-hope?page=2');
    expect([status, headers.get('location')]).toEqual([301, '/productions/star-wars?page=2']);
  });
});

describe('the buttons on the page of a release', () => {
  test('add copies, and add and remove a wish once', async () => {
    const server = await startServer([release('1', { title: 'Vertigo' })]);
    const visitor = await signedIn(server);

    await visitor.open('/releases/vertigo');
    const wanted = await visitor.send('Add to my wishlist', { do: 'want' });
    expect(visitor.path).toStartWith('/releases/vertigo?notice=wishes-added');
    expect(wanted.html).toContain('<bdi>Vertigo</bdi>: 1 release added to your wishlist.');
    expect(wanted.text).toContain('On your wishlist Remove from my wishlist');
    await visitor.send('Remove from my wishlist', { do: 'want' });
    expect((await server.read('/api/users/me/wishlist')).meta?.totalItems).toBe(1);

    const off = await visitor.send('Remove from my wishlist', { do: 'unwant' });
    expect(off.text).toContain('Add to my wishlist');

    await visitor.send('Add to my wishlist', { do: 'want' });
    await visitor.send('Add to my collection', { do: 'own' });
    const twice = await visitor.send('Add another copy', { do: 'own' });
    expect(twice.text).toContain('In your collection Add another copy Copy Edit Copy Edit');
    expect((await server.read('/api/users/me/wishlist')).meta?.totalItems).toBe(0);
  });

  test('include a link to edit each owned copy, beside its details', async () => {
    const server = await startServer([release('1', { title: 'Vertigo' })]);
    const attributes = {
      condition: 'near_mint',
      format_type: 'vinyl',
      purchased_at: '2023-03-04',
      shop: 'Discogs',
      purchase_price_cents: 2100,
      currency: 'EUR',
      storage_location: 'Listening room',
      notes: 'A gift.',
    };
    const item = await addItem(server, 'collection', releaseId('1'), attributes);

    const { text, html } = await pageOf(server, '/releases/vertigo', { token: server.token, headers: { 'accept-language': 'en-GB' } });

    expect(text).toContain('Vinyl Near mint bought 4 Mar 2023, Discogs, €21.00 Listening room A gift. Edit');
    expect(html).toContain(`href="/collection?edit=${item.attributes._id}#item"`);
  });

  test('are replaced by a link to sign in for guests', async () => {
    const server = await startServer([release('1', { title: 'Vertigo' })], { catalogVisibility: 'public' });
    const { status, text, html } = await pageOf(server, '/releases/vertigo');
    expect(status).toBe(200);
    expect(text).toStartWith('Vertigo Sign in to collect Tracks');
    expect(html).toContain('href="/sign-in?to=%2Freleases%2Fvertigo"');
    expect(html).not.toContain('<form method="post"');
  });

  test('do nothing for an unknown action', async () => {
    const server = await startServer([release('1', { title: 'Vertigo' })]);
    const visitor = await signedIn(server);
    await visitor.open('/releases/vertigo');
    await visitor.send('Add to my wishlist', { do: 'burn' });
    expect(visitor.redirects).toEqual(['/releases/vertigo']);
    expect((await server.read('/api/users/me/wishlist')).meta?.totalItems).toBe(0);
    expect((await server.read('/api/users/me/collection')).meta?.totalItems).toBe(0);
  });
});

test('the page of a release marks right-to-left titles and the parts of its links, and names the codes of tracks', async () => {
  const long = 'ת'.repeat(255);
  const server = await startServer([
    release('1', { title: 'Tides' }),
    {
      type: 'ReleaseExternalLink',
      id: `${releaseId('1')}/external-links/${uuid('9')}`,
      attributes: { provider: '<script>alert(1)</script>', external_id: '1', url: 'https://example.org/"><b>' },
    },
    { type: 'ReleaseFormat', id: format, attributes: { position: 1, format_type: 'cd' } },
    { type: 'ReleaseTrack', id: `${format}/tracks/${uuid('b')}`, attributes: { position: 1, title: long, isrc_code: 'GBAYE6900531' } },
  ]);
  const { html } = await pageOf(server, '/releases/tides', { token: server.token });
  expect(html).not.toMatch(/<script>alert|"><b>/);
  expect(html).toContain(`<span lang="he" dir="rtl">${long}</span>`);
  expect(html).toContain('title="ISRC GBAYE6900531"');
});

test('the page of a release lists every credit of a role, folded after twelve names', async () => {
  const people = Array.from({ length: 30 }, (_, index) => ({
    type: 'Artist',
    id: `/api/artists/${uuid(`c${index}`)}`,
    attributes: { name: `Violinist ${index}`, _type: 'person' },
  }));
  const credits = people.map(({ id: iri }) => ({ iri, credit_role: 'violin' }));
  const server = await startServer([...people, release('1', { title: 'All of it', credits })]);
  const { html, text } = await pageOf(server, '/releases/all-of-it', { token: server.token });
  expect(text).toContain('Violinist 11 18 more Violinist 12');
  expect(html.match(/href="\/artists\/violinist-/g)).toHaveLength(30);
});

test('the address of a record with its UUID redirects to its slug and keeps the query', async () => {
  const server = await demoServer();
  const { data } = await server.read('/api/releases?q=psycho');
  const { _id: id, slug } = data[0].attributes;
  const { status, headers } = await demoPage(`/releases/${id}?page=1`);
  expect([status, headers.get('location')]).toEqual([301, `/releases/${slug}?page=1`]);
  expect((await demoPage(`/releases/${id.replace(/^./, '0')}`)).status).toBe(404);
});
