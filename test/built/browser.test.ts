import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../support/chromium';
import { emptyFolder, type Running, run, serve } from '../support/executable';

// The documentation page, as a browser shows it.

/** A browser on a busy machine takes its time. */
const patience = 60_000;

const folder = emptyFolder();
const requested: string[] = [];
const complaints: string[] = [];
let server: Running;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await serve(['--data', 'data'], { cwd: folder.path });
  await run(['user', 'create', 'anna', '--password-stdin', '--data', 'data'], { cwd: folder.path, stdin: 'correct horse battery\n' });
  browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  page = await browser.newPage();
  page.on('request', (request) => requested.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
}, patience);

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

test(
  'the documentation page shows the API in a browser, with nothing loaded from elsewhere and nothing blocked',
  async () => {
    await page.goto(`${server.url}/`);
    await page.getByText('/api/portrayals', { exact: true }).first().waitFor();
    await page.getByText('List artists', { exact: true }).click();
    await page.getByText('Full-text search in names').first().waitFor();

    expect(page.url()).toStartWith(`${server.url}/api/docs`);
    expect(complaints).toEqual([]);
    expect(requested.filter((url) => !url.startsWith(server.url) && !url.startsWith('data:'))).toEqual([]);
  },
  patience,
);

test(
  'the documentation page signs in, and sends what was typed beside the defaults, and none of the examples',
  async () => {
    const form = page.locator('form');
    await form.getByLabel('Name').fill('anna');
    await form.getByLabel('Password').fill('wrong horse battery');
    await form.getByRole('button').click();
    await form.getByText('The user name or the password is wrong.').waitFor();
    await form.getByLabel('Password').fill('correct horse battery');
    await form.getByRole('button').click();
    await form.getByText('Signed in as anna').waitFor();

    const operation = page.locator('#operations-Artists-artistList');
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.locator('tr[data-param-name="q"] input').fill('herrmann');
    const [request] = await Promise.all([
      page.waitForRequest((request) => request.url().includes('/api/artists')),
      operation.getByRole('button', { name: 'Execute' }).click(),
    ]);
    expect(request.url()).toBe(`${server.url}/api/artists?q=herrmann&page=1&itemsPerPage=30`);
    expect((await request.response())?.status()).toBe(200);
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT });
  },
  patience,
);
