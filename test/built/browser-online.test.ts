import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fakeCamera, writeBarcodeVideo } from '../support/barcode-video';
import { emptyFolder } from '../support/executable';
import { edition, musicbrainzSite } from '../support/musicbrainz-site';
import { Site, tokenFor } from '../support/site';
import { closeBrowser, launchBrowser, patience, signIn, withPage } from '../support/site-browser';

// Discs found at a fake MusicBrainz, each response of which takes 400 ms.

setDefaultTimeout(patience);

const [barcode, second, third] = ['030206526721', '0030206619720', '8436018720013'];

const online = musicbrainzSite(
  [
    edition(1, { title: 'Total Recall', date: '1990-06-01' }),
    edition(2, { title: 'Total Recall: The Deluxe Edition', date: '2000', barcode: second }),
    edition(3, { title: 'Total Recall', date: '2015', country: 'ES', barcode: third, disambiguation: '25th anniversary' }),
    edition(4, { title: 'Second Tap', barcode: '4000000000006', media: [] }),
  ],
  (path) => (path.includes(`${edition(3).id}/front`) ? new Response('', { status: 404 }) : undefined),
  400,
);

let site: Site;

beforeAll(async () => {
  const addresses = ['--musicbrainz-url', online.url, '--cover-art-archive', online.url, '--contact', 'anna@example.org'];
  site = await Site.start({ isDemo: true, flags: ['--online-sources', 'musicbrainz,cover_art_archive', ...addresses] });
}, patience);

afterAll(async () => {
  await closeBrowser();
  await site?.[Symbol.asyncDispose]();
  online[Symbol.dispose]();
});

test('a disc that is not in the catalog is found online and added with its cover in one tap', () =>
  withPage(site, { as: site.demoUser, width: 390 }, async (page) => {
    await page.goto('/shop');
    await page.locator('[name="code"]').fill(barcode);
    const begun = performance.now();
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByRole('heading', { name: 'Looking it up' }).waitFor();
    await page.getByRole('heading', { name: 'Found online' }).waitFor();
    expect(await page.locator('[name="from"]:checked').inputValue()).toBe(`musicbrainz:${edition(1).id}`);
    await page.getByRole('button', { name: 'Add to my collection' }).click();
    await page.getByRole('heading', { name: 'You own it' }).waitFor();
    console.log(`Measured: from the number to the shelf in ${Math.round(performance.now() - begun)} ms`);
    await page.goto(`/releases/${edition(1).id}`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Total Recall');
    const token = await tokenFor(site, site.demoUser);
    const read = () => site.api<{ data: { attributes: { cover: object | null } } }>(token, `/api/releases/${edition(1).id}`);
    for (let tries = 0; (await read()).data.attributes.cover === null && tries < 50; tries++) await Bun.sleep(100);
    expect((await read()).data.attributes.cover).not.toBeNull();
  }));

test('a disc scanned by the camera is found online and added with its cover', async () => {
  using folder = emptyFolder();
  const film = join(folder.path, 'barcode.y4m');
  writeBarcodeVideo(film, second);
  const browser = await launchBrowser(fakeCamera(film));
  try {
    const page = await browser.newPage({ baseURL: site.url, viewport: { width: 390, height: 844 } });
    await page.goto('/sign-in?to=/shop');
    await signIn(page, site.demoUser);
    const begun = performance.now();
    await page.getByRole('button', { name: 'Open the camera' }).click();
    await page.getByRole('heading', { name: 'Found online' }).waitFor();
    expect(await page.locator('.find-row:has(:checked)').textContent()).toContain('Deluxe');
    await page.getByRole('button', { name: 'Add to my collection' }).click();
    await page.getByRole('heading', { name: 'You own it' }).waitFor();
    const cover = page.locator('#answer .thumb img').first();
    await cover.waitFor();
    await page.waitForFunction('document.querySelector("#answer .thumb img").naturalWidth > 1');
    console.log(`Measured: from the camera to the shelf with its cover in ${Math.round(performance.now() - begun)} ms`);
    await page.locator('.form.code [name="code"]').fill('0000000000000');
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.locator('[data-today] .thumb img').waitFor();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
  } finally {
    await browser.close();
  }
});

test('a double tap adds one copy, and a lookup meanwhile stays visible', () =>
  withPage(site, { as: site.demoUser, width: 390 }, async (page) => {
    const copies = async () => {
      const token = await tokenFor(site, site.demoUser);
      const path = `/api/users/me/collection?release=${edition(4).id}`;
      return (await site.api<{ meta: { totalItems: number } }>(token, path)).meta.totalItems;
    };
    await page.goto(`/shop?code=4000000000006&online=yes`);
    await page.locator(`[value="musicbrainz:${edition(4).id}"]`).check();
    await page.getByRole('button', { name: 'Add to my collection' }).dblclick();
    await page.locator('.form.code [name="code"]').fill('ISC 350');
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.locator('[data-code="ISC 350"]').waitFor();
    for (let tries = 0; (await copies()) === 0 && tries < 50; tries++) await Bun.sleep(100);
    await page.waitForTimeout(1_000);
    expect([await copies(), await page.locator('#answer [data-code]').getAttribute('data-code')]).toEqual([1, 'ISC 350']);
  }));

test('rows of a file that are not in the catalog are looked up online and added as chosen', () =>
  withPage(site, { as: site.demoUser }, async (page) => {
    using folder = emptyFolder();
    const file = join(folder.path, 'discs.csv');
    writeFileSync(file, `title,artist,barcode\nRecall at Twenty-Five,Nobody,${third}\nUnheard Of,Nobody,\n`);
    await page.goto('/collection/import');
    await page.locator('main [name="file"]').setInputFiles(file);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Look up 2 rows online' }).click();
    await page.getByText('Looking up 2 of 2').waitFor();
    await page.getByText('All looked up.').waitFor();
    expect(await page.getByLabel('Action for row 2').locator('option:checked').textContent()).toContain('25th anniversary');
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByRole('status').getByText('2 added, 1 placeholder.').waitFor();
    await page.goto(`/releases/${edition(3).id}`);
    expect(await page.getByRole('main').textContent()).toContain('In your collection');
  }));
