import { describe, expect, test } from 'bun:test';
import { discNamedIn } from '../../src/collection/files/rows';
import { dateOfCell, dayOfCell, daysOfCell, priceOfCells, readTexts, splitHeading, writeTexts } from '../../src/collection/formats/cells';

// Cells of collection files: dates, prices, names and lists.

test.each([
  ['1975', '1975'],
  ['1975-05', '1975-05'],
  ['1975-05-01', '1975-05-01'],
  ['1975-05-00', '1975-05'],
  ['1975-00-00', '1975'],
  ['1975-13-01', '1975'],
  ['1975-05-01T10:00', '1975-05-01'],
  [' 1975-05-01 10:00', '1975-05-01'],
  ['May 1975', '1975-05'],
  ['5/1975', '1975-05'],
  ['05.1975', '1975-05'],
  ['1 May 1975', '1975-05-01'],
  ['5/1/1975', '1975'],
  ['UK 1975 reissue', '1975'],
  ['1789', '1789'],
  ['around 1789', undefined],
  ['around 1889', '1889'],
  ['12345', undefined],
  ['0', undefined],
  ['0000-00-00', undefined],
  ['', undefined],
  ['soon', undefined],
  ['1970s', undefined],
  ['the 1970’s', undefined],
  ['1970er Jahre', undefined],
  ['années 1970', undefined],
  ['1970s, reissued 1999', '1999'],
])('the date of %p is %p', (text, date) => {
  expect(dateOfCell(text)).toBe(date);
});

describe('a day', () => {
  test.each([
    ['01.05.1975', ['1975-05-01']],
    ['1975/5/1', ['1975-05-01']],
    ['1975.05.01', ['1975-05-01']],
    ['31/12/1975', ['1975-12-31']],
    ['12/31/1975', ['1975-12-31']],
    ['12.31.1975', ['1975-12-31']],
    ['5-1-1975', ['1975-01-05', '1975-05-01']],
    ['5/5/1975', ['1975-05-05']],
    ['5/1/1975', ['1975-01-05', '1975-05-01']],
    ['5.1.1975', ['1975-01-05']],
    ['May 1, 1975', ['1975-05-01']],
    ['May 1 1975', ['1975-05-01']],
    ['1st May 1975', ['1975-05-01']],
    ['le 1er mai 1975', ['1975-05-01']],
    ['am 1. Mai 1975', ['1975-05-01']],
    ['1-Mai-1975', ['1975-05-01']],
    ['31 February 1975', []],
    ['30.02.1975', []],
    ['29.02.1975', []],
    ['29.02.1976', ['1976-02-29']],
    ['1 Ma 1975', []],
    ['May 1975', []],
    ['1975', []],
  ])('%p has the readings %p', (text, days) => {
    expect(daysOfCell(text)).toEqual(days);
    expect(dayOfCell(text)).toBe(days.length === 1 ? days[0] : undefined);
  });

  test.each([
    ['01', 'January Jan Januar janvier JAN'],
    ['02', 'February Feb Februar février Fevrier fév'],
    ['03', 'March Mar März Maerz Mrz mars'],
    ['04', 'April Apr avril avr'],
    ['05', 'May Mai mai'],
    ['06', 'June Jun Juni juin'],
    ['07', 'July Jul Juli juillet juil'],
    ['08', 'August Aug août aout'],
    ['09', 'September Sep Sept septembre'],
    ['10', 'October Oct Oktober Okt octobre'],
    ['11', 'November Nov novembre'],
    ['12', 'December Dec Dezember Dez décembre déc'],
  ])('has month %s by the names %s', (month, names) => {
    for (const name of names.split(' ')) expect([name, dayOfCell(`7 ${name} 1975`)]).toEqual([name, `1975-${month}-07`]);
  });
});

test.each([
  ['12.50', undefined, { amount: 1250, currency: undefined }],
  ['12.50', 'EUR', { amount: 1250, currency: 'EUR' }],
  ['12,50 €', undefined, { amount: 1250, currency: 'EUR' }],
  ['€12.50', undefined, { amount: 1250, currency: 'EUR' }],
  [' 12.50 £ ', undefined, { amount: 1250, currency: 'GBP' }],
  ['$5', undefined, { amount: 500, currency: 'USD' }],
  ['¥1500', undefined, { amount: 1500, currency: 'JPY' }],
  ['12 € 50', undefined, { amount: 1250, currency: 'EUR' }],
  ['12€50', undefined, { amount: 1250, currency: 'EUR' }],
  ['5 euros', undefined, { amount: 500, currency: 'EUR' }],
  ['1 euro', undefined, { amount: 100, currency: 'EUR' }],
  ['USD 1,234.50', undefined, { amount: 123450, currency: 'USD' }],
  ['1.234,50 CHF', undefined, { amount: 123450, currency: 'CHF' }],
  ['$5', 'CAD', { amount: 500, currency: 'CAD' }],
  ['$5', 'EUR', { kind: 'unclear_currency', readings: ['USD', 'EUR'] }],
  ['5 EUR', 'USD', { kind: 'unclear_currency', readings: ['EUR', 'USD'] }],
  ['5', 'euro', { amount: 500, currency: undefined }],
  ['', undefined, { kind: 'no_amount' }],
  ['free', undefined, { kind: 'no_amount' }],
  ['EUR', undefined, { kind: 'no_amount' }],
  ['-5', undefined, { kind: 'no_amount' }],
  ['5 apples', undefined, { kind: 'no_amount' }],
  [`5${' '.repeat(100)}`, undefined, { kind: 'no_amount' }],
] as const)('the price %p with the currency %p is %p', (price, column, expected) => {
  expect(priceOfCells(price, column)).toEqual(expected as never);
});

test.each([
  ['Price', { name: 'Price' }],
  ['Price (€)', { name: 'Price', currency: 'EUR' }],
  ['Preis [EUR]', { name: 'Preis', currency: 'EUR' }],
  ['Preis [ EUR ]', { name: 'Preis', currency: 'EUR' }],
  ['Price in USD', { name: 'Price', currency: 'USD' }],
  ['Price£', { name: 'Price', currency: 'GBP' }],
  ['Price USD', { name: 'Price', currency: 'USD' }],
  ['PriceUSD', { name: 'PriceUSD' }],
  ['Price (ABC)', { name: 'Price (ABC)' }],
  ['Price (€) ', { name: 'Price (€) ' }],
])('the heading %p is read as %p', (heading, expected) => {
  expect(splitHeading(heading)).toEqual(expected as never);
});

test('a disc is named by the first known column that has a value', () => {
  const cells = { release_title: '', Title: 'Psycho', Artist: 'Herrmann', 'Catalog#': 7, Released: 0, barcode: null, shop: 'x' };
  expect(discNamedIn(cells)).toEqual({ title: 'Psycho', artist: 'Herrmann', catalog_number: '7' });
  expect(discNamedIn({ release_title: 'A', Title: 'B', year: 1960, Released: '1961' })).toEqual({ title: 'A', released: '1960' });
  expect(discNamedIn({ Released: '0' })).toEqual({});
});

test.each([
  [['a', 'b'], 'a, b'],
  [['a,b'], '["a,b"]'],
  [['[a]'], '["[a]"]'],
  [[], ''],
])('the list %p is written as %p and read again', (texts, cell) => {
  expect(writeTexts(texts)).toBe(cell);
  expect(readTexts(cell)).toEqual(texts);
});

test.each([
  [' a ,, b,', ['a', 'b']],
  ['[a', '[a'],
])('the cell %p is read as %p', (cell, texts) => {
  expect(readTexts(cell)).toEqual(texts as never);
});
