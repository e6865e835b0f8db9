import { describe, expect, test } from 'bun:test';
import { sharedLists } from './shared-lists';

const own = sharedLists();

const copy = async () => (await own.items('collection'))[0].attributes;

describe('the collection', () => {
  test.each([
    ['collection', 'copy', { shop: 'Plattenladen', condition: 'mint' }, 'Add it as a new copy'],
    ['wishlist', 'wish', { priority: '1' }, 'Add it to the wishlist again'],
  ] as const)('keeps the input for an item of the %s removed in the meantime, and adds it as a new %s', async (list, _, input, button) => {
    const id = await own.make(list, 0);
    await own.visitor.open(`/${list}?edit=${id}`);
    await own.server.request(`/api/users/me/${list}/${id}`, { method: 'DELETE' });
    const page = await own.visitor.send(`/${list}/items/${id}`, { ...input, notes: 'With a poster & more' });
    expect([page.status, page.text]).toEqual([404, expect.stringContaining('With a poster & more')]);
    expect(page.text).toMatch(/It was removed from the (?:collection|wishlist) while you edited it, so nothing was saved\./);
    await own.visitor.send(button, { do: 'anew' });
    const added = list === 'wishlist' ? { priority: 1 } : input;
    expect((await own.items(list))[0].attributes).toMatchObject({ ...added, notes: 'With a poster & more' });
  });

  test('merges concurrent changes of different fields of an item, and asks about the same field', async () => {
    for (const [list, page, other] of [
      ['collection', '/collection', { shop: 'Saturn' }],
      ['wishlist', '/wishlist', { priority: '2' }],
    ] as const) {
      const id = await own.make(list, 0, { notes: 'Mint' });
      const item = async () => (await own.items(list))[0].attributes;
      await own.visitor.open(`${page}?edit=${id}`);
      await own.change(list, id, { notes: 'With a poster' });
      expect((await own.visitor.send(`${page}/items/${id}`, other)).status).toBe(200);
      expect(await item()).toMatchObject({ notes: 'With a poster', ...(list === 'wishlist' ? { priority: 2 } : other) });

      await own.visitor.open(`${page}?edit=${id}`);
      await own.change(list, id, { notes: 'Sealed', ...(list === 'collection' && { folder: 'Italy' }) });
      const { status, html, text } = await own.visitor.send(`${page}/items/${id}`, { notes: 'Signed' });
      expect(status).toBe(412);
      expect(html).toMatch(/<del>Sealed<\/del>.*<ins>Signed<\/ins>/s);
      expect(text).toContain(list === 'wishlist' ? 'This wish was changed elsewhere' : 'This copy was changed elsewhere');
      expect((await item()).notes).toBe('Sealed');
      expect((await own.visitor.send(`${page}/items/${id}`)).status).toBe(200);
      expect(await item()).toMatchObject({ notes: 'Signed', ...(list === 'collection' && { folder: 'Italy' }) });
    }
  });

  test('sorts ordered copies by order date, and those without a date by the day they were added, among the purchases', async () => {
    await own.make('collection', 0, { purchased_at: '2024-01-05T00:00:00Z' });
    await own.make('collection', 1, { status: 'ordered', order_date: '2024-03-01' });
    await own.make('collection', 2, { purchased_at: '2024-02-05T00:00:00Z' });
    await own.make('collection', 3, { added_at: '2024-02-20T00:00:00Z' });
    const { html } = await own.visitor.open('/collection?order=bought');
    const places = [1, 3, 2, 0].map((index) => html.indexOf(`/releases/${own.releases[index]?.slug}"`));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
  });

  test('requires the currency of a price', async () => {
    const id = await own.make('collection', 0);
    await own.visitor.open(`/collection?edit=${id}`);
    const page = await own.visitor.send(`/collection/items/${id}`, { price: '12.5' });
    expect(page.status).toBe(422);
    expect(page.text).toContain('Enter the currency of the price, for example EUR.');
    await own.make('collection', 1, { purchase_price_cents: 1250 });
    expect((await own.visitor.open('/collection')).text).toContain('12.50');
  });

  test('says that it is empty and links to ways to add copies', async () => {
    const { text, html } = await own.visitor.open('/collection');
    expect(text).toContain('Your collection is empty.');
    expect(html).toContain('href="/collection/add"');
    expect(html).toContain('href="/collection/import"');
  });

  test('shows the number of copies and releases and the first year', async () => {
    await own.make('collection', 0, { quantity: 2, purchase_price_cents: 950, currency: 'EUR', purchased_at: '2018-05-12' });
    await own.make('collection', 0, { purchase_price_cents: 1000, currency: 'EUR', purchased_at: '2020-05-12' });
    await own.make('collection', 1, { purchase_price_cents: 1500, currency: 'JPY', purchased_at: '2021-05-12' });
    const { text } = await own.visitor.open('/collection');
    expect(text).toContain('4 copies of 2 releases since 2018');
  });

  test('shows a copy with its details and release, as table and as shelf', async () => {
    const attributes = {
      condition: 'near_mint',
      is_signed: true,
      storage_location: 'Shelf A',
      purchased_at: '2026-01-17',
      format_type: 'cd',
      notes: 'Bought in Rome',
    };
    await own.make('collection', 3, { ...attributes, purchase_price_cents: 950, currency: 'EUR' });
    const { text, html } = await own.visitor.open('/collection');
    expect(text).toContain('Bought in Rome 2 × CD');
    expect(text).toContain('Near mint Signed 17 Jan 2026 Shelf A €9.50 Edit');
    expect(html).toContain(`href="/releases/${own.releases[3]?.slug}"`);
    expect(html).toContain('<span class="phone">2 × CD · Near mint · Shelf A</span>');
    const shelf = await own.visitor.open('/collection?view=shelf');
    expect(shelf.text).toContain('CD · Near mint · signed');
    expect(shelf.html).not.toContain('<table class="owned">');
  });

  test('shows ratings as stars and tags, in the table as links to the copies that have them', async () => {
    await own.make('collection', 0, { rating: 4, tags: ['promo', 'mono'] });
    await own.make('collection', 1);
    const { html } = await own.visitor.open('/collection?order=title');
    const stars = '<span class="stars" role="img" aria-label="4 of 5">★★★★<span>★</span></span>';
    expect(html.split(stars).length).toBe(2);
    expect(html).toContain('<a href="/collection?order=title&amp;tag=promo">promo</a>');
    const shelf = await own.visitor.open('/collection?view=shelf&q=promo');
    expect(shelf.html).toContain(`${stars}<span>promo</span><span>mono</span>`);
    expect(shelf.html.split('class="marks"').length).toBe(2);
  });

  test('is sorted by the heads of its table, and again in reverse', async () => {
    for (const [index, place] of ['B', 'A', 'C'].entries()) await own.make('collection', index, { storage_location: place });
    const placesOf = (html: string) => [...html.matchAll(/<td class="place">(\w)/g)].map(([, place]) => place);
    const first = await own.visitor.open('/collection');
    expect(first.html).toContain('<th scope="col" class="spare" aria-sort="descending"><a href="/collection?order=-bought">');
    const sorted = await own.visitor.follow('Location');
    expect([own.visitor.path, placesOf(sorted.html)]).toEqual(['/collection?order=place', ['A', 'B', 'C']]);
    const reversed = await own.visitor.open('/collection?order=-place');
    expect(placesOf(reversed.html)).toEqual(['C', 'B', 'A']);
    expect(reversed.html).toContain('<th scope="col" aria-sort="descending"><a href="/collection?order=place">');
    expect(reversed.html).toContain('<option value="-place" selected>Location, reversed</option>');
  });

  test('has filters that can be removed one by one', async () => {
    await own.make('collection', 0, { folder: 'Italy', tags: ['mono'], condition: 'mint' });
    await own.make('collection', 1, { folder: 'Italy' });
    await own.make('collection', 2, { folder: 'Elsewhere' });
    const page = await own.visitor.open('/collection?folder=Italy&tag=MONO&order=title');
    expect(rowsOf(page.html)).toBe(1);
    expect(page.text).toContain('1 copy');
    const wider = await own.visitor.open('/collection?order=title&folder=Italy');
    expect(page.html).toContain('href="/collection?order=title&amp;folder=Italy"');
    expect(rowsOf(wider.html)).toBe(2);
    expect((await own.visitor.open('/collection?folder=None')).text).toContain('No matches in your collection.');
  });

  test('has sixty rows a page, keeps filters across pages and shows all rows on request', async () => {
    for (let index = 0; index < 61; index++) await own.make('collection', index % 50, { folder: 'All' });
    const page = await own.visitor.open('/collection?folder=All&order=title');
    expect(rowsOf(page.html)).toBe(60);
    expect(page.html).toContain('href="/collection?folder=All&amp;order=title&amp;page=2"');
    expect(rowsOf((await own.visitor.open('/collection?folder=All&order=title&page=2')).html)).toBe(1);
    const all = await own.visitor.follow('All on one page');
    expect(own.visitor.path).toBe('/collection?order=title&folder=All&rows=all');
    expect(rowsOf(all.html)).toBe(61);
    expect(all.html).not.toContain('class="pages"');
    for (let index = 0; index < 40; index++) await own.make('collection', index, { folder: 'All' });
    expect(rowsOf((await own.visitor.open('/collection?folder=All&rows=all')).html)).toBe(101);
  });

  test('is exported as CSV and JSON, as the wishlist is', async () => {
    for (const list of ['collection', 'wishlist'] as const) {
      await own.make(list, 0);
      const csv = await own.visitor.open(`/${list}/export.csv`);
      expect(csv.headers.get('content-disposition')).toMatch(new RegExp(`^attachment; filename="leitmotif-${list}-.*\\.csv"$`));
      expect(csv.html).toContain(own.releases[0]?.id ?? '');
    }
    expect(JSON.parse((await own.visitor.open('/collection/export.json')).html).format).toBe('leitmotif-collection');
    expect((await own.visitor.open('/collection/export.txt')).status).toBe(404);
  });
});

