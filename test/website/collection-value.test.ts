import { expect, test } from 'bun:test';
import { Slices } from '../../src/collection/formats/slices';
import { importRates } from '../../src/collection/rates/exchange-rates';
import { sharedLists, visitorIn } from './shared-lists';

const own = sharedLists();

const today = () => new Date().toISOString().slice(0, 10);
const attributesOf = async (id: string) => (await own.server.read(`/api/users/me/collection/${id}`)).data.attributes;
const earlierOf = async (id: string) => (await own.server.read(`/api/users/me/collection/${id}/values`)).data;

async function fill(): Promise<void> {
  const shelf = { storage_location: 'Shelf A', condition: 'near_mint', sleeve_condition: 'very_good', format_type: 'vinyl' };
  await own.make('collection', 0, {
    ...shelf,
    current_value_cents: 18_000,
    value_currency: 'EUR',
    valued_on: today(),
    value_source: 'Auction',
  });
  await own.make('collection', 1, { ...shelf, current_value_cents: 5_000, value_currency: 'EUR', valued_on: '2020-01-02', quantity: 2 });
  await own.make('collection', 2, { purchase_price_cents: 1_250, currency: 'USD', purchased_at: '2024-05-02', format_type: 'cd' });
  await own.make('collection', 3, {
    status: 'ordered',
    order_vendor: 'Intrada',
    order_price_cents: 2_000,
    currency: 'EUR',
    format_type: 'cd',
  });
  await own.make('collection', 4, { current_value_cents: 900, value_currency: 'XAU', format_type: 'cd' });
  await own.make('collection', 5, { format_type: 'cd' });
}

test('prices without a currency and in one without a rate are named with links to their forms, and replaced currencies convert', async () => {
  const unknown = await own.make('collection', 0, { purchase_price_cents: 1_299, currency: null, quantity: 2 });
  for (let release = 1; release < 12; release++) await own.make('collection', release, { purchase_price_cents: 500, currency: 'XAU' });
  await own.make('collection', 12, { purchase_price_cents: 3_912, currency: 'DEM' });
  const { text, html } = await own.visitor.open('/collection/value?in=EUR');
  expect(text).toContain('bought for €20.00');
  expect(text).toContain('11 prices in other currencies are not included. 1 price has no currency and is not included.');
  expect(html).toMatch(new RegExp(`1 price has no currency and is not included: <a href="/collection\\?edit=${unknown}#item"`));
  expect(text).toMatch(/11 amounts have no exchange rate and are not included: .+, XAU\s5\.00 and 1 more\./);
  expect(text).toContain('14 copies without a value count as paid.');
  expect(html).toContain('Prints 10 of 13.');
  expect(html).not.toContain('Import rates');
  own.server.store.writer.run("UPDATE user SET role = 'admin' WHERE username = 'tester'");
  const seen = await own.visitor.open('/collection/value?in=EUR');
  own.server.store.writer.run("UPDATE user SET role = 'user' WHERE username = 'tester'");
  expect(seen.html).toContain('<a href="/administration/online#rates">Import rates</a>');
  const { text: statistics } = await own.visitor.open('/collection/statistics?in=EUR');
  expect(statistics).toContain('1 price in another currency is not included. 1 price has no currency and is not included.');
});

test('the form of a price without a currency suggests none, and keeps it as it is', async () => {
  await own.make('collection', 1, { purchase_price_cents: 500, currency: 'EUR' });
  const id = await own.make('collection', 0, { purchase_price_cents: 1_299, currency: null });
  const { visitor } = own;
  await visitor.open(`/collection?edit=${id}`);
  await visitor.send('Save', { notes: 'Signed' });
  expect(await attributesOf(id)).toMatchObject({ notes: 'Signed', purchase_price_cents: 1_299, currency: null });
  await visitor.open(`/collection?edit=${id}`);
  await visitor.send('Save', { price: '13.99' });
  expect(visitor.page.text).toContain('Enter the currency of the price');
  await visitor.send('Save', { currency: 'EUR' });
  expect(await attributesOf(id)).toMatchObject({ purchase_price_cents: 1_399, currency: 'EUR' });
});

