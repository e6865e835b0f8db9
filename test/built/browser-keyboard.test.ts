import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { en } from '../../src/website/i18n/texts.gen';
import { Site } from '../support/site';
import { focusOn, patience, withPage } from '../support/site-browser';

// Keyboard navigation.

setDefaultTimeout(patience);

let site: Site;

beforeAll(async () => {
  site = await Site.start({ isDemo: true });
}, patience);
afterAll(() => site?.[Symbol.asyncDispose]());

const box = '#q';
const options = '.suggest [role=option]';

test('suggestions appear while typing; arrows select one, Escape closes them and Enter opens one', () =>
  withPage(site, { as: site.demoUser }, async (page) => {
    await page.goto('/');
    await page.keyboard.press('/');
    await focusOn(page, '#q');
    // Suggestions for the first letters, and a selection among them, are replaced by those for all letters.
    const answered = page.waitForResponse((response) => response.url().endsWith('q=herrm'));
    await page.keyboard.type('herrm');
    await (await answered).finished();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await page.locator(options).first().waitFor();
    expect(await page.locator(box).getAttribute('aria-expanded')).toBe('true');

    await page.keyboard.press('ArrowDown');
    const [first, second] = [await page.locator(options).nth(0).getAttribute('id'), await page.locator(options).nth(1).getAttribute('id')];
    expect(await page.locator(box).getAttribute('aria-activedescendant')).toBe(first);
    await page.keyboard.press('ArrowDown');
    expect(await page.locator(`${options}[aria-selected=true]`).getAttribute('id')).toBe(second);
    await page.keyboard.press('ArrowUp');
    expect(await page.locator(box).getAttribute('aria-activedescendant')).toBe(first);

    await page.keyboard.press('Escape');
    await page.locator(options).first().waitFor({ state: 'detached' });
    expect(await page.locator(box).getAttribute('aria-expanded')).toBe('false');
    expect(await page.locator(box).inputValue()).toBe('herrm');

    await page.keyboard.type('ann');
    await page.locator(options, { hasText: 'Bernard Herrmann' }).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('/artists/bernard-herrmann');
  }));

test('a suggestion request aborted while it is read causes no unhandled error', () =>
  withPage(site, { as: site.demoUser }, async (page) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto('/');
    await page.evaluate(() => {
      const aborted = new Response(new ReadableStream({ start: (stream) => stream.error(new DOMException('aborted', 'AbortError')) }));
      Object.assign(window, { fetch: () => Promise.resolve(aborted) });
    });
    await page.keyboard.press('/');
    await page.keyboard.type('herrm');
    await page.waitForTimeout(400);
    expect(errors).toEqual([]);
  }));

test('Enter without a selected suggestion searches, and a slash in a field is typed', () =>
  withPage(site, { as: site.demoUser }, async (page) => {
    await page.goto('/');
    await page.keyboard.press('/');
    await page.keyboard.type('AC/DC');
    expect(await page.locator(box).inputValue()).toBe('AC/DC');
    await page.keyboard.press('Enter');
    await page.waitForURL('/search?q=AC%2FDC');
    await page.getByRole('heading', { level: 1 }).waitFor();
  }));

test('the empty search box suggests recent searches, newest first', () =>
  withPage(site, { as: site.demoUser }, async (page) => {
    for (const typed of ['vertigo', 'alien']) {
      await page.goto('/');
      await page.locator(box).fill(typed);
      await page.keyboard.press('Enter');
      await page.waitForURL(`/search?q=${typed}`);
    }
    await page.goto('/');
    expect(await page.locator(options).count()).toBe(0);
    await page.keyboard.press('/');
    expect(await page.locator(options).allTextContents()).toEqual(['alien', 'vertigo']);
    expect(await page.getByRole('listbox').getAttribute('aria-label')).toBe(en.search.recent);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('/search?q=vertigo');
  }));

test('the first Tab reaches a link that skips to the main content', () =>
  withPage(site, { as: site.demoUser }, async (page) => {
    await page.goto('/releases/immortal');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: en.frame.toContent });
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await isFocusVisible(page)).toBe(true);
    await page.keyboard.press('Enter');
    await focusOn(page, '#main');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  }));

