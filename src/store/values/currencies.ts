/** Decimals of a currency (ISO 4217): none for yen, three for dinars, two for unknown ones. */
export function decimalsOf(currency: string | null): number {
  try {
    return currency === null ? 2 : (Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2);
  } catch {
    return 2;
  }
}
