import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { chromiumPath } from './chromium';
import type { Account } from './demo-catalog';
import type { Site } from './site';

export const patience = 60_000;

/** Timeout of a single step, shorter than that of a test, so that a failure names the step. */
const stepPatience = 20_000;

/** Viewport widths in CSS pixels: small phone and desktop. */
export const widths = { phone: 360, desk: 1440 } as const;

interface Looks {
  readonly as?: Account;
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
  /** Preferred language (BCP 47). */
  readonly language?: string;
  readonly javaScript?: boolean;
  /** IANA time zone; that of the machine by default. */
  readonly timeZone?: string;
  /** Expected error statuses, which the browser otherwise reports. */
  readonly refusals?: readonly number[];
}

/**
 * A page in its own window. Fails at the end after hidden problems: script errors,
 * content security policy violations, or requests to other servers.
 */
export async function withPage(site: Site, looks: Looks, body: (page: Page) => Promise<unknown>): Promise<void> {
  const context = await openContext(site, looks);
  try {
    const complaints = watch(context, site, looks.refusals ?? []);
    await body(await context.newPage());
    if (complaints.length > 0) throw new Error(`The browser complains:\n${complaints.join('\n')}`);
  } finally {
    await context.close();
  }
}

/** A field of the main content by its name. */
export const field = (page: Page, name: string): Locator => page.locator(`main [name="${name}"]`);

/** Waits until an element has the focus, which browsers set with a frame after the load. */
export const focusOn = (page: Page, selector: string): Promise<unknown> =>
  page.waitForFunction((selector) => document.activeElement?.matches(selector), selector);

/** Clicks a button of the main content by its full text. */
export const submit = (page: Page, text: string): Promise<void> =>
  page.getByRole('main').getByRole('button', { name: text, exact: true }).click();

export async function signIn(page: Page, { username, password }: Account): Promise<void> {
  await field(page, 'username').fill(username);
  await field(page, 'password').fill(password);
  await page.locator('form#sign-in button[type=submit]').click();
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
}

/** Collects problems in pages of a context. */
function watch(context: BrowserContext, site: Site, refusals: readonly number[]): string[] {
  const complaints: string[] = [];
  const isExpected = (text: string) => refusals.some((status) => text.includes(`responded with a status of ${status} `));
  context.on('console', (message) => {
    const isWrong = message.type() === 'error' || (message.type() === 'warning' && !isHarmless(message.text()));
    if (isWrong && !isExpected(message.text())) complaints.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on('weberror', (error) => complaints.push(`${error.page()?.url()}: ${error.error().message}`));
  context.on('dialog', (dialog) => {
    complaints.push(`${dialog.page()?.url()}: a dialog, ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const isOwn = request.url().startsWith(`${site.url}/`) || /^(?:data|blob):/.test(request.url());
    if (!isOwn) complaints.push(`A request to another server: ${request.url()}`);
  });
  return complaints;
}

/** Warning about a preloaded font if the page was left before it was shown. */
const isHarmless = (warning: string): boolean => warning.includes('was preloaded using link preload but not used');

async function openContext(site: Site, { as, width = widths.desk, theme, language = 'en-GB', javaScript = true, timeZone }: Looks) {
  const context = await (await openBrowser()).newContext({
    baseURL: site.url,
    viewport: { width, height: 800 },
    locale: language,
    colorScheme: theme ?? 'light',
    // View transitions do not change the pages.
    reducedMotion: 'reduce',
    javaScriptEnabled: javaScript,
    ...(timeZone && { timezoneId: timeZone }),
    ...(as && { storageState: await sessionOf(site, as) }),
  });
  context.setDefaultTimeout(stepPatience);
  return context;
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

const sessions = new WeakMap<Site, Map<string, Promise<Session>>>();

/** Cookies of a user, who signs in once per site. */
function sessionOf(site: Site, account: Account): Promise<Session> {
  const known = sessions.get(site) ?? new Map<string, Promise<Session>>();
  sessions.set(site, known);
  const session = known.get(account.username) ?? newSession(site, account);
  known.set(account.username, session);
  return session;
}

async function newSession(site: Site, account: Account): Promise<Session> {
  const context = await openContext(site, {});
  try {
    const page = await context.newPage();
    await page.goto('/sign-in');
    await signIn(page, account);
    return await context.storageState();
  } finally {
    await context.close();
  }
}

let browser: Promise<Browser> | undefined;

/** For programs; in tests the browser ends with the process. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/** One browser for all files of a test run, except those that need their own. */
function openBrowser(): Promise<Browser> {
  browser ??= launchBrowser();
  return browser;
}

export const launchBrowser = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath(), args: [...quiet, ...args] });

/**
 * Disables network requests of Chromium itself, and features that tests do not need: separate processes for each page and a spare one
 * take a third of the time of all checks of a page.
 */
const quiet = [
  '--process-per-site',
  '--renderer-process-limit=1',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
