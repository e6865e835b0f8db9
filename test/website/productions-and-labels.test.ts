import { describe, expect, test } from 'bun:test';
import { openOwnLists } from '../support/own-lists';
import { addItem } from '../support/owned-items';
import { demoPage, pageOf, testDemoPage } from '../support/pages';
import { entry, label, production, release } from '../support/records';
import { startServer } from '../support/server';
import { signedIn } from '../support/visitor';

const german = { 'accept-language': 'de' };

describe('the page of a production', () => {
  test('shows the director and links to the collaborations with the composer', async () => {
    const { text, html } = await demoPage('/productions/psycho');
    expect(text).toContain('Director Alfred Hitchcock Collaborations Bernard Herrmann for Alfred Hitchcock: 3 productions');
    expect(html).toMatch(/href="\/productions\?composer=[\da-f-]{36}&amp;director=[\da-f-]{36}"/);
    expect(html).toContain('"director":[{"@type":"Person","name":"Alfred Hitchcock"');
  });

  testDemoPage('shows an album once with its number of editions', '/productions/blade-runner', [
    'Albums 1 album Blade Runner Score · 1994 · 4 editions',
    'href="/albums/blade-runner"',
  ]);

  test('shows composers, recordings, studios and portrayals', async () => {
    const { text, html } = await demoPage('/productions/star-wars');
    expect(text).toStartWith('Film · 1977 · United States · 121 min Star Wars Music by John Williams A farm boy');
    expect(text).toContain("Cantina Band Source music Figrin D'an and the Modal Nodes");
    expect(text).toContain('Darth Vader James Earl Jones , voice David Prowse , performance');
    expect(html).toContain('href="/organizations/anvil-studios"');
    expect(html).toContain('"@type":"Movie"');
    expect(html).toContain('<caption class="hidden">Recordings</caption>');
  });

  test('marks owned releases', async () => {
    const server = await startServer([
      release('1', { title: 'Vertigo' }),
      { type: 'Production', id: production, attributes: { title: 'Vertigo', _type: 'movie', year: 1958 } },
      entry('1', 'score'),
    ]);
    const before = await pageOf(server, '/productions/vertigo', { token: server.token });
    expect(before.text).toContain('1 album Vertigo Score Editions');

    const visitor = await signedIn(server);
    await visitor.open('/releases/vertigo');
    await visitor.send('Add to my collection', { do: 'own' });

    expect((await visitor.open('/productions/vertigo')).text).toContain('Vertigo Score · owned');
  });

  test('has its editions, the tracks of the longest, and other productions', async () => {
    const { server, visitor } = await openOwnLists();
    await addItem(server, 'collection', '/api/releases/9b03f981-ad9f-5842-a97a-3184c21cc2cd');
    const { text, html } = await visitor.open('/productions/blade-runner');
    expect(text).toMatch(/4509-96574-2 United Kingdom CD 12 57:32 745099657420 owned/i);
    expect(text).toMatch(/Longest edition 2007, Universal Music 530 514-7 · 149:56 CD 1.*CD 3: New music/);
    expect(text).toMatch(/Also scored by Vangelis 2 productions Chariots of Fire.*Also directed by Ridley Scott 3 productions Alien/);
    const [, edition = ''] = /name="want" value="([^"]*)"/.exec(html) ?? [];
    expect((await visitor.send('Add to wishlist', { want: edition })).text).toContain('on your wishlist');
    expect(visitor.redirects).toEqual(['/productions/blade-runner#editions']);
    expect((await visitor.open('/productions/star-wars')).html).toMatch(/Franchise.*<h2>Star Wars<\/h2>.*The Empire Strikes Back/s);
  });

  testDemoPage(
    'is translated to German',
    '/productions/star-wars',
    [/^Film · 1977 · Vereinigte Staaten · 121 Min\. Star Wars Musik von John Williams/, 'Darth Vader James Earl Jones , Stimme'],
    { language: 'de' },
  );
});

test('the page of a work distinguishes the editions of its recordings and marks owned and wanted ones', async () => {
  const { server, visitor } = await openOwnLists();
  await addItem(server, 'collection', '/api/releases/ec99156e-7131-5f41-a3c0-112956a6adb7');
  const { data } = await server.read('/api/tracks?work=5744e4e9-7da7-56c2-a626-73be8644ef50');
  await addItem(server, 'wishlist', data[2].id.split('/').slice(0, 4).join('/'));
  const { text } = await visitor.open('/works/the-raiders-march');
  expect(text).toContain('3 recordings Recordings Release Title Format Length');
  expect(text).toContain('1981 · owned The Raiders March Vinyl 2:29');
  expect(text).toContain('1995 The Raiders March CD 2:50');
  expect(text).toContain('1995 · on your wishlist The Raiders March CD · RAIDERS 001 2:50');
});

