import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { en } from '../../src/website/i18n/en';
import { Site } from '../support/site';
import { field, patience, submit, withPage } from '../support/site-browser';

// What a collector does, from the first copy to a file of all of them.

const bea = { username: 'bea', password: 'correct horse battery' };

const gladiator = { barcode: '028946709429', title: 'Gladiator (Music from the Motion Picture)' };
const braveheart = { barcode: '028944829525', title: 'Braveheart (Original Motion Picture Soundtrack)' };
const jurassicPark = { barcode: '008811085926', title: 'Jurassic Park' };

let site: Site;

beforeAll(async () => {
  site = await Site.start({ isDemo: true });
  await site.addUser(bea);
}, patience);
afterAll(() => site?.[Symbol.asyncDispose]());

/** The rows of the table of what one has, or wants. */
const rows = (page: Page) => page.locator('table.owned tbody tr');

test(
  'a release comes into the collection from its page, is described, and goes again after a question',
  () =>
    withPage(site, { as: bea }, async (page) => {
      await page.goto('/releases/immortal');
      await submit(page, en.records.own.add);
      await page.getByText(en.records.own.yes, { exact: true }).waitFor();

      await page.getByRole('list', { name: en.records.own.copies }).getByRole('link').click();
      const form = page.locator('#item');
      await form.locator('[name=condition]').selectOption({ label: en.words.conditions.near_mint });
      await form.locator('[name=shop]').fill('Der Plattenladen <Köln>');
      await form.locator('[name=price]').fill('24.90');
      await form.locator('[name=currency]').fill('EUR');
      await submit(page, en.words.save);
      await page.getByText(en.notices['copy-saved']).waitFor();
      expect(await rows(page).first().textContent()).toContain('€24.90');

      await page.goto('/releases/immortal');
      const copies = page.getByRole('list', { name: en.records.own.copies });
      expect(await copies.textContent()).toContain('Der Plattenladen <Köln>');
      await copies.getByRole('link').click();
      await page.getByRole('link', { name: en.collection.removeFrom }).click();
      await submit(page, en.collection.removal.act);
      await page.getByText(en.notices['copy-removed']).waitFor();
      await page.goto('/releases/immortal');
      await page.getByRole('button', { name: en.records.own.add, exact: true }).waitFor();
    }),
  patience,
);

test(
  'a barcode is looked up and added, and many lines at once say what is new, owned and unknown',
  () =>
    withPage(site, { as: bea }, async (page) => {
      await page.goto('/collection/add');
      await field(page, 'codes').fill(gladiator.barcode);
      await submit(page, en.collection.quickAdd.lookUp);
      await submit(page, en.collection.add.addChosen);
      await page.getByRole('status').waitFor();

      await page.goto('/collection/add');
      await field(page, 'codes').fill(`${gladiator.barcode}\n0 28944 82952-5\n4006381333931`);
      await submit(page, en.collection.quickAdd.lookUp);
      const found = page.locator('main .hits');
      await found.getByText(en.collection.add.owned).waitFor();
      expect(await found.getByText(en.collection.add.unknown).count()).toBe(1);
      expect(await found.getByRole('checkbox', { checked: true }).count()).toBe(1);
      await submit(page, en.collection.add.addChosen);
      await page.getByRole('status').waitFor();

      await page.goto('/collection');
      expect(await page.getByRole('link', { name: en.collection.editOf(gladiator.title) }).count()).toBe(1);
      await page.getByRole('link', { name: en.collection.editOf(braveheart.title) }).waitFor();
    }),
  patience,
);

test(
  'what was wished for is bought, and moves from the wishlist to the collection',
  () =>
    withPage(site, { as: bea }, async (page) => {
      await page.goto('/releases/jurassic-park');
      await submit(page, en.records.own.wish);
      await page.getByText(en.records.own.wanted, { exact: true }).waitFor();
      await page.goto('/wishlist');
      await page.getByRole('button', { name: en.collection.wishlist.boughtOf(jurassicPark.title) }).click();
      await page.getByRole('status').waitFor();

      await page.goto('/wishlist');
      await page.getByText(en.collection.wishlist.nothingYet).waitFor();
      await page.goto('/collection');
      await page.getByRole('link', { name: en.collection.editOf(jurassicPark.title) }).waitFor();
    }),
  patience,
);

test(
  'a file is looked at before it is put in, and the export has what it brought',
  () =>
    withPage(site, { as: bea }, async (page) => {
      const words = en.collection.import;
      const notes = 'From the attic, =1+1, "quoted", 久石譲';
      const sent = ['barcode,condition,notes', `0886979939424,mint,"${notes.replaceAll('"', '""')}"`, '4006381333931,mint,'].join('\r\n');
      const file = { name: 'shelf.csv', mimeType: 'text/csv', buffer: Buffer.from(sent) };
      const before = await rowsIn(page.request.get('/collection/export.json'));

      await page.goto('/collection/import');
      await field(page, 'file').setInputFiles(file);
      await submit(page, words.look);
      await page.getByRole('heading', { level: 1, name: words.previewTitle }).waitFor();
      expect(await page.locator('main').textContent()).toContain('Immortal');
      expect(await rowsIn(page.request.get('/collection/export.json'))).toEqual(before);
      await submit(page, words.confirm('1', 'one'));
      await page.getByRole('status').waitFor();

      await page.goto('/collection');
      await page.getByText('Export', { exact: true }).click();
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export as JSON' }).click()]);
      const after = await rowsIn(Bun.file(await download.path()));
      const [added, ...others] = after.filter((row) => !before.some((one) => Bun.deepEquals(one, row)));
      expect(others).toEqual([]);
      expect(added).toMatchObject({ barcode: '0886979939424', condition: 'mint', notes, release_title: 'Immortal' });
      expect(after).toHaveLength(before.length + 1);
    }),
  patience,
);

type Row = Readonly<Record<string, unknown>>;

async function rowsIn(file: { json(): Promise<unknown> } | Promise<{ json(): Promise<unknown> }>): Promise<readonly Row[]> {
  return ((await (await file).json()) as { items: readonly Row[] }).items;
}
