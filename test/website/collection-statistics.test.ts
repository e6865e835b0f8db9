import { expect, test } from 'bun:test';
import { sharedLists, visitorIn } from './shared-lists';

const own = sharedLists();

test('the statistics review the last or a selected year of purchases, with amounts in one currency', async () => {
  await own.make('collection', 0, { purchase_price_cents: 950, currency: 'EUR', purchased_at: '2018-05-12', shop: 'Rough Trade' });
  await own.make('collection', 0, { purchase_price_cents: 1450, currency: 'EUR', purchased_at: '2021-05-12' });
  await own.make('collection', 1, { purchase_price_cents: 1500, currency: 'JPY', purchased_at: '2021-06-12', quantity: 2 });
  const { text, html } = await own.visitor.open('/collection/statistics');
  expect(text).toMatch(/Year in review[^.]*2021 3 copies/);
  expect(text).toContain('Spending €24 in total, €12.00 per copy');
  expect(text).toContain('1 price in another currency is not included.');
  expect(text).toContain('€10 Rough Trade 1 copy');
  expect(html).toContain(`href="/collection?view=shelf&amp;bought=2021"`);
  expect(html.match(/<rect class="d\d{4}"/g)?.length).toBeGreaterThan(5);

  const other = await own.visitor.open('/collection/statistics?year=2018&in=JPY');
  expect(other.text).toMatch(/Year in review[^.]*2018 1 copy/);
  expect(other.text).toContain('Spending JP¥1,500 in total, JP¥1,500 per copy');
  expect(other.text).toContain('2 prices in other currencies are not included.');
  expect((await own.visitor.open('/collection?bought=2021')).text).toContain('Bought or added in 2021');
});

test('the yearly figures of the statistics are a table and a CSV file', async () => {
  await own.make('collection', 0, { purchase_price_cents: 700, currency: 'EUR', purchased_at: '1980-01-02', format_type: 'vinyl' });
  await own.make('collection', 1, { purchased_at: '2004-12-24', format_type: 'cd', quantity: 2 });
  await own.make('collection', 2, { format_type: 'cd' });
  const { html } = await own.visitor.open('/collection/statistics?years=all');
  expect(html).toMatch(/>2004<\/a><\/th><td>2<\/td><td>2<\/td><td>–<\/td><td>[^<]*<\/td><td>–<\/td><td>3<\/td>/);
  const file = await own.visitor.open('/collection/statistics?as=csv');
  // A copy without a date of purchase counts in the year in which it was added.
  const added = new Date().getUTCFullYear();
  expect(file.html).toMatch(
    new RegExp(
      `^"Year","Bought or added","CD","Vinyl","Music \\(h\\)","Spent \\(EUR\\)","Total copies"\r\n${added},1,1,[^\r]*,4\r\n2004,2,`,
    ),
  );
  expect(file.html).toMatch(/\r\n1980,1,,1,[\d.]*,7,1(?:\r\n)?$/);
});

test("a member's placeholders are linked, counted and filtered by their printed names", async () => {
  const body = `Artist,Title,Label,Format
Nobody Known,Unheard Suites,Unknown Label,CD
nobody known,More Unheard Suites,Unknown Label,CD
Bernard Herrmann,Psycho (A Forgotten Edition),MCA Records,3xCD`;
  const headers = { authorization: `Bearer ${own.server.token}`, 'content-type': 'text/csv' };
  await own.server.request('/api/users/me/collection/import?unmatched=provisional', { method: 'POST', headers, body });
  await own.make('collection', 1);
  const statistics = await own.visitor.open('/collection/statistics');
  expect(statistics.text).toContain('Without a year of release: 3 copies.');
  expect(statistics.text).toMatch(/Without a country of the label: [23] copies\./);
  expect(statistics.text).toMatch(/Composers .*Nobody Known 2 .*Bernard Herrmann 1/i);
  const filtered = await own.visitor.open(statistics.html.match(/href="(\/collection\?composer=nobody[^"]*)"/i)?.[1] ?? '');
  expect(filtered.text).toMatch(/Nobody Known × .*2 copies/i);
  expect(filtered.html).toContain('<option value="Unknown Label">');
  expect((await own.visitor.open('/collection?label=Unknown+Label&composer=Bernard+Herrmann')).text).toContain('No matches');
  const [, address = ''] = (await own.visitor.open('/collection?q=forgotten')).html.match(/href="(\/releases\/psycho[^"]*)"/) ?? [];
  const release = await own.visitor.open(address);
  expect(release.html).toContain('<a href="/artists/bernard-herrmann">Bernard Herrmann</a>');
  expect(release.html).toMatch(/<a href="\/labels\/[^"]+">MCA Records<\/a>/);
  expect(release.text).toContain('3 × CD');
});

test('what tells an artist from others of the name is translated in statistics, gaps and filters', async () => {
  const { writer } = own.server.store;
  for (let release = 1; release < 4; release++) await own.make('collection', release);
  writer.run("UPDATE artist SET display_name = name || ' (film composer)' WHERE name = 'Jerry Goldsmith'");
  const german = visitorIn('de', own);
  for (const path of ['/collection/statistics', '/collection/gaps', '/collection', '/statistics']) {
    const { html } = await german.open(path);
    expect([path, html.includes('Jerry Goldsmith (Filmkomponist)')]).toEqual([path, true]);
    expect([path, html.includes('>Jerry Goldsmith (film composer)')]).toEqual([path, false]);
  }
  writer.run("UPDATE artist SET display_name = name WHERE name = 'Jerry Goldsmith'");
});
