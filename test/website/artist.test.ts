import { describe, expect, test } from 'bun:test';
import { ageAt } from '../../src/website/catalog/artist/age';
import { demoPage, pageOf, testDemoPage } from '../support/pages';
import { release, uuid } from '../support/records';
import { startServer } from '../support/server';
import { signedIn } from '../support/visitor';

const german = { 'accept-language': 'de' };
const person = `/api/artists/${uuid('a')}`;

const artist = (attributes: object, id = person) => ({ type: 'Artist', id, attributes: { _type: 'person', ...attributes } });

const production = (number: number, attributes: object) => ({
  type: 'Production',
  id: `/api/productions/${uuid(String(number))}`,
  attributes: { _type: 'movie', ...attributes },
});

const credit = (role: string) => ({ iri: person, credit_role: role });

describe('the page of a person', () => {
  testDemoPage('links from a composer to the productions with each frequent director', '/artists/bernard-herrmann', [
    'For Alfred Hitchcock 3',
    /href="\/productions\?composer=[\da-f-]{36}&amp;director=[\da-f-]{36}"/,
  ]);

  test('lists the productions of a director and the frequent composers', async () => {
    const { text, html } = await demoPage('/artists/alfred-hitchcock');
    expect(text).toContain('Directed 3 productions Music by Bernard Herrmann 3 1958 Vertigo Film, music by Bernard Herrmann');
    const [, href = ''] = /href="(\/productions\?composer=[^"]+)"/.exec(html) ?? [];
    const together = await demoPage(href.replace('&amp;', '&'));
    expect(together.text).toMatch(/3 productions.*Vertigo.*North by Northwest.*Psycho/);
  });

  testDemoPage('shows roles, life dates, places, biography and other names', '/artists/ennio-morricone', [
    /^Composer and conductor · Italy Ennio Morricone Italian composer of more than/,
    '<em>The Mission</em>',
    'Born 10 November 1928 , Rome, Italy Died 6 July 2020 , aged 91, Rome, Italy',
    'Dan Savio (pseudonym: On A Fistful of Dollars )',
    'class="d1930"><div class="hero">',
  ]);

  test('groups productions by year and draws them on the life line', async () => {
    const { text, html } = await demoPage('/artists/ennio-morricone');
    expect(text).toContain('Music for 20 productions, 1964–2015');
    expect(text).toContain('1969 H2S 1 release Metti, una sera a cena Love Circle 1 release Queimada');
    expect(html.match(/<a class="d\d+" href="\/productions\//g)).toHaveLength(20);
    expect(html).toContain('<rect class="span"');
  });

  test('shows the first twelve credits of each role and links to all', async () => {
    const { html } = await demoPage('/artists/ennio-morricone');
    const all = await demoPage('/artists/ennio-morricone?role=composer');
    expect(html).toContain('<a href="/artists/ennio-morricone?role=composer" aria-label="All 27: Composer">All 27</a>');
    expect(html).not.toContain('?role=conductor');
    expect(all.html).toContain('<title>Ennio Morricone: Composer · Leitmotif</title>');
    expect(all.html.match(/<tr>/g)).toHaveLength(28);
    expect(all.text).toContain('2015 The Hateful Eight Production The Good, the Bad and the Ugly Release');
  });

  test('answers 404 for a role without credits and for an unknown role or artist', async () => {
    expect((await demoPage('/artists/ennio-morricone?role=puppeteer')).status).toBe(404);
    expect((await demoPage('/artists/ennio-morricone?role=%3Cscript%3E')).status).toBe(404);
    expect((await demoPage('/artists/nobody')).status).toBe(404);
  });

  testDemoPage(
    'lists the portrayals of a performer',
    '/artists/marni-nixon',
    [
      /^Vocalist · United States Marni Nixon/,
      'Maria singing voice in West Side Story 1961 Not named in the credits of the film.',
      'href="/artists/eliza-doolittle"',
    ],
    { lacks: ['class="life"'] },
  );

  test('contains JSON-LD, Open Graph and canonical metadata', async () => {
    const { html } = await demoPage('/artists/john-williams');
    const [, data = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];

    expect(JSON.parse(data)).toMatchObject({
      '@type': 'Person',
      name: 'John Williams',
      birthDate: '1932-02-08',
      alternateName: ['Johnny Williams'],
      url: 'http://localhost/artists/john-williams',
    });
    expect(html).toContain('<meta property="og:type" content="profile"/>');
    expect(html).toContain('<link rel="canonical" href="http://localhost/artists/john-williams"/>');
    expect(html).toContain('<span class="sub">film composer</span>');
  });

  test('redirects from a former slug', async () => {
    const { status, headers } = await demoPage('/artists/walter-carlos?role=composer');
    expect([status, headers.get('location')]).toEqual([301, '/artists/wendy-carlos?role=composer']);
  });
});

