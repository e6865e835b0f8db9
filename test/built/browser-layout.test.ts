import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { en } from '../../src/website/i18n/texts.gen';
import { Site } from '../support/site';
import { patience, submit, widths, withPage } from '../support/site-browser';

// Layout at common widths.

setDefaultTimeout(patience);

let site: Site;

beforeAll(async () => {
  site = await Site.start({ isDemo: true });
}, patience);
afterAll(() => site?.[Symbol.asyncDispose]());

test('shelves of the home page end in full rows, and header, content and footer are aligned', () =>
  withPage(site, { as: site.demoUser }, async (page) => {
    for (const width of [widths.phone, 600, 800, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/');
      const left = await page.evaluate(() =>
        [...document.querySelectorAll('.shelf')].map(
          (shelf) => shelf.children.length % getComputedStyle(shelf).gridTemplateColumns.split(' ').length,
        ),
      );
      const edges = await page.evaluate(() =>
        ['.brand', '.part', '.foot span'].map((one) => Math.round(document.querySelector(one)?.getBoundingClientRect().left ?? -1)),
      );
      expect([width, left, new Set(edges).size]).toEqual([width, [0, 0], 1]);
    }
  }));

test('a wide table does not cover the heading in the margin', () =>
  withPage(site, { as: site.demoUser }, async (page) => {
    for (const width of [1000, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/albums/vertigo');
      const gaps = await page.evaluate(() =>
        [...document.querySelectorAll('.part .scroll')].map((table) => {
          const heading = table.closest('.part')?.querySelector('header');
          const { left, top } = table.getBoundingClientRect();
          const { right, bottom } = heading?.getBoundingClientRect() ?? { right: 0, bottom: 0 };
          return left >= right - 1 || top >= bottom;
        }),
      );
      expect([width, gaps.length > 0, gaps.includes(false)]).toEqual([width, true, false]);
    }
  }));

test('on a phone, the German and French navigation fits one line, and the table of a label fits the width', async () => {
  for (const language of ['de-DE', 'fr-FR'])
    await withPage(site, { as: site.demoUser, width: widths.phone, language }, async (page) => {
      await page.goto('/labels/mca-records');
      const tops = await page.evaluate(() => [...document.querySelectorAll('.top .nav a')].map((one) => one.getBoundingClientRect().top));
      const ends = await page.evaluate(() =>
        [...document.querySelectorAll('.top .nav a, main table')].map((one) => one.getBoundingClientRect().right <= innerWidth),
      );
      expect([language, new Set(tops).size, new Set(ends)]).toEqual([language, 1, new Set([true])]);
    });
});

const phone = { width: 390, height: 844 };

test('on a phone, the first disc of the collection is visible below one row of tools and one of tabs', async () => {
  for (const language of ['en-GB', 'de-DE', 'fr-FR'])
    await withPage(site, { as: site.demoUser, language }, async (page) => {
      await page.setViewportSize(phone);
      for (const [path, first] of [
        ['/collection', '.owned tbody tr'],
        ['/collection?view=shelf', '.shelf li'],
        ['/wishlist', '.owned tbody tr'],
      ] as const) {
        await page.goto(path);
        const disc = await page.locator(first).first().boundingBox();
        expect([path, disc !== null && disc.y + disc.height < phone.height * 0.6]).toEqual([path, true]);
        const tools = await page.evaluate(() =>
          [...document.querySelectorAll('.tools > :not(.sheet), .tabs a')].map((one) => Math.round(one.getBoundingClientRect().bottom)),
        );
        expect([path, new Set(tools).size]).toEqual([path, 2]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
      }
      expect(await page.locator('.drop-menu[open]').count()).toBe(0);
      await page.locator('.drop-menu summary').click();
      await page.locator('.drop-menu a[href$="export.csv"]').waitFor();
    });
});

test('tabs fade at their end only where some are hidden there', () =>
  withPage(site, { as: site.demoUser }, async (page) => {
    const isFaded = (expected: boolean) =>
      page.waitForFunction((expected) => {
        const tabs = document.querySelector('.slide');
        return tabs && (getComputedStyle(tabs).maskImage !== 'none') === expected;
      }, expected);
    for (const [width, areHidden] of [
      [widths.phone, true],
      [820, false],
      [1440, false],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/collection');
      await isFaded(areHidden);
    }
    await page.setViewportSize({ width: widths.phone, height: 900 });
    await page.locator('.slide').evaluate((tabs) => {
      tabs.scrollLeft = tabs.scrollWidth;
    });
    await isFaded(false);
  }));

test('on a phone, the button to add a release is in reach of the thumb and does not cover the footer', () =>
  withPage(site, { as: site.demoUser }, async (page) => {
    await page.setViewportSize(phone);
    await page.goto('/releases/vertigo');
    const bar = page.locator('form.reach');
    const button = bar.locator('button[value=own]');
    const inReach = async () => {
      const box = await button.boundingBox();
      return box !== null && box.y > phone.height * 0.75 && box.y + box.height <= phone.height;
    };
    expect(await inReach()).toBe(true);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect(await inReach()).toBe(true);
    const ends = await page.locator('.foot > *').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    expect(Math.max(...ends)).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
  }));

test('without scripts, the scan page asks for a number and does not mention the camera', () =>
  withPage(site, { as: site.demoUser, javaScript: false }, async (page) => {
    await page.goto('/shop');
    await page.getByText(en.shop.leadNumber).waitFor();
    for (const words of [en.shop.leadFrame, en.shop.picture]) expect(await page.getByText(words).isVisible()).toBe(false);
  }));

test('the theme of the account overrides the preference of the browser', () =>
  withPage(site, { as: site.demoUser, theme: 'light' }, async (page) => {
    const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.goto('/settings');
    const light = await paper();
    await page.getByRole('radio', { name: en.settings.appearance.dark }).check();
    await submit(page, en.settings.appearance.send);
    await page.locator('html[data-theme=dark]').waitFor();
    expect(await paper()).not.toBe(light);
  }));
