import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type Account, copyDemo } from '../support/demo-catalog';
import { emptyFolder, type Running, serve } from '../support/executable';
import { launchBrowser, patience } from '../support/site-browser';

// The reference of the API, as a browser shows it.

const folder = emptyFolder();
const requested: string[] = [];
const complaints: string[] = [];
let user: Account;
let server: Running;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  user = await copyDemo(join(folder.path, 'data'));
  server = await serve(['--data', 'data'], { cwd: folder.path });
  browser = await launchBrowser();
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
    await page.getByRole('link', { name: 'Sign in to try it.' }).click();
    await page.getByLabel('User name').fill(user.username);
    await page.getByLabel('Password').fill(user.password);
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
