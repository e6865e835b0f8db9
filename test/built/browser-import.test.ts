import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { barcodeOf, disc, searchSite } from '../support/completed-world';
import { emptyFolder } from '../support/executable';
import { barriersOn, faultsOfFrame, overflowOf } from '../support/page-checks';
import { Site } from '../support/site';
import { closeBrowser, patience, withPage } from '../support/site-browser';
import { workbookOf } from '../support/workbook';

// axe checks five pages twice.
setDefaultTimeout(2 * patience);

const answers = Promise.withResolvers<void>();
const site = searchSite([disc(1, 'The Quiller Memorandum'), disc(2, 'The Ipcress File')], async () => void (await answers.promise));
let server: Site;

beforeAll(async () => {
  const flags = ['--online-sources', 'musicbrainz', '--musicbrainz-url', site.url, '--contact', 'anna@example.org'];
  server = await Site.start({ isDemo: true, flags });
}, patience);

afterAll(async () => {
  await closeBrowser();
  await server?.[Symbol.asyncDispose]();
  site[Symbol.dispose]();
});

/** Nothing is wrong with a page in light and dark. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect([...(await faultsOfFrame(page)), ...(await overflowOf(page)), ...(await barriersOn(page))]).toEqual([]);
  }
}

const rows = [
  ['Meine Filmmusik'],
  ['Titel', 'Interpret', 'Strichcode', 'Katalognummer', 'Zustand', 'Gekauft am', 'Fach', 'Laune'],
  ['The Quiller Memorandum', 'John Barry', barcodeOf(1), null, 'NM', { day: 40_000 }, 'Regal 2', 'düster'],
  ['The Ipcress File', 'John Barry', null, 'ABC-2', 'VG+', null, 'Regal 2', null],
  ['Niemals gepresst', 'Niemand', null, null, null, null, null, null],
];

test('a workbook becomes a whole collection by keyboard on a phone', () =>
  withPage(server, { as: server.demoUser, width: 390 }, async (page) => {
    using folder = emptyFolder();
    const file = join(folder.path, 'discs.xlsx');
    writeFileSync(file, workbookOf({ Discs: rows }));
    const press = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).press('Enter');
    await page.clock.install();
    await page.goto('/collection/import');
    await page.locator('main [name="file"]').setInputFiles(file);
    await press('Continue');
    await page.getByRole('heading', { name: '8 columns: 1 to decide, 7 recognized.' }).waitFor();
    await expectAccessible(page);
    const note = page.getByText('“Laune: düster”');
    await page.getByLabel('Laune').selectOption('tags');
    expect(await note.isVisible()).toBe(false);
    await page.getByLabel('Laune').selectOption('notes');
    expect(await note.isVisible()).toBe(true);
    await press(/^Preview/);
    await page.getByText('0 found, 3 not found').waitFor();
    await expectAccessible(page);
    await press('Import 3 rows');
    await page.getByRole('link', { name: 'Complete my collection' }).press('Enter');
    await press('Complete my collection');
    await page.getByText('0 of 3 looked up').waitFor();
    await expectAccessible(page);
    // The page follows the job.
    answers.resolve();
    const review = page.getByRole('link', { name: 'Review 1 release' });
    while (!(await review.isVisible())) await page.clock.runFor(10_000);
    await review.press('Enter');
    await page.getByText('Agrees: title, artist').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('1');
    await page.getByText('2 of 3 complete, 1 not found').waitFor();
    await page.getByRole('link', { name: 'Find this release' }).press('Enter');
    await page.getByRole('button', { name: 'Look it up' }).waitFor();
    await expectAccessible(page);
  }));
