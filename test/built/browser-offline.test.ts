import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { en } from '../../src/website/i18n/texts.gen';
import { barriersOn, faultsOfFrame, overflowOf } from '../support/page-checks';
import { Site } from '../support/site';
import { patience, signIn, submit, withPage } from '../support/site-browser';

// The home page, the lists and the scan page offline.

setDefaultTimeout(patience);

let site: Site;
const bea = { username: 'bea', password: 'correct horse battery' };

beforeAll(async () => {
  site = await Site.start({ isDemo: true });
  await site.addUser(bea);
}, patience);
afterAll(() => site?.[Symbol.asyncDispose]());

/** Opens a page, and waits until the service worker has stored everything. */
async function openStored(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilStored(page);
}

async function untilStored(page: Page): Promise<void> {
  while (!(await page.evaluate(isStored))) await Bun.sleep(50);
}

/** The scan page is stored last. */
async function isStored(): Promise<boolean> {
  const addresses = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return addresses.flat().some(({ url }) => url.endsWith('/shop'));
}

/** Addresses and contents of everything stored. */
async function storedTexts(): Promise<string> {
  const stored = (await caches.keys()).map(async (name) => {
    const cache = await caches.open(name);
    return Promise.all((await cache.keys()).map(async (request) => request.url + (await (await cache.match(request))?.text())));
  });
  return (await Promise.all(stored)).flat().join();
}

const rows = (page: Page) => page.locator('main .hits li').allTextContents();
const main = (page: Page) => page.getByRole('main').textContent();
const waitingIn = (page: Page) => page.locator('[data-waiting] li').allTextContents();

async function lookUp(page: Page, code: string): Promise<void> {
  await page.locator('.form.code [name="code"]').fill(code);
  await page.getByRole('button', { name: 'Look up' }).click();
  await page.locator(`[data-code="${code}"]`).waitFor();
}

async function find(page: Page, title: string): Promise<string[]> {
  await page.getByRole('searchbox').fill(title);
  await page.getByRole('searchbox').press('Enter');
  await page.waitForURL((url) => url.searchParams.get('q') === title);
  return rows(page);
}

interface Shelf {
  readonly releases: readonly { readonly title: string; readonly owned?: unknown }[];
}

async function isStoredAsOwned(title: string): Promise<boolean> {
  const [name = ''] = await caches.keys();
  const list = await (await caches.open(name)).match('/shop/shelf.json');
  const shelf = (await list?.json()) as Shelf | undefined;
  return shelf?.releases.some((release) => release.title === title && release.owned !== undefined) ?? false;
}

const storedItems = async () => ({
  caches: (await caches.keys()).length,
  workers: (await navigator.serviceWorker.getRegistrations()).length,
  session: sessionStorage.length,
});

const age = /updated \d+ \w+ \d{4}, \d+:\d\d: \d+ releases and \d+ wishlist entries/;