test('a release can be added to the collection by keyboard, with every focused element visible', () =>
  withPage(site, { as: site.demoUser }, async (page) => {
    await page.goto('/releases');
    await walkTo(page, 'main ul.shelf a, main table a');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/(?:releases)\/[^?]+$/);
    const url = page.url();

    await walkTo(page, 'main form button[name=do][value=own]');
    await page.keyboard.press('Enter');
    const copies = page.getByRole('list', { name: en.records.own.copies });
    await copies.waitFor();
    expect(page.url().split(/[?#]/)[0]).toBe(url);
    await walkTo(page, 'main .copies a');
    await page.keyboard.press('Enter');
    await page.locator('#item [name=condition]').waitFor();
  }));

test('arrows select a sort order without leaving the page, and Enter applies it', () =>
  withPage(site, { as: site.demoUser }, async (page) => {
    await page.goto('/releases');
    const orders = page.locator('main select[name=sort]');
    const third = await orders.locator('option').nth(2).getAttribute('value');
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await orders.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await orders.inputValue()).toBe(third ?? '');
    await page.getByRole('main').getByRole('button', { name: en.browse.sort }).waitFor();
    expect(await page.evaluate(() => [document.activeElement?.id, 'isSame' in window])).toEqual(['sort', true]);

    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('sort') === third);
  }));

test('a sort order chosen by pointer is applied immediately', () =>
  withPage(site, { as: site.demoUser }, async (page) => {
    await page.goto('/releases');
    const orders = page.locator('main select[name=sort]');
    const second = await orders.locator('option').nth(1).getAttribute('value');
    await orders.selectOption({ index: 1 });
    await page.waitForURL((url) => url.searchParams.get('sort') === second);
  }));

test('filters of the collection apply when they are chosen, and on phones by their button', () =>
  withPage(site, { as: site.demoUser }, async (page) => {
    await page.goto('/collection?view=shelf');
    const apply = page.getByRole('main').getByRole('button', { name: en.collection.apply });
    expect(await apply.isVisible()).toBe(false);
    await page.locator('main select[name=format]').selectOption('vinyl');
    await page.waitForURL((url) => url.searchParams.get('format') === 'vinyl' && url.searchParams.get('view') === 'shelf');

    await page.setViewportSize({ width: 390, height: 900 });
    await page.getByRole('button', { name: en.collection.filter, exact: true }).click();
    await page.locator('main select[name=decade]').selectOption('1970');
    await page.locator('main select[name=order]').selectOption('title');
    await apply.click();
    await page.waitForURL(({ searchParams }) => searchParams.get('decade') === '1970' && searchParams.get('order') === 'title');
  }));

test('Escape closes a menu and returns to its button, and on phones closes the sheet of the filters', () =>
  withPage(site, { as: site.demoUser }, async (page) => {
    await page.goto('/collection');
    const item = page.getByRole('link', { name: en.collection.exportJson });
    await page.locator('.drop-menu > summary').click();
    await item.focus();
    await page.keyboard.press('Escape');
    await item.waitFor({ state: 'hidden' });
    await focusOn(page, '.drop-menu > summary');

    await page.setViewportSize({ width: 390, height: 900 });
    const apply = page.getByRole('main').getByRole('button', { name: en.collection.apply });
    await page.getByRole('button', { name: en.collection.filter, exact: true }).click();
    await apply.waitFor();
    await page.keyboard.press('Escape');
    await apply.waitFor({ state: 'hidden' });
  }));

/** Presses Tab until an element has the focus, and checks at every stop that the focus is visible. */
async function walkTo(page: Page, selector: string): Promise<void> {
  for (let stops = 0; stops < 150; stops++) {
    await page.keyboard.press('Tab');
    if (!(await isFocusVisible(page)))
      throw new Error(`The focus is not visible on ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))}`);
    if (await page.evaluate((one) => document.activeElement?.matches(one), selector)) return;
  }
  throw new Error(`None of 150 stops is ${selector}.`);
}

/** Whether the focused element is in view, with an outline around it or its container. */
const isFocusVisible = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return true;
    const { width, height, top, left, bottom } = element.getBoundingClientRect();
    const isInSight = width > 1 && height > 1 && bottom > 0 && top < innerHeight && left < innerWidth;
    const hasRing = (one: Element | null) => {
      const { outlineStyle, outlineWidth } = one ? getComputedStyle(one) : { outlineStyle: 'none', outlineWidth: '0' };
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    };
    return isInSight && (hasRing(element) || hasRing(element.closest('form, label, li')));
  });