test('the report totals what copies are worth, and says what is counted as paid, old, or left out', async () => {
  await fill();
  const before = await own.visitor.open('/collection/value');
  expect(before.text).toContain('7 copies worth €250.00 today, bought for €20.00 .');
  expect(before.text).toContain('2 amounts have no exchange rate and are not included:');
  const rates = '<Envelope><Cube><Cube time="2024-05-02"><Cube currency="USD" rate="1.25"/></Cube></Cube></Envelope>';
  await importRates(own.server.store, rates, new Slices());
  const { text, html } = await own.visitor.open('/collection/value?in=EUR');
  expect(text).toContain('7 copies worth €260.00 today, bought for €30.00 .');
  expect(text).toMatch(/Shelf A 3 €230\.00 – Intrada ordered 1 €20\.00 €20\.00 No location 3 €10\.00 €10\.00 Total 7 €260\.00 €30\.00/);
  expect(text).toMatch(/Vinyl 3 €230\.00 – CD 4 €30\.00 €30\.00/);
  const titles = own.releases.slice(0, 4).map(({ slug }) => html.indexOf(`<h3><a href="/releases/${slug}"`));
  expect([titles[0], titles[1], titles[3], titles[2]]).toEqual(titles.toSorted((a, b) => a - b));
  expect(text).toMatch(/Value €180\.00 Auction, \d/);
  expect(html).toContain('<span class="soft">€50.00</span> <span class="soft">entered 2 Jan 2020</span>');
  expect(text).toContain('€10.00 as paid Paid US$12.50, 2 May 2024');
  expect(text).toContain(
    '4 copies have a value of their own. 2 copies without a value count as paid. 1 copy has neither a value nor a price. 1 value is older than a year.',
  );
  expect(text).toMatch(/1 amount has no exchange rate and is not included: [^:]+, XAU\s9\.00\./);
  const dollars = (await own.visitor.open('/collection/value?in=USD')).text;
  expect(dollars).toContain('7 copies worth US$325.00 today, bought for US$37.50 .');
  // A currency that is not offered is not shown either.
  expect((await own.visitor.open('/collection/value?in=%3Cb%3E')).text).toContain('today, bought for €30.00 .');
  expect((await visitorIn('de', own).open('/collection/value?in=EUR')).text).toContain(
    '7 Exemplare , heute 260,00 € wert, gekauft für 30,00 € .',
  );
  expect((await visitorIn('fr', own).open('/collection/value?in=EUR')).text).toMatch(
    /7 exemplaires\s: valeur actuelle 260,00 € , prix d’achat 30,00 € \./,
  );
});

test('all copies are a table for printing and a CSV file', async () => {
  await fill();
  await own.make('collection', 6, { current_value_cents: 1, value_currency: 'EUR', value_source: '=1+1' });
  for (let release = 7; release < 12; release++) await own.make('collection', release);
  const { html } = await own.visitor.open('/collection/value?in=EUR');
  expect(html.match(/<h3>/g)).toHaveLength(10);
  expect(html).toContain('href="/collection/value?in=EUR&amp;rows=all">All 13 copies</a>');
  const all = await own.visitor.open('/collection/value?in=EUR&rows=all');
  expect(all.html.match(/<tr><th scope="row"><div class="person">/g)).toHaveLength(12);
  const file = (await own.visitor.open('/collection/value.csv?in=EUR')).html.split('\r\n');
  expect(file).toHaveLength(14);
  expect(file[0]).toContain('"Value in EUR"'.replaceAll('"', ''));
  expect(file[1]).toContain(`"Vinyl","Near mint","Very good","Shelf A",1,,,,180,"EUR","${today()}","Auction",180,`);
  expect(file.find((line) => line.includes('XAU'))).toMatch(/,9,"XAU","\d{4}-\d\d-\d\d",,,$/);
  expect(file.join('\n')).toContain(`"'=1+1"`);
});

