import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { en } from '../../src/website/i18n/texts.gen';
import { Site } from '../support/site';
import { field, patience, submit, withPage } from '../support/site-browser';

// Adding and editing records.

setDefaultTimeout(patience);

let site: Site;

beforeAll(async () => {
  site = await Site.start({ isDemo: true });
  await site.addAdministrator();
}, patience);
afterAll(() => site?.[Symbol.asyncDispose]());

const words = en.releaseForm;
const tracks = 'A1 Main Title 2:19\nA2 Chrissie’s Death (1:40)\nB1 Hand to Hand Combat 2:3O';

test('a release is added with pasted tracks, which are parsed while typing and corrected after a refusal', () =>
  withPage(site, { as: site.administrator, refusals: [422] }, async (page) => {
    await page.goto('/shop?code=4006381333931');
    await page.getByRole('link', { name: words.add.addThis }).click();
    await field(page, 'title').fill('Tides');
    await page.getByLabel(en.words.formatTypes.vinyl).check();
    await submit(page, words.add.goOn);
    await field(page, 'tracks').fill(tracks);
    await page.getByText('1 line is unclear.').waitFor();
    await field(page, 'release_date').fill('1975-8');
    await field(page, 'artist').pressSequentially('morricone');
    const option = page.getByRole('option', { name: 'Ennio Morricone' });
    expect(await option.textContent()).toMatch(/^Ennio Morricone Composer, 1928–2020/);
    expect(await field(page, 'artist').getAttribute('aria-expanded')).toBe('true');
    // Enter takes the suggestion while the list is open, and does not submit the form.
    await field(page, 'artist').press('Enter');
    await option.waitFor({ state: 'detached' });
    expect(await field(page, 'artist').inputValue()).toBe('Ennio Morricone');
    await field(page, 'artist').press('Control+a');
    await field(page, 'artist').pressSequentially('herrm');
    await page.getByRole('option', { name: 'Bernard Herrmann' }).waitFor();
    await field(page, 'artist').press('Escape');
    expect(await page.locator('#names').count()).toBe(0);
    // Enter submits with the save button, not with a button above the field.
    await field(page, 'release_date').press('Enter');
    await page.getByRole('alert').getByText(en.editing.refused).waitFor();
    expect(await field(page, 'tracks').inputValue()).toBe(tracks);
    await field(page, 'tracks').fill(tracks.replace('3O', '30'));
    await field(page, 'release_date').fill('1975-08');
    await field(page, 'artist').fill('Ennio Morricone');
    await page.getByText('Recognized: 3 tracks on 2 sides, 6:29.').waitFor();
    await submit(page, en.words.save);
    await page.getByText(en.notices['record-saved']).waitFor();
    expect(await page.getByRole('main').textContent()).toContain('Hand to Hand Combat');
  }));

test('the history shows times in the time zone of the browser', () =>
  withPage(site, { as: site.administrator, timeZone: 'Asia/Kolkata' }, async (page) => {
    await page.goto('/labels/add');
    await field(page, 'name').fill('Tidal');
    await field(page, 'name').press('Enter');
    await page.waitForURL(/\/labels\/tidal/);
    await page.goto('/history');
    const time = page.getByRole('main').getByRole('time').first();
    const moment = new Date((await time.getAttribute('datetime')) ?? '');
    const options = {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'Asia/Kolkata',
    } as const;
    expect(await time.textContent()).toBe(moment.toLocaleString('en-GB', options).replace(/\b0(?=\d:)/, ''));
  }));

test('a form with unsaved text asks before the page is left, and has a save button at its top', () =>
  withPage(site, { as: site.administrator }, async (page) => {
    await page.goto('/releases/immortal/edit');
    const asks = () =>
      page.evaluate(() => {
        const leaving = new Event('beforeunload', { cancelable: true });
        dispatchEvent(leaving);
        return leaving.defaultPrevented;
      });
    expect(await asks()).toBe(false);
    await field(page, 'notes').evaluate((notes) => notes.closest('details')?.setAttribute('open', ''));
    await field(page, 'notes').fill('As heard.');
    expect(await asks()).toBe(true);
    await submit(page, en.editing.saveChanges);
    await page.getByText(en.notices['record-saved']).waitFor();
    expect(await page.getByRole('main').textContent()).toContain('As heard.');
  }));

test('Enter in a field with suggestions does not submit the form of a record, and in other fields it does', () =>
  withPage(site, { as: site.administrator }, async (page) => {
    await page.goto('/productions/alien/edit');
    await page.locator('[name="franchises.franchise"]').last().fill('morrico');
    await page.keyboard.press('Enter');
    await page.waitForTimeout(400);
    expect(page.url()).toEndWith('/productions/alien/edit');
    expect(await page.locator('[name="franchises.franchise"]').last().inputValue()).toBe('morrico');
    await page.locator('[name="franchises.franchise"]').last().fill('');
    await page.locator('[name="title"]').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('/productions/alien?notice=nothing-changed');
  }));
