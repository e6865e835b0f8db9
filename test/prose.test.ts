import { expect, test } from 'bun:test';
import { Glob } from 'bun';

const root = new URL('..', import.meta.url).pathname;
const documents = [...new Glob('*.md').scanSync(root), ...new Glob('docs/*.md').scanSync(root)];

/** The sentences of a Markdown text, without code blocks, tables and headings. */
function sentencesOf(text: string, endings: RegExp): string[] {
  return text
    .replaceAll(/^```[\s\S]*?^```$|^ {4}.*$|^[|#].*$/gm, '')
    .split(/\n(?=\s*\n|\s*(?:[-*]|\d+\.) )/)
    .flatMap((paragraph) => paragraph.replaceAll(/\s+/g, ' ').split(endings))
    .map((sentence) => sentence.replace(/^[\s\-*#\d.]+/, '').trim());
}

/** Counts a code span as one word and a link as its text. */
const wordsOf = (sentence: string): string[] =>
  sentence
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word));

test('no sentence is repeated in the documents', async () => {
  const places = new Map<string, string[]>();
  for (const file of documents)
    for (const sentence of sentencesOf(await Bun.file(root + file).text(), /(?<=[.:?!]) (?=[A-Z*`[])/))
      if (wordsOf(sentence).length >= 6) places.set(sentence, [...(places.get(sentence) ?? []), file]);
  expect(places.size).toBeGreaterThan(1_000);
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
});

test('no sentence in the documents has more than 30 words', async () => {
  const long: string[] = [];
  for (const file of documents)
    for (const sentence of sentencesOf(await Bun.file(root + file).text(), /(?<=[.?!]["”)*]*) (?=["“(]*[A-Z\d*`[])/))
      if (wordsOf(sentence).length > 30) long.push(`${file}: ${sentence}`);
  expect(long).toEqual([]);
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