describe('a copy', () => {
  test('is edited in its row with all fields', async () => {
    const id = await own.make('collection', 2, { purchased_at: '2024-05-01T18:30:00+02:00', tags: ['mono'] });
    await own.visitor.open(`/collection?order=title&edit=${id}`);
    const page = await own.visitor.send('Save', {
      condition: 'mint',
      sleeve_condition: 'good',
      rating: '4',
      price: '9,50',
      currency: 'eur',
      folder: 'Italy',
      tags: 'mono, Mono, "first, and last"',
      order_date: '2024-04-20',
      order_price: '1,234.50',
      notes: 'A <b>stamp</b>\non the back',
      is_signed: 'on',
      quantity: '2',
    });
    expect(own.visitor.redirects[0]).toMatch(new RegExp(`^/collection\\?order=title&notice=copy-saved&of=[^&]+&undo=[^&]+#copy-${id}$`));
    expect(page.text).toContain('Mint');
    expect(await copy()).toMatchObject({
      condition: 'mint',
      sleeve_condition: 'good',
      rating: 4,
      purchase_price_cents: 950,
      order_price_cents: 123_450,
      currency: 'EUR',
      folder: 'Italy',
      tags: ['mono', 'first, and last'],
      order_date: '2024-04-20',
      purchased_at: '2024-05-01T16:30:00.000+00:00',
      is_signed: true,
      quantity: 2,
    });
  });

  test('without a format takes the only format of its release, in the form and the statistics', async () => {
    const release = own.releases.findIndex(({ title }) => title.startsWith('Jaws (Music'));
    const id = await own.make('collection', release);
    expect((await own.visitor.open(`/collection?edit=${id}`)).html).toContain('>Vinyl (same as the release)</option>');
    const { html } = await own.visitor.open('/collection/statistics');
    expect(html).toContain('<th scope="row">Vinyl</th>');
    // A copy of a release without formats and year has neither a row nor a column.
    await own.make('collection', 2);
    const { writer } = own.server.store;
    const { id: other = '' } = own.releases[2] ?? {};
    writer.run('UPDATE release SET release_date = NULL WHERE id = ?', [other]);
    writer.run('DELETE FROM release_format WHERE release_key = (SELECT key FROM release WHERE id = ?)', [other]);
    expect((await own.visitor.open('/collection/statistics')).html).not.toContain('several formats or unknown');
    expect((await own.visitor.open(`/releases/${own.releases[release]?.slug}`)).html).toContain('aria-label="Edit: Vinyl"');
  });

  test('has its form even on another page, with the other copies of the release', async () => {
    const id = await own.make('collection', 2, { storage_location: 'Box 9' });
    const other = await own.make('collection', 2, { storage_location: 'Shelf of the other' });
    const { html, text } = await own.visitor.open(`/collection?page=7&edit=${id}`);
    expect(html).toContain('id="item"');
    expect(text).toContain('Shelf of the other');
    expect(html).toContain(`edit=${other}#item`);
  });

  test('keeps the input if the price is invalid or ambiguous', async () => {
    const id = await own.make('collection', 0);
    await own.visitor.open(`/collection?edit=${id}`);
    const page = await own.visitor.send('Save', { price: '9,5o', currency: 'EUR', notes: 'kept' });
    expect(page.status).toBe(422);
    expect(page.text).toContain('Enter a price like 9.50.');
    expect(page.html).toMatch(/name="price"[^>]*value="9,5o"|value="9,5o"[^>]*name="price"/);
    expect(page.html).toContain('>kept</textarea>');
    const unclear = await own.visitor.send('Save', { price: '12.345' });
    expect(unclear.text).toContain('This can mean 12,345.00 or 12.345. Enter it with two decimals or none.');
    expect((await copy()).notes).toBeNull();
  });

  test('suggests the last currency, and stores it only with a price', async () => {
    await own.make('collection', 1, { purchase_price_cents: 950, currency: 'GBP' });
    const id = await own.make('collection', 0);
    const attributes = async () => (await own.server.read(`/api/users/me/collection/${id}`)).data.attributes;
    const { html } = await own.visitor.open(`/collection?edit=${id}`);
    expect(html).toMatch(/<datalist id="currencies"><option value="GBP">[\s\S]*<option value="EUR">/);
    await own.visitor.send('Save', { notes: 'no price' });
    expect(await attributes()).toMatchObject({ notes: 'no price', currency: null });
    await own.visitor.open(`/collection?edit=${id}`);
    await own.visitor.send('Save', { price: '£20' });
    expect(await attributes()).toMatchObject({ purchase_price_cents: 2000, currency: 'GBP' });
  });

  test('shows API errors at their fields', async () => {
    const id = await own.make('collection', 0);
    await own.visitor.open(`/collection?edit=${id}`);
    const page = await own.visitor.send('Save', { currency: 'XXL', quantity: '0' });
    expect(page.status).toBe(422);
    expect(page.html).toMatch(/id="bad-currency"[^>]*>This must be a currency code/);
    expect(page.text).not.toContain('or null');
    expect(page.html).toMatch(/id="bad-quantity"[^>]*>This must be a whole number from 1 to 100,000/);
  });

  test('is removed after a confirmation', async () => {
    const id = await own.make('collection', 0);
    await own.visitor.open(`/collection?order=title&edit=${id}`);
    const page = await own.visitor.follow('Remove from collection');
    expect(page.text).toContain('Remove this copy?');
    expect(await own.items('collection')).toHaveLength(1);
    await own.visitor.send('Remove from collection');
    expect(own.visitor.redirects[0]).toMatch(/^\/collection\?order=title&notice=copy-removed&of=[^&]+&undo=[^&]+$/);
    expect(await own.items('collection')).toEqual([]);
  });

  test('that was ordered is marked as arrived with one click', async () => {
    await own.make('collection', 0, { status: 'ordered' });
    await own.visitor.open('/collection');
    await own.visitor.send('Arrived', { do: 'arrived' });
    expect((await copy()).status).toBe('active');
  });
});

const rowsOf = (html: string): number => html.match(/<tr id="copy-/g)?.length ?? 0;
