import { expect, test } from 'bun:test';
import { addItem } from '../support/owned-items';
import { demoPage, pageOf, testDemoPage } from '../support/pages';
import { demoServer, startServer } from '../support/server';
import { uuid } from '../support/uuids';

testDemoPage('a search shows hits of all types with the matches highlighted', '/search?q=star', [
  /^Search star 38 results All 38 Artists 2 Productions 8 Albums 5 Releases 8 Franchises 2 Tracks 13 Film Star Trek: The Motion Picture 1979/,
  '<mark>Star</mark> Trek: Nemesis',
  'Ringo <mark>Star</mark>r',
  'Star Trek: Nemesis 2002 music by Jerry Goldsmith Film',
  '1977 John Williams, London Symphony Orchestra, 2 editions Album',
]);

test('the first hits of each type are grouped below the best of all, with a link to the others', async () => {
  const { html, text } = await demoPage('/search?q=star');
  const kinds = [...html.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, kind]) => kind);
  expect(kinds).toEqual(['Albums', 'Productions', 'Franchises', 'Tracks', 'Artists', 'Releases']);
  // Four, beside the card.
  expect(/<h2>Productions<\/h2>[\s\S]*?<\/section>/.exec(html)?.[0].match(/<li>/g)).toHaveLength(4);
  expect(html).toContain('<a href="/search?q=star&amp;type=Production">All 8 productions</a>');
  expect(text).not.toContain('All 2 franchises');
  expect((await demoPage('/search?q=a')).text).toMatch(/All [\d,]+\+? tracks/);
});

test('the best hit says what its viewer has of it', async () => {
  const [film, one, other] = [`/api/productions/${uuid(1)}`, `/api/releases/${uuid(2)}`, `/api/releases/${uuid(3)}`];
  const entry = (release: string, number: number) => ({
    type: 'ProductionEntry',
    id: `${film}/entries/${uuid(number)}`,
    attributes: { position: number },
    relationships: { release: { data: { type: 'Release', id: release } } },
  });
  const server = await startServer([
    { type: 'Production', id: film, attributes: { title: 'Vertigo', _type: 'movie' } },
    { type: 'Release', id: one, attributes: { title: 'Music of Vertigo' } },
    { type: 'Release', id: other, attributes: { title: 'Vertigo again' } },
    entry(one, 1),
    entry(other, 2),
  ]);
  await addItem(server, 'collection', one);
  const { html } = await pageOf(server, '/search?q=vertigo', { token: server.token });
  expect(html).toMatch(/class="top-hit"[\s\S]*<a href="\/productions\/vertigo"><b>1<\/b> of 2 releases<\/a>/);
  expect((await demoPage('/search?q=herrmann')).html).toMatch(
    /<a href="\/artists\/bernard-herrmann\/completeness"><b>\d+<\/b> of \d+ scores/,
  );
});

test('an exact title is highlighted, also for a search by slug', async () => {
  const { html, text } = await demoPage('/search?q=psycho');
  expect(html).toContain('<b><mark>Psycho</mark></b>');
  expect(text).not.toContain('address');
  expect((await demoPage('/search?q=nobuo-uematsu')).html).toContain('<b><mark>Nobuo Uematsu</mark></b>');
});

test('a hit without a match in its title shows the matching field', async () => {
  const { html } = await demoPage('/search?q=star&type=Production');
  expect(html).toContain('also known as <mark>Star</mark> Wars: Episode V');
  const releases = await demoPage('/search?q=star&type=Release');
  expect(releases.html).toContain('<span class="soft"> 2013</span><div class="soft">Big <mark>Star</mark>, 2 × Vinyl</div>');
});

test('the artists of a hit are highlighted and not repeated', async () => {
  const { html, text } = await demoPage('/search?q=hisaishi');
  expect(html).toContain('music by Joe <mark>Hisaishi</mark></div>');
  expect(text).not.toContain('· music by');
  expect(text).toContain('1997 久石譲, CD · by Joe Hisaishi Release');
  expect((await demoPage('/search?q=herrmann+hitchcock')).text).toContain('Film Vertigo 1958 music by Bernard Herrmann · Alfred Hitchcock');
  expect((await demoPage('/search?q=elfman+batman')).text).toContain(
    'Batman (Original Motion Picture Score) 1989 Danny Elfman , 2 editions Album',
  );
  expect((await demoPage('/search?q=the+mission&type=ReleaseTrack')).text).toContain('The Mission The Mission (1986) Track');
});

test('a complete barcode redirects to its only release', async () => {
  for (const typed of ['0886979939424', '886979939424', '0 88697-99394 24']) {
    const { status, headers } = await demoPage(`/search?q=${encodeURIComponent(typed)}`);
    expect([status, headers.get('location')]).toEqual([303, '/releases/immortal']);
  }
});