describe('the page of a group', () => {
  test('lists its members, whose pages link back', async () => {
    const { text, html } = await demoPage('/artists/goblin');
    expect(text).toStartWith('Group · Italy Goblin Italian rock group');
    expect(text).toContain('Formed Rome, Italy Owned 0 of 1 score Members 4 members Massimo Morante b. 1952, Italy');
    expect(html).toContain('"@type":"MusicGroup"');
    expect((await demoPage('/artists/claudio-simonetti')).html).toContain('href="/artists/goblin"');
  });
});

describe('the page of a fictional artist', () => {
  test('lists the performers of the character by production', async () => {
    const { text, html } = await demoPage('/artists/eliza-doolittle');
    expect(text).toStartWith('Fictional character Eliza Doolittle Flower seller');
    expect(text).toContain('Created 1913 The outline marks a fictional artist. The date is when the character was created.');
    expect(text).toContain('My Fair Lady Film, 1964 Marni Nixon Singing voice Audrey Hepburn Performance');
    expect(html).toMatch(/<h2><a href="\/productions\/my-fair-lady">/);
    expect(html).not.toContain('birthDate');
  });

  testDemoPage(
    'lists the members and albums of a band',
    '/artists/spinal-tap',
    [
      'The date is when the band was created. Members 3 members David St. Hubbins Nigel Tufnel Derek Smalls',
      '1 album This Is Spinal Tap Spinal Tap · 1984',
    ],
    { lacks: ['class="life"'] },
  );
});

