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

/**
 * Texts that are hard to read at the width of the window: a block of more than four letters on more lines than a quarter of its letters,
 * and a text with its middle under an element that neither holds it nor floats.
 */
function unreadableTextsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const nameOf = (element: Element) => `${element.localName}.${element.getAttribute('class') ?? ''}`;
    const ancestors = (element: Element): Element[] => [element, ...(element.parentElement ? ancestors(element.parentElement) : [])];
    const floats = (element: Element) => ancestors(element).some((each) => /fixed|sticky/.test(getComputedStyle(each).position));
    const blockOf = (element: Element) => ancestors(element).find((each) => getComputedStyle(each).display !== 'inline') ?? element;
    const isClipped = (element: Element, x: number, y: number) =>
      ancestors(element)
        .slice(0, -2)
        .some((each) => {
          const { overflowX, overflowY, clipPath, opacity, pointerEvents } = getComputedStyle(each);
          const { left, right, top, bottom } = each.getBoundingClientRect();
          const isOut = (overflowX !== 'visible' && (x < left || x > right)) || (overflowY !== 'visible' && (y < top || y > bottom));
          return isOut || clipPath !== 'none' || opacity === '0' || pointerEvents === 'none';
        });
    const range = document.createRange();
    const boxesOf = (text: Node) => {
      range.selectNodeContents(text);
      return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    };
    const middleOf = (text: Node) => {
      const boxes = boxesOf(text);
      const box = boxes[Math.floor(boxes.length / 2)];
      return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const faults: string[] = [];
    const blocks = new Map<Element, { letters: number; tops: Set<number> }>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const holder = text.parentElement;
      const letters = text.textContent?.replaceAll(/\s/g, '').length ?? 0;
      if (letters === 0 || !holder?.checkVisibility({ visibilityProperty: true })) continue;
      const first = middleOf(text);
      if (!first) continue;
      const block = blocks.get(blockOf(holder)) ?? { letters: 0, tops: new Set() };
      blocks.set(blockOf(holder), block);
      block.letters += letters;
      for (const { bottom } of boxesOf(text)) block.tops.add(Math.round((bottom + scrollY) / 8));
      if (isClipped(holder, first.x, first.y)) continue;
      if (first.y < 0 || first.y > innerHeight) scrollBy({ top: first.y - innerHeight / 3, behavior: 'instant' });
      const { x, y } = middleOf(text) ?? first;
      const over = document.elementFromPoint(x, y);
      if (over && !over.contains(text) && !holder.contains(over) && !floats(over) && getComputedStyle(over).opacity !== '0')
        faults.push(`"${text.textContent?.trim().slice(0, 40)}" in ${nameOf(holder)} is covered by ${nameOf(over)}`);
    }
    for (const [block, { letters, tops }] of blocks)
      if (letters > 4 && tops.size > letters / 4)
        faults.push(`"${block.textContent?.trim().slice(0, 40)}" in ${nameOf(block)} is on ${tops.size} lines`);
    return faults;
  });
}

/** Sideways scrolling, and texts that are hard to read. */
export const layoutFaultsOf = async (page: Page): Promise<string[]> => [...(await overflowOf(page)), ...(await unreadableTextsOf(page))];
