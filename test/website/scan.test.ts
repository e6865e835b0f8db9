import { beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createUser } from '../../src/accounts/users';
import { importRecords } from '../../src/import/seed';
import { en } from '../../src/website/i18n/texts.gen';
import { offlineTexts } from '../../src/website/library/shop/offline-shelf';
import { addItem } from '../support/owned-items';
import { numbered, startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';
import { signedIn, Visitor } from '../support/visitor';

const password = 'correct horse battery';

const releases = [
  { number: 1, title: 'Psycho', barcode: '030206576528', year: 1960 },
  { number: 2, title: 'Psycho (Complete)', barcode: '4009910447123', year: 1997 },
  { number: 3, title: 'Vertigo', barcode: '030206560022', year: 1995 },
  { number: 4, title: 'Vertigo', barcode: '030206560022', year: 1996 },
];

const records = [
  ...releases.map(({ number, year, ...attributes }) => ({
    type: 'Release',
    id: `/api/releases/${uuid(number)}`,
    attributes: { ...attributes, release_date: String(year) },
  })),
  { type: 'Production', id: `/api/productions/${uuid(40)}`, attributes: { title: 'Psycho', _type: 'movie' } },
  ...[1, 2].map((number) => ({
    type: 'ProductionEntry',
    id: `/api/productions/${uuid(40)}/entries/${uuid(50 + number)}`,
    attributes: { kind: 'score', position: number },
    relationships: { release: { data: { type: 'Release', id: `/api/releases/${uuid(number)}` } } },
  })),
];

let server: TestServer;
let visitor: Visitor;
beforeAll(async () => {
  server = await startServer(records);
  visitor = await signedIn(server, 'tester');
});
beforeEach(() => {
  for (const table of ['collection_item', 'wishlist_item']) server.store.writer.run(`DELETE FROM ${table}`);
});

const add = (list: 'collection' | 'wishlist', number: number, attributes: object = {}) => addItem(server, list, uuid(number), attributes);

const itemsOf = async (list: 'collection' | 'wishlist') => (await server.read(`/api/users/me/${list}`)).data;

describe('the result of a scan', () => {
  test('shows owned copies with condition, price and location', async () => {
    await add('collection', 1, {
      condition: 'near_mint',
      format_type: 'cd',
      storage_location: 'Drawer 1',
      purchased_at: '2018-05-12',
      shop: 'Record fair',
      purchase_price_cents: 900,
      currency: 'EUR',
    });
    const { text } = await visitor.open('/shop?code=0+30206-57652+8');
    expect(text).toContain('You own it Psycho 1960 CD Near mint bought 12 May 2018, Record fair, €9.00 Drawer 1 Edit Add another copy');
    expect(text).not.toContain('Add to wishlist');
  });

  test('shows another owned edition', async () => {
    await add('collection', 2, { condition: 'mint', storage_location: 'Box 3' });
    const { text } = await visitor.open('/shop?code=0030206576528');
    expect(text).toContain('You own another edition Psycho 1960 From the same production, in your collection: Psycho (Complete)');
    expect(text).toContain('Mint Box 3 Edit Add this edition too Add to wishlist');
  });

  test('shows a wish with its maximum price', async () => {
    await add('wishlist', 1, { max_price_cents: 1200, currency: 'EUR', priority: 2, notes: 'The mono one' });
    const { text } = await visitor.open('/shop?code=030206576528');
    expect(text).toContain('On your wishlist Up to €12.00 Psycho 1960 Priority 2 of 5 since');
    expect(text).toContain('“The mono one” Bought for € Remove from wishlist');
  });

  test('offers a choice if several releases have the barcode', async () => {
    await add('collection', 4);
    const { text } = await visitor.open('/shop?code=030206560022');
    expect(text).toContain('Several matches More than one release matches. Which one is it?');
    expect(text).toContain('Vertigo 1996 You own it');
    await visitor.open(`/shop?code=030206560022&release=${uuid(3)}`);
    expect(visitor.page.text).toContain('Vertigo 1995 Add to my collection');
  });

  test('says if the catalog number only begins with the code', async () => {
    const attributes = { title: 'Laura', labels: [{ catalog_number: 'MAF 7015' }] };
    await importRecords(server.store, numbered([{ type: 'Release', id: `/api/releases/${uuid(6)}`, attributes }]));
    expect((await visitor.open('/shop?code=MAF+70')).text).toContain('Laura MAF 7015 Its catalog number only begins with MAF 70.');
    expect((await visitor.open('/shop?code=maf-7015')).text).not.toContain('only begins');
  });

  test('links an unknown barcode to the search and warns of a wrong check digit', async () => {
    const { html, text } = await visitor.open('/shop?code=5024709127228');
    expect(text).toContain('Not in the catalog');
    expect(html).toContain('href="/search?q=5024709127228"');
    expect(text).toContain('This barcode may be misread');
    expect((await visitor.open('/shop?code=0711719610427')).text).not.toContain('This barcode may be misread');
    expect((await visitor.open(`/shop?code=${encodeURIComponent(`\0\n${'x'.repeat(5_000)}`)}`)).status).toBe(200);
  });

  test('is a fragment for scripts, with its era and owner', async () => {
    const { status, html, headers } = await visitor.open('/shop/answer?code=030206576528');
    expect([status, html.includes('<html')]).toEqual([200, false]);
    expect(html).toStartWith('<p class="over" data-era="d1960" data-code="030206576528"');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-shelf-owner')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('ignores leading zeros of the barcode, and takes what a spreadsheet makes of it', async () => {
    for (const code of ['30206576528', '00030206576528', '30206576528.0', '3.0206576528E%2B10'])
      expect((await visitor.open(`/shop?code=${code}`)).text).toContain('Psycho 1960');
  });

  test('is updated for scripts for several codes at once', async () => {
    const standings = async () => {
      const query = `code=030206576528&release=${uuid(1)}&code=+&release=&code=30206576528&release=&code=030206560022&release=${uuid(3)}`;
      const { html } = await visitor.open(`/shop/standings?${query}&code=12345`);
      return (JSON.parse(html) as { code: string; kind: string; release?: string }[]).map(({ code, kind, release }) => [
        code,
        kind,
        release,
      ]);
    };
    const others = [
      ['030206560022', 'Not in your collection', uuid(3)],
      ['12345', 'Not in the catalog', undefined],
    ];
    const first = ['030206576528', 'Not in your collection', uuid(1)];
    expect(await standings()).toEqual([first, ['30206576528', ...first.slice(1)], ...others]);
    await add('collection', 1);
    expect(await standings()).toEqual([['030206576528', 'You own it', uuid(1)], ['30206576528', 'You own it', uuid(1)], ...others]);
    expect((await visitor.open('/shop/standings')).html).toBe('[]');
  });
});

describe('the buttons of a result', () => {
  test('add a copy with its price and remove the wish', async () => {
    await add('wishlist', 1, { max_price_cents: 1200, currency: 'EUR' });
    await visitor.open('/shop?code=030206576528');
    await visitor.send('Bought', { do: 'own', price: '9.50', today: '2026-11-21' });
    expect(visitor.page.text).toContain('You own it Psycho 1960 Copy bought 21 Nov 2026, €9.50');
    expect([await itemsOf('collection'), await itemsOf('wishlist')].map(({ length }) => length)).toEqual([1, 0]);
  });

  test('refuse an invalid price and add nothing', async () => {
    await add('wishlist', 1, { currency: 'EUR' });
    await visitor.open('/shop?code=030206576528');
    await visitor.send('Bought', { do: 'own', price: 'cheap' });
    expect([visitor.page.status, visitor.page.text]).toEqual([422, expect.stringContaining('Enter a price like 9.50.')]);
    expect(await itemsOf('collection')).toEqual([]);
  });

  test('add a wish and remove it', async () => {
    await visitor.open('/shop?code=030206576528');
    await visitor.send('Add to wishlist', { do: 'want' });
    expect(visitor.page.text).toContain('On your wishlist');
    await visitor.send('Remove from wishlist', { do: 'unwant' });
    expect(visitor.page.text).toContain('Not in your collection');
    expect(await itemsOf('wishlist')).toEqual([]);
  });
});

describe('the offline copy', () => {
  const shelf = (headers: Record<string, string> = {}) =>
    server.app.handle(
      new Request('http://localhost/shop/shelf.json', {
        headers: { cookie: `leitmotif-session=${visitor.cookies.get('leitmotif-session')}`, ...headers },
      }),
    );

  test('has formatted copies and wishes with normalized barcodes', async () => {
    await add('collection', 1, { condition: 'near_mint', storage_location: 'Drawer 1', purchase_price_cents: 900, currency: 'EUR' });
    await add('wishlist', 2, { max_price_cents: 1200, currency: 'EUR', priority: 2 });
    const response = await shelf();
    expect([response.headers.get('cache-control'), response.headers.get('x-shelf-owner')]).toEqual([
      'private, no-store',
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    ]);
    const copy = (await response.json()) as { summary: string; releases: object[] };
    expect(copy.summary).toBe('1 release and 1 wishlist entry');
    expect(copy.releases).toContainEqual({
      title: 'Psycho',
      line: '1960',
      href: `/releases/${uuid(1)}`,
      era: 'd1960',
      barcode: '0030206576528',
      owned: [['Copy', 'Near mint', 'bought for €9.00', 'Drawer 1']],
    });
    expect(copy.releases).toContainEqual(expect.objectContaining({ wish: { price: '€12.00', lines: ['Priority 2 of 5'] } }));
  });

  test('is sent again only after a change of items or language', async () => {
    const tag = (await shelf()).headers.get('etag') ?? '';
    expect((await shelf({ 'if-none-match': tag })).status).toBe(304);
    expect((await shelf({ 'if-none-match': tag.replace(/"$/, '-zstd"') })).status).toBe(304);
    expect((await shelf({ 'if-none-match': tag, 'accept-language': 'de' })).status).toBe(200);
    await add('collection', 1);
    expect((await shelf({ 'if-none-match': tag })).status).toBe(200);
  });

  test('says if it holds only the newest items', async () => {
    const texts = (isWhole: boolean) => offlineTexts(en, isWhole);
    expect(texts(true).none.collection).toBe('No matches in your collection as of {moment}.');
    for (const words of [texts(false).none.collection, texts(false).none.wishlist, texts(false).unknown])
      expect(words).toStartWith('Not in the copy of {moment}, which holds only your newest items.');
  });

  test('belongs to the user named in a header of every page, so that the service worker drops data of others', async () => {
    const owner = (await visitor.open('/collection')).headers.get('x-shelf-owner');
    expect(owner).toMatch(/^[0-9a-f-]{36}$/);
    expect((await visitor.open('/')).headers.get('x-shelf-owner')).toBe(owner);
    expect((await new Visitor(server).open('/sign-in')).headers.get('x-shelf-owner')).toBe('nobody');
  });

  test('is not stored by shared caches, as no page is, nor by the browser where it may show secrets', async () => {
    const cachingOf = ({ headers }: { headers: Headers }) => [headers.get('cache-control'), headers.get('vary')];
    const vary = 'Accept-Encoding, Accept-Language, Cookie';
    for (const path of ['/', '/collection']) expect(cachingOf(await visitor.open(path))).toEqual(['private, no-cache', vary]);
    expect(cachingOf(await visitor.open('/settings'))).toEqual(['no-store', vary]);
  });

  test('is private to a signed-in user', async () => {
    const guest = await server.app.handle(new Request('http://localhost/shop/shelf.json'));
    expect([guest.status, guest.headers.get('x-shelf-owner')]).toEqual([303, null]);
    await createUser(server.store, 'stranger', password);
    await add('collection', 1);
    const stranger = await signedIn(server, 'stranger');
    expect((await stranger.open('/shop/shelf.json')).html).toContain('"releases":[]');
  });

  test('is deleted by Clear-Site-Data once the session has ended', async () => {
    const answerTo = (path: string, cookie: string) => server.app.handle(new Request(`http://localhost${path}`, { headers: { cookie } }));
    const ended = await answerTo('/shop', 'leitmotif-session=lm_st_gone');
    expect([ended.status, ended.headers.get('clear-site-data')]).toEqual([303, '"storage"']);
    const current = await answerTo('/shop', `leitmotif-session=${visitor.cookies.get('leitmotif-session')}`);
    expect([current.status, current.headers.get('clear-site-data')]).toEqual([200, null]);
  });

  test('is managed by a service worker whose script is revalidated', async () => {
    const { status, headers, html } = await visitor.open('/service-worker.js');
    expect([status, headers.get('cache-control'), headers.get('content-type')]).toEqual([
      200,
      'no-cache',
      'text/javascript; charset=utf-8',
    ]);
    expect(html).toContain("addEventListener('fetch'");
  });
});

test('the scan page needs a sign-in, allows WebAssembly and loads its scripts as modules', async () => {
  const { html, headers } = await visitor.open('/shop');
  expect(headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(html).toMatch(/<script src="\/assets\/lens\.\w+\.js" type="module">/);
  expect(html).toContain('<div class="top slim">');
  const guest = new Visitor(server);
  await guest.open('/shop?code=1');
  expect(guest.redirects).toEqual([`/sign-in?to=${encodeURIComponent('/shop?code=1')}`]);
});
