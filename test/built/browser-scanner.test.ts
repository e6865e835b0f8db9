import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { assetFiles, isAssetName } from '../../src/website/http/asset-files';
import { Lens } from '../../src/website/library/shop/lens';
import { fakeCamera, writeBarcodeVideo } from '../support/barcode-video';
import { emptyFolder } from '../support/executable';
import { focusOn, launchBrowser, patience } from '../support/site-browser';

// The scanner of the scan page, with a video as its camera.

setDefaultTimeout(patience);

const barcode = '5024709127221';

const texts = { open: 'Open the camera', noCamera: 'No camera. Type the number instead.', noReader: 'No reader.' };
const lens = renderToString(
  h(Lens, { answer: '/answer', reader: '/assets/barcode-reader.js', readerModule: '/assets/barcode-reader.wasm', texts }),
);
const document = `<!doctype html><title>Scan</title><script type="module" src="/assets/lens.js"></script>
<main>${lens}<div id="answer"></div><input name="code"></main>`;

const policy = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'`;

const folder = emptyFolder();
const video = join(folder.path, 'barcode.y4m');
const asked: string[] = [];

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    asked.push(pathname);
    const file = pathname.replace('/assets/', '');
    if (isAssetName(file)) return new Response(Bun.file(assetFiles[file]));
    if (pathname === '/answer') return new Response(`<p data-era="d1980">${Number(searchParams.get('code'))} is yours</p>`);
    return new Response(document, { headers: { 'content-type': 'text/html', 'content-security-policy': policy } });
  },
});

let browser: Browser;

beforeAll(async () => {
  writeBarcodeVideo(video, barcode);
  browser = await launchBrowser(fakeCamera(video));
}, patience);

afterAll(async () => {
  await browser?.close();
  await server.stop(true);
  folder[Symbol.dispose]();
});

/** Opens a page and its camera, and collects errors and requests to other servers. */
async function openScanner(prepare: (page: Page) => Promise<unknown> = async () => undefined) {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && !message.text().includes('favicon') && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => !request.url().startsWith(server.url.href) && complaints.push(request.url()));
  await prepare(page);
  asked.length = 0;
  await page.goto(server.url.href);
  await page.getByRole('button', { name: texts.open }).click();
  return { page, complaints };
}

test('a barcode in front of the camera is read by the bundled reader and looked up once', async () => {
  const { page, complaints } = await openScanner();
  await page.getByText(`${barcode} is yours`).waitFor();
  expect(await page.locator('main').getAttribute('class')).toBe('d1980');
  await page.waitForTimeout(1000);
  expect(asked.filter((path) => path === '/answer')).toHaveLength(1);
  expect(asked).toContain('/assets/barcode-reader.wasm');
  expect(complaints).toEqual([]);
  await page.close();
});

test('a browser with a barcode detector loads no reader', async () => {
  const { page, complaints } = await openScanner((page) =>
    page.addInitScript(`globalThis.BarcodeDetector = class {
        static async getSupportedFormats() { return ['ean_13', 'qr_code']; }
        constructor({ formats }) { this.formats = formats; }
        async detect(video) { return video.videoWidth > 0 && this.formats.join() === 'ean_13' ? [{ rawValue: '42' }] : []; }
      };`),
  );
  await page.getByText('42 is yours').waitFor();
  expect(asked.filter((path) => path.includes('reader'))).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
});

test('without a camera, the page explains so and focuses the field for the number', async () => {
  const { page } = await openScanner((page) =>
    page.addInitScript(`navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotFoundError'); };`),
  );
  await page.getByText(texts.noCamera).waitFor();
  await focusOn(page, '[name=code]');
  await page.close();
});
