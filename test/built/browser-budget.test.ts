import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { Site } from '../support/site';
import { patience, withPage } from '../support/site-browser';

// What a first look at a page takes over a slow line: bytes, and whether it holds still.

setDefaultTimeout(patience);

let site: Site;

beforeAll(async () => {
  site = await Site.start({ isDemo: true, flags: ['--catalog-visibility', 'public'] });
}, patience);
afterAll(() => site?.[Symbol.asyncDispose]());

/** In bytes on the wire. Fonts are kept for ever, and counted by themselves, without those for the rarer letters of some names. */
const mostForPage = 40 * 1_024;
const mostForFonts = 40 * 1_024;

/** A good one shifts by less than 0.1 (https://web.dev/articles/cls). */
const mostShift = 0.02;

/** Of a phone on the move: 1.6 Mbit/s, with 150 ms to and fro. */
const slowLine = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };

for (const [what, path] of [
  ['home', '/'],
  ['a release', '/releases/immortal'],
] as const) {
  test(`the first view of ${what} is small, waits for nothing but its style sheet, and holds still`, () =>
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

/** Opens a page for the first time, and counts what comes over the line, headers included. */
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
  /** When the largest part of the first view stood there. */
  readonly paintedMilliseconds: number;
  readonly blocking: readonly string[];
}

/** What the browser noted while it showed the page, as soon as it has shown all. */
const measurePaint = (page: Page): Promise<Paint> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const entriesOf = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
        observer.observe({ type, buffered: true });
        // Where there are none, none are said.
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
