import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { PageEntry } from '../../src/website/http/page';
import { barriersOn, faultsOfFrame, isThorough, layoutFaultsOf, overflowOf, shorten } from '../support/page-checks';
import { Site } from '../support/site';
import { patience, widths, withPage } from '../support/site-browser';
import { type Audience, audienceOf, type Example, examplesOf, files, leadsOn } from '../support/site-map';

// Every page of the site map with the demo, on a phone and on a desktop, in light and dark.

setDefaultTimeout(patience);

let site: Site;
let examples: Awaited<ReturnType<typeof examplesOf>>;
const durations: { readonly path: string; readonly milliseconds: number }[] = [];

beforeAll(async () => {
  site = await Site.start({ isDemo: true, flags: ['--registration', 'open', '--catalog-visibility', 'public', '--search-engines', 'yes'] });
  await site.addAdministrator();
  await site.command('import', 'ndjson', import.meta.resolveSync('../../seed/demo/07-organizations.jsonl'));
  // Signs both in, so that they have sessions to show.
  for (const as of [site.demoUser, site.administrator]) await withPage(site, { as }, (page) => page.goto('/settings'));
  examples = await examplesOf(site);
}, 3 * patience);

afterAll(async () => {
  const slowest = durations.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, 5);
  const shown = slowest.map(({ path, milliseconds }) => `${path} ${Math.round(milliseconds)} ms`);
  console.log(`Measured: of ${durations.length} pages, checks took longest on ${shown.join(', ')}`);
  await site?.[Symbol.asyncDispose]();
});

const accountOf = (audience: Audience) => (audience === 'nobody' ? undefined : audience === 'admin' ? site.administrator : site.demoUser);

for (const audience of ['nobody', 'user', 'admin'] as const) {
  test(
    `every page for ${audience === 'nobody' ? 'anonymous visitors' : `the role ${audience}`} fits phones and desktops and is accessible in light and dark`,
    async () => {
      const shown = examples.filter(({ entry }) => !files[entry.path] && audienceOf(entry) === audience);
      const as = accountOf(audience);
      const faults: string[] = [];
      await withPage(site, { ...(as && { as }), refusals: [404] }, async (page) => {
        for (const example of shown) faults.push(...(await faultsOf(page, example)).map((fault) => `${example.path}: ${fault}`));
      });
      expect(faults).toEqual([]);
      expect(shown.length).toBeGreaterThan(3);
    },
    4 * patience,
  );
}

/**
 * Pages with one template for all kinds of records except releases: accessibility is checked on the first. The fields of
 * an add form are those of the edit form, which is checked for every kind.
 */
const sharedTemplate = /^\/(?!releases\/|collection\/).*\/(?:add|history|delete|merge|update|by\/:facet)$/;
const checkedTemplates = new Set<string>();

function isCheckedForAccessibility({ path }: PageEntry): boolean {
  if (isThorough || !sharedTemplate.test(path)) return true;
  const template = path.split('/').at(-1) ?? '';
  const isFirst = !checkedTemplates.has(template);
  checkedTemplates.add(template);
  return isFirst;
}

/** From a small phone to a large desktop, in CSS pixels, on both sides of each width at which the layout changes. */
const everyWidth = [320, 480, 600, 641, 700, 768, 820, 900, 1024, 1180, 1440, 1920];

/** Pages with wide tables, filters in a column, forms in rows, and drawings, for a check that takes too long on all of them. */
const checkedAtEveryWidth = new Set(['/collection', '/labels', '/albums/blade-runner', '/collection/statistics', '/docs/operating']);

async function faultsAtEveryWidth(page: Page, path: string): Promise<string[]> {
  if (!isThorough && !checkedAtEveryWidth.has(path)) return [];
  const faults: string[] = [];
  for (const width of everyWidth) {
    await page.setViewportSize({ width, height: 800 });
    faults.push(...(await layoutFaultsOf(page)).map((fault) => `at ${width} px: ${fault}`));
  }
  return faults;
}

async function faultsOf(page: Page, { entry, path }: Example): Promise<string[]> {
  const started = performance.now();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: widths.phone, height: 740 });
  const response = await page.goto(path);
  const isFound = response?.status() === 200 && new URL(page.url()).pathname === (leadsOn[entry.path] ?? path.split('?')[0]);
  const faults = isFound ? [] : [`the response is ${response?.status()} at ${page.url()}`];
  faults.push(...(await faultsOfFrame(page)), ...(await overflowOf(page)), ...(await faultsAtEveryWidth(page, path)));
  await page.setViewportSize({ width: widths.desk, height: 800 });
  faults.push(...(await overflowOf(page)));
  if (isCheckedForAccessibility(entry)) faults.push(...(await barriersOf(page, audienceOf(entry))));
  durations.push({ path, milliseconds: performance.now() - started });
  return faults;
}

/** Rules that depend on colors and on width; the others give the same result on a phone in dark. */
const visualRules = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];

const checkedFrames = new Set<string>();

/** Accessibility faults in light on a desktop and in dark on a phone. */
async function barriersOf(page: Page, audience: Audience): Promise<string[]> {
  await shorten(page, 12);
  // Header and footer are the same on all pages of an audience with the same kind of header.
  const frame = `${audience} ${await page.evaluate(() => document.querySelector('.top')?.className)}`;
  if (checkedFrames.has(frame) && !isThorough)
    await page.evaluate(() => {
      for (const part of document.querySelectorAll('.top, .foot')) part.replaceChildren();
    });
  checkedFrames.add(frame);
  const inLight = await barriersOn(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: widths.phone, height: 740 });
  await shorten(page, 4);
  return [...inLight, ...(await barriersOn(page, isThorough ? {} : { onlyRules: visualRules }))];
}

test('files on the site map have their content type', async () => {
  const requested = examples.filter(({ entry }) => files[entry.path]);
  for (const audience of ['user', 'admin'] as const)
    await withPage(site, { as: accountOf(audience) ?? site.demoUser }, async (page) => {
      for (const { entry, path } of requested.filter((one) => audienceOf(one.entry) === audience)) {
        const answer = await page.request.get(path);
        expect([path, answer.status()]).toEqual([path, 200]);
        expect(answer.headers()['content-type']).toMatch(files[entry.path] ?? /^$/);
      }
    });
  expect(requested).toHaveLength(Object.keys(files).length);
});
