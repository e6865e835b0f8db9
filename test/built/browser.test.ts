import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../support/chromium';
import { emptyFolder, type Running, serve } from '../support/executable';

// The reference of the API, as a browser shows it.

/** A browser on a busy machine takes its time. */
const patience = 60_000;

const folder = emptyFolder();
const requested: string[] = [];
const complaints: string[] = [];
let server: Running;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await serve(['--demo', '--data', ':memory:'], { cwd: folder.path });
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
  'the reference shows an operation in a browser, with nothing loaded from elsewhere and nothing blocked',
  async () => {
    await page.goto(`${server.url}/api/docs`);
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Artists/ })
      .click();
    await page.getByRole('row', { name: 'List artists' }).getByRole('link').click();
    await page.getByText('Full-text search in names').waitFor();

    expect(page.url()).toBe(`${server.url}/api-reference/artists/list-artists`);
    expect(complaints).toEqual([]);
    expect(requested.filter((url) => !url.startsWith(server.url) && !url.startsWith('data:'))).toEqual([]);
  },
  patience,
);

test(
  '“try it” leads through signing in, and sends what was typed and none of the examples',
  async () => {
    const [, username = '', password = ''] = /Its user is (\S+), with the password (\S+),/.exec(server.said) ?? [];
    await page.getByRole('link', { name: 'Sign in to try it.' }).click();
    await page.getByLabel('User name').fill(username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('q', { exact: true }).fill('herrmann');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const answer = page.locator('#answer');
    await answer.getByText('200 OK').waitFor();

    const sent = [...new URL(page.url()).searchParams].filter(([, value]) => value !== '');
    expect(sent).toEqual([
      ['q', 'herrmann'],
      ['_sent', '1'],
    ]);
    expect(JSON.parse((await answer.locator('pre').textContent()) ?? '').data[0].attributes.name).toBe('Bernard Herrmann');
    expect(complaints).toEqual([]);
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT });
  },
  patience,
);
