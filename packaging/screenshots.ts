/**
 * Writes screenshots of the main pages to docs/screenshots/, from the built executable with the demo catalog:
 * `npm run screenshots`. Needs Chromium (see test/support/chromium.ts).
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { Site } from '../test/support/site';
import { closeBrowser, widths, withPage } from '../test/support/site-browser';

interface Screenshot {
  readonly name: string;
  readonly path: string;
  readonly theme?: 'dark';
  readonly language?: string;
  readonly width?: number;
  readonly height?: number;
}

const screenshots: readonly Screenshot[] = [
  { name: 'home', path: '/' },
  { name: 'search', path: '/search?q=herrmann' },
  { name: 'release', path: '/releases/the-fantasy-film-world-of-bernard-herrmann' },
  { name: 'release-dark', path: '/releases/blade-runner-trilogy-25th-anniversary', theme: 'dark' },
  { name: 'album', path: '/albums/blade-runner' },
  { name: 'artist', path: '/artists/bernard-herrmann' },
  { name: 'collection', path: '/collection' },
  { name: 'shop-phone', path: '/shop?code=028944829525', width: 390, height: 844 },
  { name: 'settings-german', path: '/settings', language: 'de-DE' },
];

const folder = join(import.meta.dir, '../docs/screenshots');

/** WebP quality: covers and text stay crisp, and a file stays below 150 KB. */
const quality = 82;

await mkdir(folder, { recursive: true });
await using site = await Site.start({ isDemo: true });
for (const screenshot of screenshots) await take(site, screenshot);
await closeBrowser();

function take(site: Site, { name, path, theme, language, width = widths.desk, height = 1_000 }: Screenshot): Promise<void> {
  const options = { as: site.demoUser, width, ...(theme && { theme }), ...(language && { language }) };
  return withPage(site, options, async (page) => {
    await page.setViewportSize({ width, height });
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    const bytes = await Bun.write(join(folder, `${name}.webp`), await capture(page));
    console.log(`${name}.webp  ${Math.round(bytes / 1_024)} KB`);
  });
}

/** Captures WebP through the DevTools protocol: Playwright only writes PNG and JPEG, which are three times as large. */
async function capture(page: Page): Promise<Buffer> {
  const devTools = await page.context().newCDPSession(page);
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality });
  return Buffer.from(data, 'base64');
}
