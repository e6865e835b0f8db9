import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { foldWithOrigins, highlight, matchesIn, patternOf } from '../../src/search/snippets';
import { withoutInnerMarks, words } from '../../src/store/database/full-text';
import { fold } from '../../src/store/values/folding';
import { runs } from '../support/runs';

describe('the highlighting of matches', () => {
  test.each([
    ['Henryk Górecki', ['gorecki'], 'Henryk <mark>Górecki</mark>'],
    ['Henryk Go\u0301recki', ['gorecki'], 'Henryk <mark>Go\u0301recki</mark>'],
    ['Straße', ['strass'], '<mark>Straß</mark>e'],
    ['Straße', ['stras'], '<mark>Straß</mark>e'],
    ['ﬁlm music', ['f'], '<mark>ﬁ</mark>lm music'],
    ['Ævintýri', ['aev'], '<mark>Æv</mark>intýri'],
    ['½ Prince', ['2'], '<mark>½</mark> Prince'],
    ['The Good, the Bad', ['the', 'b'], '<mark>The</mark> Good, <mark>the</mark> <mark>B</mark>ad'],
    ['<b>"A&M"</b>', ['a', 'm'], '&lt;b&gt;&quot;<mark>A</mark>&amp;<mark>M</mark>&quot;&lt;/b&gt;'],
    ['Ευάγγελος', ['ευαγγελοσ'], '<mark>Ευάγγελος</mark>'],
    ['久石譲', ['久石'], '<mark>久石</mark>譲'],
    ['\u0301x', ['x'], '\u0301<mark>x</mark>'],
    ["Schindler's List", ['schindlers', 'l'], '<mark>Schindler&#39;s</mark> <mark>L</mark>ist'],
    ['S.W.A.T.', ['swat'], '<mark>S.W.A.T</mark>.'],
    ['WALL·E', ['wal'], '<mark>WAL</mark>L·E'],
    ['千と千尋の神隠し', ['千尋', '神隠'], '千と<mark>千尋</mark>の<mark>神隠</mark>し'],
    ['정재일', ['재일'.normalize('NFD')], '정<mark>재일</mark>'],
    ['8½ Women', ['8', '1', '2'], '<mark>8½</mark> Women'],
    ['nothing', ['else'], 'nothing'],
  ])('marks whole characters: %s by %p', (text, typed, html) => {
    expect(highlight(text, patternOf(typed.map((word) => [word])))).toBe(html);
  });

  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc
      .array(fc.constantFrom('ß', 'ﬁ', 'a\u0301', 'Å', '½', 'İ', 'ς', 'Σ', '한', '\u0301', '<', '&', ' ', '-', 'œ', '𝔄', 'x', 'ǆ', '㎏'), {
        maxLength: 20,
      })
      .map((parts) => parts.join('')),
  );

  test('folds single characters like the whole text', () => {
    const collapsed = (folded: string) => folded.replace(/[\s\p{Cc}]+/gu, ' ');
    fc.assert(
      fc.property(text, (original) => expect(collapsed(foldWithOrigins(original).folded)).toBe(collapsed(fold(original)))),
      { numRuns: runs(500) },
    );
  });

  test('marks every word of a text, in separate ordered ranges of whole characters', () => {
    fc.assert(
      fc.property(text, fc.nat(5), (original, place) => {
        const all = fold(original).match(words) ?? [];
        const typed = all[place % Math.max(1, all.length)];
        const ranges = typed === undefined ? [] : matchesIn(original, patternOf([[typed]]));
        expect(ranges.length > 0).toBe(typed !== undefined);
        let end = 0;
        for (const range of ranges) {
          expect(range.start).toBeGreaterThanOrEqual(end);
          expect(range.end).toBeGreaterThan(range.start);
          expect(original.slice(range.start, range.end).isWellFormed()).toBe(original.isWellFormed());
          expect(withoutInnerMarks(fold(original.slice(range.start, range.end)))).toContain(withoutInnerMarks(typed as string));
          end = range.end;
        }
        expect(end).toBeLessThanOrEqual(original.length);
      }),
      { numRuns: runs(500) },
    );
  });

  test('keeps the text apart from marks', () => {
    fc.assert(
      fc.property(text, fc.array(fc.string({ maxLength: 3 }), { maxLength: 3 }), (original, typed) => {
        const html = highlight(original, patternOf(typed.flatMap((word) => fold(word).match(words) ?? []).map((word) => [word])));
        const plain = html
          .replace(/<\/?mark>/g, '')
          .replace(/&lt;/g, '<')
          .replace(/&gt;/g, '>')
          .replace(/&quot;/g, '"')
          .replace(/&#39;/g, "'")
          .replace(/&amp;/g, '&');
        expect(plain).toBe(original);
        expect(html.replace(/<\/?mark>/g, '')).not.toMatch(/[<>"']/);
      }),
      { numRuns: runs(500) },
    );
  });
});
