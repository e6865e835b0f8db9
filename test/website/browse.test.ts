import { expect, test } from 'bun:test';
import { openOwnLists } from '../support/own-lists';
import { addItem } from '../support/owned-items';
import { demoPage, pageOf, testDemoPage } from '../support/pages';
import { startServer } from '../support/server';
import { uuid } from '../support/uuids';

const release = (number: number, attributes: object) => ({
  type: 'Release',
  id: `/api/releases/${uuid(number)}`,
  attributes: { title: `Release ${number}`, ...attributes },
});

testDemoPage('a list of releases shows the count of each filter value', '/releases', [
  '1970s 23',
  'Format CD 89 Vinyl 58',
  'Versions Alternate 3 Film version 1',
  'United States 101',
  'MCA Records 12',
  '152 releases',
]);

testDemoPage('selected filters are shown above the list with the count without them', '/releases?decade=1970&format=vinyl', [
  '22 releases',
  'Vinyl × remove, then 23',
  '1970s × remove, then 58',
  '<title>Releases, 1970s, Vinyl · Leitmotif</title>',
  'href="/releases?format=vinyl"',
]);

test('a value replaces another value of a single-valued filter', async () => {
  const { html } = await demoPage('/releases?decade=1970&format=vinyl');
  expect(html).toContain('href="/releases?format=vinyl&amp;decade=1980"');
  expect(html).not.toContain('decade=1970&amp;decade=1980');
});

test('a selected label is named even if it is not among the most frequent', async () => {
  const { html } = await demoPage('/releases/by/label');
  const [, id] = /label=([\da-f-]{36})"[^>]*><span>Tokuma/.exec(html) ?? [];
  const { text } = await demoPage(`/releases?label=${id}`);
  expect(text).toContain('Tokuma Japan Communications ×');
  expect(text).toContain('Label Tokuma Japan Communications selected, remove');
});

testDemoPage('the form of sort orders keeps the filters and marks the current order', '/releases?format=vinyl&sort=-releaseDate', [
  '<input type="hidden" name="format" value="vinyl"/>',
  /<option [^>]*selected[^>]*value="-releaseDate"|<option value="-releaseDate" selected/,
]);

test('an invalid filter value answers 400 with the allowed values', async () => {
  const { status, text } = await demoPage('/releases?decade=seventies');
  expect(status).toBe(400);
  expect(text).toContain('decade must be the first year of a decade');
});

testDemoPage('unknown parameters are ignored', '/releases?utm_source=%3Cscript%3E&series=&page=', ['152 releases'], {
  lacks: ['<script>'],
});

testDemoPage('an empty result says so and offers to remove filters', '/releases?decade=1930&format=dvd', [
  '0 releases',
  'No matches.',
  '1930s × remove, then 4',
]);

testDemoPage('pages of a list keep the filters', '/releases?format=cd&page=2', [
  'href="/releases?format=cd"',
  'rel="prev"',
  '<link rel="canonical" href="http://localhost/releases?format=cd&amp;page=2"/>',
]);

test('a page beyond the last links to the last', async () => {
  const { status, text, html } = await demoPage('/releases?format=cd&page=9');
  const german = await demoPage('/releases?decade=1970&page=9', { 'accept-language': 'de' });
  expect(status).toBe(200);
  expect(text).toContain('Page 9 is empty. Go to the last page, 3');
  expect(html).toContain('<a href="/releases?format=cd&amp;page=3">');
  expect(german.text).toContain('Seite 9 ist leer. Zur letzten Seite, 1');
  expect(german.html).toContain('<a href="/releases?decade=1970">');
});

testDemoPage(
  'productions are grouped by decade, each with a link to all',
  '/productions',
  ['253 productions', '<h2>1960s</h2><p><a href="/productions?decade=1960">All 46</a></p>'],
  { lacks: ['rel="next"'] },
);

test('the productions of a decade and type are a list', async () => {
  const { text, html } = await demoPage('/productions?decade=1960&type=movie');
  expect(text).toContain('Film');
  expect(html.match(/<h2>19\d0s<\/h2>/g)).toEqual(['<h2>1960s</h2>']);
  expect(html).toContain('aria-current="page">Films</a>');
});

testDemoPage('a production of the type "other" is listed without its type', '/productions?decade=1870', ['El barberillo de Lavapiés 1874']);

testDemoPage('the list of artists has preset filters and marks the current one', '/artists?type=orchestra&type=choir', [
  '36 artists',
  'aria-current="page">Orchestras &amp; choirs</a>',
  'Orchestra selected, remove × Choir selected, remove ×',
]);

testDemoPage(
  'artists can be filtered by birthdays of a week',
  '/artists?birthday=11-22&birthdayTo=11-28&sort=birthday',
  ['Hoagy Carmichael 1899–1981, United States', 'Birthdays from 22 Nov'],
  { lacks: ['Ennio Morricone'] },
);