describe('the pages of a label', () => {
  test('show its series and all releases by catalog number', async () => {
    const { text, html } = await demoPage('/labels/decca-records');
    expect(text).toStartWith('Label Decca Records Country United Kingdom Since 1929 Releases 5 Series Phase 4 Stereo');
    expect(html).toContain('<section class="part" id="phase-4-stereo">');
    const numbers = [...html.matchAll(/<td class="n">([\dA-Z][^<]* [^<]*)<\/td>/g)].map(([, number]) => number);
    expect(numbers).toEqual(['013 192-2', '467 094-2']);
    expect(html).toContain('class="d2000"');
  });

  test('omit empty series', async () => {
    const label = { type: 'Label', id: '/api/labels/00000000-0000-4000-8000-000000000001', attributes: { name: 'Varèse Sarabande' } };
    const series = ['Masters', 'Encore'].map((name, index) => ({
      type: 'LabelSeries',
      id: `${label.id}/series/00000000-0000-4000-8000-00000000001${index}`,
      attributes: { name },
    }));
    const released = {
      type: 'Release',
      id: '/api/releases/00000000-0000-4000-8000-000000000002',
      attributes: { title: 'Vertigo', labels: [{ iri: label.id }] },
      relationships: { series: { data: { type: 'LabelSeries', id: series[1]?.id } } },
    };
    const server = await startServer([label, ...series, released]);
    const { text } = await pageOf(server, '/labels/varese-sarabande', { token: server.token });

    expect(text).toContain('Encore Series · 1 release');
    expect(text).not.toContain('Masters');
  });

  test('include a page for each series', async () => {
    const { text, html } = await demoPage('/labels/decca-records/series/phase-4-stereo');
    expect(text).toStartWith('Series of Decca Records Phase 4 Stereo Releases 1');
    expect(html).toContain('href="/labels/decca-records"');
    expect((await demoPage('/labels/decca-records/series/none')).status).toBe(404);
  });

  test('are paginated', async () => {
    const name = { type: 'Label', id: label, attributes: { name: 'Intrada' } };
    const labels = (number: number) => [{ iri: label, catalog_number: `ISC ${1_000 + number}` }];
    const many = Array.from({ length: 61 }, (_, index) =>
      release(String(index + 1), { title: `Score ${index + 1}`, labels: labels(index + 1) }),
    );
    const server = await startServer([name, ...many]);

    const first = await pageOf(server, '/labels/intrada', { token: server.token });
    const second = await pageOf(server, '/labels/intrada?page=2', { token: server.token });

    expect(first.text).toContain('Score 60');
    expect(first.text).not.toContain('Score 61');
    expect(first.html).toContain('href="/labels/intrada?page=2"');
    expect(second.text).toContain('Score 61 ISC 1061');
    expect((await pageOf(server, '/labels/intrada?page=x', { token: server.token })).status).toBe(400);
  });
});

describe('organizations and roles', () => {
  test('have lists, and an organization has a page with its productions', async () => {
    expect((await demoPage('/organizations')).html).toContain('href="/organizations/anvil-studios"');
    const { text } = await demoPage('/organizations/anvil-studios');
    expect(text).toStartWith('recording studio Anvil Studios Country United Kingdom');
    expect(text).toContain('Star Wars 1977');
    expect(text).not.toContain('Blade Runner');
  });

  test('have lists, and a role has a page with its description and all credited artists', async () => {
    expect((await demoPage('/roles')).html).toContain('href="/roles/composer"');
    const { html, text } = await demoPage('/roles/composer');
    expect(html).toContain('it stands for the <em>whole</em> score');
    expect(text).toContain('Also credited as Composed By · Music By');
    expect(html).toContain('href="/roles/composer?page=2"');
  });
});

test.each([
  ['/labels/decca-records', 'Label Decca Records Land Vereinigtes Königreich Seit 1929 Veröffentlichungen 5 Reihe Phase 4 Stereo'],
  ['/labels/decca-records/series/phase-4-stereo', 'Reihe von Decca Records'],
  ['/organizations', 'Organisationen Studios, Verlage und andere'],
  ['/organizations/anvil-studios', 'Tonstudio Anvil Studios Land Vereinigtes Königreich Produktionen 1'],
  ['/roles', 'Rollen Wofür Personen und Organisationen genannt werden. 57 Rollen Alle A B'],
  ['/roles/conductor', 'Rolle einer Aufnahme Dirigent'],
  ['/sleeves', 'Hüllen Veröffentlichungen ohne Cover erhalten eine Hülle'],
])('%s is translated to German', async (path, head) => {
  expect((await demoPage(path, german)).text).toStartWith(head);
});

test('the recordings of a production have a column of performers only if one is known', async () => {
  expect((await demoPage('/productions/star-wars')).html).toContain('<th scope="col">Performed by</th>');
  expect((await demoPage('/productions/psycho')).html).not.toContain('Performed by');
});
