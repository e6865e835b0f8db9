import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render } from 'preact-render-to-string';
import { chapterOf } from '../../../src/website/docs/chapter';
import { chapters, findChapter, linkFrom } from '../../../src/website/docs/chapters';
import { Markdown } from '../../../src/website/docs/markdown';
import { ChapterPage, DocumentationPage } from '../../../src/website/docs/page';
import { docsTexts } from '../../../src/website/docs/texts';
import { referenceLinks } from '../../../src/website/reference/links';

const docs = join(import.meta.dir, '../../../docs');
const links = referenceLinks((path) => `/music${path}`);
const pageOf = (slug: string, language: 'en' | 'de' = 'en'): string => {
  const chapter = findChapter(slug);
  if (!chapter) throw new Error(`There is no chapter ${slug}.`);
  return render(<ChapterPage chapters={chapters()} chapter={chapter} links={links} texts={docsTexts[language]} />);
};

test('every file of the documentation is a chapter', () => {
  const files = readdirSync(docs).filter((file) => file.endsWith('.md'));
  expect(
    chapters()
      .map(({ slug }) => `${slug}.md`)
      .toSorted(),
  ).toEqual(files.toSorted());
});

describe.each(chapters().map(({ slug }) => slug))('%s', (slug) => {
  test('has all its headings, below 60 KB, with ids of their own, and no script', () => {
    const html = pageOf(slug);
    const text = readFileSync(join(docs, `${slug}.md`), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
    for (const [, heading = ''] of text.matchAll(/^#+ (.*)$/gm)) expect(html).toContain(`>${heading.replaceAll('`', '')}</h`);
    expect(Buffer.byteLength(html)).toBeLessThan(60_000);
    expect(html).not.toMatch(/<script|\sstyle=|\son\w+=/);
    const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('leads to chapters and headings that there are', () => {
    const targets = [...pageOf(slug).matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href).filter((href) => !href.startsWith('http'));
    for (const target of targets) {
      const [path = '', heading] = target.split('#');
      const chapter = path === '' ? slug : path.replace('/music/docs/', '');
      if (['/music/docs', '/music/api-reference'].includes(path)) continue;
      const html = pageOf(chapter);
      if (heading !== undefined) expect(html).toContain(` id="${heading}"`);
    }
  });
});

test('links between files lead to pages, others stay, and one to a file without a page is none', () => {
  const addressOf = (slug: string) => `/docs/${slug}`;
  expect(linkFrom('operating.md#the-rate-limit', addressOf)).toBe('/docs/operating#the-rate-limit');
  expect(linkFrom('#settings', addressOf)).toBe('#settings');
  expect(linkFrom('https://jsonapi.org', addressOf)).toBe('https://jsonapi.org');
  expect(linkFrom('../packaging/clients.ts', addressOf)).toBeUndefined();
});

test('a line of code that begins as a heading does is none', () => {
  const { sections } = chapterOf('x', '# X\n\nlead\n\n## One\n\n```sh\n## a comment\n```\n\n### Two words, `code`\n\ntext');
  expect(sections.map(({ title, text }) => [title, text])).toEqual([['One', '```sh\n## a comment\n```']]);
  expect(sections[0]?.passages).toEqual([{ id: 'two-words-code', title: 'Two words, `code`', text: 'text' }]);
});

test('the table of contents names every chapter and section', () => {
  const html = render(<DocumentationPage chapters={chapters()} links={links} texts={docsTexts.en} />);
  for (const { slug, sections } of chapters()) {
    expect(html).toContain(`href="/music/docs/${slug}"`);
    for (const { id } of sections) expect(html).toContain(`href="/music/docs/${slug}#${id}"`);
  }
});

test('chapters are marked as English on a German page', () => {
  expect(pageOf('operating', 'de')).toContain('<div lang="en"><div class="head"><h1>Operating Leitmotif</h1>');
});

test('markup and script in a text stay text, and only addresses are linked', () => {
  const text = '<script>alert(1)</script> <b onclick="x">b</b> [a](javascript:alert(1)) [b](data:text/html,x) ![c](http://x/y.png)';
  const html = render(<Markdown text={text} link={(href) => href} copy="Copy" />);
  expect(html).not.toMatch(/<script|<b |<a |<img/);
  expect(html).toContain('&lt;script>');
});
