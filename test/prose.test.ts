import { expect, test } from 'bun:test';
import { Glob } from 'bun';

// The documents as prose.

const root = new URL('..', import.meta.url).pathname;

/** The sentences of a Markdown text of at least six words, without code blocks and tables. */
function sentencesOf(text: string): string[] {
  return text
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/^\|.*$/gm, '')
    .split(/\n(?=\s*\n|[-*#] |\d+\. )/)
    .flatMap((paragraph) => paragraph.replaceAll(/\s+/g, ' ').split(/(?<=[.:?!]) (?=[A-Z*`[])/))
    .map((sentence) => sentence.replace(/^[\s\-*#\d.]+/, '').trim())
    .filter((sentence) => sentence.split(' ').length >= 6);
}

test('no sentence stands twice in the documents', async () => {
  const places = new Map<string, string[]>();
  for (const file of [...new Glob('*.md').scanSync(root), ...new Glob('docs/*.md').scanSync(root)])
    for (const sentence of sentencesOf(await Bun.file(root + file).text())) places.set(sentence, [...(places.get(sentence) ?? []), file]);
  expect(places.size).toBeGreaterThan(1_000);
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
});

test.each(['Added', 'Changed', 'Fixed'])('a version in CHANGELOG.md has at most one list "%s"', async (title) => {
  const versions = (await Bun.file(`${root}CHANGELOG.md`).text()).split(/^## /m).slice(1);
  for (const version of versions) expect(version.split(`### ${title}\n`).length - 1).toBeLessThanOrEqual(1);
});

test("the README's tree names every folder of src", async () => {
  const readme = await Bun.file(`${root}README.md`).text();
  const folders = new Set([...new Glob('*/**/*.ts').scanSync(`${root}src`)].map((file) => `src/${file.split('/')[0]}/`));
  expect([...folders].filter((folder) => !readme.includes(folder))).toEqual([]);
});
