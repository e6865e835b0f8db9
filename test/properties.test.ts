import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { isWellFormedToken, newToken } from '../src/accounts/token';
import { demoRecords } from './support/demo-records';
import { limitOf, runs } from './support/runs';
import { type Document, demoServer, startServer, type TestServer } from './support/server';

// Each property sends hundreds of requests.
setDefaultTimeout(limitOf(60_000));

const artists = demoRecords('Artist').map(({ id, attributes }) => ({ id, name: attributes.name as string }));

const demo = await demoServer();

const idsOf = (document: Document): string[] => document.data.map(({ id }: { id: string }) => id);

describe('partial dates', () => {
  /** Days since 1970-01-01; excess months and days roll over. */
  const dayNumber = (year: number, month: number, day: number): number => new Date(0).setUTCFullYear(year, month - 1, day) / 86_400_000;
  const daysOf = (year: number, month: number): number => dayNumber(year, month + 1, 1) - dayNumber(year, month, 1);
  const padded = (number: number, length: number): string => String(number).padStart(length, '0');

  interface Period {
    readonly text: string;
    readonly first: number;
    readonly last: number;
  }

  const year = fc.oneof(
    fc.integer({ min: 1, max: 9999 }),
    fc.integer({ min: 1890, max: 2030 }),
    fc.constantFrom(1, 4, 100, 400, 1900, 2000, 9999),
  );
  const month = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(2));
  const period: fc.Arbitrary<Period> = fc.oneof(
    year.map((y) => ({ text: padded(y, 4), first: dayNumber(y, 1, 1), last: dayNumber(y + 1, 1, 1) - 1 })),
    fc.tuple(year, month).map(([y, m]) => ({
      text: `${padded(y, 4)}-${padded(m, 2)}`,
      first: dayNumber(y, m, 1),
      last: dayNumber(y, m + 1, 1) - 1,
    })),
    fc.tuple(year, month, fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constantFrom(28, 29, 30, 31))).map(([y, m, preferred]) => {
      const day = Math.min(preferred, daysOf(y, m));
      const at = dayNumber(y, m, day);
      return { text: `${padded(y, 4)}-${padded(m, 2)}-${padded(day, 2)}`, first: at, last: at };
    }),
  );

  const stored = fc.sample(period, { numRuns: 150, seed: 1895 });
  const idOf = (index: number): string => `/api/artists/00000000-0000-4000-8000-${padded(index, 12)}`;
  let own: TestServer;
  beforeAll(async () => {
    own = await startServer([
      ...stored.map(({ text }, index) => ({
        type: 'Artist',
        id: idOf(index),
        attributes: { name: `No. ${index}`, _type: 'group', begin_date: text, end_date: text },
      })),
      { type: 'Artist', id: idOf(999), attributes: { name: 'Undated', _type: 'group' } },
    ]);
  });

  /** Half of the dates equal stored ones, so that bounds match exactly. */
  const date = fc.oneof(period, fc.constantFrom(...stored));

  test('are filtered by their first day, for any date', async () => {
    const agrees = fc.asyncProperty(date, fc.constantFrom('bornAfter', 'bornBefore', 'diedAfter', 'diedBefore'), async (date, filter) => {
      const expected = stored.flatMap(({ first }, index) =>
        (filter.endsWith('After') ? first >= date.first : first <= date.last) ? [idOf(index)] : [],
      );

      const pages = await Promise.all([1, 2].map((page) => own.read(`/api/artists?${filter}=${date.text}&itemsPerPage=100&page=${page}`)));

      expect(pages.flatMap(idsOf).toSorted()).toEqual(expected);
      expect(pages[0]?.meta?.totalItems).toBe(expected.length);
    });

    await fc.assert(agrees, { numRuns: runs(150) });
  });

  test('are ordered by their first day', async () => {
    const pages = await Promise.all([1, 2].map((page) => own.read(`/api/artists?order[beginDate]=asc&itemsPerPage=100&page=${page}`)));

    const days = pages.flatMap(idsOf).map((id) => stored[Number(id.slice(-12))]?.first ?? Number.NEGATIVE_INFINITY);
    expect(days).toHaveLength(stored.length + 1);
    expect(days).toEqual(days.toSorted((a, b) => a - b));
  });

  const refuses = async (filter: string, text: string): Promise<void> => {
    const response = await own.request(`/api/artists?${filter}=${encodeURIComponent(text)}`);

    const { errors } = (await response.json()) as { errors: { source: object; detail: string }[] };
    expect(`${text} ${response.status}`).toBe(`${text} 400`);
    expect(errors[0]?.source).toEqual({ parameter: filter });
    expect(errors[0]?.detail).toContain('YYYY, YYYY-MM or YYYY-MM-DD');
  };

  test.each([
    ...'0000 0000-06 0000-01-01 1950-13 1950-00 1950-1 1950-01-1 1950-01-00 1950-02-30 2023-02-29 1900-02-29 +1950 -1950 195 19500 1950- 1950-01- 1950-01-01T00:00 195O ١٩٥٠ 1950/01/01 01-01-1950 born'.split(
      ' ',
    ),
    ...['1950-01-01 ', ' 1950', '1950\n', ''],
  ])('are refused in any other format: %j', async (text) => {
    for (const filter of ['bornAfter', 'bornBefore', 'diedAfter', 'diedBefore']) await refuses(filter, text);
  });

  test('are accepted exactly if the day exists in the calendar', async () => {
    const candidate = fc.tuple(fc.nat(9999), fc.integer({ min: 0, max: 14 }), fc.integer({ min: 0, max: 33 })).map(([y, m, d]) => ({
      text: `${padded(y, 4)}-${padded(m, 2)}-${padded(d, 2)}`,
      valid: y >= 1 && m >= 1 && m <= 12 && d >= 1 && d <= daysOf(y, m),
    }));

    const agrees = fc.asyncProperty(candidate, async ({ text, valid }) => {
      const response = await own.request(`/api/artists?bornAfter=${text}`);

      expect(response.status).toBe(valid ? 200 : 400);
    });

    await fc.assert(agrees, { numRuns: runs(80) });
  });
});

