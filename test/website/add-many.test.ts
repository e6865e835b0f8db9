import { describe, expect, test } from 'bun:test';
import { sharedLists } from './shared-lists';

const own = sharedLists();

const bladeRunner = '4509-96574-2';
const jurassicPark = 'MCAD-10859';

const page = (codes: string) => own.visitor.open('/collection/add').then(() => own.visitor.send('Look up', { codes }));

const releaseOf = async (number: string): Promise<string> =>
  (await own.server.read(`/api/releases?catalogNumber=${number}`)).data[0].attributes._id;

describe('the page that adds many copies', () => {
  test('shows for each line whether it is new, owned, ambiguous or unknown', async () => {
    const index = own.releases.findIndex(({ slug }) => slug === 'blade-runner');
    await own.make('collection', index);
    await page(`${bladeRunner}\r\n\r\n${jurassicPark}\nzzzz-0000\nstar`);
    const { text, html } = own.visitor.page;
    expect(text).toContain('1 to add, 1 already owned, 1 ambiguous, 1 not found');
    expect(text).toContain('You own it');
    expect(text).toContain('zzzz-0000 Not in the catalog. Search the catalog');
    expect(text).toMatch(/star \d possible matches\. Choose one\./);
    expect(html.match(/name="add"[^>]*checked|checked[^>]*name="add"/g)).toHaveLength(1);
  });

  test('adds a release once if several lines match it', async () => {
    await page(`${jurassicPark}\n${jurassicPark.toLowerCase()}\n${jurassicPark.replace('-', ' ')}`);
    const { text, html } = own.visitor.page;
    expect(text).toContain('1 to add, 2 duplicates in this list');
    expect(text.match(/Already in this list/g)).toHaveLength(2);
    expect(html.match(/name="add"[^>]*checked|checked[^>]*name="add"/g)).toHaveLength(1);
    await own.visitor.send('Add selected to collection', { do: 'own' });
    expect(await own.items('collection')).toHaveLength(1);
  });

  test('looks up the codes in its address', async () => {
    const { text } = await own.visitor.open(`/collection/add?codes=${jurassicPark}`);
    expect(text).toContain('1 to add');
    expect(text).toContain('John Williams · CD · 1993');
  });

  test('adds the selected releases to the collection and removes them from the wishlist', async () => {
    await own.make(
      'wishlist',
      own.releases.findIndex(({ title }) => title === 'Jurassic Park'),
    );
    await page(`${jurassicPark}\n${bladeRunner}`);
    expect(own.visitor.page.text).toContain('from your wishlist');
    await own.visitor.send('Add selected to collection', { do: 'own', ordered: 'on', folder: 'New', storage_location: 'Box' });
    expect(own.visitor.redirects[0]).toBe('/collection?order=added&notice=copies-added&count=2');
    const items = await own.items('collection');
    expect(items).toHaveLength(2);
    expect(items[0].attributes).toMatchObject({ status: 'ordered', folder: 'New', storage_location: 'Box' });
    expect(await own.items('wishlist')).toEqual([]);
  });

  test('adds the selected releases to the wishlist, unless they are on it', async () => {
    const ids = [await releaseOf(jurassicPark), await releaseOf(bladeRunner)];
    await own.make(
      'wishlist',
      own.releases.findIndex(({ id }) => id === ids[0]),
    );
    await page(`${jurassicPark}\n${bladeRunner}`);
    await own.visitor.send('Add selected to wishlist', { do: 'want', add: ids as [string, string] });
    const wanted = (await own.items('wishlist')).map(
      ({ attributes }: { attributes: { release: { id: string } } }) => attributes.release.id,
    );
    expect(wanted.toSorted()).toEqual(ids.toSorted());
  });

  test('refuses too many lines, no lines and lines that are too long, and keeps the input', async () => {
    const many = await page(Array.from({ length: 201 }, (_, line) => `X-${line}`).join('\n'));
    expect(many.status).toBe(422);
    expect(many.text).toContain('Enter at most 200.');
    expect(many.html).toContain('X-200');
    expect((await page(' \n ')).text).toContain('Enter at least one line.');
    expect((await page(`a\n${'x'.repeat(256)}`)).text).toContain('Line 2 is too long.');
  });
});
