import { beforeAll, describe, expect, test } from 'bun:test';
import { addItem } from '../support/owned-items';
import { startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';
import { signedIn, Visitor } from '../support/visitor';

// A composer of 25 films, of which the first is owned, and two share a release; a series with the numbers 1 to 24 but 7, and one without a number.

const [composer, label, series, franchise, album] = [uuid(1), uuid(2), uuid(3), uuid(4), uuid(5)];
const films = Array.from({ length: 25 }, (_, index) => index + 1);
const release = (index: number) => `/api/releases/${uuid(200 + index)}`;
const link = (type: string, id: string) => ({ data: { type, id } });

const records = [
  { type: 'Artist', id: `/api/artists/${composer}`, attributes: { name: 'Bernard Herrmann', slug: 'herrmann', _type: 'person' } },
  { type: 'Label', id: `/api/labels/${label}`, attributes: { name: 'Intrada', slug: 'intrada' } },
  {
    type: 'LabelSeries',
    id: `/api/labels/${label}/series/${series}`,
    attributes: { name: 'Special Collection', slug: 'special', position: 1 },
  },
  { type: 'Franchise', id: `/api/franchises/${franchise}`, attributes: { name: 'Sinbad', slug: 'sinbad' } },
  { type: 'Album', id: `/api/albums/${album}`, attributes: { title: 'Film 1', slug: 'film-1' } },
  ...films.flatMap((index) => [
    {
      type: 'Production',
      id: `/api/productions/${uuid(100 + index)}`,
      attributes: {
        title: `Film ${index}`,
        _type: 'movie',
        year: 1940 + index,
        composers: [{ iri: `/api/artists/${composer}`, credit_role: 'composer' }],
        franchises: index < 3 ? [{ iri: `/api/franchises/${franchise}` }] : [],
      },
    },
    {
      type: 'Release',
      id: release(index),
      attributes: {
        title: `Film ${index}`,
        release_date: '1990',
        labels: [{ iri: `/api/labels/${label}` }],
        series: index === 7 || index === 25 ? [] : [{ name: 'Special Collection', number: String(index) }],
      },
      relationships: {
        series: link('LabelSeries', `/api/labels/${label}/series/${series}`),
        ...(index < 3 && { album: link('Album', `/api/albums/${album}`) }),
      },
    },
    // Film 25 has no release.
    ...(index === 25
      ? []
      : [
          {
            type: 'ProductionEntry',
            id: `/api/productions/${uuid(100 + index)}/entries/${uuid(300 + index)}`,
            attributes: { kind: 'score', position: 1 },
            relationships: { release: link('Release', release(index === 24 ? 23 : index)) },
          },
        ]),
  ]),
];

let server: TestServer;
let visitor: Visitor;

beforeAll(async () => {
  server = await startServer(records);
  visitor = await signedIn(server);
  await addItem(server, 'collection', uuid(201));
});

const wishes = async () => (await server.read('/api/users/me/wishlist')).meta?.totalItems;

describe('the page of what is missing', () => {
  test.each([
    ['/artists/herrmann', '1 of 25 scores', '1 of 25 scores is on your shelf'],
    ['/labels/intrada', '1 of 25 releases', '1 of 25 releases is on your shelf'],
    ['/labels/intrada/series/special', '1 of 24 numbers', '1 of 24 numbers is on your shelf'],
    ['/franchises/sinbad', '1 of 2 scores', '1 of 2 scores is on your shelf'],
    ['/albums/film-1', '1 of 2 editions', '1 of 2 editions is on your shelf'],
  ])('of %s is announced in its head', async (path, figure, heading) => {
    const { text, html } = await visitor.open(path);
    expect(text).toContain(figure);
    expect(html).toContain(`href="${path}/completeness"`);
    expect((await visitor.open(`${path}/completeness`)).text).toContain(heading);
  });

  test('has a square for each score and names those without a release', async () => {
    const { html, text } = await visitor.open('/artists/herrmann/completeness');
    expect(html.match(/<a class="slot own"/g)).toHaveLength(1);
    expect(html.match(/<a class="slot miss"/g)).toHaveLength(23);
    expect(html).toContain('title="Film 25, 1965: no release in the catalog"');
    expect(text).toContain('No release known 1 score Film 25 1965');
  });

  test('lists missing numbers as ranges, unknown ones, and releases without one', async () => {
    const { text } = await visitor.open('/labels/intrada/series/special/completeness');
    expect(text).toMatch(/2–6 ?, 8–24/);
    expect(text).toMatch(/Numbers not in the catalog 1 number 7 /);
    expect(text).toMatch(/Without a number .* 1990 Film 25 .* 1990 Film 7/);
  });

  test('counts other types when they are chosen', async () => {
    const { html } = await visitor.open('/artists/herrmann/completeness?television=true');
    expect(html).toMatch(/name="television" value="true" checked/);
  });

  test('is for members', async () => {
    const guest = new Visitor(server);
    await guest.open('/artists/herrmann/completeness');
    expect(guest.redirects[0]).toStartWith('/sign-in');
  });

  test('puts the newest edition on the wishlist, which can be undone', async () => {
    await visitor.open('/artists/herrmann/completeness');
    const page = await visitor.send('Want', { want: release(2) });
    expect(page.html).toContain('<bdi>Film 2</bdi>: 1 release added to your wishlist.');
    expect(page.text).toMatch(/On your wishlist 1 Missing 22/);
    expect(await wishes()).toBe(1);
    await visitor.send('Undo', { do: 'undo' });
    expect(await wishes()).toBe(0);
  });

  test('asks before it puts more than 20 on the wishlist', async () => {
    await visitor.open('/artists/herrmann/completeness');
    expect((await visitor.send('Want all 23', { want: 'all' })).text).toContain('Add 23 scores to your wishlist?');
    expect(await wishes()).toBe(0);
    expect((await visitor.send('Want all 23')).html).toContain('22 releases added to your wishlist.');
    expect(await wishes()).toBe(22);
    await visitor.send('Undo', { do: 'undo' });
    expect(await wishes()).toBe(0);
  });

  test('undoes only wishes that were not changed since', async () => {
    await visitor.open('/franchises/sinbad/completeness');
    await visitor.send('Want', { want: release(2) });
    server.store.writer.run("UPDATE wishlist_item SET updated_at = '2030'");
    await visitor.send('Undo', { do: 'undo' });
    expect(await wishes()).toBe(1);
    server.store.writer.run('DELETE FROM wishlist_item');
  });
});

test.each([
  ['', 'Bernard Herrmann 1 of 25 scores'],
  ['?by=franchises', 'Sinbad 1 of 2 scores'],
  ['?by=series', 'Special Collection Intrada 1 of 24'],
])('gaps of the collection%s lead to what is missing', async (query, text) => {
  expect((await visitor.open(`/collection/gaps${query}`)).text).toContain(text);
});