test('a large collection is printed in parts, and is one file', async () => {
  own.server.store.writer.run(`INSERT INTO collection_item (id, user_key, release_key, current_value_cents, value_currency, valued_on, created_at, updated_at)
    WITH RECURSIVE copy (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM copy WHERE n < 1200)
    SELECT printf('00000000-0000-4000-8000-%012d', n), (SELECT key FROM user WHERE username = 'tester'), (SELECT min(key) FROM "release"), 100 * n, 'EUR',
      '2024-05-02', '2026', '2026' FROM copy`);
  const rowsOf = (html: string) => html.match(/<tr><th scope="row"><div class="person">/g)?.length;
  const first = await own.visitor.open('/collection/value?rows=all');
  expect([rowsOf(first.html), rowsOf((await own.visitor.open('/collection/value?rows=all&page=3')).html)]).toEqual([500, 200]);
  expect(first.html).toContain('href="/collection/value?rows=all&amp;page=2"');
  expect((await own.visitor.open('/collection/value.csv')).html.split('\r\n')).toHaveLength(1_202);
});

test('without values, the report has the prices and a link to enter some', async () => {
  expect((await own.visitor.open('/collection/value')).text).toContain('Your collection is empty.');
  await own.make('collection', 1, {});
  const unpriced = (await own.visitor.open('/collection/value')).text;
  expect(unpriced).toContain('1 copy without a price or a value.');
  expect(unpriced).toContain('No location 1 – – Total 1 – –');
  expect(unpriced).not.toContain('Most valuable');
  await own.make('collection', 0, { purchase_price_cents: 700, currency: 'EUR' });
  const { text } = await own.visitor.open('/collection/value');
  expect(text).toContain('2 copies bought for €7.00 .');
  expect(text).toContain('Enter values in the form of a copy');
});

test('the form of a copy keeps the earlier value, with a day of its own or of today', async () => {
  const id = await own.make('collection', 0, {
    current_value_cents: 10_000,
    value_currency: 'EUR',
    valued_on: '2025-04-20',
    value_source: 'Discogs',
  });
  const form = `/collection/items/${id}`;
  const open = () => own.visitor.open(`/collection?edit=${id}`);
  await open();
  await own.visitor.send(form, { value: '$120', value_source: '' });
  expect(await attributesOf(id)).toMatchObject({
    current_value_cents: 12_000,
    value_currency: 'USD',
    valued_on: today(),
    value_source: null,
  });
  expect((await open()).text).toMatch(/Earlier values \(1\) €100\.00 20 Apr 2025 Discogs Delete/);
  await own.visitor.send(form, { notes: 'Only this' });
  expect(await earlierOf(id)).toHaveLength(1);
  await open();
  await own.visitor.send(form, { value: '130', valued_on: '2026-01-31' });
  expect(await attributesOf(id)).toMatchObject({ current_value_cents: 13_000, valued_on: '2026-01-31' });
  // Its undo brings the day back, and the value is no longer an earlier one.
  await own.visitor.send('Undo', { do: 'undo' });
  expect(await attributesOf(id)).toMatchObject({ current_value_cents: 12_000, valued_on: today() });
  expect((await earlierOf(id)).map(({ attributes }: { attributes: { value_cents: number } }) => attributes.value_cents)).toEqual([
    13_000, 10_000,
  ]);
  await open();
  const [{ attributes }] = await earlierOf(id);
  await own.visitor.send('Delete', { earlier: attributes._id });
  expect(own.visitor.page.html).toContain('Value deleted.');
  expect(await earlierOf(id)).toHaveLength(1);
  await open();
  await own.visitor.send(form, { value: '' });
  expect(await attributesOf(id)).toMatchObject({ current_value_cents: null, value_currency: null, valued_on: null });
});

test.each([
  [{ value: '12.5', value_currency: '' }, 'Enter the currency of the value, for example EUR.'],
  [{ value: 'much', value_currency: 'EUR' }, 'Enter a price like 9.50.'],
  [{ value: '12', value_currency: 'EURO' }, 'currency'],
  [{ value: '12', value_currency: 'EUR', valued_on: '2026-02-30' }, 'date'],
])('%j is refused with the reason, and nothing is saved', async (entries, reason) => {
  const id = await own.make('collection', 0);
  await own.visitor.open(`/collection?edit=${id}`);
  const page = await own.visitor.send(`/collection/items/${id}`, entries);
  expect(page.status).toBe(422);
  expect(page.text).toContain(reason);
  expect(await attributesOf(id)).toMatchObject({ current_value_cents: null });
});
