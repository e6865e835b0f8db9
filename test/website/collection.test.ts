import { beforeEach, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { formatsOf } from '../../src/website/i18n/formats';
import { readTags, writeTags } from '../../src/website/library/items/copy-input';
import { currencyOfPrice, readPrice, writePrice } from '../../src/website/library/items/money';
import { editorOf } from '../support/edited-server';
import { type OwnLists, openOwnLists } from '../support/own-lists';
import { pageOf } from '../support/pages';

let own: OwnLists;

beforeEach(async () => {
  own = await openOwnLists();
  // The first makes the demo for all of them.
}, 20_000);

const copy = async () => (await own.items('collection'))[0].attributes;

describe('the collection', () => {
  test('says of a copy that was removed while its form was open what was entered, and takes it anew', async () => {
    const id = await own.make('collection', 0);
    await own.visitor.open(`/collection?edit=${id}`);
    await own.server.request(`/api/users/me/collection/${id}`, { method: 'DELETE' });
    const page = await own.visitor.send(`/collection/items/${id}`, {
      shop: 'Plattenladen',
      notes: 'With a poster & more',
      condition: 'mint',
    });
    expect(page.status).toBe(404);
    expect(page.text).toContain('It was removed from the collection while you edited it, so nothing was saved.');
    expect(page.text).toContain('With a poster & more');
    await own.visitor.send('Add it as a new copy', { do: 'anew' });
    expect(await copy()).toMatchObject({ shop: 'Plattenladen', notes: 'With a poster & more', condition: 'mint' });
  });

  test('keeps what two tabs changed in different fields of a copy or a wish, and asks about the same field', async () => {
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
      expect((await own.visitor.send(`${page}/items/${id}`, { notes: 'Signed' })).status).toBe(412);
      expect((await item()).notes).toBe('Sealed');
      expect((await own.visitor.send(`${page}/items/${id}`)).status).toBe(200);
      expect(await item()).toMatchObject({ notes: 'Signed', ...(list === 'collection' && { folder: 'Italy' }) });
    }
  });

  test('shows what was entered about a wish that was removed meanwhile, and adds it again', async () => {
    const id = await own.make('wishlist', 0);
    await own.visitor.open(`/wishlist?edit=${id}`);
    await own.server.request(`/api/users/me/wishlist/${id}`, { method: 'DELETE' });
    const page = await own.visitor.send(`/wishlist/items/${id}`, { notes: 'The blue one', priority: '1' });
    expect(page.status).toBe(404);
    expect(page.text).toContain('The blue one');
    await own.visitor.send('Add it to the wishlist again', { do: 'anew' });
    expect((await own.items('wishlist'))[0].attributes).toMatchObject({ notes: 'The blue one', priority: 1 });
  });

  test('takes the currency from the sign of a price', async () => {
    const id = await own.make('collection', 0);
    await own.visitor.open(`/collection?edit=${id}`);
    await own.visitor.send(`/collection/items/${id}`, { price: '$12.50' });
    expect(await copy()).toMatchObject({ purchase_price_cents: 1250, currency: 'USD' });
  });

  test('shows an ordered disc among those bought on the same days', async () => {
    await own.make('collection', 0, { purchased_at: '2024-01-05T00:00:00Z' });
    await own.make('collection', 1, { status: 'ordered', order_date: '2024-03-01' });
    await own.make('collection', 2, { purchased_at: '2024-02-05T00:00:00Z' });
    const { html } = await own.visitor.open('/collection?order=bought');
    const places = [1, 2, 0].map((index) => html.indexOf(`/releases/${own.releases[index]?.slug}"`));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
  });

  test('asks for the currency of a price', async () => {
    const id = await own.make('collection', 0);
    await own.visitor.open(`/collection?edit=${id}`);
    const page = await own.visitor.send(`/collection/items/${id}`, { price: '12.5' });
    expect(page.status).toBe(422);
    expect(page.text).toContain('Enter the currency of the price, for example EUR.');
    await own.make('collection', 1, { purchase_price_cents: 1250 });
    expect((await own.visitor.open('/collection')).text).toContain('12.50');
  });

  test('of nobody who is signed in leads to the way to sign in', async () => {
    const page = await pageOf(own.server, '/collection?folder=Italy');
    expect(page.headers.get('location')).toBe('/sign-in?to=%2Fcollection%3Ffolder%3DItaly');
  });

  test('with nothing in it says so, and how something comes in', async () => {
    const { text, html } = await own.visitor.open('/collection');
    expect(text).toContain('Your collection is empty.');
    expect(html).toContain('href="/collection/add"');
    expect(html).toContain('href="/collection/import"');
  });

  test('sums up copies and releases, and since when', async () => {
    await own.make('collection', 0, { quantity: 2, purchase_price_cents: 950, currency: 'EUR', purchased_at: '2018-05-12' });
    await own.make('collection', 0, { purchase_price_cents: 1000, currency: 'EUR', purchased_at: '2020-05-12' });
    await own.make('collection', 1, { purchase_price_cents: 1500, currency: 'JPY', purchased_at: '2021-05-12' });
    const { text } = await own.visitor.open('/collection');
    expect(text).toContain('4 copies of 2 releases since 2018');
  });

  test('shows a copy as its owner and the catalog say', async () => {
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
    expect(text).toContain('Bought in Rome CD');
    expect(text).toContain('Near mint Signed 17 Jan 2026 Shelf A €9.50 Edit');
    expect(html).toContain(`href="/releases/${own.releases[3]?.slug}"`);
    expect(html).toContain('<span class="phone">CD · Near mint · Shelf A</span>');
    const shelf = await own.visitor.open('/collection?view=shelf');
    expect(shelf.text).toContain('CD · Near mint · signed');
    expect(shelf.html).not.toContain('<table class="owned">');
  });

  test('is narrowed by filters, which can be taken off one by one', async () => {
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

  test('has sixty rows a page, and keeps filters on the way to the next', async () => {
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

  test('shows what people write as text, in their language, and never as markup', async () => {
    own = await openOwnLists({ 'accept-language': 'de-DE' });
    const hostile = '<script>alert("1")</script>';
    await own.make('collection', 0, {
      storage_location: hostile,
      folder: hostile,
      tags: [hostile],
      purchase_price_cents: 123_450,
      currency: 'EUR',
    });
    const { html, text } = await own.visitor.open('/collection');
    expect(html).not.toContain('<script>alert');
    expect(text).toContain('Meine Sammlung 1 Exemplar von 1 Veröffentlichung');
    expect((await own.visitor.open(`/collection?folder=${encodeURIComponent(hostile)}`)).html).not.toContain('<script>alert');
  });

  test('goes out as the files of the API', async () => {
    await own.make('collection', 0);
    const csv = await own.visitor.open('/collection/export.csv');
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="leitmotif-collection-.*\.csv"$/);
    expect(csv.html).toContain(own.releases[0]?.id ?? '');
    expect(JSON.parse((await own.visitor.open('/collection/export.json')).html).format).toBe('leitmotif-collection');
    expect((await own.visitor.open('/collection/export.txt')).status).toBe(404);
  });
});

describe('a copy', () => {
  test('is edited in its row, with all that a collector says of it', async () => {
    const id = await own.make('collection', 2, { purchased_at: '2024-05-01T18:30:00+02:00', tags: ['mono'] });
    await own.visitor.open(`/collection?order=title&edit=${id}`);
    const page = await own.visitor.send('Save', {
      condition: 'mint',
      sleeve_condition: 'good',
      rating: '4',
      price: '9,50',
      currency: 'eur',
      folder: 'Italy',
      tags: 'mono, "first, and last"',
      order_date: '2024-04-20',
      order_price: '1,234.50',
      notes: 'A <b>stamp</b>\non the back',
      is_signed: 'on',
      quantity: '2',
    });
    expect(own.visitor.redirects[0]).toBe(`/collection?order=title&said=copy-saved#copy-${id}`);
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

  test('that says no format has that of its release in the form and the numbers, where it has one only', async () => {
    const release = own.releases.findIndex(({ title }) => title.startsWith('Jaws (Music'));
    const id = await own.make('collection', release);
    expect((await own.visitor.open(`/collection?edit=${id}`)).html).toContain('>Vinyl (same as the release)</option>');
    const { html } = await own.visitor.open('/collection/statistics');
    expect(html).toContain('<th scope="row">Vinyl</th>');
    // A copy of a release without formats and year has no row and no column of its own.
    await own.make('collection', 2);
    const { writer } = own.server.store;
    const { id: other = '' } = own.releases[2] ?? {};
    writer.run('UPDATE release SET release_date = NULL WHERE id = ?', [other]);
    writer.run('DELETE FROM release_format WHERE release_key = (SELECT key FROM release WHERE id = ?)', [other]);
    expect((await own.visitor.open('/collection/statistics')).html).not.toContain('several formats or unknown');
    expect((await own.visitor.open(`/releases/${own.releases[release]?.slug}`)).html).toContain('aria-label="Edit: Vinyl"');
  });

  test('has its form also where it is on another page, with the other copies of the release', async () => {
    const id = await own.make('collection', 2, { storage_location: 'Box 9' });
    const other = await own.make('collection', 2, { storage_location: 'Shelf of the other' });
    const { html, text } = await own.visitor.open(`/collection?page=7&edit=${id}`);
    expect(html).toContain('id="item"');
    expect(text).toContain('Shelf of the other');
    expect(html).toContain(`edit=${other}#item`);
  });

  test('keeps what was entered where a price is none or ambiguous, and says how one is written', async () => {
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

  test('proposes the currency that was used last, and takes it with a price alone', async () => {
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

  test('is refused by the API at the fields that are wrong', async () => {
    const id = await own.make('collection', 0);
    await own.visitor.open(`/collection?edit=${id}`);
    const page = await own.visitor.send('Save', { currency: 'XXL', quantity: '0' });
    expect(page.status).toBe(422);
    expect(page.html).toMatch(/id="bad-currency"[^>]*>This must be a currency code/);
    expect(page.text).not.toContain('or null');
    expect(page.html).toMatch(/id="bad-quantity"[^>]*>This must be a whole number from 1 to 100,000/);
  });

  test('that was changed elsewhere meanwhile is not overwritten before both versions were seen', async () => {
    const id = await own.make('collection', 0, { notes: 'before' });
    await own.visitor.open(`/collection?edit=${id}`);
    await own.change('collection', id, { notes: 'from elsewhere' });
    const page = await own.visitor.send('Save', { notes: 'mine' });
    expect(page.status).toBe(412);
    expect(page.html).toContain('<del>from elsewhere</del>');
    expect(page.html).toContain('<ins>mine</ins>');
    expect((await copy()).notes).toBe('from elsewhere');
    await own.visitor.send('Save');
    expect((await copy()).notes).toBe('mine');
  });

  test('is removed only after the page has asked again', async () => {
    const id = await own.make('collection', 0);
    await own.visitor.open(`/collection?order=title&edit=${id}`);
    const page = await own.visitor.follow('Remove from collection');
    expect(page.text).toContain('Remove this copy?');
    expect(await own.items('collection')).toHaveLength(1);
    await own.visitor.send('Remove from collection');
    expect(own.visitor.redirects[0]).toStartWith('/collection?order=title&said=copy-removed&undo=');
    expect(await own.items('collection')).toEqual([]);
  });

  test('that was ordered arrives with one click', async () => {
    await own.make('collection', 0, { status: 'ordered' });
    await own.visitor.open('/collection');
    await own.visitor.send('Arrived', { do: 'arrived' });
    expect((await copy()).status).toBe('active');
  });

  test('of somebody else is not there', async () => {
    const id = await own.make('collection', 0);
    const stranger = await openOwnLists();
    expect((await stranger.visitor.open(`/collection?edit=${id}`)).status).toBe(404);
    expect((await stranger.visitor.open(`/collection/items/${id}?remove=yes`)).status).toBe(404);
    const { html } = await stranger.visitor.open('/settings');
    const token = /name="_token" value="([^"]+)"/.exec(html)?.[1] ?? '';
    for (const what of ['remove', 'arrived', 'save']) {
      const answer = await stranger.visitor.post(`/collection/items/${id}`, new URLSearchParams({ _token: token, do: what }));
      expect([what, answer.status, stranger.visitor.redirects]).toEqual([what, 404, []]);
    }
    expect(await own.items('collection')).toHaveLength(1);
  });
});

describe('bulk edits', () => {
  test('are chosen in the table, looked at, and changed in one go', async () => {
    const [one, two, three] = [
      await own.make('collection', 0, { tags: ['Mono'] }),
      await own.make('collection', 1),
      await own.make('collection', 2),
    ];
    await own.visitor.open(`/collection/edit?item=${one}&item=${two}`);
    const look = await own.visitor.send('Preview changes', { folder: 'Italy', tags: 'mono, gift', condition: 'good', do: 'look' });
    expect(look.html).toContain('<ins>Italy</ins>');
    expect(look.text).toContain('Change 2 copies');
    expect((await own.items('collection')).every(({ attributes }: never) => (attributes as { folder: null }).folder === null)).toBe(true);
    await own.visitor.send('Change 2 copies', { do: 'change' });
    const changed = new Map(
      (await own.items('collection')).map(({ attributes }: { attributes: { _id: string } }) => [attributes._id, attributes]),
    );
    expect(changed.get(one)).toMatchObject({ folder: 'Italy', tags: ['Mono', 'gift'], condition: 'good' });
    expect(changed.get(two)).toMatchObject({ folder: 'Italy', tags: ['mono', 'gift'], condition: 'good' });
    expect(changed.get(three)).toMatchObject({ folder: null, tags: [], condition: null });
  });

  test('are all that the filters keep, where that is asked for', async () => {
    for (const folder of ['A', 'A', 'B']) await own.make('collection', 0, { folder });
    const list = await own.visitor.open('/collection?folder=A');
    expect(list.text).toContain('Edit all');
    await own.visitor.follow('Edit all');
    await own.visitor.send('Preview changes', { do: 'change', clear_folder: 'on', storage_location: 'Box' });
    expect(own.visitor.redirects[0]).toMatch(/^\/collection\?folder=A&said=copies-changed&undo=[0-9a-f-]{36}$/);
    const folders = (await own.items('collection')).map(({ attributes }: { attributes: { folder: string | null } }) => attributes.folder);
    expect(folders.toSorted()).toEqual(['B', null, null]);
  });

  test('can be changed back, but for those that were changed again since then', async () => {
    const one = await own.make('collection', 0, { folder: 'A', tags: ['mono'] });
    const two = await own.make('collection', 1, { folder: 'B' });
    await own.visitor.open(`/collection/edit?item=${one}&item=${two}`);
    await own.visitor.send('Preview changes', { do: 'change', folder: 'Italy', tags: 'gift' });
    await own.change('collection', two, { folder: 'Japan' });
    const page = await own.visitor.send('Undo', { do: 'undo' });
    expect(page.html).toContain('Change undone, except for copies that were changed or removed since then.');
    const kept = Object.fromEntries(
      (await own.items('collection')).map(({ attributes }: { attributes: Record<string, unknown> }) => [attributes._id, attributes]),
    );
    expect([kept[one], kept[two]]).toMatchObject([
      { folder: 'A', tags: ['mono'] },
      { folder: 'Japan', tags: ['gift'] },
    ]);
  });

  test('come back whole after they were removed, for whoever removed them, once', async () => {
    const details = { folder: 'A', notes: 'Signed by the composer', purchased_at: '2024-05-01T16:30:00.000+00:00', quantity: 2 };
    const ids = [await own.make('collection', 0, details), await own.make('collection', 1)];
    await own.visitor.open(`/collection/edit?item=${ids[0]}&item=${ids[1]}`);
    await own.visitor.send('Remove 3 copies', { do: 'ask' });
    const removed = await own.visitor.send('Remove 3 copies', { do: 'remove' });
    expect(removed.html).toContain('Copies removed.');
    const undo = /name="undo" value="([^"]+)"/.exec(removed.html)?.[1];
    await own.visitor.send('Undo', { do: 'undo' });
    const items = (await own.items('collection')).map(({ attributes }: { attributes: object }) => attributes);
    expect(items).toHaveLength(2);
    expect(items).toContainEqual(expect.objectContaining(details));
    await own.visitor.open(`/collection?said=copies-removed&undo=${undo}`);
    expect((await own.visitor.send('Undo', { do: 'undo' })).html).toContain('This change can no longer be undone.');
    expect(await own.items('collection')).toHaveLength(2);
  });

  test('come back without those whose release is deleted, and with them once it is restored', async () => {
    const ids = [await own.make('collection', 0), await own.make('collection', 1)];
    const release = (await copy()).release.id;
    await own.visitor.open(`/collection/edit?item=${ids[0]}&item=${ids[1]}`);
    await own.visitor.send('Remove 2 copies', { do: 'ask' });
    await own.visitor.send('Remove 2 copies', { do: 'remove' });
    const editor = await editorOf(own.server);
    await editor.delete(`/api/releases/${release}`);
    expect((await own.visitor.send('Undo', { do: 'undo' })).html).toContain('Some copies can’t be added again');
    expect(await own.items('collection')).toHaveLength(1);
    await editor.revert((await editor.read('/api/revisions')).body.data[0].id);
    expect((await own.visitor.send('Undo', { do: 'undo' })).html).toContain('Change undone.');
    expect(await own.items('collection')).toHaveLength(2);
  });

  test('stay as they are where one of them would break a rule', async () => {
    const id = await own.make('collection', 0);
    await own.visitor.open(`/collection/edit?item=${id}`);
    const page = await own.visitor.send('Preview changes', { do: 'change', folder: 'Italy', tags: 'x'.repeat(101) });
    expect(page.status).toBe(422);
    expect(page.html).toMatch(/id="bad-tags"/);
    expect((await copy()).folder).toBeNull();
  });

  test('are removed after the page has asked again', async () => {
    const ids = [await own.make('collection', 0), await own.make('collection', 1)];
    await own.visitor.open(`/collection/edit?item=${ids[0]}&item=${ids[1]}`);
    const asked = await own.visitor.send('Remove 2 copies', { do: 'ask' });
    expect(asked.text).toContain('Remove these 2 copies?');
    expect(await own.items('collection')).toHaveLength(2);
    await own.visitor.send('Remove 2 copies', { do: 'remove' });
    expect(await own.items('collection')).toEqual([]);
  });

  test('lead back to the list they were chosen in, with its order and filters', async () => {
    const id = await own.make('collection', 0, { folder: 'A' });
    const list = await own.visitor.open('/collection?order=price&folder=A');
    const [, back = ''] = /id="chosen"[\s\S]*?name="back" value="([^"]*)"/.exec(list.html) ?? [];
    const asked = new URLSearchParams({ item: id, back: back.replaceAll('&amp;', '&') });
    const form = await own.visitor.open(`/collection/edit?${asked}`);
    expect(form.html).toContain('href="/collection?order=price&amp;folder=A"');
    await own.visitor.send('Preview changes', { do: 'change', condition: 'mint' });
    expect(own.visitor.redirects[0]).toStartWith('/collection?order=price&folder=A&said=copies-changed&undo=');
    await own.visitor.open(`/collection/edit?${asked}`);
    await own.visitor.send('Remove 1 copy', { do: 'ask' });
    await own.visitor.send('Remove 1 copy', { do: 'remove' });
    expect(own.visitor.redirects[0]).toStartWith('/collection?order=price&folder=A&said=copies-removed&undo=');
  });

  test('that are none lead back to the table', async () => {
    expect((await own.visitor.open('/collection/edit')).text).toContain('No copies selected.');
  });
});

test('the statistics review the last year of purchases, or the one asked for, and show amounts in one currency', async () => {
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

test('times of day have no leading zero', () => {
  const morning = new Date(2026, 10, 21, 9, 5);
  for (const locale of ['en-GB', 'en-US', 'de-DE', 'fr-FR']) expect(formatsOf(locale).moment(morning)).toMatch(/[^0]9:05/);
});

test('the figures of each year are a table, and a file', async () => {
  await own.make('collection', 0, { purchase_price_cents: 700, currency: 'EUR', purchased_at: '1980-01-02', format_type: 'vinyl' });
  await own.make('collection', 1, { purchased_at: '2004-12-24', format_type: 'cd', quantity: 2 });
  await own.make('collection', 2, { format_type: 'cd' });
  const { html } = await own.visitor.open('/collection/statistics?years=all');
  expect(html).toMatch(/>2004<\/a><\/th><td>2<\/td><td>2<\/td><td>–<\/td><td>[^<]*<\/td><td>–<\/td><td>3<\/td>/);
  const file = await own.visitor.open('/collection/statistics?as=csv');
  expect(file.html).toMatch(/^"Year","Bought","CD","Vinyl","Music","Spent","Total copies"\r\n"2004","2",/);
  expect(file.html).toMatch(/"1980","1","–","1","[^"]*","€7.00","1"\r\n"","1","1",/);
});

describe('prices and tags of fields', () => {
  const at = (locale: string) => ({ locale });

  test.each([
    ['9.50', 'EUR', 'en-GB', 950],
    ['9,50', 'EUR', 'en-GB', 950],
    ['9.50', 'EUR', 'de-DE', 950],
    ['9,5', 'EUR', 'de-DE', 950],
    ['1.234,50', 'EUR', 'de-DE', 123_450],
    ['1,234.50', 'USD', 'en-US', 123_450],
    ['1 234,50', 'EUR', 'fr-FR', 123_450],
    ['1,234', 'EUR', 'en-GB', 123_400],
    ['1,234', 'EUR', 'de-DE', ['1234.00', '1.234']],
    ['12.345 €', 'EUR', 'fr-FR', ['12345.00', '12.345']],
    ['0.500', 'EUR', 'en-GB', undefined],
    ['9 50', 'EUR', 'fr-FR', undefined],
    ['1500', 'JPY', 'ja-JP', 1500],
    ['€20', 'EUR', 'en-GB', 2000],
    ['20 €', 'EUR', 'de-DE', 2000],
    ['EUR 1.234,50', 'EUR', 'de-DE', 123_450],
    ['9.50 eur', 'EUR', 'en-GB', 950],
    ['US$9.50', 'USD', 'de-DE', 950],
    ['$9.50', 'USD', 'en-GB', 950],
    ['¥1,500', 'JPY', 'en-GB', 1500],
    ['$20', 'EUR', 'en-GB', undefined],
    ['€20', null, 'en-GB', undefined],
    ['€', 'EUR', 'en-GB', null],
    ['1,500', 'JPY', 'ja-JP', 1500],
    ['9.5', 'JPY', 'ja-JP', undefined],
    ['1.234', 'KWD', 'en-US', 1234],
    ['9', null, 'en-GB', 900],
    ['', 'EUR', 'en-GB', null],
    ['9,5o', 'EUR', 'en-GB', undefined],
    ['-1', 'EUR', 'en-GB', undefined],
    ['99999999999999999', 'EUR', 'en-GB', undefined],
  ])('the price %s in %s is read in %s as %p', (typed, currency, locale, expected) => {
    expect(readPrice(typed, currency, at(locale))).toEqual(expected as number);
  });

  test.each([
    ['$12.50', null, 'USD'],
    ['$12.50', 'EUR', 'USD'],
    ['$12.50', 'CAD', 'CAD'],
    ['12,50 €', 'USD', 'EUR'],
    ['£9', null, 'GBP'],
    ['1500 JPY', 'EUR', 'JPY'],
    ['12.50', 'EUR', 'EUR'],
    ['1000.5', 'JPY', 'JPY'],
    ['12.50', null, null],
    ['twelve', 'EUR', 'EUR'],
  ])('the currency of the price %s with %p chosen is %p', (typed, chosen, expected) => {
    expect(currencyOfPrice(typed, chosen, at('en-GB'))).toBe(expected);
  });

  test('a price that was written is read again as it was', () => {
    const currencies = fc.constantFrom('EUR', 'USD', 'JPY', 'KWD', null);
    const locales = fc.constantFrom('en-GB', 'de-DE', 'fr-FR', 'ja-JP', 'ar-EG');
    fc.assert(
      fc.property(fc.nat(), currencies, locales, (amount, currency, locale) => {
        expect(readPrice(writePrice(amount, currency, at(locale)), currency, at(locale))).toBe(amount);
      }),
    );
  });

  test('tags that were written are read again as they were', () => {
    const tag = fc
      .string({ minLength: 1, maxLength: 20 })
      .map((text) => text.trim())
      .filter((text) => text !== '');
    fc.assert(fc.property(fc.array(tag), (tags) => expect(readTags(writeTags(tags))).toEqual(tags)));
  });
});

const rowsOf = (html: string): number => html.match(/<tr id="copy-/g)?.length ?? 0;