describe('the name filter', () => {
  // Letters without a decomposition in names of the demo and in needles.
  const plain: Readonly<Record<string, string>> = { ø: 'o', ð: 'd', ł: 'l', ß: 'ss', ς: 'σ' };
  const folded = (text: string): string =>
    text
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase()
      .replace(/[øðłßς]/g, (letter) => plain[letter] as string);

  const inUpperCase = (text: string): string => text.toUpperCase();
  const decomposed = (text: string): string => text.normalize('NFD');
  const accented = (text: string): string => text.replace(/[aeiou]/g, '$&\u0308').normalize('NFC');
  const asItIs = (text: string): string => text;

  const piece = fc
    .tuple(fc.constantFrom(...artists.map(({ name }) => name)), fc.nat(40), fc.integer({ min: 1, max: 12 }))
    .map(([name, from, length]) =>
      [...name]
        .slice(from % [...name].length)
        .slice(0, length)
        .join(''),
    );
  const sign = fc.constantFrom(...'%_\'"*?[]()\\&-–.,;:!^~+$#@/|<>={}');
  const letters = fc
    .string({ unit: fc.constantFrom(...'aeinorstlø ðéÉößñŁ久'), minLength: 1, maxLength: 4 })
    .map((text) => text.replace(/ +/g, ' '));
  const needle = fc.oneof(
    fc.tuple(piece, fc.constantFrom(asItIs, inUpperCase, decomposed, accented)).map(([text, change]) => change(text)),
    fc.tuple(piece, sign, piece).map((parts) => parts.join('')),
    sign,
    letters,
  );

  test('matches any part of a name, ignoring case and accents', async () => {
    const agrees = fc.asyncProperty(needle, async (typed) => {
      const expected = artists.filter(({ name }) => folded(name).includes(folded(typed))).map(({ id }) => id);

      const first = await demo.read(`/api/artists?itemsPerPage=100&name=${encodeURIComponent(typed)}`);
      const more = Array.from({ length: Math.ceil(expected.length / 100) - 1 }, (_, index) => index + 2);
      const rest = await Promise.all(
        more.map((page) => demo.read(`/api/artists?itemsPerPage=100&page=${page}&name=${encodeURIComponent(typed)}`)),
      );

      expect(first.meta?.totalItems).toBe(expected.length);
      expect([first, ...rest].flatMap(idsOf).toSorted()).toEqual(expected.toSorted());
    });

    await fc.assert(agrees, { numRuns: runs(150) });
  });
});

describe('tokens', () => {
  const tokens = Array.from({ length: 2_000 }, (_, index) => newToken((['api', 'access', 'refresh'] as const)[index % 3] ?? 'api'));

  test('are well formed and distinct', () => {
    const malformed = tokens.filter((token) => !isWellFormedToken(token) || !/^lm_(pat|at|rt)_[0-9A-Za-z]{36}$/.test(token));

    expect(malformed).toEqual([]);
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  test('have uniformly distributed digits', () => {
    const counts = new Map<string, number>();
    for (const token of tokens)
      for (const digit of token.slice(token.lastIndexOf('_') + 1, -6)) counts.set(digit, (counts.get(digit) ?? 0) + 1);

    // 60,000 digits out of 62: about 968 each, with a standard deviation of 31.
    expect(counts.size).toBe(62);
    expect(Math.min(...counts.values())).toBeGreaterThan(700);
    expect(Math.max(...counts.values())).toBeLessThan(1_250);
  });

  test('are malformed with any character changed', () => {
    const other = fc.oneof(fc.constantFrom(...'0123456789ABCXYZabcxyz_-. \n'), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }));

    fc.assert(
      fc.property(fc.constantFrom(...tokens), fc.nat(), other, (token, place, character) => {
        const at = place % token.length;
        fc.pre(token[at] !== character);
        return !isWellFormedToken(token.slice(0, at) + character + token.slice(at + 1));
      }),
      { numRuns: runs(1_000) },
    );
  });

  test('are malformed with characters removed, added or replaced', () => {
    const [token = ''] = tokens;

    const wrong = [
      token.slice(1),
      token.slice(0, -1),
      `${token}0`,
      ` ${token}`,
      `${token}\n`,
      token.replace('lm_pat', 'lm_at'),
      token.toUpperCase(),
      '',
    ];

    expect(wrong.filter(isWellFormedToken)).toEqual([]);
  });
});
