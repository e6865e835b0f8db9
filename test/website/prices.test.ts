import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { formatsOf } from '../../src/website/i18n/formats';
import { readTags, writeTags } from '../../src/website/library/items/copy-input';
import { currencyOfPrice, readPrice, writePrice } from '../../src/website/library/items/money';

const at = (locale: string) => ({ locale });

test.each([
  ['9.50', 'EUR', 'en-GB', 950],
  ['9,50', 'EUR', 'en-GB', 950],
  ['9.50', 'EUR', 'de-DE', 950],
  ['9,5', 'EUR', 'de-DE', 950],
  ['1.234,50', 'EUR', 'de-DE', 123_450],
  ['1,234.50', 'USD', 'en-US', 123_450],
  ['1 234,50', 'EUR', 'fr-FR', 123_450],
  ['1,234', 'EUR', 'en-GB', 123_400],
  ['1,234', 'EUR', 'de-DE', ['1234.00', '1.234']],
  ['12.345 €', 'EUR', 'fr-FR', ['12345.00', '12.345']],
  ['0.500', 'EUR', 'en-GB', undefined],
  ['9 50', 'EUR', 'fr-FR', undefined],
  ['1500', 'JPY', 'ja-JP', 1500],
  ['€20', 'EUR', 'en-GB', 2000],
  ['20 €', 'EUR', 'de-DE', 2000],
  ['EUR 1.234,50', 'EUR', 'de-DE', 123_450],
  ['9.50 eur', 'EUR', 'en-GB', 950],
  ['US$9.50', 'USD', 'de-DE', 950],
  ['$9.50', 'USD', 'en-GB', 950],
  ['¥1,500', 'JPY', 'en-GB', 1500],
  ['$20', 'EUR', 'en-GB', undefined],
  ['€20', null, 'en-GB', undefined],
  ['€', 'EUR', 'en-GB', null],
  ['1,500', 'JPY', 'ja-JP', 1500],
  ['9.5', 'JPY', 'ja-JP', undefined],
  ['1.234', 'KWD', 'en-US', 1234],
  ['9', null, 'en-GB', 900],
  ['', 'EUR', 'en-GB', null],
  ['9,5o', 'EUR', 'en-GB', undefined],
  ['-1', 'EUR', 'en-GB', undefined],
  ['99999999999999999', 'EUR', 'en-GB', undefined],
])('readPrice parses %s %s in %s as %p', (typed, currency, locale, expected) => {
  expect(readPrice(typed, currency, at(locale))).toEqual(expected as number);
});

test.each([
  ['$12.50', null, 'USD'],
  ['$12.50', 'EUR', 'USD'],
  ['$12.50', 'CAD', 'CAD'],
  ['12,50 €', 'USD', 'EUR'],
  ['£9', null, 'GBP'],
  ['1500 JPY', 'EUR', 'JPY'],
  ['12.50', 'EUR', 'EUR'],
  ['1000.5', 'JPY', 'JPY'],
  ['12.50', null, null],
  ['twelve', 'EUR', 'EUR'],
])('currencyOfPrice of %s with %p selected is %p', (typed, chosen, expected) => {
  expect(currencyOfPrice(typed, chosen, at('en-GB'))).toBe(expected);
});

test('a formatted price parses to the same amount', () => {
  const currencies = fc.constantFrom('EUR', 'USD', 'JPY', 'KWD', null);
  const locales = fc.constantFrom('en-GB', 'de-DE', 'fr-FR', 'ja-JP', 'ar-EG');
  fc.assert(
    fc.property(fc.nat(), currencies, locales, (amount, currency, locale) => {
      expect(readPrice(writePrice(amount, currency, at(locale)), currency, at(locale))).toBe(amount);
    }),
  );
});

test('formatted tags parse to the same tags', () => {
  const tag = fc
    .string({ minLength: 1, maxLength: 20 })
    .map((text) => text.trim())
    .filter((text) => text !== '');
  fc.assert(fc.property(fc.array(tag), (tags) => expect(readTags(writeTags(tags))).toEqual(tags)));
});

test('hours have no leading zero', () => {
  const morning = new Date(2026, 10, 21, 9, 5);
  for (const locale of ['en-GB', 'en-US', 'de-DE', 'fr-FR']) expect(formatsOf(locale).moment(morning)).toMatch(/[^0]9:05/);
});
