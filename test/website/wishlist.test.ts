import { describe, expect, test } from 'bun:test';
import { sharedLists } from './shared-lists';

const own = sharedLists();

describe('the wishlist', () => {
  test('says that it is empty', async () => {
    expect((await own.visitor.open('/wishlist')).text).toContain('Your wishlist is empty.');
  });

  test('shows priorities, maximum prices and notes, sorted by priority', async () => {
    await own.make('wishlist', 0, { priority: 5, notes: '<b>any</b>' });
    await own.make('wishlist', 1, { priority: 1, max_price_cents: 4000, currency: 'EUR' });
    const { text, html } = await own.visitor.open('/wishlist?order=priority');
    expect(text).toContain('Wishlist 2');
    expect(text).toMatch(/must have.*€40\.00.*maybe <b>any<\/b>/);
    expect(html).not.toContain('<b>any</b>');
  });
});

describe('a wish', () => {
  const wish = async () => (await own.items('wishlist'))[0].attributes;

  test('is printed with its number, also of a page of it', async () => {
    own.server.store.writer.run(`INSERT INTO wishlist_item (id, user_key, release_key, created_at, updated_at)
      SELECT printf('00000000-0000-4000-8000-%012d', key), (SELECT key FROM user WHERE username = 'tester'), key, '2026', '2026'
      FROM "release" LIMIT 63`);
    expect((await own.visitor.open('/wishlist')).html).toMatch(/<p class="printed">[^<]* · 60 of 63</);
    expect((await own.visitor.open('/wishlist?q=Batman')).html).toMatch(/<p class="printed">[^<]* · \d+ releases?</);
  });

  test('is edited in its row', async () => {
    const id = await own.make('wishlist', 0);
    await own.visitor.open(`/wishlist?order=title&edit=${id}`);
    await own.visitor.send('Save', { priority: '2', max_price: '1.500,50', currency: 'eur', notes: 'The first pressing' });
    expect(own.visitor.redirects[0]).toMatch(new RegExp(`^/wishlist\\?order=title&notice=wish-saved&of=[^&]+#wish-${id}$`));
    expect(await wish()).toMatchObject({ priority: 2, max_price_cents: 150_050, currency: 'EUR', notes: 'The first pressing' });
  });

  test('suggests the last currency, and stores it only with a price', async () => {
    await own.make('collection', 1, { purchase_price_cents: 950, currency: 'GBP' });
    const id = await own.make('wishlist', 0);
    await own.visitor.open(`/wishlist?edit=${id}`);
    await own.visitor.send('Save', { notes: 'no price' });
    expect(await wish()).toMatchObject({ notes: 'no price', currency: null });
    await own.visitor.open(`/wishlist?edit=${id}`);
    await own.visitor.send('Save', { max_price: '20' });
    expect(await wish()).toMatchObject({ max_price_cents: 2000, currency: 'GBP' });
  });

  test('keeps invalid input', async () => {
    const id = await own.make('wishlist', 0);
    await own.visitor.open(`/wishlist?edit=${id}`);
    const page = await own.visitor.send('Save', { max_price: 'cheap', notes: 'kept' });
    expect(page.status).toBe(422);
    expect(page.text).toContain('Enter a price like 9.50.');
    expect(page.html).toContain('>kept</textarea>');
    const refused = await own.visitor.send('Save', { max_price: '5', currency: 'XXL' });
    expect(refused.html).toMatch(/id="bad-currency"[^>]*>This must be a currency code/);
    expect((await wish()).notes).toBeNull();
  });

  test('that was bought moves to the collection with its note', async () => {
    await own.make('wishlist', 0, { notes: 'the one with the poster' });
    await own.visitor.open('/wishlist');
    const page = await own.visitor.send('I bought it', { do: 'bought' });
    expect(page.html).toContain('id="item"');
    expect(page.html).toContain('Added to your collection.');
    expect(await own.items('wishlist')).toEqual([]);
    const [copy] = await own.items('collection');
    expect(copy.attributes.release.id).toBe(own.releases[0]?.id);
    expect(copy.attributes.notes).toBe('the one with the poster');
  });

  describe('that was bought', () => {
    const details = { notes: 'the one with the poster', priority: 2, max_price_cents: 4000, currency: 'EUR' };
    const buy = async () => {
      await own.make('wishlist', 0, details);
      await own.visitor.open('/wishlist');
      await own.visitor.send('I bought it', { do: 'bought' });
    };
    const isWishAgain = async () => {
      expect(own.visitor.path).toStartWith('/wishlist');
      expect(own.visitor.page.html).toContain('Change undone.');
      expect(await own.items('collection')).toEqual([]);
      expect(await own.items('wishlist')).toMatchObject([{ attributes: details }]);
    };

    test('is a wish again after Undo of the notice, and the copy is gone', async () => {
      await buy();
      await own.visitor.send('Undo', { do: 'undo' });
      await isWishAgain();
    });

    test('is a wish again after Undo on the page of its release, where it was bought or removed', async () => {
      for (const [label, action, notice] of [
        ['Add to my collection', 'own', 'Added to your collection and removed from your wishlist.'],
        ['Remove from my wishlist', 'unwant', 'Removed from your wishlist.'],
      ] as const) {
        if (action === 'own') await own.make('wishlist', 0, details);
        await own.visitor.open(`/releases/${own.releases[0]?.slug}`);
        expect((await own.visitor.send(label, { do: action })).html).toContain(notice);
        expect(await own.items('wishlist')).toEqual([]);
        await own.visitor.send('Undo', { do: 'undo' });
        await isWishAgain();
      }
    });

    test('is a wish again after Cancel of the form, also once the notice is closed or input was refused', async () => {
      await buy();
      await own.visitor.send('Cancel', { do: 'cancel' });
      await isWishAgain();
      await own.visitor.send('I bought it', { do: 'bought' });
      await own.visitor.follow('Close');
      await own.visitor.send('Save', { price: 'cheap' });
      expect(own.visitor.page.status).toBe(422);
      await own.visitor.send('Cancel', { do: 'cancel' });
      await isWishAgain();
    });

    test('is a wish again after Cancel while another purchase is open', async () => {
      await buy();
      const first = { path: own.visitor.path, html: own.visitor.page.html };
      await own.make('wishlist', 1);
      await own.visitor.open('/wishlist');
      await own.visitor.send('I bought it', { do: 'bought' });
      await own.visitor.open(first.path);
      await own.visitor.send('Cancel', { do: 'cancel' });
      expect(await own.items('wishlist')).toMatchObject([{ attributes: details }]);
      expect(await own.items('collection')).toHaveLength(1);
    });

    test('stays a copy when the copy was changed since', async () => {
      await buy();
      const [copy] = await own.items('collection');
      await own.change('collection', copy.attributes._id, { shop: 'Record fair' });
      await own.visitor.send('Undo', { do: 'undo' });
      expect(own.visitor.page.html).toContain('except for copies that were changed');
      expect(await own.items('collection')).toHaveLength(1);
      expect(await own.items('wishlist')).toEqual([]);
    });

    test('is asked about before its copy is removed by Cancel of an expired form', async () => {
      await buy();
      const page = await own.visitor.send('Cancel', { do: 'cancel', wish: 'expired' });
      expect(page.text).toContain('Remove this copy?');
    });
  });

  test('is removed after a confirmation, and back after Undo', async () => {
    const details = { notes: 'the one with the poster', priority: 2 };
    const id = await own.make('wishlist', 0, details);
    await own.visitor.open(`/wishlist?edit=${id}`);
    const confirmation = await own.visitor.send('Save', { do: 'remove' });
    expect(confirmation.text).toContain('Remove from wishlist?');
    expect(await own.items('wishlist')).toHaveLength(1);
    await own.visitor.send('Remove from wishlist');
    expect(await own.items('wishlist')).toEqual([]);
    await own.visitor.send('Undo', { do: 'undo' });
    expect(await wish()).toMatchObject(details);
  });
});
