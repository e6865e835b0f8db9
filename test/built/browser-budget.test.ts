import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { Site } from '../support/site';
import { patience, withPage } from '../support/site-browser';

// Transferred bytes and layout shifts of a first visit over a slow connection.

setDefaultTimeout(patience);

let site: Site;

beforeAll(async () => {
  site = await Site.start({ isDemo: true, flags: ['--catalog-visibility', 'public'] });
}, patience);
afterAll(() => site?.[Symbol.asyncDispose]());

/** Compressed bytes. Fonts are cached permanently and counted separately, without those for rare letters. */
const mostForPage = 40 * 1_024;
const mostForFonts = 40 * 1_024;

/** Less than 0.1 is rated good (https://web.dev/articles/cls). */
const mostShift = 0.02;

/** A mobile connection: 1.6 Mbit/s with a round trip of 150 ms. */
const slowLine = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };

for (const [what, path] of [
  ['home', '/'],
  ['a release', '/releases/immortal'],
] as const) {
  test(`the first visit of ${what} is small, blocks only on its style sheet, and does not shift`, () =>
    withPage(site, {}, async (page) => {
      const bytes = await measureLoad(page, path);
      const { shift, paintedMilliseconds, blocking } = await measurePaint(page);
      const sum = bytes.document + bytes.stylesheet + bytes.script;
      const shown = Object.entries(bytes).map(([type, count]) => `${type} ${(count / 1_024).toFixed(1)} KB`);
      console.log(
        `Measured: ${what}: ${shown.join(', ')}; LCP ${Math.round(paintedMilliseconds)} ms on a slow line, CLS ${shift.toFixed(4)}`,
      );

      expect(sum).toBeGreaterThan(5 * 1_024);
      expect(sum).toBeLessThan(mostForPage);
      expect(bytes.font).toBeGreaterThan(0);
      expect(bytes.font).toBeLessThan(mostForFonts);
      expect(shift).toBeLessThan(mostShift);
      expect(blocking.map((name) => /\/assets\/(\w+)[^/]*\.(\w+)$/.exec(name)?.slice(1).join('.'))).toEqual(['style.css']);
    }));
}

type Bytes = Record<'document' | 'stylesheet' | 'script' | 'font' | 'rarer letters' | 'other', number>;

/** Opens a page and counts the transferred bytes by type, headers included. */
async function measureLoad(page: Page, path: string): Promise<Bytes> {
  const devTools = await page.context().newCDPSession(page);
  const bytes: Bytes = { document: 0, stylesheet: 0, script: 0, font: 0, 'rarer letters': 0, other: 0 };
  const types = new Map<string, keyof Bytes>();
  const isCounted = (type: string): type is keyof Bytes => Object.hasOwn(bytes, type);
  devTools.on('Network.responseReceived', ({ requestId, type, response }) => {
    const name = /-ext\b[^/]*\.woff2$/.test(response.url) ? 'rarer letters' : type.toLowerCase();
    types.set(requestId, isCounted(name) ? name : 'other');
  });
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes[types.get(requestId) ?? 'other'] += encodedDataLength;
  });
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', slowLine);
  await page.goto(path, { waitUntil: 'networkidle' });
  return bytes;
}

interface Paint {
  readonly shift: number;
  /** Largest contentful paint. */
  readonly paintedMilliseconds: number;
  readonly blocking: readonly string[];
}

/** Performance entries of the page once it is painted. */
const measurePaint = (page: Page): Promise<Paint> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const entriesOf = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
        observer.observe({ type, buffered: true });
        // The observer is not called without entries.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(observer.takeRecords())));
      });
    const [shifts, paints] = await Promise.all([entriesOf('layout-shift'), entriesOf('largest-contentful-paint')]);
    const resources = performance.getEntriesByType('resource') as (PerformanceResourceTiming & { renderBlockingStatus?: string })[];
    return {
      shift: shifts.reduce((sum, entry) => sum + ((entry as PerformanceEntry & { value?: number }).value ?? 0), 0),
      paintedMilliseconds: paints.at(-1)?.startTime ?? 0,
      blocking: resources.filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking').map(({ name }) => name),
    };
  });