describe('the page of an artist', () => {
  test('marks the scripts of names', async () => {
    const server = await startServer([
      artist({ name: 'Nobody', real_name: 'יוסף' }),
      { type: 'ArtistAlias', id: `${person}/aliases/${uuid('n')}`, attributes: { variation: '久石譲<i>', position: 1 } },
    ]);
    const { html } = await pageOf(server, '/artists/nobody', { token: server.token });
    expect(html).toContain('<span lang="he" dir="rtl">יוסף</span>');
    expect(html).toContain('<span lang="und-Hani">久石譲&lt;i></span>');
  });

  test('omits empty fields', async () => {
    const server = await startServer([artist({ name: 'Nobody' })]);
    expect((await pageOf(server, '/artists/nobody', { token: server.token })).text).toMatch(
      /^Person Nobody Record Added \S+ \S+ \S+ Identifier \S+ History$/,
    );
  });

  test('shows the first paragraph of the biography beside the name and the rest in a section', async () => {
    const server = await startServer([artist({ name: 'Nobody', biography: `He began early.\n\n${'And went on. '.repeat(400)}` })]);
    const { text, html } = await pageOf(server, '/artists/nobody', { token: server.token });
    expect(text).toMatch(/^Person Nobody He began early\. Biography And went on\./);
    expect(/<meta name="description" content="([^"]*)"/.exec(html)?.[1]?.length).toBeLessThan(310);
  });

  test('paginates productions and releases', async () => {
    const productions = Array.from({ length: 130 }, (_, index) =>
      production(index, { title: `Score ${index}`, year: 1900 + (index % 100), composers: [credit('composer')] }),
    );
    const releases = Array.from({ length: 40 }, (_, index) =>
      release(String(index), { title: `Album ${index}`, artists: [credit('composer')], credits: [credit('conductor')] }),
    );
    const server = await startServer([artist({ name: 'Max Steiner', begin_date: '1888-05-10' }), ...productions, ...releases]);
    const { html } = await pageOf(server, '/artists/max-steiner', { token: server.token });
    const second = await pageOf(server, '/artists/max-steiner?page=3&releases=2', { token: server.token });

    expect(html.match(/<svg class="frame"/g)).toHaveLength(60);
    expect(html.match(/<svg class="sleeve"/g)).toHaveLength(36);
    expect(html.match(/<a class="d\d+" href="\/productions\//g)).toHaveLength(130);
    expect(html).toContain('href="/artists/max-steiner?page=2"');
    expect(html).toContain('href="/artists/max-steiner?releases=2#releases"');
    expect(html).toContain('aria-label="All 170: Composer"');
    expect(second.html.match(/<svg class="frame"/g)).toHaveLength(10);
    expect(second.html.match(/<svg class="sleeve"/g)).toHaveLength(4);
    expect(second.html).toContain('href="/artists/max-steiner?page=2&amp;releases=2"');
    expect((await pageOf(server, '/artists/max-steiner?role=composer&page=2', { token: server.token })).html.match(/<tr>/g)).toHaveLength(
      71,
    );
  });
});

test('the page of an artist marks owned releases', async () => {
  const server = await startServer([
    artist({ name: 'Vangelis' }),
    release('1', { title: 'Opera sauvage', artists: [credit('performer')] }),
  ]);
  const visitor = await signedIn(server);
  await visitor.open('/releases/opera-sauvage');
  await visitor.send('Add to my collection', { do: 'own' });
  expect((await visitor.open('/artists/vangelis')).text).toContain('Opera sauvage Vangelis · owned');
});

test('guests of a public catalog see the page of an artist', async () => {
  const server = await startServer([artist({ name: 'Vangelis' })], { catalogVisibility: 'public' });
  expect((await pageOf(server, '/artists/vangelis')).text).toStartWith('Person Vangelis');
});

test.each([
  ['/artists/ennio-morricone', 'Komponist und Dirigent · Italien Ennio Morricone', 'Gestorben 6. Juli 2020 , mit 91 Jahren, Rome, Italien'],
  ['/artists/goblin', 'Gruppe · Italien Goblin', 'Mitglieder 4 Mitglieder Massimo Morante geb. 1952, Italien'],
  ['/artists/spinal-tap', 'Fiktive Band Spinal Tap', 'Der Umriss kennzeichnet eine fiktive Band. Das Datum ist das ihrer Erfindung.'],
  ['/artists/marni-nixon', 'Gesang · Vereinigte Staaten Marni Nixon', 'Maria Gesangsstimme in West Side Story 1961'],
  ['/artists/ennio-morricone?role=conductor', 'Zurück zu Ennio Morricone', 'Jahr Titel Art'],
  [
    '/artists/john-williams',
    'Komponist und Dirigent · Vereinigte Staaten John Williams Filmkomponist',
    'Bürgerlicher Name John Towner Williams',
  ],
  ['/productions/jaws', 'Film', 'Oscar Beste Originalmusik Gewonnen'],
  ['/releases/immortal', 'CD', 'Funk / Soul , Pop , Film und Bühne Stil'],
])('%s is translated to German', async (path, head, more) => {
  const { text } = await demoPage(path, german);
  expect(text).toStartWith(head);
  expect(text).toContain(more);
});

describe('an age', () => {
  test.each([
    ['1928-11-10', '2020-07-06', 91],
    ['1928-11-10', '2020-11-10', 92],
    ['2000-02-29', '2001-02-28', 0],
    ['2000-02-29', '2001-03-01', 1],
    ['2000-02-29', '2004-02-29', 4],
    ['1950-02', '1960-03', 10],
    ['1950-02', '1960-02', undefined],
    ['1911', '1975', undefined],
    ['1911', '1975-12-31', 64],
    ['1911', '1975-12-30', undefined],
    ['1911-01-01', '1975', 64],
    ['1950', '1950', 0],
    ['1950-03', '1949', undefined],
  ])('from %s to %s is %p', (born, died, age) => {
    expect(ageAt(born, died)).toBe(age);
  });
});
