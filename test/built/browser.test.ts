import { expect, test } from 'bun:test';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../support/chromium';
import { emptyFolder, serve } from '../support/executable';

test('the documentation page shows the API in a browser, with nothing loaded from elsewhere and nothing blocked', async () => {
  using folder = emptyFolder();
  await using server = await serve(['--data', ':memory:'], { cwd: folder.path });
  const browser = await chromium.launch({
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
  try {
    const page = await browser.newPage();
    const requested: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));

    await page.goto(`${server.url}/`);
    await page.getByText('/api/portrayals', { exact: true }).first().waitFor();
    await page.getByText('List artists', { exact: true }).click();
    await page.getByText('Full-text search in names').first().waitFor();

    expect(page.url()).toStartWith(`${server.url}/api/docs`);
    expect(complaints).toEqual([]);
    expect(requested.filter((url) => !url.startsWith(server.url) && !url.startsWith('data:'))).toEqual([]);
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT });
  } finally {
    await browser.close();
  }
}, 30_000);
