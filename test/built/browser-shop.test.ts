import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { fakeCamera, writeBarcodeVideo } from '../support/barcode-video';
import { copyDemo } from '../support/demo-catalog';
import { emptyFolder, type Running, serve } from '../support/executable';
import { launchBrowser, patience } from '../support/site-browser';

// The scan page with a camera and offline.

setDefaultTimeout(patience);

const barcode = '0711719610427';

const folder = emptyFolder();
const film = join(folder.path, 'barcode.y4m');
const complaints: string[] = [];
let server: Running;
let browser: Browser;
let username: string;
let password: string;

beforeAll(async () => {
  writeBarcodeVideo(film, barcode);
  ({ username, password } = await copyDemo(join(folder.path, 'data')));
  server = await serve(['--data', 'data'], { cwd: folder.path });
  browser = await launchBrowser(fakeCamera(film));
}, patience);

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

async function newContext(): Promise<BrowserContext> {
  const context = await browser.newContext();
  context.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  context.on('weberror', (error) => complaints.push(error.error().message));
  return context;
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${server.url}/sign-in?to=/shop`);
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Scan' }).waitFor();
}

/** Waits until the page shows its offline copy. */
const stored = (page: Page) => page.getByText(/the copy on this device: \d+ releases? and \d+ wish/).waitFor();

async function lookUp(page: Page, number: string): Promise<void> {
  await page.locator('.form.code [name="code"]').fill(number);
  await page.getByRole('button', { name: 'Look up' }).click();
  await page.locator(`[data-code="${number}"]`).waitFor();
}

const cachesOf = (page: Page) => page.evaluate<string[]>('caches.keys()');
const workersOf = (page: Page) => page.evaluate<number>('navigator.serviceWorker.getRegistrations().then(({ length }) => length)');
const answerIn = (page: Page) => page.locator('#answer').textContent();

test('the camera looks up a barcode, and earlier lookups are listed', async () => {
  const context = await newContext();
  const page = await context.newPage();
  await signIn(page);
  await lookUp(page, '5024709127221');
  expect(await answerIn(page)).toContain('Not in the catalog');
  await page.getByRole('button', { name: 'Open the camera' }).click();
  await page.getByRole('heading', { name: 'You own it' }).waitFor();
  expect(await answerIn(page)).toMatch(/wipEout[\s\S]*Very good[\s\S]*Display/);
  expect(await page.locator('main').getAttribute('class')).toBe('d1990');
  expect(await page.locator('[data-today] li').allTextContents()).toEqual([expect.stringMatching(/5024709127221\s*Not in the catalog/)]);
  await page.reload();
  expect(await answerIn(page)).toContain('wipEout');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a bought copy is added on the scan page and removed from the wishlist', async () => {
  const context = await newContext();
  const page = await context.newPage();
  await signIn(page);
  await lookUp(page, 'ISC 350');
  await page.getByLabel('for').fill('9.50');
  await page.getByRole('button', { name: 'Bought' }).click();
  await page.getByRole('heading', { name: 'You own it' }).waitFor();
  expect(await answerIn(page)).toContain('9.50');
  expect(complaints).toEqual([]);
  await context.close();
});

test('offline, the scan page answers by barcode and catalog number from its copy, with its age', async () => {
  const context = await newContext();
  const page = await context.newPage();
  await signIn(page);
  await stored(page);
  await context.setOffline(true);
  await lookUp(page, barcode.slice(1));
  expect(await answerIn(page)).toMatch(/You own it\s*wipEout[\s\S]*Very good[\s\S]*Display[\s\S]*Offline: from your copy of /);
  expect(await page.getByRole('status').first().textContent()).toMatch(
    /^You’re offline\. Answers come from the copy on this device, updated .*: \d+ releases/,
  );
  await page.goto(`${server.url}/shop?code=sces+00010`);
  await page.getByRole('heading', { name: 'You own it' }).waitFor();
  await lookUp(page, '5024709127221');
  expect(await answerIn(page)).toContain('Not in your offline copy');
  await context.setOffline(false);
  complaints.length = 0;
  await context.close();
});

test('the next request after a session was ended elsewhere deletes the offline copy', async () => {
  const context = await newContext();
  const page = await context.newPage();
  await signIn(page);
  await stored(page);
  expect([(await cachesOf(page)).length, await workersOf(page)]).toEqual([1, 1]);
  const others = await (await context.browser()?.newContext())?.newPage();
  if (!others) throw new Error('There is no second browser.');
  await signIn(others);
  await others.goto(`${server.url}/settings/sessions`);
  await others.getByRole('button', { name: 'End all other sessions' }).click();
  await others.getByText('All other sessions ended.').waitFor();
  await page.goto(`${server.url}/shop`);
  await page.getByLabel('Password').waitFor();
  expect([await cachesOf(page), await workersOf(page)]).toEqual([[], 0]);
  await others.context().close();
  await context.close();
});
