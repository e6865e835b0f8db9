import { beforeAll, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { addItem } from '../support/owned-items';
import { startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';
import { signedIn } from '../support/visitor';

/** As the bank writes it. */
const file = (days: Readonly<Record<string, Readonly<Record<string, number | string>>>>): string => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <Cube>${Object.entries(days)
    .map(
      ([day, rates]) =>
        `<Cube time="${day}">${Object.entries(rates).map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`)}</Cube>`,
    )
    .join('')}</Cube>
</gesmes:Envelope>`;

const days = { '2024-05-02': { USD: 1.25, JPY: 160 }, '2024-05-03': { USD: 1.2, JPY: 150 }, '1999-01-04': { USD: 1.6, JPY: 133.73 } };

let server: TestServer;
let administrator: string;
beforeAll(async () => {
  server = await startServer([{ type: 'Release', id: `/api/releases/${uuid(1)}`, attributes: { title: 'Psycho' } }]);
  await createUser(server.store, 'anna', 'correct horse battery', 'admin');
  administrator = await issueApiToken(server.store, 'anna', 'tests');
});

async function put(body: string, token = administrator) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/xml' };
  const response = await server.request('/api/exchange-rates', { method: 'POST', headers, body });
  return { status: response.status, ...((await response.json()) as { data?: { attributes: object }; errors?: { code: string }[] }) };
}

const known = async () =>
  (await (await server.request('/api/exchange-rates', { headers: { authorization: `Bearer ${administrator}` } })).json()).data.attributes;

const line = (value: string) => ({ code: 'wrong_rate', meta: { params: { line: 4, value } } });
const unreadable = { code: 'rates_unreadable' };

test.each([
  ['a page of the web', '<!doctype html><html><body>Rates</body></html>', unreadable],
  ['nothing', '', unreadable],
  ['JSON', '{"USD":1.25}', unreadable],
  ['a file that ends early', file(days).slice(0, -20), unreadable],
  ['a rate of zero', file({ '2024-05-02': { USD: 0 } }), line("Cube currency='USD' rate='0'/")],
  ['a rate that is no number', file({ '2024-05-02': { USD: 'N/A' } }), line("Cube currency='USD' rate='N/A'/")],
  ['a currency that is none', file({ '2024-05-02': { ZZZ: 1 } }), line("Cube currency='ZZZ' rate='1'/")],
  ['a day that is none', file({ yesterday: { USD: 1 } }), { code: 'wrong_rate' }],
  ['a day of no month', file({ '2026-02-30': { USD: 1 } }), { code: 'wrong_rate' }],
  ['a day before the euro', file({ '1998-12-31': { USD: 1 } }), { code: 'wrong_rate' }],
  ['a day to come', file({ '2999-01-04': { USD: 1 } }), { code: 'wrong_rate' }],
  ['a rate of the euro', file({ '2024-05-02': { EUR: 2 } }), { code: 'wrong_rate' }],
  ['a hexadecimal rate', file({ '2024-05-02': { USD: '0x10' } }), { code: 'wrong_rate' }],
  ['a rate of nearly nothing', file({ '2024-05-02': { USD: '1e-300' } }), { code: 'wrong_rate' }],
])('%s is refused, and no rate of it is stored', async (_, body, error) => {
  expect(await put(body)).toMatchObject({ status: 400, errors: [error] });
  expect(await known()).toEqual({ currencies: expect.not.arrayContaining(['USD']), first_day: null, last_day: null });
});

test('prices convert at the rate of their day, in the units of their currencies', async () => {
  expect((await put(file(days))).data?.attributes).toMatchObject({ imported: 6, first_day: '1999-01-04', last_day: '2024-05-03' });
  expect((await known()).currencies).toEqual(expect.arrayContaining(['DEM', 'EUR', 'JPY', 'USD']));
  const buy = (amount: number, currency: string | null, purchased_at: string | null, more = {}) =>
    addItem(server, 'collection', uuid(1), { purchase_price_cents: amount, currency, purchased_at, shop: 'Shop', ...more });
  await buy(1_000, 'EUR', '2024-05-02');
  // $12.50, ¥1,500, and on a day without rates those of the day before.
  await buy(1_250, 'USD', '2024-05-02');
  await buy(1_500, 'JPY', '2024-05-03');
  await buy(1_200, 'USD', '2024-06-30');
  // Before the euro: the fixed rate, and the first one known.
  await buy(3_912, 'DEM', '1985-03-01');
  await buy(1_600, 'USD', '1985-03-02');
  // Without a rate or a currency.
  await buy(700, 'XAU', '2024-05-02');
  await buy(800, null, '2024-05-02');
  const read = async (query: string) => (await server.read(`/api/users/me/collection/statistics?${query}`)).data.attributes;
  const euros = await read('currency=EUR');
  expect(euros.spending).toEqual([
    { currency: 'EUR', year: 1985, amount_cents: 3_000, items: 2 },
    { currency: 'EUR', year: 2024, amount_cents: 4_000, items: 4 },
    { currency: 'XAU', year: 2024, amount_cents: 700, items: 1 },
    { currency: null, year: 2024, amount_cents: 800, items: 1 },
  ]);
  expect(euros.spending_by_shop[0]).toEqual({ currency: 'EUR', shop: 'Shop', amount_cents: 7_000, items: 6 });
  expect(euros.spending_by_month[0]).toEqual({ currency: 'EUR', month: '1985-03', amount_cents: 3_000, items: 2 });
  expect(euros.spending_by_decade[0]).toEqual({ currency: 'EUR', year: 1985, decade: null, amount_cents: 3_000, items: 2 });
  expect(euros.most_expensive[0]).toMatchObject({ currency: 'EUR', amount_cents: 2_000 });
  expect((await read('currency=JPY')).spending.find(({ year }: { year: number }) => year === 2024)).toEqual({
    ...{ currency: 'JPY', year: 2024, amount_cents: 1_600 + 1_600 + 1_500 + 1_500, items: 4 },
  });
  // As paid.
  expect((await read('')).spending.map(({ currency }: { currency: string }) => currency)).toEqual([
    'DEM',
    'EUR',
    'JPY',
    'USD',
    'USD',
    'XAU',
    null,
  ]);
  expect((await server.request('/api/users/me/collection/statistics?currency=euro')).status).toBe(400);
});

test('rates of a later file replace those of the same days', async () => {
  await put(file({ '2024-05-02': { USD: 2.5 }, '1999-01-03': { JPY: 130 } }));
  expect(await known()).toMatchObject({ first_day: '1999-01-03', last_day: '2024-05-03' });
  const { spending } = (await server.read('/api/users/me/collection/statistics?currency=EUR')).data.attributes;
  expect(spending[1]).toEqual({ currency: 'EUR', year: 2024, amount_cents: 3_500, items: 4 });
});

test('an administrator imports rates on the page of online services, and the statistics page leaves no price with a rate out', async () => {
  const anna = await signedIn(server, 'anna');
  await anna.open('/administration/online');
  await anna.send('Import rates', { rates: new File(['<html>'], 'rates.xml', { type: 'text/xml' }) });
  expect(anna.page.text).toContain('The file must have exchange rates of the European Central Bank as XML');
  await anna.send('Import rates', { rates: new File([file(days)], 'rates.xml', { type: 'text/xml' }) });
  expect(anna.page.html).toContain('Exchange rates imported.');
  expect(anna.page.text).toMatch(/Rates of \d+ currencies, 3 Jan 1999 to 3 May 2024/);
  const { text } = await (await signedIn(server)).open('/collection/statistics?in=EUR');
  expect(text).toContain('Spending €70 in total');
  expect(text).toContain(
    '5 prices are converted at the rates of their days. 1 price in another currency is not included. 1 price has no currency and is not included.',
  );
});

test('the largest file is refused or imported without holding up others', async () => {
  for (const body of ['<', '<Cube time="', "<Cube currency='USD' rate='1' ", '<Cube/>'].map((part) =>
    part.repeat(10_000_000 / part.length),
  )) {
    let longest = 0;
    const answer = put(body);
    for (let [isOver, before] = [false, performance.now()]; !isOver; before = performance.now()) {
      isOver = await Promise.race([answer.then(() => true), new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))]);
      longest = Math.max(longest, performance.now() - before);
    }
    expect(await answer).toMatchObject({ status: 400 });
    // Far more than a busy machine takes for one piece, far less than the whole.
    expect(longest).toBeLessThan(3_000);
  }
});
