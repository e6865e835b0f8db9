import { decimalsOf, type ReadAmount, readAmount } from '../../../store/values/currencies';
import { readAttributesPage } from '../../api/client';
import type { RequestContext } from '../../http/request-context';
import type { Formats } from '../../i18n/formats';
import { type Summary, totalsOf } from '../statistics/summary';
import { type Copy, collectionPath } from './items';

/** Parses a price with the sign or code of its currency, if any; null if empty. */
export function readPrice(typed: string, currency: string | null, { locale }: Pick<Formats, 'locale'>): ReadAmount | null {
  const text = withoutSign(typed.trim(), currency, locale);
  return text === '' ? null : readAmount(text, currency, signOf('group', locale));
}

/** Says what to enter instead of an invalid or ambiguous price. */
export function priceProblem(
  price: Exclude<ReadAmount, number>,
  currency: string | null,
  { format, t }: Pick<RequestContext, 'format' | 't'>,
): string {
  const words = t.collection.form;
  if (price === undefined) return words.priceLike({ example: writePrice(950, currency, format) });
  const [thousands, fraction] = price.map((reading) => format.decimal(reading));
  return words.unclearPrice({ thousands: thousands as string, fraction: fraction as string });
}

/** Currencies identified by a sign alone, by common meaning. */
const signedCurrencies = ['USD', 'EUR', 'GBP', 'JPY', 'CHF'] as const;

/** The selected currency, unless a sign or code says otherwise: `$12.50` is CAD if that is selected, else USD. */
export function currencyOfPrice(typed: string, chosen: string | null, formats: Pick<Formats, 'locale'>): string | null {
  if (readPrice(typed, chosen, formats) !== undefined) return chosen;
  const text = typed.trim();
  const isOf = (currency: string) =>
    withoutSign(text, currency, formats.locale) !== text && readPrice(text, currency, formats) !== undefined;
  return signedCurrencies.find(isOf) ?? chosen;
}

/** With decimals, without grouping and currency. */
export function writePrice(amount: number | null, currency: string | null, { locale }: Pick<Formats, 'locale'>): string {
  if (amount === null) return '';
  const decimals = decimalsOf(currency);
  const digits = String(amount).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}${signOf('decimal', locale)}${digits.slice(-decimals)}`;
}

/** Removes the currency's sign or code; others stay and make the price invalid. */
function withoutSign(text: string, currency: string | null, locale: string): string {
  const written = text.toUpperCase();
  const sign = signsOf(currency, locale).find((one) => written.startsWith(one) || written.endsWith(one));
  if (sign === undefined) return text;
  return (written.startsWith(sign) ? text.slice(sign.length) : text.slice(0, -sign.length)).trim();
}

/** In the locale and English, longest first: `US$` before `$`. */
function signsOf(currency: string | null, locale: string): readonly string[] {
  if (currency === null || !/^[A-Z]{3}$/.test(currency)) return [];
  const signs = [locale, 'en-GB'].flatMap((one) =>
    (['symbol', 'narrowSymbol', 'code'] as const).flatMap((currencyDisplay) => {
      const parts = new Intl.NumberFormat(one, { style: 'currency', currency, currencyDisplay }).formatToParts(1);
      return parts.filter(({ type }) => type === 'currency').map(({ value }) => value.replace(/\s/g, '').toUpperCase());
    }),
  );
  return [...new Set(signs)].filter((sign) => sign !== '').toSorted((a, b) => b.length - a.length);
}

const signOf = (part: 'decimal' | 'group', locale: string): string | undefined =>
  new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(12_345.5).find(({ type }) => type === part)?.value;

/** Currencies of most records. */
const common = ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD', 'SEK'];

const lookedAt = 20;

/** Used ones by frequency, then common ones. */
export const suggestedCurrencies = ({ spending }: Pick<Summary, 'spending'>): readonly string[] => [
  ...new Set([...totalsOf(spending).flatMap(({ currency }) => currency ?? []), ...common]),
];

/** Empty if unknown. */
export async function readLastCurrency({ api }: Pick<RequestContext, 'api'>): Promise<string> {
  const query = { 'order[added]': 'desc', itemsPerPage: lookedAt, 'fields[CollectionItem]': 'currency' };
  const { items } = await readAttributesPage<Pick<Copy, 'currency'>>(api, collectionPath, query);
  return items.find(({ currency }) => currency !== null)?.currency ?? '';
}
