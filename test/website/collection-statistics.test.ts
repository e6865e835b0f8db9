import { expect, test } from 'bun:test';
import { sharedLists } from './shared-lists';

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
  expect((await own.visitor.open('/collection?bought=2021')).text).toContain('Bought in 2021');
});

test('the yearly figures of the statistics are a table and a CSV file', async () => {
  await own.make('collection', 0, { purchase_price_cents: 700, currency: 'EUR', purchased_at: '1980-01-02', format_type: 'vinyl' });
  await own.make('collection', 1, { purchased_at: '2004-12-24', format_type: 'cd', quantity: 2 });
  await own.make('collection', 2, { format_type: 'cd' });
  const { html } = await own.visitor.open('/collection/statistics?years=all');
  expect(html).toMatch(/>2004<\/a><\/th><td>2<\/td><td>2<\/td><td>–<\/td><td>[^<]*<\/td><td>–<\/td><td>3<\/td>/);
  const file = await own.visitor.open('/collection/statistics?as=csv');
  expect(file.html).toMatch(/^"Year","Bought","CD","Vinyl","Music","Spent","Total copies"\r\n"2004","2",/);
  expect(file.html).toMatch(/"1980","1","–","1","[^"]*","€7.00","1"\r\n"","1","1",/);
});