test('offline, the home page, the collection and the wishlist show and search the stored lists, with their age', () =>
  withPage(site, { as: site.demoUser, width: 390 }, async (page) => {
    await openStored(page, '/collection');
    await page.context().setOffline(true);

    await page.goto('/collection?view=shelf');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('My collection');
    expect(await main(page)).toMatch(age);
    expect((await rows(page)).length).toBeGreaterThan(40);
    expect([...(await faultsOfFrame(page)), ...(await overflowOf(page)), ...(await barriersOn(page))]).toEqual([]);
    const found = await find(page, 'PSYCHO herrmann');
    expect(found).toEqual([expect.stringMatching(/^Psycho.*1975.*Very good plus.*Shelf A$/), expect.stringMatching(/^Psycho.*CD · 1997/)]);
    expect(await find(page, '<b>zzz')).toEqual([]);
    expect(await main(page)).toMatch(/No matches in your collection as of \d+ \w+ \d{4}, \d+:\d\d\./);
    expect(await page.getByRole('searchbox').inputValue()).toBe('<b>zzz');

    await page.getByRole('link', { name: 'Wishlist' }).click();
    await page.getByRole('heading', { name: 'Wishlist', level: 1 }).waitFor();
    expect(await rows(page)).toContain('GoldfingerJohn Barry · Vinyl · 1964');

    await page.goto('/');
    expect(await page.getByRole('heading').allTextContents()).toEqual(['No connection to the server', 'My collection', 'Wishlist']);
    expect(await find(page, 'psycho')).toHaveLength(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }));

test('a page that is not stored explains so offline, and opens again with a connection', () =>
  withPage(site, { as: site.demoUser, language: 'de-DE' }, async (page) => {
    await openStored(page, '/wishlist');
    await page.context().setOffline(true);
    await page.goto('/collection?q=psycho');
    await page.getByRole('link', { name: 'Psycho' }).first().click();
    await page.getByRole('heading', { name: 'Keine Verbindung zum Server' }).waitFor();
    expect(await main(page)).toContain('Diese Seite braucht eine Verbindung.');
    await page.context().setOffline(false);
    await page.reload();
    await page.getByRole('heading', { name: 'Psycho', level: 1 }).waitFor();
  }));

test('the address of a feed is not stored for offline use', () =>
  withPage(site, { as: site.demoUser }, async (page) => {
    await openStored(page, '/collection');
    await page.goto('/settings/tokens');
    await page.getByText(en.settings.tokens.feed.make).click();
    await submit(page, en.settings.tokens.feed.send);
    const address = await page.locator('#once').inputValue();
    expect(await page.evaluate(async (feed) => (await fetch(feed)).status, address)).toBe(200);
    expect((await page.goto(address))?.status()).toBe(200);
    await openStored(page, '/collection');
    expect(await page.evaluate(storedTexts)).not.toContain('lm_pat_');
  }));

test('opening a list updates the stored copy', () =>
  withPage(site, { as: site.demoUser }, async (page) => {
    await openStored(page, '/collection');
    await page.goto('/releases/goldfinger');
    await submit(page, en.records.own.add);
    await page.getByRole('list', { name: en.records.own.copies }).waitFor();
    await page.goto('/');
    while (!(await page.evaluate(isStoredAsOwned, 'Goldfinger'))) await Bun.sleep(50);
    await page.context().setOffline(true);
    await page.goto('/collection?q=goldfinger');
    expect(await rows(page)).toHaveLength(1);
  }));

test('codes scanned offline are queued and looked up when the connection is back', () =>
  withPage(site, { as: site.demoUser }, async (page) => {
    await openStored(page, '/shop');
    await page.context().setOffline(true);
    for (const code of ['5024709127221', 'ISC 350', '4009910447123']) await lookUp(page, code);
    const waits = (code: string) => expect.stringMatching(new RegExp(`^${code}\\s*Waiting for a connection$`));
    await page.locator('[data-waiting] li').nth(1).waitFor();
    expect(await waitingIn(page)).toEqual([waits('4009910447123'), waits('5024709127221')]);
    // Later, in another tab.
    const later = await page.context().newPage();
    await page.close();
    await later.goto('/shop');
    await later.getByText('Waiting for a connection').first().waitFor();
    // In a page opened offline, the emulation of Chromium 150 leaves `navigator.onLine` true until the connection changes.
    for (const isOffline of [false, true, false]) await later.context().setOffline(isOffline);
    await later.getByText('Not in the catalog').nth(1).waitFor();
    await later.getByRole('link', { name: '5024709127221' }).click();
    await later.locator('[data-code="5024709127221"]').waitFor();
    await later.locator('[data-waiting] li').waitFor();
    expect(await waitingIn(later)).toEqual([expect.stringContaining('4009910447123')]);
    await later.getByRole('button', { name: 'Clear results' }).click();
    await later.locator('[data-waiting]').waitFor({ state: 'hidden' });
  }));

test('an answer from the stored copy is replaced when the connection is back', () =>
  withPage(site, { as: site.demoUser }, async (page) => {
    await openStored(page, '/shop');
    await page.context().setOffline(true);
    await lookUp(page, 'VSD-5677');
    await page.locator('[data-kept]').waitFor();
    await page.context().setOffline(false);
    await page.locator('[data-code]:not([data-kept])').waitFor();
    expect(await page.locator('[data-offline]').isVisible()).toBe(false);
  }));

for (const [what, leave] of [
  [
    'signing out deletes the stored lists, the queued codes and the service worker',
    async (page: Page) => {
      await page.goto('/sign-out');
      await submit(page, 'Sign out');
      await page.getByText('You are signed out.').waitFor();
      expect(await page.evaluate(storedItems)).toEqual({ caches: 0, workers: 0, session: 0 });
      await page.context().setOffline(true);
      await expect(page.goto('/shop')).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
      await page.context().setOffline(false);
    },
  ],
  [
    'another user who signs in finds no stored lists or queued codes of the first',
    async (page: Page) => {
      await page.goto('about:blank');
      await page.context().clearCookies();
    },
  ],
] as const)
  test(what, () =>
    withPage(site, {}, async (page) => {
      await page.goto('/sign-in?to=/shop');
      await signIn(page, site.demoUser);
      await untilStored(page);
      await page.context().setOffline(true);
      await lookUp(page, '5024709127221');
      await page.locator('[data-waiting] li').waitFor();
      await page.context().setOffline(false);
      await leave(page);
      await page.goto('/sign-in?to=/shop');
      await signIn(page, bea);
      await untilStored(page);
      await page.context().setOffline(true);
      await page.goto('/');
      expect(await main(page)).toContain('0 releases and 0 wishlist entries');
      await page.goto('/shop');
      await lookUp(page, '4009910447123');
      await page.locator('[data-waiting] li').waitFor();
      expect(await waitingIn(page)).toEqual([expect.stringContaining('4009910447123')]);
    }),
  );

test('with a base path, the same pages open offline, and signing out deletes the stored data', async () => {
  await using below = await Site.start({ isDemo: true, flags: ['--base-path', '/music'] });
  const { origin } = new URL(below.url);
  await withPage(below, {}, async (page) => {
    await page.goto(`${origin}/music/sign-in?to=/music/collection`);
    await signIn(page, below.demoUser);
    await untilStored(page);
    await page.context().setOffline(true);
    await page.goto(`${origin}/music/`);
    expect(await find(page, 'psycho')).toHaveLength(2);
    await page.getByRole('link', { name: 'Wishlist' }).click();
    await page.waitForURL(`${origin}/music/wishlist`);
    await page.context().setOffline(false);
    await page.goto(`${origin}/music/sign-out`);
    await submit(page, 'Sign out');
    await page.getByText('You are signed out.').waitFor();
    expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(0);
  });
});
