import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { Site } from '../support/site';
import { patience, signIn, withPage } from '../support/site-browser';

setDefaultTimeout(patience);

let site: Site;

beforeAll(async () => {
  site = await Site.start({ isDemo: true });
}, patience);
afterAll(() => site?.[Symbol.asyncDispose]());

test('the API reference shows an operation, whose form asks to sign in and sends only the entered values', () =>
  withPage(site, {}, async (page) => {
    await page.goto('/api/docs');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Artists/ })
      .click();
    await page.getByRole('row', { name: 'List artists' }).getByRole('link').click();
    await page.getByText('Full-text search in names').waitFor();
    expect(page.url()).toBe(`${site.url}/api-reference/artists/list-artists`);

    await page.getByRole('link', { name: 'Sign in to try it.' }).click();
    await signIn(page, site.demoUser);
    await page.getByLabel('q', { exact: true }).fill('herrmann');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const answer = page.locator('#answer');
    await answer.getByText('200 OK').waitFor();

    const sent = [...new URL(page.url()).searchParams].filter(([, value]) => value !== '');
    expect(sent).toEqual([
      ['q', 'herrmann'],
      ['_sent', '1'],
    ]);
    expect(JSON.parse((await answer.locator('pre').textContent()) ?? '').data[0].attributes.name).toBe('Bernard Herrmann');
  }));