test('a barcode of two releases and a catalog number show hits', async () => {
  const shared = [1, 2].map((number) => ({
    type: 'Release',
    id: `/api/releases/${uuid(number)}`,
    attributes: { title: `Pressing ${number}`, barcode: '0886979939424' },
  }));
  const server = await startServer(shared);
  const { status, text } = await pageOf(server, '/search?q=0886979939424', { token: server.token });

  expect(status).toBe(200);
  expect(text).toContain('2 results');
  expect((await demoPage('/search?q=MCA-2277')).status).toBe(200);
});

testDemoPage(
  'a search for one type still shows the counts of the others',
  '/search?q=star&type=Artist',
  [/^Search star 2 results All 38 Artists 2 Productions 8/, 'aria-current="page">Artists 2</a>'],
  { lacks: ['Nemesis'] },
);

testDemoPage('a recording links to its production', '/search?q=blues&type=ProductionRecording', [
  '<a href="/productions/blade-runner"><b>Blade Runner <mark>Blues</mark></b></a>',
]);

test('an owned release is marked for its owner only', async () => {
  const release = { type: 'Release', id: `/api/releases/${uuid(1)}`, attributes: { title: 'Vertigo' } };
  const server = await startServer([release], { catalogVisibility: 'public' });
  await addItem(server, 'collection', release.id);
  expect((await pageOf(server, '/search?q=vertigo', { token: server.token })).text).toContain('Release Vertigo owned');
  expect((await pageOf(server, '/search?q=vertigo')).text).not.toContain('owned');
});

test('an owned release does not mark a production of the same title', async () => {
  const [film, release] = [`/api/productions/${uuid(1)}`, `/api/releases/${uuid(2)}`];
  const server = await startServer([
    { type: 'Production', id: film, attributes: { title: 'Vertigo', _type: 'movie' } },
    { type: 'Release', id: release, attributes: { title: 'Vertigo' } },
  ]);
  await addItem(server, 'collection', release);

  const { text } = await pageOf(server, '/search?q=vertigo', { token: server.token });
  expect(text).toContain('Film');
  expect(text.split('owned')).toHaveLength(2);
  expect(text).toContain('Release owned');
});

test('an empty search explains what can be searched for', async () => {
  expect((await demoPage('/search')).text).toStartWith('Search What are you looking for?');
  expect((await demoPage('/search?q=%20%20')).status).toBe(200);
});

test('search texts and titles are escaped', async () => {
  const title = '<mark>Fake</mark> & <script>alert("x")</script>';
  const server = await startServer([{ type: 'Release', id: `/api/releases/${uuid(1)}`, attributes: { title } }]);
  const { html, text } = await pageOf(server, `/search?q=${encodeURIComponent('fake <script>')}`, { token: server.token });
  expect(html).not.toContain('<script>alert');
  expect(html).not.toContain('</mark></mark>');
  expect(html).toContain('&lt;mark><mark>Fake</mark>&lt;/mark>');
  expect(text).toContain('Search fake <script>');
});

test('an unknown type and a too long text answer 400', async () => {
  const wrong = await demoPage('/search?q=star&type=Planet');
  const long = await demoPage(`/search?q=${'x'.repeat(300)}`);
  expect([wrong.status, long.status]).toEqual([400, 400]);
  expect(wrong.text).toContain('type must be one of these: Artists, Productions');
});

test('suggestions are a fragment of six hits and a link to all', async () => {
  const { status, html } = await demoPage('/search/suggestions?q=star');

  expect(status).toBe(200);
  expect(html).toStartWith('<div class="suggest" id="suggest" role="listbox" aria-label="Suggestions">');
  expect(html.match(/role="option"/g)).toHaveLength(7);
  expect(html.match(/role="group" aria-label="\w+"/g)).toEqual([
    'role="group" aria-label="Productions"',
    'role="group" aria-label="Albums"',
  ]);
  expect(html).toContain('class="all"><span>All results for “star”</span><span class="soft tiny">38</span></a>');
  expect(html).toContain('<mark>Star</mark> Trek<span class="soft"> 1966</span></span><span class="soft tiny">Television</span>');
});

test('suggestions offer a corrected text, and answer 204 without hits', async () => {
  const meant = await demoPage('/search/suggestions?q=moricone');
  expect(meant.html).toContain('Did you mean <b>morricone</b>?');
  expect(meant.html.match(/role="option"/g)).toHaveLength(1);
  expect((await demoPage('/search/suggestions?q=qqqqqqqqqq')).status).toBe(204);
  expect((await demoPage('/search/suggestions?q=')).status).toBe(204);
});

test('suggestions find a part of a text without blanks', async () => {
  expect((await demoPage(`/search/suggestions?q=${encodeURIComponent('神隠')}`)).html).toContain('千と千尋の<mark>神隠</mark>し');
});

test('suggestions are private and uncached', async () => {
  const { headers } = await demoPage('/search/suggestions?q=star');
  const stranger = await pageOf(await startServer(), '/search/suggestions?q=star');
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(stranger.status).toBe(303);
});

test('a search for one type is paginated', async () => {
  const first = await demoPage('/search?q=a&type=Release');
  const second = await demoPage('/search?q=a&type=Release&page=2');
  expect(first.html).toContain('rel="next"');
  expect(first.html.match(/<span class="kind">/g)).toHaveLength(30);
  expect(second.html).toContain('rel="prev"');
});

