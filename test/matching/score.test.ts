import { describe, expect, test } from 'bun:test';
import {
  areTitlesAlike,
  type ComparedRelease,
  compareLikeness,
  contradictionsOf,
  haveOtherPages,
  likenessOf,
  likenessOfDates,
  likenessToReal,
  shareArtist,
  shareWord,
} from '../../src/matching/score';

const nothing = { barcode: null, numbers: [], labels: [], formats: [], year: null };

describe('a described disc contradicts a release', () => {
  test.each([
    ['catalog_number', { numbers: ['vcl1'] }, { numbers: ['vcl2'] }],
    ['barcode', { barcode: '4005939622023' }, { barcode: '4005939622024' }],
    ['label', { labels: ['Varèse Sarabande'] }, { labels: ['Intrada'] }],
    ['format', { formats: ['cd'] }, { formats: ['vinyl'] }],
    ['year', { year: 1975 }, { year: 1976 }],
  ] as const)('whose only %s is another', (name, disc, release) => {
    expect(contradictionsOf({ ...nothing, ...disc }, { ...nothing, ...release })).toEqual([name]);
    expect(contradictionsOf({ ...nothing, ...release }, { ...nothing, ...disc })).toEqual([name]);
    expect(contradictionsOf({ ...nothing, ...disc }, { ...nothing, ...disc })).toEqual([]);
    expect(contradictionsOf({ ...nothing, ...disc }, nothing)).toEqual([]);
    expect(contradictionsOf(nothing, { ...nothing, ...release })).toEqual([]);
  });

  test('in everything at once', () => {
    const disc = { barcode: '4005939622023', numbers: ['1'], labels: ['A'], formats: ['cd'], year: 1975 };
    const release = { barcode: '4005939622024', numbers: ['2'], labels: ['B'], formats: ['vinyl'], year: 1976 };
    expect(contradictionsOf(disc, release)).toEqual(['catalog_number', 'barcode', 'format', 'label', 'year']);
  });

  test('not if one of several values is shared, or only written differently', () => {
    const disc = { barcode: '077778980926', numbers: ['1', '2'], labels: ['Varèse Sarabande'], formats: ['sacd', 'dvd'], year: 1975 };
    const release = { barcode: '0077778980926', numbers: ['2', '3'], labels: ['Varese Sarabande'], formats: ['cd'], year: 1975 };
    expect(contradictionsOf(disc, release)).toEqual([]);
    expect(contradictionsOf({ ...nothing, formats: ['other'] }, { ...nothing, formats: ['cd'] })).toEqual([]);
  });
});

const compared: ComparedRelease = {
  ...{ key: 1, id: 'a', title: 'jaws', isProvisional: false, barcode: null, year: null, date: null, country: null, album: null },
  ...{ artists: [], line: '', pages: [], numbers: ['mca 2087'], plainNumbers: [], formats: {}, isUnofficial: false, tracks: null },
};

describe('two releases of different sources', () => {
  const likeness = (one: Partial<ComparedRelease>, other: Partial<ComparedRelease>) =>
    likenessOf({ ...compared, ...one }, { ...compared, ...other });

  test.each([
    ['with another barcode', { barcode: '1' }, { barcode: '2' }],
    ['of which one is a bootleg', { isUnofficial: true }, {}],
    ['of other years', { date: '1975' }, { date: '1976' }],
    ['of other countries', { country: 'US' }, { country: 'GB' }],
    ['of which one is of no European country', { country: 'XE' }, { country: 'US' }],
    ['with another number of discs', { formats: { cd: 2 } }, { formats: { cd: 1 } }],
    ['of another format', { formats: { cd: 1 } }, { formats: { vinyl: 1 } }],
    ['with more of one format than are unknown in the other', { formats: { cd: 2, other: 1 } }, { formats: { cd: 1, vinyl: 2 } }],
  ])('%s are not the same', (_, one, other) => {
    expect(likeness(one, other)).toBeUndefined();
    expect(likeness(other, one)).toBeUndefined();
  });

  test.each([
    ['with all values', { date: '1975-06', country: 'US' }, { date: '1975-06', country: 'US' }, [0, 0, 0]],
    ['with less precise values', { date: '1975-06', country: 'DE' }, { date: '1975', country: 'XE' }, [1, 1, 0]],
    ['worldwide', { country: 'US' }, { country: 'XW' }, [2, 1, 0]],
    ['with unknown values', { date: '1975', country: 'XU' }, { country: 'US' }, [2, 2, 0]],
    ['with another number', { numbers: ['other'] }, {}, [2, 2, 1]],
    ['with the same barcode', { barcode: '1' }, { barcode: '1' }, [2, 2, 0]],
    ['with unknown formats', { formats: { cd: 1, other: 1 } }, { formats: { cd: 1, vinyl: 1 } }, [2, 2, 0]],
    ['with formats of one only', { formats: { cd: 1 } }, {}, [2, 2, 0]],
  ])('%s are alike', (_, one, other, expected) => {
    expect(likeness(one, other)).toEqual(expected);
    expect(likeness(other, one)).toEqual(expected);
  });

  test('are ordered by the first difference', () => {
    const all = [
      [2, 0, 0],
      [0, 2, 1],
      [0, 2, 0],
      [1, 0, 0],
    ];
    expect(all.toSorted(compareLikeness)).toEqual([
      [0, 2, 0],
      [0, 2, 1],
      [1, 0, 0],
      [2, 0, 0],
    ]);
    expect(compareLikeness([1, 2], [1, 2])).toBe(0);
  });
});

