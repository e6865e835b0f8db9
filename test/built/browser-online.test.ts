import { afterAll, beforeAll, expect, test } from 'bun:test';
import { edition, musicbrainzSite } from '../support/musicbrainz-site';
import { Site, tokenFor } from '../support/site';
import { closeBrowser, patience, withPage } from '../support/site-browser';

// A disc that nobody has imported, from the scan page to the shelf. Each answer of MusicBrainz takes 400 ms.

const barcode = '030206526721';

const online = musicbrainzSite(
  [
    edition(1, { title: 'Total Recall', date: '1990-06-01' }),
    edition(2, { title: 'Total Recall: The Deluxe Edition', date: '2000', barcode: '030206619720' }),
    edition(3, { title: 'Total Recall', date: '2015', country: 'ES', barcode: '', disambiguation: '25th anniversary' }),
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

const pictures = process.env.LEITMOTIF_PICTURES;

test(
  'a disc that is not in the catalog is found online, and in one tap on the shelf with its cover',
  () =>
    withPage(site, { as: site.demoUser, width: 390 }, async (page) => {
      await page.goto('/shop');
      await page.locator('[name="code"]').fill(barcode);
      const begun = performance.now();
      await page.getByRole('button', { name: 'Look up' }).click();
      await page.getByRole('heading', { name: 'Looking it up' }).waitFor();
      if (pictures) await page.screenshot({ path: `${pictures}/online-1.png` });
      await page.getByRole('heading', { name: 'Found online' }).waitFor();
      if (pictures) await page.waitForTimeout(1500);
      if (pictures) await page.screenshot({ path: `${pictures}/online-2.png`, fullPage: true });
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
    }),
  patience,
);
