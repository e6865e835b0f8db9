import type { RequestContext } from '../../http/request-context';
import type { Formats } from '../../i18n/formats';
import { type Summary, totalsOf } from '../statistics/summary';
import { collectionPath } from './items';

/** What was typed as a price: in the smallest unit of the currency, `null` for nothing, `undefined` for what is no price. */
type TypedPrice = number | null | undefined;

/**
 * Reads a price as people type it: `9.50`, `9,50`, `1.234,50`. Where a sign could be either, it is what it is in the
 * locale: `1,234` are thousands in English, and too many decimals in German.
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

/** Currencies that a sign alone names: where a sign has several, the one that most people mean by it. */
const signedCurrencies = ['USD', 'EUR', 'GBP', 'JPY', 'CHF'] as const;

/**
 * The currency of a price: the chosen one, unless another's sign or code stands at the price. `$12.50` is US dollars where
 * euros or nothing were chosen, and Canadian dollars where those were.
 */
export function currencyOfPrice(typed: string, chosen: string | null, formats: Pick<Formats, 'locale'>): string | null {
  if (readPrice(typed, chosen, formats) !== undefined) return chosen;
  return signedCurrencies.find((currency) => readPrice(typed, currency, formats) !== undefined) ?? chosen;
}

/** A price as a field has it: with the decimals of its currency, without marks of thousands or currency. */
export function writePrice(amount: number | null, currency: string | null, { locale }: Pick<Formats, 'locale'>): string {
  if (amount === null) return '';
  const decimals = decimalsOf(currency);
  const digits = String(amount).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}${decimalSignOf(locale)}${digits.slice(-decimals)}`;
}

/** An amount without the sign or code of its currency before or after it: `€20`, `20 EUR`. Signs of others stay, and make it none. */
function withoutSign(text: string, currency: string | null, locale: string): string {
  const written = text.toUpperCase();
  const sign = signsOf(currency, locale).find((one) => written.startsWith(one) || written.endsWith(one));
  if (sign === undefined) return text;
  return written.startsWith(sign) ? text.slice(sign.length) : text.slice(0, -sign.length);
}

/** How a currency is written in a locale and in that of pages in English, the longest first: `US$` before `$`. */
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

/** As many as amounts of a currency have (ISO 4217); two where the currency is not known. */
function decimalsOf(currency: string | null): number {
  try {
    return currency === null ? 2 : (Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2);
  } catch {
    return 2;
  }
}

/** The decimal sign of a locale; a dot where it is neither a dot nor a comma. */
function decimalSignOf(locale: string): '.' | ',' {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
}

/** The whole part without marks of thousands, and the decimals; `null` where the text is no amount. */
function splitAt(text: string, decimals: number, decimal: '.' | ','): readonly string[] | null {
  const group = decimal === ',' ? '.' : ',';
  const plain = new RegExp(`^(\\d+)(?:[.,](\\d{1,${Math.max(1, decimals)}}))?$`);
  const grouped = (by: string, point: string) => new RegExp(`^(\\d{1,3}(?:\\${by}\\d{3})+)(?:\\${point}(\\d+))?$`);
  const found = grouped(group, decimal).exec(text) ?? plain.exec(text) ?? grouped(decimal, group).exec(text);
  // One sign before three digits stands for thousands only where the locale writes them so.
  if (!found || (found[2] === undefined && new RegExp(`^\\d{1,3}\\${decimal}\\d{3}$`).test(text))) return plain.exec(text);
  return [found[0], (found[1] ?? '').replace(/[.,]/g, ''), found[2] ?? ''];
}

/** Those that most records are sold in. */
const common = ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD', 'SEK'];

/** Copies that are looked through for the currency that was used last. */
const lookedAt = 20;

/** What a field of currencies suggests: those that were used already, the most used first, then common ones. */
export const suggestedCurrencies = ({ spending }: Pick<Summary, 'spending'>): readonly string[] => [
  ...new Set([...totalsOf(spending).flatMap(({ currency }) => currency ?? []), ...common]),
];

/** The currency of the copy that was added last of those that have one; empty where none has. */
export async function readLastCurrency({ api }: Pick<RequestContext, 'api'>): Promise<string> {
  const asked = { 'order[added]': 'desc', itemsPerPage: lookedAt, 'fields[CollectionItem]': 'currency' };
  const { data } = await api.read<Currencies>(collectionPath, asked);
  return data.find(({ attributes }) => attributes.currency !== null)?.attributes.currency ?? '';
}

interface Currencies {
  readonly data: readonly { readonly attributes: { readonly currency: string | null } }[];
}
