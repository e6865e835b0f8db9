import { expect, setSystemTime, test } from 'bun:test';
import fc from 'fast-check';
import { chosenOf } from '../../src/website/catalog/home/release-of-the-day';
import { demoPage, pageOf } from '../support/pages';
import { demoServer, startServer } from '../support/server';
import { uuid } from '../support/uuids';

async function homeOn(day: string, headers: Record<string, string> = {}) {
  await demoServer();
  setSystemTime(new Date(`${day}T12:00:00`));
  try {
    return await demoPage('/', headers);
  } finally {
    setSystemTime();
  }
}

test('the home page shows a release, additions, birthdays, anniversaries and totals', async () => {
  const { text } = await homeOn('2026-11-22');
  expect(text).toStartWith('From the catalog today');
  expect(text).toContain('Recently added All 152 releases');
  expect(text).toContain('Birthdays Today and this week');
  expect(text).toContain('Anniversaries Premieres with a round anniversary in 2026');
  expect(text).toContain('593 artists and 253 productions, on 152 releases with 1,678 tracks from 83 labels.');
});

test('the release of the day is stable within a day and changes between days', async () => {
  const titleOn = async (day: string) => /<h1[^>]*><a href="([^"]*)"/.exec((await homeOn(day)).html)?.[1];
  const first = await titleOn('2026-03-01');
  const others = [await titleOn('2026-03-02'), await titleOn('2026-03-03'), await titleOn('2026-03-04')];
  expect(first).toStartWith('/releases/');
  expect(await titleOn('2026-03-01')).toBe(first as string);
  expect(new Set([first, ...others]).size).toBeGreaterThan(1);
});

test('the release of the day always has tracks and a production', async () => {
  for (let day = 1; day <= 30; day++) {
    const { html } = await homeOn(`2026-04-${String(day).padStart(2, '0')}`);
    const slug = /<h1[^>]*><a href="\/releases\/([^"]*)"/.exec(html)?.[1];
    const { data } = await (await demoServer()).read(`/api/resolve?type=Release&slug=${slug}`);
    const release = await (await demoServer()).read(data.attributes.iri);
    expect(release.data.attributes.track_count).toBeGreaterThan(0);
    expect(release.data.relationships.productions.data).not.toBeEmpty();
  }
});

test('an added release changes the choice of a day only to itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0, max: 40_000 }), (total, day) => {
      const chosen = chosenOf(total, day);
      expect(chosen).toBeWithin(0, total);
      expect([chosen, total]).toContain(chosenOf(total + 1, day));
    }),
  );
});

test('the release of the day is uniformly distributed', () => {
  const counts = new Map<number, number>();
  for (let day = 0; day < 20_000; day++) counts.set(chosenOf(10, day), (counts.get(chosenOf(10, day)) ?? 0) + 1);
  for (let one = 0; one < 10; one++) expect(counts.get(one)).toBeWithin(1_700, 2_300);
});

test('birthdays start with today, with the age of the living and the birth year of the dead', async () => {
  const { text } = await homeOn('2026-11-22');
  expect(text).toContain('Hoagy Carmichael Today , born 1899, United States');
  expect(text).toContain('Eleni Karaindrou 25 Nov, 85 years, Greece');
});

test('birthdays of a week over New Year are in order, with ages of the next year', async () => {
  const person = (number: number, name: string, born: string) => ({
    type: 'Artist',
    id: `/api/artists/${uuid(number)}`,
    attributes: { name, _type: 'person', begin_date: born },
  });
  const server = await startServer([
    person(1, 'January Child', '1980-01-02'),
    person(2, 'December Child', '1980-12-31'),
    person(3, 'Summer Child', '1980-07-01'),
  ]);
  setSystemTime(new Date('2026-12-30T12:00:00'));
  const { text } = await pageOf(server, '/', { token: server.token });
  setSystemTime();

  expect(text).toContain('December Child 31 Dec, 46 years January Child 2 Jan, 47 years');
  expect(text).not.toContain('Summer Child');
});

test('anniversaries link to the full list', async () => {
  const { text, html } = await homeOn('2026-11-22');
  expect(text).toContain('Torn Curtain 60 years · 1966');
  expect(html).toContain('<a href="/productions?anniversary=2026">All 22</a>');
});

test('the home page of an empty catalog links to the documentation of imports', async () => {
  const server = await startServer();
  const { text, html } = await pageOf(server, '/', { token: server.token });
  expect(text).toContain('The catalog is empty.');
  expect(html).toContain('href="/docs/importing"');
});

test('the home page shows a catalog of one undated release', async () => {
  const server = await startServer([{ type: 'Release', id: `/api/releases/${uuid(1)}`, attributes: { title: '<b>Nobody & nothing</b>' } }]);
  const { status, text } = await pageOf(server, '/', { token: server.token });
  expect(status).toBe(200);
  expect(text).toContain('From the catalog today <b>Nobody & nothing</b>');
  expect(text).toContain('View release');
});

test('placeholders are no recently added releases, on the home page and in the feed, unless the page has nothing else', async () => {
  const release = (number: number, more: object) => ({ type: 'Release', id: `/api/releases/${uuid(number)}`, attributes: more });
  const newer = release(2, { title: 'Newer', created_at: '2026-02-01T00:00:00+00:00', provisional: true });
  const alone = await startServer([newer]);
  expect((await pageOf(alone, '/', { token: alone.token })).text).toMatch(/Recently added .*Newer/);
  const server = await startServer([release(1, { title: 'Older', created_at: '2026-01-01T00:00:00+00:00' }), newer]);
  const [home, feed] = await Promise.all(['/', '/releases.atom'].map((path) => pageOf(server, path, { token: server.token })));
  expect(home?.text).toMatch(/Recently added (?!.*Newer).*Older/);
  expect(feed?.html).toMatch(/<title>Older/);
  expect(feed?.html).not.toContain('Newer');
  expect((await pageOf(server, '/releases/newer', { token: server.token })).text).toContain('Created by an import.');
});

test('the home page is translated to French, with ordinal dates and decades below the bars', async () => {
  const { text, html } = await homeOn('2026-11-27', { 'accept-language': 'fr' });
  expect(text).toContain('593 artistes et 253 productions');
  expect(text).toContain('1er déc.');
  expect(html).toMatch(/>1980<.*>1990</s);
});

test('guests see the home page of a public catalog only', async () => {
  const server = await startServer([], { catalogVisibility: 'public' });
  expect((await pageOf(server, '/')).status).toBe(200);
  expect((await pageOf(await demoServer(), '/')).headers.get('location')).toStartWith('/sign-in');
});
