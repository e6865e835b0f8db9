import { Database } from 'bun:sqlite';
import { afterAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { maximumWords, readSearchText, words as wordPattern } from '../src/store/database/full-text';
import { fold } from '../src/store/values/folding';
import { runs } from './support/runs';
import { demoServer } from './support/server';

// A small index with every combination of words that are prefixes of each other.
const names = ['a', 'ab', 'abc', 'b', 'ba', 'the', 'them', 'theme'];
const index = new Database(':memory:');
index.run("CREATE VIRTUAL TABLE title USING fts5(text, tokenize = 'unicode61 remove_diacritics 2')");
for (let chosen = 0; chosen < 2 ** names.length; chosen++) {
  const text = names.filter((_, at) => chosen & (1 << at)).join(' ');
  index.run('INSERT INTO title (rowid, text) VALUES (?, ?)', [chosen + 1, text]);
}
const query = index.query<{ rowid: number }, [string]>('SELECT rowid FROM title WHERE title MATCH ? ORDER BY rowid');
const found = (match: string | null): number[] => (match === null ? [] : query.all(match).map(({ rowid }) => rowid));
afterAll(() => index.close());

/** The meaning of a search: every typed word, the last as a prefix. */
const naive = (typed: readonly string[]): string => `${typed.map((word) => `"${word}"`).join(' ')}*`;

const termsOf = (match: string | null): string[] => match?.match(/"[^"]*"\*?/g) ?? [];

describe('the words of a search', () => {
  const typed = fc.array(fc.constantFrom(...names, 'th', 'x'), { minLength: 1, maxLength: 60 });

  test('find the same records when each is queried once', () => {
    fc.assert(
      fc.property(typed, (words) => {
        const { match } = readSearchText(words.join(' '));
        expect(found(match)).toEqual(found(naive(words)));
        expect(new Set(termsOf(match)).size).toBe(termsOf(match).length);
      }),
      { numRuns: runs(200) },
    );
  });

  test('are queried once for any case and accents', () => {
    const accented = { a: ['A', 'á', 'Ä', 'a\u0301'], e: ['E', 'é', 'ê'], t: ['T'], h: ['H'], m: ['M'], b: ['B'], c: ['C', 'ç'] };
    const spelling = (word: string) =>
      fc
        .tuple(...[...word].map((letter) => fc.constantFrom(letter, ...(accented[letter as 'a'] ?? []))))
        .map((letters) => letters.join(''));
    const spelled = typed.chain((words) => fc.tuple(fc.constant(words), fc.tuple(...words.map(spelling))));
    fc.assert(
      fc.property(spelled, ([plain, written]) => {
        expect(readSearchText(written.join(' ')).match).toBe(readSearchText(plain.join(' ')).match);
      }),
    );
  });

  test('are limited in number, which excludes no records', () => {
    const text = fc.array(fc.string({ unit: 'grapheme', maxLength: 6 }), { maxLength: 100 }).map((parts) => parts.join(' ').toWellFormed());
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          typed.map((words) => words.join('-')),
        ),
        (text) => {
          const { match, words, exact } = readSearchText(text);
          const all = fold(text).match(wordPattern) ?? [];
          expect(termsOf(match).length).toBeLessThanOrEqual(maximumWords);
          expect(words).toEqual(all.slice(0, maximumWords));
          expect(exact).toBe(fold(text).trim());
          if (all.length === 0) return expect(match).toBeNull();
          for (const term of termsOf(match)) expect(all).toContain(term.replace(/["*]/g, ''));
          if (new Set(all).size <= maximumWords)
            for (const word of all) expect(termsOf(match).some((one) => one.startsWith(`"${word}`))).toBe(true);
        },
      ),
    );
  });

  test.each([
    ['the the the', '"the"'],
    ['theme the', '"theme"'],
    ['the theme', '"the" "theme"*'],
    ['The THE thé psy', '"the" "psy"*'],
    ['psycho', '"psycho"*'],
    ['!!!', null],
  ])('of "%s" become the query %s', (text, match) => {
    expect(readSearchText(text).match).toBe(match);
  });

  test('of a repeated title still find it', async () => {
    const server = await demoServer();
    const [{ attributes }] = (await server.read('/api/releases?itemsPerPage=1')).data;
    const again = `${attributes.title} `.repeat(20).slice(0, 200).trim();

    const { data } = await server.read(`/api/releases?q=${encodeURIComponent(again)}`);

    expect(data.map((row: { attributes: { title: string } }) => row.attributes.title)).toContain(attributes.title);
  });
});
