import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render } from 'preact-render-to-string';
import { chapters, findChapter, linkFrom } from '../../../src/website/help/docs/chapters';
import { ChapterPage, DocumentationPage } from '../../../src/website/help/docs/pages';
import { Addresses } from '../../../src/website/http/addresses';
import { languages } from '../../../src/website/i18n';
import { outlineOf } from '../../../src/website/ui/markdown';
import { nonEmpty } from '../../support/non-empty';

const docs = join(import.meta.dir, '../../../docs');
const to = new Addresses('/music');
const pageOf = (slug: string, language: 'en' | 'de' = 'en'): string => {
  const chapter = findChapter(slug);
  if (!chapter) throw new Error(`There is no chapter ${slug}.`);
  return render(<ChapterPage chapter={chapter} to={to} texts={languages[language].documentation} asset={(name) => `/assets/${name}`} />);
};

test('every file of the documentation is a chapter', () => {
  const files = readdirSync(docs).filter((file) => file.endsWith('.md') && file !== 'README.md');
  expect(
    chapters()
      .map(({ slug }) => `${slug}.md`)
      .toSorted(),
  ).toEqual(files.toSorted());
});

test('the index of the documentation links to every chapter, for the same readers', () => {
  const index = readFileSync(join(docs, 'README.md'), 'utf8');
  const linked = [...index.matchAll(/^\*\*(\w+)s\*\*\n([\s\S]*?)(?=^\*\*|$(?![\s\S]))/gm)].flatMap(([, reader = '', list = '']) =>
    [...list.matchAll(/\]\(([\w-]+)\.md[)#]/g)].map(([, slug]) => [reader.toLowerCase(), slug]),
  );
  expect(linked.map((line) => line.join(' ')).toSorted()).toEqual(
    chapters()
      .map(({ reader, slug }) => `${reader} ${slug}`)
      .toSorted(),
  );
});

describe.each(chapters().map(({ slug }) => slug))('%s', (slug) => {
  test('has all its headings with unique ids, no script, and less than 60 KB', () => {
    const html = pageOf(slug);
    const visible = html.replace(/<\/?code>/g, '');
    const text = readFileSync(join(docs, `${slug}.md`), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
    for (const [, heading = ''] of nonEmpty([...text.matchAll(/^#+ (.*)$/gm)]))
      expect(visible).toContain(`>${heading.replaceAll('`', '')}</h`);
    expect(Buffer.byteLength(html)).toBeLessThan(60_000);
    expect(html).not.toMatch(/<script|\sstyle=|\son\w+=/);
    const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('links only to existing chapters and headings', () => {
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

test('links between files become links between pages, and a link to a file without a page is dropped', () => {
  const addressOf = (slug: string) => `/docs/${slug}`;
  expect(linkFrom('operating.md#the-rate-limit', addressOf)).toBe('/docs/operating#the-rate-limit');
  expect(linkFrom('#settings', addressOf)).toBe('#settings');
  expect(linkFrom('https://jsonapi.org', addressOf)).toBe('https://jsonapi.org');
  expect(linkFrom('../packaging/clients.ts', addressOf)).toBeUndefined();
});

test('a comment in a code block is no heading', () => {
  expect(outlineOf('# X\n\nlead\n\n## One\n\n```sh\n## a comment\n```').headings).toEqual([{ title: 'One', id: 'one' }]);
});

test('the table of contents names every chapter and section', () => {
  const html = render(<DocumentationPage to={to} texts={languages.en.documentation} />);
  for (const { slug, headings } of nonEmpty(chapters())) {
    expect(html).toContain(`href="/music/docs/${slug}"`);
    for (const { id } of headings) expect(html).toContain(`href="/music/docs/${slug}#${id}"`);
  }
});

test('chapters are marked as English on a German page', () => {
  expect(pageOf('operating', 'de')).toContain('<div lang="en"><div class="head"><h1>Operating Leitmotif</h1>');
});
