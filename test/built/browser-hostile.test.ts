import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { withoutControls } from '../../src/store/values/folding';
import { hostileNotes, hostileRecords, hostileTitles } from '../support/hostile-records';
import { faultsOfFrame, overflowOf } from '../support/page-checks';
import { Site, tokenFor } from '../support/site';
import { patience, widths, withPage } from '../support/site-browser';

// Hostile texts in the catalog and in personal lists.

setDefaultTimeout(patience);

/** Uncompressed size: about three times the largest page of the demo. */
const maximumBytes = 200 * 1_024;

const bea = { username: 'bea', password: 'correct horse battery' };

let site: Site;

beforeAll(async () => {
  site = await Site.start();
  const file = join(site.path, 'hostile.jsonl');
  await Bun.write(file, hostileRecords.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const { exitCode, stdout, stderr } = await site.command('import', 'ndjson', file);
  if (exitCode !== 0 || !/Rejected: 0\./.test(stdout + stderr)) throw new Error(stdout + stderr);
  await site.addUser(bea);
  await fillLists(await tokenFor(site, bea));
}, 2 * patience);
afterAll(() => site?.[Symbol.asyncDispose]());

/** Adds sixty items to the collection and ten to the wishlist, with hostile texts in every field. */
async function fillLists(token: string): Promise<void> {
  const { data } = await site.api<{ data: { id: string }[] }>(token, '/api/releases?itemsPerPage=60&order[title]=asc');
  const relationshipsOf = ({ id }: { id: string }) => ({ release: { data: { type: 'Release', id } } });
  const attributesOf = (index: number) => {
    const text = hostileTitles[index % hostileTitles.length] ?? '';
    return {
      notes: hostileNotes,
      shop: text,
      storage_location: text,
      folder: text,
      tags: [text.slice(0, 50), 'mono'],
      purchased_at: '2020-01-01',
    };
  };
  const items = data.map((release, index) => ({
    type: 'CollectionItem',
    attributes: attributesOf(index),
    relationships: relationshipsOf(release),
  }));
  const wishes = data
    .slice(0, 10)
    .map((release) => ({ type: 'WishlistItem', attributes: { notes: hostileNotes }, relationships: relationshipsOf(release) }));
  await site.api(token, '/api/users/me/collection', { method: 'POST', body: JSON.stringify({ data: items }) });
  await site.api(token, '/api/users/me/wishlist', { method: 'POST', body: JSON.stringify({ data: wishes }) });
}

const q = (text: string): string => encodeURIComponent(text.slice(0, 200));

const paths = [
  ...[0, 1, 2, 4, 8].map((index) => `/releases/release-${index}`),
  ...[0, 4].map((index) => `/productions/production-${index}`),
  ...[0, 4].map((index) => `/artists/artist-${index}`),
  '/albums/album',
  '/albums/album?page=2&a=release-1&b=release-2',
  '/albums',
  '/albums/by/genre',
  '/labels/label',
  '/labels/label?page=34',
  '/labels/label/series/series',
  '/organizations/organization',
  '/roles/composer',
  '/',
  '/releases',
  '/releases/by/label',
  '/productions',
  '/artists',
  '/labels',
  '/statistics',
  '/collection',
  '/collection?view=shelf',
  '/collection/statistics',
  '/wishlist',
  ...hostileTitles.slice(0, 5).map((title) => `/search?q=${q(title)}`),
  `/releases?decade=${q(hostileTitles[1] ?? '')}&sort=${q(hostileTitles[0] ?? '')}`,
  `/collection?folder=${q(hostileTitles[1] ?? '')}&q=${q(hostileTitles[0] ?? '')}`,
  `/collection/add?codes=${q(hostileTitles[1] ?? '')}`,
  `/nowhere/${q(hostileTitles[0] ?? '')}`,
];

test(
  'hostile records are shown as text, break no layout on a phone, and make no page too large',
  async () => {
    const faults: string[] = [];
    await withPage(site, { as: bea, width: widths.phone, refusals: [400, 404, 422] }, async (page) => {
      for (const path of paths) faults.push(...(await faultsOf(page, path)).map((fault) => `${path.slice(0, 60)}: ${fault}`));
    });
    expect(faults).toEqual([]);
  },
  4 * patience,
);

async function faultsOf(page: Page, path: string): Promise<string[]> {
  const response = await page.goto(path);
  const bytes = (await response?.body())?.byteLength ?? 0;
  const foreign = await page.evaluate(() => ({
    elements: document.querySelectorAll('iframe, img[onerror], img[src="x"]').length,
    links: [...document.querySelectorAll('a[href], form[action]')].filter((one) =>
      /^\s*(?:javascript|data|vbscript):/i.test(one.getAttribute('href') ?? one.getAttribute('action') ?? ''),
    ).length,
  }));
  return [
    ...((response?.status() ?? 500) >= 500 ? [`the response is ${response?.status()}`] : []),
    ...(bytes > maximumBytes ? [`${Math.round(bytes / 1_024)} KB`] : []),
    ...(foreign.elements + foreign.links > 0 ? [`${foreign.elements} elements and ${foreign.links} links of the records`] : []),
    ...(await faultsOfFrame(page)),
    ...(await overflowOf(page)),
  ];
}

test('a hostile title is shown as it is, without the controls that imports remove', () =>
  withPage(site, { as: bea }, async (page) => {
    for (const [index, title] of hostileTitles.entries()) {
      await page.goto(`/releases/release-${index}`);
      expect(await page.locator('h1').textContent()).toContain([...withoutControls(title)].slice(0, 15).join(''));
    }
  }));
