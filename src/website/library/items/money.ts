import { decimalsOf } from '../../../store/values/currencies';
import { readAttributesPage } from '../../api/client';
import type { RequestContext } from '../../http/request-context';
import type { Formats } from '../../i18n/formats';
import { type Summary, totalsOf } from '../statistics/summary';
import { type Copy, collectionPath } from './items';

/** In minor units; null if empty, undefined if invalid. */
type TypedPrice = number | null | undefined;

/**
 * Parses `9.50`, `9,50`, `1.234,50`. The locale decides ambiguous signs: `1,234` is a thousand in English, and invalid in
 * German.
 */
export function readPrice(typed: string, currency: string | null, { locale }: Pick<Formats, 'locale'>): TypedPrice {
  const text = withoutSign(typed.replace(/[\s\u00a0\u202f'’]/g, ''), currency, locale);
  if (text === '') return null;
  const decimals = decimalsOf(currency);
  const [, whole, fraction = ''] = splitAt(text, decimals, decimalSignOf(locale)) ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  const amount = Number(whole + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** Currencies identified by a sign alone, by common meaning. */
const signedCurrencies = ['USD', 'EUR', 'GBP', 'JPY', 'CHF'] as const;

/** The selected currency, unless a sign or code says otherwise: `$12.50` is CAD if that is selected, else USD. */
export function currencyOfPrice(typed: string, chosen: string | null, formats: Pick<Formats, 'locale'>): string | null {
  if (readPrice(typed, chosen, formats) !== undefined) return chosen;
  return signedCurrencies.find((currency) => readPrice(typed, currency, formats) !== undefined) ?? chosen;
}

/** With decimals, without grouping and currency. */
export function writePrice(amount: number | null, currency: string | null, { locale }: Pick<Formats, 'locale'>): string {
  if (amount === null) return '';
  const decimals = decimalsOf(currency);
  const digits = String(amount).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}${decimalSignOf(locale)}${digits.slice(-decimals)}`;
}

/** Removes the currency's sign or code; others stay and make the price invalid. */
function withoutSign(text: string, currency: string | null, locale: string): string {
  const written = text.toUpperCase();
  const sign = signsOf(currency, locale).find((one) => written.startsWith(one) || written.endsWith(one));
  if (sign === undefined) return text;
  return written.startsWith(sign) ? text.slice(sign.length) : text.slice(0, -sign.length);
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

/** A dot unless the locale uses a comma. */
function decimalSignOf(locale: string): '.' | ',' {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
}

/** Whole part and decimals; null if invalid. */
function splitAt(text: string, decimals: number, decimal: '.' | ','): readonly string[] | null {
  const group = decimal === ',' ? '.' : ',';
  const plain = new RegExp(`^(\\d+)(?:[.,](\\d{1,${Math.max(1, decimals)}}))?$`);
  const grouped = (by: string, point: string) => new RegExp(`^(\\d{1,3}(?:\\${by}\\d{3})+)(?:\\${point}(\\d+))?$`);
  const found = grouped(group, decimal).exec(text) ?? plain.exec(text) ?? grouped(decimal, group).exec(text);
  // A single sign before three digits groups thousands only if the locale says so.
  if (!found || (found[2] === undefined && new RegExp(`^\\d{1,3}\\${decimal}\\d{3}$`).test(text))) return plain.exec(text);
  return [found[0], (found[1] ?? '').replace(/[.,]/g, ''), found[2] ?? ''];
}

/** Currencies of most records. */
const common = ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD', 'SEK'];

const lookedAt = 20;

/** Used ones by frequency, then common ones. */
export const suggestedCurrencies = ({ spending }: Pick<Summary, 'spending'>): readonly string[] => [
  ...new Set([...totalsOf(spending).flatMap(({ currency }) => currency ?? []), ...common]),
];

/** Empty if unknown. */
export async function readLastCurrency({ api }: Pick<RequestContext, 'api'>): Promise<string> {
  const asked = { 'order[added]': 'desc', itemsPerPage: lookedAt, 'fields[CollectionItem]': 'currency' };
  const { items } = await readAttributesPage<Pick<Copy, 'currency'>>(api, collectionPath, asked);
  return items.find(({ currency }) => currency !== null)?.currency ?? '';
}
