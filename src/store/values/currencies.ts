/** By code. A format takes longer to make than an amount to read. */
const decimals = new Map<string | null, number>([[null, 2]]);

/** Decimals of a currency (ISO 4217): none for yen, three for dinars, two for unknown ones. */
export function decimalsOf(currency: string | null): number {
  const known = decimals.get(currency);
  if (known !== undefined) return known;
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency as string });
    // Accepts three letters only, of which there are not too many.
    const found = format.resolvedOptions().maximumFractionDigits ?? 2;
    decimals.set(currency, found);
    return found;
  } catch {
    return 2;
  }
}

/** Minor units; both readings of an ambiguous amount, as decimal numbers; undefined for other text. */
export type ReadAmount = number | readonly [thousands: string, fraction: string] | undefined;

/**
 * Parses "9.5", "9,50", "1.234,50" and "12 345" alike in all languages. A single sign before three digits is ambiguous, unless
 * the currency has three decimals, or none.
 * @param grouping the thousands separator of the reader's language, which is not ambiguous
 */
export function readAmount(text: string, currency: string | null, grouping?: string): ReadAmount {
  const decimals = decimalsOf(currency);
  const [, whole = '', fraction = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(text) ?? [];
  if (whole !== '' && fraction.length <= decimals) return minorUnits(whole, fraction, decimals);
  const [, thousands = '', sign, rest = ''] = /^(\d{1,3}([.,'’\s])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/.exec(text) ?? [];
  if (thousands === '' || /^0/.test(thousands) || rest.length > decimals) return undefined;
  if (fraction !== '' && decimals > 0 && sign !== grouping) return [`${whole}${fraction}.00`, `${whole}.${fraction}`];
  return minorUnits(thousands.replace(/\D/g, ''), rest, decimals);
}

function minorUnits(whole: string, fraction: string, decimals: number): number | undefined {
  const amount = Number(whole + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
}
