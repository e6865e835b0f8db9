import { afterAll, beforeAll, expect, test } from 'bun:test';
import { Site } from '../support/site';
import { patience, widths, withPage } from '../support/site-browser';

// How pages stand at the widths that people have.

let site: Site;

beforeAll(async () => {
  site = await Site.start({ isDemo: true });
}, patience);
afterAll(() => site?.[Symbol.asyncDispose]());

test(
  'shelves of the first page end in full rows, and header, matter and foot begin at one edge',
  () =>
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
    }),
  patience,
);

test(
  'a wide table never covers the heading in the margin',
  () =>
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
    }),
  patience,
);

test(
  'on a phone the German header keeps its entries in one line, and the table of a label has no need to scroll',
  () =>
    withPage(site, { as: site.demoUser, width: widths.phone, language: 'de-DE' }, async (page) => {
      await page.goto('/labels/mca-records');
      const tops = await page.evaluate(() => [...document.querySelectorAll('.top .nav a')].map((one) => one.getBoundingClientRect().top));
      const ends = await page.evaluate(() =>
        [...document.querySelectorAll('.top .nav a, main table')].map((one) => one.getBoundingClientRect().right <= innerWidth),
      );
      expect([new Set(tops).size, new Set(ends)]).toEqual([1, new Set([true])]);
    }),
  patience,
);
