import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { renderToString } from 'preact-render-to-string';
import { Chapter, Markdown, outlineOf } from '../../src/website/ui/markdown';
import { runs } from '../support/runs';

const rendered = (text: string): string => renderToString(<Markdown text={text} />);

const chapter = (text: string, urlOf: (address: string) => string | undefined = () => undefined): string =>
  renderToString(<Chapter text={text} urlOf={urlOf} copy="Copy" />);

test('texts of the catalog have paragraphs, emphasis, lists, code and links', () => {
  expect(rendered('Wrote the *score*, **all** of it.\n\n1. `one`\n2. two')).toBe(
    '<p>Wrote the <em>score</em>, <strong>all</strong> of it.</p><ol><li><code>one</code></li><li>two</li></ol>',
  );
  expect(rendered('[a page](https://example.org/a?b=c&d) and <https://example.net>')).toBe(
    '<p><a href="https://example.org/a?b=c&amp;d" rel="nofollow noopener">a page</a> and <a href="https://example.net/" rel="nofollow noopener">https://example.net</a></p>',
  );
});

test('headings, tables and pictures are reduced to their words', () => {
  expect(rendered('# Orchestrator')).toBe('<p><strong>Orchestrator</strong></p>');
  expect(rendered('![a portrait](https://example.org/spy.png)')).toBe('<p>a portrait</p>');
  expect(rendered('| a | b |\n|---|---|\n| c | d |')).toBe('<p>a b </p><p>c d </p>');
});

test('HTML is escaped', () => {
  expect(rendered('<script>alert(1)</script>')).toBe('<p>&lt;script>alert(1)&lt;/script>\n</p>');
  expect(rendered('so <b onclick="x">bold</b>')).toBe('<p>so &lt;b onclick=&quot;x&quot;>bold&lt;/b></p>');
});

test.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '[x](&#106;avascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x)',
  '[x](file:///etc/passwd)',
  '[x](//elsewhere.example)',
  '[x](/api/users)',
  '<javascript:alert(1)>',
  '[x][y]\n\n[y]: javascript:alert(1)',
])('%s is not rendered as a link', (text) => {
  for (const markup of [rendered(text), chapter(`# T\n\n${text}`)]) expect(markup).not.toContain('<a');
});

/** Elements with attributes that a text may contain. */
const allowed =
  /<\/?(?:p|em|strong|del|blockquote|ul|li|code|pre|br|hr|ol(?: start="\d+")?|a(?: href="https?:\/\/[^"<]*" rel="nofollow noopener")?)\/?>/g;

const markdown = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(
        ...'* ** _ ` > | [ ]( ) ![ < " & &lt; ~~'.split(' '),
        ...['> ', '- ', '1. ', '# ', '<b ', '    ', '\n', '\n\n', '```\n', '---\n', '|-|\n'],
      ),
      fc.constantFrom(
        '<script>',
        'javascript:',
        'data:text/html,',
        'https://example.org/',
        '<img src=x onerror=alert(1)>',
        '[y]: <https://example.org/">',
      ),
    ),
    { maxLength: 60 },
  )
  .map((pieces) => pieces.join(''));

test('any text renders as allowed elements only', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      expect(rendered(text).replace(allowed, '')).not.toContain('<script');
      expect(rendered(text).replace(allowed, '')).not.toMatch(/<|javascript:[^<]*"/);
    }),
    { numRuns: runs(600) },
  );
});

const bombs = {
  'nested emphasis': '*a **b '.repeat(3000) + ' b** a*'.repeat(3000),
  'nested quotes': `${'> '.repeat(40_000)}x`,
  'nested lists': Array.from({ length: 400 }, (_, index) => `${' '.repeat(index * 2)}- x`).join('\n'),
  brackets: '['.repeat(100_000),
  'links that do not end': '[a]('.repeat(50_000),
  backticks: Array.from({ length: 2000 }, (_, index) => '`'.repeat(index)).join(' '),
  'a megabyte of text': 'word *em* [a](https://example.org) '.repeat(30_000),
};

test.each(Object.entries(bombs))('the rendered size of %s is limited', (_, text) => {
  const markup = rendered(text);
  expect(markup.length).toBeGreaterThan(0);
  expect(markup.length).toBeLessThan(500_000);
  expect(chapter(text).length).toBeLessThan(1_000_000);
});

test('a chapter has a head with title and lead, and a section for each heading', () => {
  const markup = chapter('# Import *dumps*\n\nThey are read.\n\n## Fetch\n\n```sh\ncurl <it>\n```\n\n### Later\n\n## Fetch\n');
  expect(markup).toBe(
    '<div class="head"><h1>Import <em>dumps</em></h1><p class="prose">They are read.</p></div>' +
      '<section class="part" id="fetch"><header><h2>Fetch</h2></header><div>' +
      '<div class="code"><pre id="code-1" tabindex="0"><code>curl &lt;it>\n</code></pre>' +
      '<button type="button" class="plain" data-copy="code-1" hidden>Copy</button></div><h3 id="later">Later</h3></div></section>' +
      '<section class="part" id="fetch-1"><header><h2>Fetch</h2></header><div></div></section>',
  );
  expect(outlineOf('# Import *dumps*\n\nSo `it` is.\n\nMore\n\n## *One* `two`')).toEqual({
    title: 'Import dumps',
    lead: 'So it is.',
    headings: [{ title: 'One two', id: 'one-two' }],
  });
});

test('links between chapters become links between pages', () => {
  const urlOf = (address: string) => (address.startsWith('api.md') ? address.replace('api.md', '/docs/api') : undefined);
  const markup = chapter('# T\n\n[A](api.md#paging) [b](other.md) [c](https://example.org)', urlOf);
  expect(markup).toContain('<a href="/docs/api#paging">A</a> b <a href="https://example.org/" rel="nofollow noopener">c</a>');
});

test('every chapter of docs has a title, tables with headers, and valid links', () => {
  const files = [...new Bun.Glob('docs/*.md').scanSync('.')];
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const addresses: string[] = [];
    const markup = chapter(text, (address) => {
      addresses.push(address);
      return `/docs/${address}`;
    });
    expect(outlineOf(text).title).not.toBe('');
    expect(markup.match(/<table>(?!<thead>)/g)).toBeNull();
    expect(addresses.filter((address) => address.includes(':'))).toEqual([]);
  }
});
