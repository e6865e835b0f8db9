import { Database } from 'bun:sqlite';
import { afterAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { maximumWords, readSearchText, tokensOf, wordsIn } from '../../src/store/database/full-text';
import { fold } from '../../src/store/values/folding';
import { runs } from '../support/runs';
import { demoServer } from '../support/server';

// A small index with every combination of words that are prefixes of each other.
const names = ['an', 'ann', 'anna', 'bo', 'boa', 'the', 'them', 'theme'];
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

/** The beginning of a word in a query: without the last of its characters, if those are queried in pairs. */
const quotedWord = (word: string): string => tokensOf(word)[0] as string;

const termsOf = (match: string | null): string[] => match?.match(/"[^"]*"\*?/g) ?? [];

describe('the words of a search', () => {
  const typed = fc.array(fc.constantFrom(...names, 'th', 'xy'), { minLength: 1, maxLength: 60 });

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
    const accented = { a: ['A', 'á', 'Ä', 'a\u0301'], e: ['E', 'é', 'ê'], t: ['T'], h: ['H'], m: ['M'], b: ['B'], n: ['N', 'ñ'] };
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
          const all = wordsIn(fold(text));
          expect(termsOf(match).length).toBeLessThanOrEqual(2 * maximumWords);
          expect(words).toEqual(all.slice(0, maximumWords));
          expect(exact).toBe(fold(text).trim());
          if (all.length === 0) return expect(match).toBeNull();
          if (new Set(all).size <= maximumWords) for (const word of all) expect(match).toContain(quotedWord(word));
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
    ["schindler's list", '(("schindler" AND "s") OR "schindlers") AND "list"*'],
    ['S W A T', '(("s" AND "w" AND "a" AND "t"*) OR "swat"*)'],
    ['Rocky II', '"rocky" AND ("ii"* OR "2" OR "two")'],
    ['oceans 12', '"oceans" AND ("12"* OR "xii" OR "twelve")'],
    ['psalm 21', '"psalm" "21"*'],
    ['me and i', '"me" "and" "i"*'],
    ['part i', '"part" AND ("i"* OR "1" OR "one")'],
    ['v for vendetta', '"v" "for" "vendetta"*'],
    ['8½', '(("8" AND "1" AND "2"*) OR ("eight" AND "and" AND "a" AND "half"*))'],
    ['Eight and a Half Women', '(("eight" AND "and" AND "a" AND "half") OR ("8" AND "1" AND "2")) AND "women"*'],
    ['21 1/2', '"21" AND "1" AND ("2"* OR "ii" OR "two")'],
    ['千', '"千"*'],
    ['千と千', '"千と と千"'],
    ['bts の歌', '"bts" "の歌"'],
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