testDemoPage('labels are tiles with their number of releases', '/labels?country=JP', ['DigiCube Japan, 1996–2003 · 1 release'], {
  lacks: ['MCA Records'],
});

test.each([
  ['/labels', '/labels?initial=d', 'DigiCube', 'MCA Records'],
  ['/artists', '/artists?initial=h', 'Herrmann, Bernard', 'Goldsmith, Jerry'],
  ['/organizations', '/organizations?initial=a', 'Anvil Studios', 'Nemo Studios'],
  ['/franchises', '/franchises?initial=j', 'James Bond', 'Star Trek'],
  ['/works', '/works?initial=t', 'Theme from &quot;Jaws&quot;', 'Moon River'],
  ['/roles', '/roles?initial=c', 'Conductor', 'Violin'],
])('letters narrow %s', async (path, letter, kept, left) => {
  expect((await demoPage(path)).html).toContain(`href="${letter}"`);
  const { html } = await demoPage(letter.replace('&amp;', '&'));
  expect(html).toContain(kept);
  expect(html).not.toContain(left);
  expect(html).toContain(`href="${letter}" aria-current="page"`);
});

test('letters of roles follow the names that are shown', async () => {
  const inFrench = { 'accept-language': 'fr' };
  const { html } = await demoPage('/roles', inFrench);
  expect([html.includes('href="/roles?initial=e"'), html.includes('href="/roles?initial=w"')]).toEqual([true, false]);
  const { text } = await demoPage('/roles?initial=e', inFrench);
  expect(text).toContain('Édition musicale');
  expect(text).toContain('Écriture de chansons');
  for (const other of ['Montage son', 'Production exécutive', 'Paroles']) expect(text).not.toContain(other);
});

testDemoPage('letters of a facet lead to their part of its pages', '/artists/by/role', [
  /href="\/artists\/by\/role#letter-C">C<.*id="letter-C"/s,
]);

test('tiles, works and facets show what is owned', async () => {
  const { server, visitor } = await openOwnLists();
  expect((await visitor.open('/labels?initial=e')).text).toContain('EastWest Records 1 release');
  await addItem(server, 'collection', '/api/releases/9b03f981-ad9f-5842-a97a-3184c21cc2cd');
  for (const [path, figure] of [
    ['/labels?initial=e', 'EastWest Records 1 of 1 release'],
    ['/works?initial=b', 'Blade Runner Blues Vangelis 4 1 of 4 releases'],
    ['/artists?initial=v', 'Vangelis 1943–2022, Greece · 1 of 2 scores'],
    ['/albums/by/label', 'EastWest Records 1 of 1'],
  ] as const)
    expect([path, (await visitor.open(path)).text]).toEqual([path, expect.stringContaining(figure)]);
});

test('the page of a facet is sorted by letter or by number', async () => {
  const byLetter = await demoPage('/releases/by/label');
  const byNumber = await demoPage('/releases/by/label?order=number');
  expect(byLetter.text).toContain('82 labels');
  expect(byLetter.text).toContain('B Back Biter 1 BMG Victor 1 C Capitol Records 1');
  expect(byNumber.text).toContain('12 releases MCA Records 12 8 releases Varèse Sarabande 8');
});

test('the page of a facet is filtered by part of a name, also a translated one', async () => {
  const label = await demoPage('/releases/by/label?contains=varese');
  const country = await demoPage('/releases/by/country?contains=oster', { 'accept-language': 'de' });
  expect(label.text).toContain('V Varèse Sarabande 8');
  expect(label.text).not.toContain('MCA Records');
  expect(country.text).toContain('1 Land');
  expect(country.text).toContain('O Österreich 1');
});

testDemoPage('the page of a facet keeps the other filters and links back to the list', '/releases/by/label?format=vinyl&decade=1970', [
  '19 labels · Vinyl · 1970s',
  /href="\/releases\?format=vinyl&amp;decade=1970&amp;label=[\da-f-]{36}"/,
  'href="/releases?format=vinyl&amp;decade=1970">Back to releases',
]);

test('the page of an unknown facet answers 404', async () => {
  expect((await demoPage('/labels/by/composer')).status).toBe(404);
  expect((await demoPage('/releases/by/holding')).status).toBe(404);
});

test('the page of a facet is paginated', async () => {
  const labels = Array.from({ length: 230 }, (_, index) => ({
    type: 'Label',
    id: `/api/labels/${uuid(index + 1)}`,
    attributes: { name: `Label ${String(index).padStart(3, '0')}` },
  }));
  const releases = labels.map(({ id }, index) => release(1000 + index, { labels: [{ iri: id }] }));
  const server = await startServer([...labels, ...releases]);
  const first = await pageOf(server, '/releases/by/label', { token: server.token });
  const second = await pageOf(server, '/releases/by/label?page=2', { token: server.token });

  expect(first.text).toContain('230 labels');
  expect(first.text).toContain('Label 199 1');
  expect(first.text).not.toContain('Label 200 1');
  expect(second.text).toContain('Label 200 1');
});

