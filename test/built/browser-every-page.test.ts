import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { PageEntry } from '../../src/website/http/page';
import { barriersOn, faultsOfFrame, isThorough, overflowOf, shorten } from '../support/page-checks';
import { Site } from '../support/site';
import { patience, widths, withPage } from '../support/site-browser';
import { type Audience, audienceOf, type Example, examplesOf, files, leadsOn } from '../support/site-map';

// Every page of the site map, as the demo shows it: on a phone and on a desk, light and dark.

setDefaultTimeout(patience);

let site: Site;
let examples: Awaited<ReturnType<typeof examplesOf>>;
const taken: { readonly path: string; readonly milliseconds: number }[] = [];

beforeAll(async () => {
  site = await Site.start({ isDemo: true, flags: ['--registration', 'open', '--catalog-visibility', 'public', '--search-engines', 'yes'] });
  await site.addAdministrator();
  await site.command('import', 'ndjson', import.meta.resolveSync('../../seed/demo/07-organizations.jsonl'));
  // They sign in before, so that they have sessions to show.
  for (const as of [site.demoUser, site.administrator]) await withPage(site, { as }, (page) => page.goto('/settings'));
  examples = await examplesOf(site);
}, 3 * patience);

afterAll(async () => {
  const slowest = taken.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, 5);
  const shown = slowest.map(({ path, milliseconds }) => `${path} ${Math.round(milliseconds)} ms`);
  console.log(`Measured: of ${taken.length} pages, checks took longest on ${shown.join(', ')}`);
  await site?.[Symbol.asyncDispose]();
});

const accountOf = (audience: Audience) => (audience === 'nobody' ? undefined : audience === 'admin' ? site.administrator : site.demoUser);

for (const audience of ['nobody', 'user', 'admin'] as const) {
  test(
    `every page for ${audience} is whole on a phone and a desk, and nobody is barred from it in light or dark`,
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

/** Pages that one program makes for records of every kind but releases: who is barred from one of them is from each. */
const madeAlike = /^\/(?!releases\/).*\/(?:history|delete|merge|by\/:facet)$/;
const lookedAt = new Set<string>();

/** Whether it is looked at for barriers, and not only for its frame and its width. */
function isLookedAt({ path }: PageEntry): boolean {
  if (isThorough || !madeAlike.test(path)) return true;
  const alike = path.split('/').at(-1) ?? '';
  const isFirst = !lookedAt.has(alike);
  lookedAt.add(alike);
  return isFirst;
}

async function faultsOf(page: Page, { entry, path }: Example): Promise<string[]> {
  const started = performance.now();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: widths.phone, height: 740 });
  const response = await page.goto(path);
  const isThere = response?.status() === 200 && new URL(page.url()).pathname === (leadsOn[entry.path] ?? path.split('?')[0]);
  const faults = isThere ? [] : [`it answers ${response?.status()} at ${page.url()}`];
  faults.push(...(await faultsOfFrame(page)), ...(await overflowOf(page)));
  await page.setViewportSize({ width: widths.desk, height: 800 });
  faults.push(...(await overflowOf(page)));
  if (isLookedAt(entry)) faults.push(...(await barriersOf(page)));
  taken.push({ path, milliseconds: performance.now() - started });
  return faults;
}

/** What depends on colours and on room; all else is the same on a phone in the dark. */
const rulesOfLooks = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];

/** What bars anybody from a page in light on a desk, and in dark on a phone. */
async function barriersOf(page: Page): Promise<string[]> {
  await shorten(page, 12);
  const inLight = await barriersOn(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: widths.phone, height: 740 });
  await shorten(page, 4);
  return [...inLight, ...(await barriersOn(page, isThorough ? {} : { onlyRules: rulesOfLooks }))];
}

test('what is on the site map and is no page is a file of its kind', async () => {
  const asked = examples.filter(({ entry }) => files[entry.path]);
  for (const audience of ['user', 'admin'] as const)
    await withPage(site, { as: accountOf(audience) ?? site.demoUser }, async (page) => {
      for (const { entry, path } of asked.filter((one) => audienceOf(one.entry) === audience)) {
        const answer = await page.request.get(path);
        expect([path, answer.status()]).toEqual([path, 200]);
        expect(answer.headers()['content-type']).toMatch(files[entry.path] ?? /^$/);
      }
    });
  expect(asked).toHaveLength(Object.keys(files).length);
});
