import { afterAll, beforeAll, expect, test } from 'bun:test';
import { languageNames } from '../../src/website/i18n';
import { de } from '../../src/website/i18n/de';
import { en } from '../../src/website/i18n/en';
import { Site } from '../support/site';
import { field, patience, signIn, submit, withPage } from '../support/site-browser';

// From the first start of a server to a token in a program, as people do it.

let site: Site;

const [anna, carl] = [
  { username: 'anna', password: 'correct horse battery' },
  { username: 'carl', password: 'another horse battery' },
];

beforeAll(async () => {
  site = await Site.start({ prepare: async ({ command }) => void (await command('seed', '--demo')) });
}, patience);
afterAll(() => site?.[Symbol.asyncDispose]());

test(
  'the link that the first start prints makes the first administrator, once',
  async () => {
    const link = await setUpLink();
    await withPage(site, {}, async (page) => {
      await page.goto('/');
      expect(new URL(page.url()).pathname).toBe('/set-up');
      await page.goto(link);
      await field(page, 'username').fill(anna.username);
      await field(page, 'password').fill(anna.password);
      await submit(page, en.door.setUp.send);
      await page.waitForURL((url) => url.pathname === '/');
      expect(await page.getByRole('status').textContent()).toContain(en.notices['set-up']);

      await page.goto(link);
      await page.getByRole('heading', { name: en.door.setUp.done }).waitFor();
    });
  },
  patience,
);

test(
  'who is invited registers by the link, and is signed in',
  async () => {
    let link = '';
    await withPage(site, { as: anna }, async (page) => {
      await page.goto('/administration');
      await page.getByRole('radio', { name: en.administration.settings.registrations.invitation[0] }).check();
      await submit(page, en.administration.settings.send);
      await page.getByText(en.notices['settings-kept']).waitFor();
      await field(page, 'note').fill('Carl');
      await submit(page, en.administration.invitations.send);
      link = await page.locator('#once').inputValue();
      // It is shown once.
      await page.reload();
      expect(await page.locator('#once').count()).toBe(0);
    });

    await withPage(site, { refusals: [422] }, async (page) => {
      await page.goto(link);
      await field(page, 'username').fill(anna.username);
      await field(page, 'password').fill(carl.password);
      await submit(page, en.door.register.send);
      // The name is taken, and what was typed is still there.
      await page.locator('[aria-invalid=true][name=username]').fill(carl.username);
      await field(page, 'password').fill(carl.password);
      await submit(page, en.door.register.send);
      await page.getByText(en.notices.registered).waitFor();
      await page.getByRole('navigation', { name: en.frame.you }).getByRole('link', { name: carl.username }).waitFor();
    });
  },
  patience,
);

test(
  'whoever signs in is led to the page that was asked for, and after signing out to the door again',
  async () => {
    await withPage(site, { refusals: [401, 422, 403] }, async (page) => {
      await page.goto('/releases/immortal');
      expect(new URL(page.url()).pathname).toBe('/sign-in');
      await field(page, 'username').fill(carl.username);
      await field(page, 'password').fill('wrong horse battery');
      await submit(page, en.door.signIn.send);
      await page.getByText(en.door.signIn.wrong).waitFor();
      await signIn(page, carl);
      expect(new URL(page.url()).pathname).toBe('/releases/immortal');

      await page.goto('/settings');
      await submit(page, en.door.signOut.send);
      await page.getByText(en.notices['signed-out']).waitFor();
      await page.goto('/releases/immortal');
      expect(new URL(page.url()).pathname).toBe('/sign-in');
    });
  },
  patience,
);

test(
  'a token that is made in the settings is shown once, may what was chosen and no more, and ends when it is revoked',
  async () => {
    const words = en.settings.tokens;
    await withPage(site, { as: carl }, async (page) => {
      await page.goto('/settings');
      await field(page, 'name').fill('laptop');
      await page.getByRole('checkbox', { name: words.scopes['collection:read'] }).check();
      await submit(page, words.send);
      await page.getByText(words.made('laptop')).waitFor();
      const token = await page.locator('#once').inputValue();
      expect(token).toMatch(/^lm_pat_\w{20,}$/);

      expect(await statusOf(token, '/api/releases')).toBe(200);
      expect(await statusOf(token, '/api/users/me/collection')).toBe(200);
      expect(await statusOf(token, '/api/users/me/wishlist')).toBe(403);

      await page.reload();
      expect(await page.getByText(token).count()).toBe(0);
      await page.getByRole('link', { name: words.revokeNamed('laptop') }).click();
      await submit(page, words.revoke);
      await page.getByText(en.notices['token-revoked']).waitFor();
      expect(await statusOf(token, '/api/releases')).toBe(401);
    });
  },
  patience,
);

test(
  'colours and language are kept in the account: another browser has them as soon as one signs in',
  async () => {
    const words = en.settings.appearance;
    await withPage(site, { as: carl, theme: 'light' }, async (page) => {
      await page.goto('/settings');
      const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      const light = await paper();
      await page.getByRole('radio', { name: words.dark }).check();
      await submit(page, words.send);
      await page.getByText(en.notices['appearance-kept']).waitFor();
      const dark = await paper();
      expect(dark).not.toBe(light);
      await page.goto('/releases/immortal');
      expect(await paper()).not.toBe(light);

      await page.goto('/appearance');
      await page.getByRole('radio', { name: words.light }).check();
      await page.getByRole('radio', { name: languageNames.de }).check();
      await submit(page, words.send);
      await page.getByText(de.notices['appearance-kept']).waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe('de');
    });
    await withPage(site, { theme: 'dark', language: 'en-GB' }, async (page) => {
      await page.goto('/sign-in');
      await signIn(page, carl);
      await page.goto('/settings');
      expect(await page.locator('html').getAttribute('lang')).toBe('de');
      expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
      await page.getByRole('heading', { name: de.settings.tokens.title }).waitFor();
    });
  },
  patience,
);

/** The log has it, so that only who started the server sees it. */
async function setUpLink(): Promise<string> {
  const decoder = new TextDecoder();
  let log = '';
  for await (const chunk of site.server.log) {
    log += decoder.decode(chunk, { stream: true });
    const [, link] = /"link":"([^"]+)"/.exec(log) ?? [];
    if (link) return link;
  }
  throw new Error(`No link in the log: ${log}`);
}

const statusOf = async (token: string, path: string): Promise<number> =>
  (await fetch(site.url + path, { headers: { authorization: `Bearer ${token}` } })).status;
