import { afterAll, beforeAll, expect, test } from 'bun:test';
import { en } from '../../src/website/i18n/en';
import { Site } from '../support/site';
import { field, patience, signIn, submit, withPage } from '../support/site-browser';

// A browser that runs no scripts is enough for all of it.

let site: Site;

beforeAll(async () => {
  site = await Site.start({ isDemo: true });
}, patience);
afterAll(() => site?.[Symbol.asyncDispose]());

test(
  'without scripts one signs in, searches, and opens what was found',
  () =>
    withPage(site, { javaScript: false }, async (page) => {
      await page.goto('/');
      await signIn(page, site.demoUser);
      await page.locator('#q').fill('vertigo');
      await page.locator('#q').press('Enter');
      await page.waitForURL('**/search?q=vertigo');
      await page.locator('main .hits a').first().click();
      await page.getByRole('heading', { level: 1, name: /Vertigo/ }).waitFor();
    }),
  patience,
);

test(
  'without scripts the scan page asks for a number and mentions no camera',
  () =>
    withPage(site, { as: site.demoUser, javaScript: false }, async (page) => {
      await page.goto('/shop');
      await page.getByText(en.shop.leadNumber).waitFor();
      for (const words of [en.shop.leadFrame, en.shop.picture]) expect(await page.getByText(words).isVisible()).toBe(false);
    }),
  patience,
);

test(
  'without scripts a list is narrowed by facets, ordered and turned over',
  () =>
    withPage(site, { as: site.demoUser, javaScript: false }, async (page) => {
      await page.goto('/releases');
      const counted = async () => Number(/\d+/.exec((await page.locator('main .bar > span').first().textContent()) ?? '')?.[0]);
      const all = await counted();
      await page
        .getByRole('main')
        .getByRole('link', { name: /Page 2|2/, exact: false })
        .last()
        .waitFor();
      await page.locator('main .facets a').first().click();
      await page.locator('main .bar .chips').waitFor();
      const some = await counted();
      expect(some).toBeGreaterThan(0);
      expect(some).toBeLessThan(all);

      const address = new URL(page.url());
      await page.locator('main select[name=sort]').selectOption({ index: 1 });
      await submit(page, en.browse.sort);
      await page.waitForURL((url) => url.searchParams.has('sort'));
      // What was chosen before is still chosen.
      for (const [name, value] of address.searchParams) expect(new URL(page.url()).searchParams.get(name)).toBe(value);
      expect(await counted()).toBe(some);
      await page.locator('main .bar .chips a').first().click();
      expect(await counted()).toBe(all);
    }),
  patience,
);

test(
  'without scripts a release is added, its copy described, and the settings kept',
  () =>
    withPage(site, { as: site.demoUser, javaScript: false }, async (page) => {
      await page.goto('/releases/goldfinger');
      await submit(page, en.records.own.add);
      await page.getByRole('list', { name: en.records.own.copies }).getByRole('link').click();
      await page.locator('#item [name=storage_location]').fill('Shelf 3');
      await submit(page, en.words.save);
      await page.getByText(en.notices['copy-saved']).waitFor();
      await page.goto('/collection?order=added');
      expect(await page.locator('table.owned tbody tr').first().textContent()).toContain('Shelf 3');

      await page.goto('/settings');
      await field(page, 'email').fill('demo@films.example');
      await submit(page, en.settings.email.send);
      await page.getByText(en.notices['email-kept']).waitFor();
      await page.getByRole('radio', { name: en.settings.appearance.dark }).check();
      await submit(page, en.settings.appearance.send);
      await page.locator('html[data-theme=dark]').waitFor();
      expect(await field(page, 'email').inputValue()).toBe('demo@films.example');
    }),
  patience,
);
