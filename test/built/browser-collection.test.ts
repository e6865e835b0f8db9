import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { en } from '../../src/website/i18n/texts.gen';
import { Site } from '../support/site';
import { field, focusOn, patience, submit, withPage } from '../support/site-browser';

setDefaultTimeout(patience);

const bea = { username: 'bea', password: 'correct horse battery' };

let site: Site;

beforeAll(async () => {
  site = await Site.start({ isDemo: true });
  await site.addUser(bea);
}, patience);
afterAll(() => site?.[Symbol.asyncDispose]());

test('a file is previewed before its import, and the export has the imported row', () =>
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
    await submit(page, words.confirm({ count: { number: 1, text: '1', category: 'one' } }));
    await page.getByRole('status').waitFor();

    await page.goto('/collection');
    await page.getByText('Export', { exact: true }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export as JSON' }).click()]);
    const after = await rowsIn(Bun.file(await download.path()));
    const [added, ...others] = after.filter((row) => !before.some((one) => Bun.deepEquals(one, row)));
    expect(others).toEqual([]);
    expect(added).toMatchObject({ barcode: '0886979939424', condition: 'mint', notes, release_title: 'Immortal' });
    expect(after).toHaveLength(before.length + 1);
  }));

for (const width of [390, 1440])
  test(`saving a copy far down the list shows a notice with its title and an undo in the window, ${width} px wide`, () =>
    withPage(site, { as: site.demoUser, width }, async (page) => {
      await page.goto('/collection?order=title');
      const last = page.locator('tr.card').last();
      const title = (await last.locator('b').first().textContent()) ?? '';
      await page.goto(`/collection?order=title&edit=${(await last.getAttribute('id'))?.replace('copy-', '')}#item`);
      await focusOn(page, '[name=format_type]');
      await field(page, 'shop').fill(`Record fair of ${width}`);
      await submit(page, en.words.save);

      const notice = page.getByRole('status');
      await notice.waitFor();
      const top = await notice.evaluate((element) => element.getBoundingClientRect().top);
      expect([top, await page.evaluate(() => scrollY > innerHeight)]).toEqual([0, true]);
      expect(await notice.textContent()).toStartWith(`${title}: ${en.notices['copy-saved']}`);
      await notice.getByRole('button', { name: en.history.undo }).click();
      await page.getByText(en.notices.undone).waitFor();
      await page.getByRole('status').getByRole('link', { name: en.words.close }).click();
      await page.waitForURL((url) => !url.search.includes('notice'));
      expect(await page.getByRole('status').count()).toBe(0);
    }));

test('after a look-up the result has the focus, and an opened form its first field', () =>
  withPage(site, { as: bea }, async (page) => {
    await page.goto('/collection/add');
    await focusOn(page, '[name=codes]');
    await field(page, 'codes').fill('0886979939424');
    await submit(page, en.collection.quickAdd.lookUp);
    await page.getByText('Immortal').first().waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('0 '));
    await page.goto('/releases/add');
    await focusOn(page, '[name=barcode]');
  }));

for (const [path, heading, summary] of [
  ['/collection', en.collection.title, /^\w+ · .*20\d\d · \d+ copies · .*\d+\.\d\d/],
  ['/wishlist', en.collection.tabs.wishlist, /^\w+ · .*20\d\d · \d+ releases/],
] as const)
  test(`${path} is printed under its own heading, without form controls, and with owner, date, number and total`, () =>
    withPage(site, { as: site.demoUser, width: 718 }, async (page) => {
      await page.goto(path);
      expect(await page.locator('.printed').isVisible()).toBe(false);
      await page.emulateMedia({ media: 'print' });
      const controls = await page.locator('input, select, textarea, button, summary').filter({ visible: true }).count();
      expect(controls).toBe(0);
      expect(await page.getByText(en.collection.quickAdd.many).isVisible()).toBe(false);
      expect(await page.locator('h1').allInnerTexts()).toEqual([heading]);
      expect(await page.locator('.printed').textContent()).toMatch(summary);
      expect(await page.locator('.owned tbody tr').filter({ visible: true }).count()).toBeGreaterThan(5);
      // A table, and not the cards of phones.
      expect(await page.locator('.owned thead').isVisible()).toBe(true);
    }));

test('on phones and tablets, wishes show priority, price and notes, and wishes and copies a link to edit them', () =>
  withPage(site, { as: site.demoUser }, async (page) => {
    const edit = page.locator('.owned tbody tr').first().getByRole('link', { name: 'Edit' });
    await page.goto('/wishlist');
    await edit.click();
    await field(page, 'priority').selectOption('1');
    await field(page, 'max_price').fill('40');
    await field(page, 'currency').fill('EUR');
    await field(page, 'notes').fill('the one with the poster');
    await submit(page, en.words.save);
    await page.getByRole('status').waitFor();
    for (const width of [320, 390, 600, 768, 820, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/wishlist');
      for (const text of [en.collection.wishlist.priorities[1], '€40.00', 'the one with the poster'])
        expect([width, text, await page.getByText(text).filter({ visible: true }).count()]).toEqual([width, text, 1]);
      expect([width, await edit.isVisible()]).toEqual([width, true]);
      await page.goto('/collection');
      expect([width, await edit.isVisible()]).toEqual([width, true]);
    }
  }));

test('on phones, several copies are edited by a button in the window', () =>
  withPage(site, { as: site.demoUser, width: 390 }, async (page) => {
    await page.goto('/collection?select=yes');
    const { bottom, height } = await page
      .getByRole('button', { name: en.collection.bulk.changeChosen })
      .evaluate((button) => ({ bottom: button.getBoundingClientRect().bottom, height: innerHeight }));
    expect(bottom).toBeLessThan(height);
    expect(await page.locator('.reach-pill').isVisible()).toBe(false);
  }));

test('after an error, the first wrong field of a copy and of a wish has the focus', () =>
  withPage(site, { as: site.demoUser, refusals: [422] }, async (page) => {
    for (const [list, price] of [
      ['/collection', 'price'],
      ['/wishlist', 'max_price'],
    ] as const) {
      await page.goto(list);
      await page.locator('.owned tbody tr').first().getByRole('link', { name: 'Edit' }).click();
      await field(page, price).fill('much');
      await submit(page, en.words.save);
      await page.locator('[aria-invalid]').waitFor();
      await focusOn(page, `[name=${price}]`);
    }
  }));

test('on phones, the form of a copy has its check box, which rows of the list hide', () =>
  withPage(site, { as: site.demoUser, width: 390 }, async (page) => {
    await page.goto('/collection');
    const edit = page.locator('.owned tbody tr').first().getByRole('link', { name: 'Edit' });
    expect(await page.locator('.owned th [type=checkbox]').filter({ visible: true }).count()).toBe(0);
    await edit.click();
    await field(page, 'is_signed').check();
  }));

test('sleeves keep their colors where the system forces its own', () =>
  withPage(site, { as: site.demoUser }, async (page) => {
    const fills = () => page.locator('.shelf .sleeve rect').evaluateAll((all) => all.map((rect) => getComputedStyle(rect).fill));
    await page.goto('/collection?view=shelf');
    const own = await fills();
    expect(new Set(own).size).toBeGreaterThan(3);
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await fills()).toEqual(own);
  }));

type Row = Readonly<Record<string, unknown>>;

async function rowsIn(file: { json(): Promise<unknown> } | Promise<{ json(): Promise<unknown> }>): Promise<readonly Row[]> {
  return ((await (await file).json()) as { items: readonly Row[] }).items;
}
