import { describe, expect, test } from 'bun:test';
import { timestamp } from '../../src/store/values/dates';
import { sharedLists } from './shared-lists';

const own = sharedLists();

/** A day as many days from today. */
const day = (days: number): string => timestamp(Date.now() + days * 86_400_000).slice(0, 10);

// biome-ignore lint/suspicious/noExplicitAny: tests look into the attributes.
const loans = async (): Promise<any[]> =>
  (await own.server.read('/api/users/me/loans')).data.map(({ attributes }: { attributes: object }) => attributes);

const titleOf = (index: number): string => own.releases[index]?.title ?? '';

/** Lends through the form of the page of loans. */
const lend = async (entries: Readonly<Record<string, string>>) => {
  await own.visitor.open('/collection/loans');
  return own.visitor.send('Lend', { borrower: 'Ben', do: 'lend', ...entries });
};

describe('the page of loans', () => {
  test('lends the copy that a title names, offers those that match to choose from, and keeps the input of mistakes', async () => {
    expect((await own.visitor.open('/collection/loans')).text).toContain('Nothing is lent out.');
    await own.make('collection', 0, { storage_location: 'Shelf A' });
    const second = await own.make('collection', 0, { storage_location: 'Shelf B' });
    await own.make('collection', 1);
    for (const [entries, problem] of [
      [{ copy: '' }, 'Choose a copy.'],
      [{ copy: '', lent_on: day(2) }, 'Choose a copy.'],
      [{ copy: '', lent_on: day(2) }, 'This must be today or an earlier calendar date'],
      [{ copy: 'Nothing of the kind' }, 'No copy in your collection matches.'],
      [{ copy: titleOf(1), lent_on: day(0), due_on: day(-1) }, 'This must be the day of the loan, '],
      [{ copy: titleOf(1), borrower: ' ' }, 'This must be text of 1 to 80 characters.'],
    ] as const) {
      const page = await lend(entries);
      expect([entries, page.status]).toEqual([entries, 422]);
      expect(page.text).toContain(problem);
    }
    const offered = await lend({ copy: titleOf(0), due_on: day(14), notes: 'With the "booklet"' });
    expect(offered.status).toBe(422);
    expect(offered.text).toContain('Several copies match. Choose one.');
    expect(offered.text).toContain('Shelf B');
    const lent = await own.visitor.send('Lend', { item: second, do: 'lend' });
    expect(lent.html).toContain('Marked as lent.');
    expect(lent.text).toContain('1 copy, 1 person');
    expect(lent.text).toContain('With the "booklet"');
    expect(await loans()).toMatchObject([{ borrower: 'Ben', lent_on: day(0), due_on: day(14), notes: 'With the "booklet"' }]);
    // Only the other copy is left.
    expect((await lend({ copy: titleOf(0), borrower: 'Clara' })).status).toBe(200);
    expect((await lend({ copy: titleOf(0) })).text).toContain('This copy is lent already.');
    expect((await own.visitor.open('/collection/loans')).text).toContain('Loans 2');
  });

  test('finds a copy by its barcode or catalog number', async () => {
    const { data } = await own.server.read(`/api/releases/${own.releases[0]?.id}`);
    await own.make('collection', 0);
    for (const code of [data.attributes.barcode, data.attributes.labels[0]?.catalog_number].filter(Boolean)) {
      expect([code, (await lend({ copy: code })).status]).toEqual([code, 200]);
      await own.visitor.send('Undo', { do: 'undo' });
      expect(await loans()).toEqual([]);
    }
  });

  test('marks a loan as returned with one click, which can be undone, also as an edit and a deletion', async () => {
    await own.make('collection', 0);
    await lend({ copy: titleOf(0), lent_on: day(-30), due_on: day(-3) });
    expect((await own.visitor.open('/collection/loans')).text).toContain('3 days late');
    const [{ _id: id }] = await loans();
    expect((await own.visitor.send(`Returned: ${titleOf(0)}`, { do: 'returned' })).html).toContain('Marked as returned.');
    expect(await loans()).toMatchObject([{ returned_on: day(0) }]);
    expect(own.visitor.page.text).toContain('30 days');
    await own.visitor.send('Undo', { do: 'undo' });
    expect(await loans()).toMatchObject([{ _id: id, returned_on: null }]);

    await own.visitor.open(`/collection/loans/${id}`);
    const wrong = await own.visitor.send(`/collection/loans/${id}`, { borrower: 'Clara', due_on: day(-31) });
    expect([wrong.status, wrong.html.includes('value="Clara"')]).toEqual([422, true]);
    await own.visitor.send(`/collection/loans/${id}`, { due_on: '' });
    expect(await loans()).toMatchObject([{ borrower: 'Clara', due_on: null }]);
    await own.visitor.send('Undo', { do: 'undo' });
    expect(await loans()).toMatchObject([{ borrower: 'Ben', due_on: day(-3) }]);

    await own.visitor.open(`/collection/loans?edit=${id}`);
    await own.server.request(`/api/users/me/loans/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/vnd.api+json' },
      body: JSON.stringify({ data: { type: 'Loan', id, attributes: { notes: 'elsewhere' } } }),
    });
    const stale = await own.visitor.send(`/collection/loans/${id}`, { borrower: 'Dora' });
    expect([stale.status, stale.text.includes('This loan was changed elsewhere')]).toEqual([412, true]);
    expect((await own.visitor.send(`/collection/loans/${id}`, {})).status).toBe(200);
    expect(await loans()).toMatchObject([{ borrower: 'Dora' }]);

    await own.visitor.open(`/collection/loans?edit=${id}`);
    await own.visitor.send('Delete loan', { do: 'delete' });
    expect(await loans()).toEqual([]);
    await own.visitor.send('Undo', { do: 'undo' });
    expect(await loans()).toMatchObject([{ borrower: 'Dora', lent_on: day(-30) }]);
  });

  test('cannot undo a return once the copy is lent again', async () => {
    await own.make('collection', 0);
    await lend({ copy: titleOf(0) });
    const returned = await own.visitor.send(`Returned: ${titleOf(0)}`, { do: 'returned' });
    const undo = /name="undo" value="([^"]+)"/.exec(returned.html)?.[1];
    await lend({ copy: titleOf(0), borrower: 'Clara' });
    await own.visitor.open(`/collection/loans?notice=loan-returned&undo=${undo}`);
    expect((await own.visitor.send('Undo', { do: 'undo' })).html).toContain('except for copies that were changed');
    expect((await loans()).map(({ returned_on }) => returned_on)).toEqual([null, day(0)]);
  });
});

describe('a copy that is lent', () => {
  test('says so on the shelf, in the table, in its form and on the page of its release, to its owner alone', async () => {
    const id = await own.make('collection', 0);
    const page = await own.visitor.open(`/collection?edit=${id}`);
    expect(page.html).toContain('id="loan"');
    await own.visitor.send('Lend', { borrower: 'Ben & Co', lent_on: '2020-05-03', due_on: '2020-06-01', do: 'lend' });
    expect(own.visitor.path).toContain(`edit=${id}`);
    expect(own.visitor.page.text).toContain('Lent to Ben & Co since');
    const release = `/releases/${own.releases[0]?.slug}`;
    for (const path of ['/collection', '/collection?view=shelf', release]) {
      const { html } = await own.visitor.open(path);
      expect([path, /<span class="late">[^<]+<\/span>/.test(html), html.includes('Lent to Ben &amp; Co since')]).toEqual([
        path,
        true,
        true,
      ]);
    }
    expect((await own.server.app.handle(new Request(`http://localhost${release}`))).text()).resolves.not.toContain('Lent to');
    await own.visitor.open(`/collection?edit=${id}`);
    await own.visitor.send('Returned', { do: 'returned' });
    expect(own.visitor.page.text).toContain('Earlier loans: 1');
  });

  test('comes back with its loans when its removal is undone, one by one or with others', async () => {
    const ids = [await own.make('collection', 0), await own.make('collection', 1)];
    await lend({ copy: titleOf(0), notes: 'kept' });
    await lend({ copy: titleOf(1), borrower: 'Clara' });
    const before = (await loans()).map(({ borrower, notes }) => [borrower, notes]);
    await own.visitor.open(`/collection/items/${ids[0]}?remove=yes`);
    await own.visitor.send('Remove from collection', { do: 'remove' });
    expect((await loans()).length).toBe(1);
    await own.visitor.send('Undo', { do: 'undo' });
    expect((await loans()).map(({ borrower, notes }) => [borrower, notes]).toSorted()).toEqual(before.toSorted());
    const all = (await own.items('collection')).map(({ attributes }: { attributes: { _id: string } }) => attributes._id);
    await own.visitor.open(`/collection/edit?${all.map((id: string) => `item=${id}`).join('&')}`);
    await own.visitor.send('Remove 2 copies', { do: 'ask' });
    await own.visitor.send('Remove 2 copies', { do: 'remove' });
    expect(await loans()).toEqual([]);
    await own.visitor.send('Undo', { do: 'undo' });
    expect((await loans()).map(({ borrower }) => borrower).toSorted()).toEqual(['Ben', 'Clara']);
  });
});