test('an album is one hit with its number of editions', async () => {
  const { html, text } = await demoPage('/search?q=blade+runner');
  expect(text).toContain('Blade Runner 1994 Vangelis, 4 editions Album');
  expect(html.match(/href="\/albums\/blade-runner"/g)).toHaveLength(1);
  expect(html).not.toContain('href="/releases/blade-runner"');
  const editions = await demoPage('/search?q=blade+runner&type=Release');
  expect(editions.html).toContain('href="/releases/blade-runner"');
});

testDemoPage('a misspelled text shows the results of the corrected text', '/search?q=goldsmtih', [
  'Showing results for “goldsmith”. Nothing matches “goldsmtih”.',
  'Jerry Goldsmith',
]);

testDemoPage('words interpreted as filters can be removed', '/search?q=williams+star+wars+LP', [
  'Vinyl remove × 2 results',
  '<a href="/search?q=williams+star+wars">Vinyl',
]);

test('a track of several editions is one hit and links to a release', async () => {
  const { text, html } = await demoPage('/search?q=imperial+march');
  expect(text).toContain("The Imperial March (Darth Vader's Theme)");
  expect(text.match(/The Imperial March/g)).toHaveLength(1);
  expect(html).toMatch(/<a href="\/releases\/[\w-]+"><b>The <mark>Imperial<\/mark> <mark>March<\/mark>/);
});

const track = (release: number, title: string) => {
  const format = `/api/releases/${uuid(release)}/formats/${uuid(release + 10)}`;
  return [
    { type: 'ReleaseFormat', id: format, attributes: { format_type: 'cd' } },
    { type: 'ReleaseTrack', id: `${format}/tracks/${uuid(release + 20)}`, attributes: { position: 1, title } },
  ];
};

test('a track lists its releases, owned ones first', async () => {
  const server = await startServer(
    [1, 2, 3].flatMap((number) => [
      { type: 'Release', id: `/api/releases/${uuid(number)}`, attributes: { title: `Edition ${number}`, release_date: `198${number}` } },
      ...track(number, 'Main Title'),
    ]),
  );
  await addItem(server, 'collection', uuid(2));
  const { text } = await pageOf(server, '/search?q=main+title', { token: server.token });
  expect(text).toContain('Main Title Edition 2 (1982), Edition 1 (1981), Edition 3 (1983) owned');
});

test('series, organizations and roles link to their pages', async () => {
  expect((await demoPage('/search?q=golden+age')).html).toContain(
    '<a href="/labels/film-score-monthly/series/golden-age-classics"><b><mark>Golden</mark>',
  );
  expect((await demoPage('/search?q=abbey+road')).html).toContain('<a href="/organizations/abbey-road-studios">');
  expect((await demoPage('/search?q=orchestrator')).html).toContain('<a href="/roles/orchestrator"><b><mark>Orchestrator</mark>');
});

test('a search with few hits offers a similar text with far more', async () => {
  const herrmanns = Array.from({ length: 12 }, (_, index) => ({
    type: 'Artist',
    id: `/api/artists/${uuid(index + 2)}`,
    attributes: { name: `Bernard Herrmann ${index}`, _type: 'person' },
  }));
  const server = await startServer([
    { type: 'Artist', id: `/api/artists/${uuid(1)}`, attributes: { name: 'Hermann', _type: 'person' } },
    ...herrmanns,
  ]);

  const { text, html } = await pageOf(server, '/search?q=hermann', { token: server.token });

  expect(text).toContain('Search hermann Did you mean herrmann ? 1 result');
  expect(html).toContain('<b><mark>Hermann</mark></b>');
  expect(html).toContain('<a href="/search?q=herrmann">herrmann</a>');
});

test('suggestions for the fields of forms are in the order of the search', async () => {
  const server = await demoServer();
  const searches = {
    artist: ['john', 'jo', 'herr', 'symphony'],
    production: ['star', 'the'],
    album: ['the', 'star'],
    release: ['the', 'trek'],
    label: ['re', 'mca'],
    organization: ['s'],
    franchise: ['star'],
    work: ['th'],
  } as const;
  for (const [kind, texts] of Object.entries(searches))
    for (const text of texts) {
      const { html } = await demoPage(`/names/${kind}?q=${text}`);
      const suggested = [...html.matchAll(/data-known="([-0-9a-f]{36}) /g)].map(([, id]) => id);
      const { data } = await server.read(`/api/search?q=${text}&type=${kind}&itemsPerPage=8&corrections=false`);
      const found = data.map(({ attributes }: { attributes: { _id: string } }) => attributes._id);
      expect([kind, text, suggested]).toEqual([kind, text, found]);
      expect(found.length).toBeGreaterThan(0);
    }
});

test('the best known artist of a first name is suggested first', async () => {
  const { html } = await demoPage('/names/artist?q=john');
  expect(/data-name="([^"]*)"/.exec(html)?.[1]).toBe('John Williams (film composer)');
});