test('titles are marked with language and direction', async () => {
  const server = await startServer([release(2, { title: 'ואלס עם באשיר' }), release(3, { title: 'x'.repeat(255), release_date: '1970' })]);
  const { html } = await pageOf(server, '/releases', { token: server.token });
  expect(html).toContain('<span lang="he" dir="rtl">ואלס עם באשיר</span>');
});

test('guests see lists of a public catalog without personal filters', async () => {
  const server = await startServer([release(1, {})], { catalogVisibility: 'public' });
  const { status, text } = await pageOf(server, '/releases');
  expect(status).toBe(200);
  expect(text).toContain('1 release');
  expect(text).not.toContain('In my collection');
  expect((await pageOf(await startServer(), '/releases')).status).toBe(303);
});

test('lists are translated to French', async () => {
  const { text, html } = await demoPage('/releases?decade=1970&format=vinyl', { 'accept-language': 'fr-FR' });
  expect(html).toContain('<html lang="fr"');
  expect((await demoPage('/works', { 'accept-language': 'fr' })).text).toContain('Œuvres Titre Compositeurs Enregistrements');
  expect(text).toMatch(/22 éditions .*Années 1970 × retirer, puis/);
  expect((await demoPage('/productions', { 'accept-language': 'fr' })).text).toContain('au catalogue. Franchises Œuvres Toutes Films');
});

test('lists are below 60 KB, and 10 KB compressed', async () => {
  for (const path of ['/releases', '/productions', '/artists', '/labels', '/releases/by/composer']) {
    const { html } = await demoPage(path);
    expect(html.length).toBeLessThan(60_000);
    expect(Bun.gzipSync(html).length).toBeLessThan(10_000);
  }
});

test('an empty list offers to remove filters only if it has some', async () => {
  const server = await startServer();
  for (const list of ['releases', 'productions', 'artists', 'labels']) {
    const { text } = await pageOf(server, `/${list}`, { token: server.token });
    expect(text).toContain('Nothing here yet.');
    expect(text).not.toContain('No matches. Remove a filter.');
  }
  expect((await pageOf(server, '/releases?decade=1970', { token: server.token })).text).toContain('No matches. Remove a filter.');
});

test('artists are shown by their sort names if sorted by them', async () => {
  const server = await startServer(
    [
      { name: 'Jerry Goldsmith', sort_name: 'Goldsmith, Jerry' },
      { name: 'Vangelis' },
      { name: 'Ada Adams', sort_name: 'Adams, Ada', disambiguation: 'a composer' },
      { name: 'Ada Adams', sort_name: 'Adams, Ada', disambiguation: 'a singer' },
    ].map((attributes, index) => ({
      type: 'Artist',
      id: `/api/artists/${uuid(index + 1)}`,
      attributes: { ...attributes, _type: 'person' },
    })),
  );

  const { text } = await pageOf(server, '/artists', { token: server.token });
  const byName = await pageOf(server, '/artists?sort=name', { token: server.token });

  expect(text).toMatch(/Adams, Ada \(a composer\).*Adams, Ada \(a singer\).*Goldsmith, Jerry.*Vangelis/);
  expect(byName.text).toMatch(/Jerry Goldsmith.*Vangelis/);
  expect(byName.text).not.toContain('Goldsmith, Jerry');
});

testDemoPage('the statistics show totals and a chart by year', '/statistics', [
  '152 releases of music for 253 productions, by 593 artists ( 44 fictional) on 83 labels. 1,678 tracks and 92 recordings.',
  'One square each, colored by decade.',
  '<title>Catalog statistics · Leitmotif</title>',
  'role="img" aria-label="Productions and releases by year"',
]);

testDemoPage('the statistics compare the decades of productions and releases', '/statistics', [
  '1970s 0 0 0 0 17 1 7 4 3',
  /Completeness Releases with each field 95% Year 95% Country/,
  /All figures .* Decade Productions Releases 2020s .* 2010s 17 18 2000s .* Undated 0 7 Works Organizations Roles$/,
]);

testDemoPage('bars and numbers link to the lists they count', '/statistics', [
  'href="/releases?decade=1970"',
  '<a href="/releases?country=JP">Japan</a>',
  '<a href="/artists/ennio-morricone">Ennio Morricone</a>',
]);

test('the statistics of an empty catalog link to imports', async () => {
  const server = await startServer();
  const { status, text } = await pageOf(server, '/statistics', { token: server.token });
  expect([status, text]).toEqual([200, expect.stringContaining('Nothing to count yet.')]);
  expect(text).toContain('Import a catalog');
});
