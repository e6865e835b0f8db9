import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { makeCertificate } from '../support/certificates';
import { copyDemo } from '../support/demo-catalog';
import { serve } from '../support/executable';
import { readQrCode } from '../support/qr-code';
import { Site } from '../support/site';
import { launchBrowser, patience, signIn } from '../support/site-browser';

// Pages over plain HTTP from another machine: browsers then have no camera, no service workers and no clipboard.

setDefaultTimeout(patience);

const name = 'films.test';

let site: Site;
let browser: Browser;

beforeAll(async () => {
  site = await Site.start({ isDemo: true });
  browser = await launchBrowser([`--host-resolver-rules=MAP ${name} 127.0.0.1`]);
}, patience);

afterAll(async () => {
  await browser?.close();
  await site?.[Symbol.asyncDispose]();
});

/** Opens a page as the demo's user. @param host a name for a page over plain HTTP; browsers trust the loopback */
async function open(path: string, { host = name, locale = 'en-GB' } = {}): Promise<Page> {
  const baseURL = site.url.replace('127.0.0.1', host);
  const context = await browser.newContext({ baseURL, locale });
  const page = await context.newPage();
  await page.goto(`/sign-in?to=${path}`);
  await signIn(page, site.demoUser);
  await page.waitForLoadState();
  return page;
}

const close = (page: Page) => page.context().close();

test.each([
  ['en-GB', 'No camera and no offline copy over plain HTTP: browsers allow both only over HTTPS. How to get HTTPS at home'],
  ['de-DE', 'Ohne HTTPS gibt es weder Kamera noch Offline-Kopie: Browser erlauben beides nur über HTTPS. So bekommen Sie HTTPS zu Hause'],
  ['fr-FR', 'Ni caméra ni copie hors ligne sans HTTPS : les navigateurs ne les autorisent qu’en HTTPS. Comment obtenir HTTPS chez soi'],
])('over plain HTTP, the scan page says in %s what is missing and why, and leads to the help', async (locale, text) => {
  const page = await open('/shop', { locale });
  const note = page.locator('.insecure-only');
  await note.waitFor();
  expect((await note.textContent())?.replace(/\s/g, ' ')).toBe(text);
  expect(
    await page.locator('[data-camera-help], [data-lens]').evaluateAll((all) => all.filter((part) => part.checkVisibility()).length),
  ).toBe(0);
  await note.getByRole('link').click();
  await page.waitForURL('/docs/phone');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('On your phone');
  await close(page);
});

test('over plain HTTP, the scan page asks for a number instead of the frame of the camera', async () => {
  const page = await open('/shop');
  await page.locator('.insecure-only').waitFor();
  const isVisible = (text: string) => page.locator('#answer').getByText(text).isVisible();
  expect(await Promise.all(['Type the barcode', 'Hold the barcode in the frame', 'The picture stays'].map(isVisible))).toEqual([
    true,
    false,
    false,
  ]);
  await close(page);
});

test('over plain HTTP, the collection and the wishlist say that they have no offline copy', async () => {
  for (const path of ['/collection', '/wishlist']) {
    const page = await open(path);
    await page.getByText('No offline copy over plain HTTP').waitFor();
    await close(page);
  }
});

test('over a trusted address, pages don’t say that something is missing', async () => {
  for (const path of ['/shop', '/collection']) {
    const page = await open(path, { host: '127.0.0.1' });
    if (path === '/shop') await page.getByRole('button', { name: 'Open the camera' }).waitFor();
    expect(await page.locator('.insecure-only').isVisible()).toBe(false);
    await close(page);
  }
});

test('with a certificate that the browser doesn’t trust, the scan page says that it has no offline copy', async () => {
  const [data, cert, key] = [join(site.path, 'secure'), join(site.path, 'cert.pem'), join(site.path, 'key.pem')];
  const account = await copyDemo(data);
  const certificate = makeCertificate(name);
  writeFileSync(cert, certificate.cert);
  writeFileSync(key, certificate.key);
  await using secure = await serve(['--data', data, '--tls-certificate', cert, '--tls-key', key], { cwd: site.path });
  const context = await browser.newContext({ baseURL: secure.url, ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto('/sign-in?to=/shop');
  await signIn(page, account);
  await page.getByText('No offline copy: the browser refuses to store it').waitFor();
  expect(await page.getByRole('button', { name: 'Open the camera' }).isVisible()).toBe(true);
  await context.close();
});

test('over plain HTTP, a copy button still copies', async () => {
  const page = await open('/docs/install');
  const button = page.locator('[data-copy]').first();
  const code = (await page.locator(`#${await button.getAttribute('data-copy')}`).textContent()) ?? '';
  await button.click();
  await page.locator('#q').click();
  await page.keyboard.press('Control+V');
  const pasted = await page.locator('#q').inputValue();
  expect(pasted.replace(/\s+/g, ' ').trim()).toBe(code.slice(0, 200).replace(/\s+/g, ' ').trim());
  await close(page);
});

test('the page “Use it on your phone” shows the address as a QR code', async () => {
  const page = await open('/settings');
  await page.getByRole('main').getByRole('link', { name: 'Use it on your phone' }).click();
  await page.getByRole('heading', { name: 'Use it on your phone' }).waitFor();
  const address = site.url.replace('127.0.0.1', name);
  expect(await page.getByRole('main').getByRole('link', { name: address, exact: true }).count()).toBe(1);
  expect(await readQrCode(new Uint8Array(await page.locator('.qr').screenshot()))).toBe(address);
  expect(await page.getByRole('main').textContent()).toMatch(/over plain HTTP[\s\S]*“Add to Home Screen”/);
  await close(page);
});