describe('a provisional release', () => {
  const likeness = (one: Partial<ComparedRelease>, other: Partial<ComparedRelease>) =>
    likenessToReal({ ...compared, ...one }, { ...compared, ...other });

  test('needs a number, a barcode or a title in common', () => {
    expect(likeness({ numbers: [], title: 'jaws' }, { numbers: [], title: 'vertigo' })).toBeUndefined();
    expect(likeness({ numbers: [], title: 'jaws' }, { numbers: [], title: 'jaws (expanded)' })).toEqual([2, 2, 1]);
    expect(likeness({ title: 'jaws' }, { title: 'vertigo' })).toEqual([2, 2, 0]);
    expect(likeness({ numbers: [], title: 'jaws', barcode: '1' }, { numbers: [], title: 'vertigo', barcode: '1' })).toEqual([2, 2, 1]);
  });

  test('may have fewer discs than the real one, but no other format', () => {
    expect(likeness({ formats: { cd: 1 } }, { formats: { cd: 2 } })).toEqual([2, 2, 0]);
    expect(likeness({ formats: { cd: 1 } }, { formats: { vinyl: 1 } })).toBeUndefined();
    expect(likeness({ formats: { cd: 1 } }, { formats: { vinyl: 1, other: 1 } })).toEqual([2, 2, 0]);
    expect(likeness({ formats: { other: 1 } }, { formats: { vinyl: 1 } })).toEqual([2, 2, 0]);
    expect(likeness({ formats: { cd: 1 } }, { formats: {} })).toEqual([2, 2, 0]);
  });
});

test('one site with other pages distinguishes two records', () => {
  expect(haveOtherPages(['discogs 7'], ['discogs 8'])).toBeTrue();
  expect(haveOtherPages(['discogs 7'], ['musicbrainz 8'])).toBeFalse();
  expect(haveOtherPages(['discogs 7', 'discogs 8'], ['discogs 8'])).toBeFalse();
  expect(haveOtherPages([], ['discogs 8'])).toBeFalse();
});

test('titles are alike if one contains the other, without apostrophes', () => {
  expect(areTitlesAlike("ocean's eleven", 'oceans eleven (score)')).toBeTrue();
  expect(areTitlesAlike('oceans eleven (score)', 'ocean’s eleven')).toBeTrue();
  expect(areTitlesAlike('jaws', 'vertigo')).toBeFalse();
});

test('credits share a word of at least two letters, or one is empty', () => {
  expect(shareWord('Williams, John', 'john williams & london symphony')).toBeTrue();
  expect(shareWord('John Barry', 'Bernard Herrmann')).toBeFalse();
  expect(shareWord('J. Barry', 'J. Herrmann')).toBeFalse();
  expect([shareWord('', 'Barry'), shareWord('Barry', null), shareWord(undefined, 'Barry')]).toEqual([true, true, true]);
});

test('releases share an artist by name or by the whole credit line', () => {
  const share = (one: Partial<ComparedRelease>, other: Partial<ComparedRelease>) =>
    shareArtist({ ...compared, ...one }, { ...compared, ...other });
  expect(share({ line: 'john barry' }, { line: 'john barry' })).toBeTrue();
  expect(share({ artists: ['john barry'] }, { artists: ['don black', 'john barry'] })).toBeTrue();
  expect(share({ artists: ['john barry'], line: 'a' }, { artists: ['don black'], line: 'b' })).toBeFalse();
  expect(share({}, {})).toBeFalse();
});

test('dates are equal, less precise, unknown or different', () => {
  expect(likenessOfDates('1975-06', '1975-06')).toBe(0);
  expect([likenessOfDates('1975-06', '1975'), likenessOfDates('1975', '1975-06')]).toEqual([1, 1]);
  expect([likenessOfDates(null, '1975'), likenessOfDates('1975', null), likenessOfDates(null, null)]).toEqual([2, 2, 2]);
  expect(likenessOfDates('1975-06', '1975-07')).toBeUndefined();
});
