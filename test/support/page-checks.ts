import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** WCAG 2.2, levels A and AA. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

let axe: string | undefined;

/** Whether pages are checked completely, as by `npm run pages`, instead of shortened. */
export const isThorough = process.env.WHOLE_PAGES === 'yes';

/**
 * Removes parts of a page that slow checks down without adding to them: contents of decorative drawings,
 * and entries of lists and tables after the first, similar ones.
 */
export async function shorten(page: Page, entries: number): Promise<void> {
  if (isThorough) return;
  await page.evaluate((most) => {
    for (const drawing of document.querySelectorAll('svg[aria-hidden=true]')) drawing.replaceChildren();
    for (const list of document.querySelectorAll('tbody, ul, ol')) for (const entry of [...list.children].slice(most)) entry.remove();
  }, entries);
}

/** Serious violations that axe finds on a page. */
export async function barriersOn(page: Page, { onlyRules }: { readonly onlyRules?: readonly string[] } = {}): Promise<string[]> {
  axe ??= readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
  // Evaluated through the debugger, which bypasses the page's content security policy.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe);
  const runOnly = onlyRules ? { type: 'rule', values: onlyRules } : { type: 'tag', values: rules };
  const options = { runOnly, resultTypes: ['violations'], preload: false };
  const found = await page.evaluate<readonly Violation[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.replace(/\s+/g, ' ')}`),
    );
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** Faults in the frame of a page. */
export async function faultsOfFrame(page: Page): Promise<string[]> {
  const { title, language, headings, handlers, ids } = await page.evaluate(() => ({
    title: document.title,
    language: document.documentElement.lang,
    headings: document.querySelectorAll('h1').length,
    handlers: document.querySelectorAll('[onclick], [onload], [onerror], [style], script:not([src]):not([type="application/ld+json"])')
      .length,
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
  }));
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  return [
    ...(title.trim() === '' ? ['no title'] : []),
    ...(language === '' ? ['no language'] : []),
    ...(headings === 1 ? [] : [`${headings} headings of the first level`]),
    ...(handlers === 0 ? [] : [`${handlers} inline scripts or styles`]),
    ...[...repeated].map((id) => `several elements with the id ${id}`),
  ];
}

/** Elements beyond the right edge of a page, which cause horizontal scrolling. */
export async function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isClipped = (element: Element): boolean => {
      for (let parent = element.parentElement; parent; parent = parent.parentElement)
        if (parent !== document.body && getComputedStyle(parent).overflowX !== 'visible') return true;
      return false;
    };
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1 && !isClipped(element),
    );
    const nameOf = (element: Element) =>
      `${element.localName}.${element.getAttribute('class') ?? ''} (${element.textContent?.slice(0, 40)})`;
    return [`${scrollWidth} px wide where ${clientWidth} are there: ${wide.slice(0, 5).map(nameOf).join(', ')}`];
  });
}
