import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { CDPSession, Page } from 'playwright-core';
import { Site } from '../support/site';
import { launchBrowser, patience, signIn, submit } from '../support/site-browser';

// Passkeys in Chromium, with its virtual authenticator.

setDefaultTimeout(patience);

let site: Site;
let browser: Awaited<ReturnType<typeof launchBrowser>>;

beforeAll(async () => {
  site = await Site.start();
  await site.addAdministrator();
  browser = await launchBrowser();
}, patience);

afterAll(async () => {
  await browser?.close();
  await site?.[Symbol.asyncDispose]();
});

interface Device {
  readonly page: Page;
  /** Whether a fingerprint or PIN is given. */
  readonly verifies: (isVerified: boolean) => Promise<unknown>;
}

/** A page with an authenticator. @param host of the site: browsers have passkeys at localhost, not at addresses */
async function device(host = 'localhost', javaScriptEnabled = true): Promise<Device> {
  const context = await browser.newContext({ baseURL: site.url.replace('127.0.0.1', host), locale: 'en-GB', javaScriptEnabled });
  const page = await context.newPage();
  const client: CDPSession = await context.newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal' },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return { page, verifies: (isUserVerified) => client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }) };
}

test('a passkey is added, signs in alone, and not without a fingerprint or PIN', async () => {
  const { page, verifies } = await device();
  await page.goto('/sign-in?to=/settings/security');
  expect(await page.locator('[data-passkey]').count()).toBe(0);
  await signIn(page, site.administrator);
  await submit(page, 'Add a passkey');
  await page.getByText('Passkey added.').waitFor();
  expect(await page.getByRole('table', { name: 'Passkeys' }).getByText('Chrome on Linux').count()).toBe(1);
  // The authenticator has one for this account already.
  await submit(page, 'Add a passkey');
  await page.getByText('No passkey was added.').waitFor();
  // A refusal is a page with its reason.
  await page.route('**/settings/credentials/options', (route) => route.fulfill({ status: 403, json: {} }));
  await submit(page, 'Add a passkey');
  await page.getByText('The passkey could not be verified.').waitFor();

  await page.context().clearCookies();
  await page.goto('/sign-in?to=/phone');
  await verifies(false);
  await submit(page, 'Use a passkey');
  await page.getByText('No passkey was used.').waitFor();
  await verifies(true);
  await submit(page, 'Use a passkey');
  await page.waitForURL('/phone');

  await page.context().clearCookies();
  await page.goto('/sign-in?to=/phone');
  await page.getByLabel('User name').fill(site.administrator.username);
  await page.getByLabel('Password').fill(site.administrator.password);
  await page.getByLabel('Password').press('Enter');
  await page.waitForURL('/phone');
  await page.context().close();
});

test('without scripts, and where browsers have no passkeys, the password remains', async () => {
  const { page: plain } = await device('localhost', false);
  await plain.goto('/sign-in');
  expect(await plain.locator('[data-passkey]').isVisible()).toBe(false);
  await signIn(plain, site.administrator);
  await plain.goto('/settings/security');
  expect(await plain.content()).toContain('turn on JavaScript');
  const { page: numbered } = await device('127.0.0.1');
  await numbered.goto('/sign-in?to=/settings/security');
  expect(await numbered.locator('[data-passkey]').count()).toBe(0);
  await signIn(numbered, site.administrator);
  await numbered.getByText('over HTTPS at the host name').waitFor();
  for (const page of [plain, numbered]) await page.context().close();
});
