import { fold } from './folding';

// Identifiers of releases and tracks as they are stored to be compared.

/** Digits only; a UPC-A is an EAN-13 with a leading zero. `null` where no digit is left. */
export function normalizeBarcode(barcode: string): string | null {
  const digits = barcode.replace(/\D/g, '');
  return digits === '' ? null : digits.length === 12 ? `0${digits}` : digits;
}

/** Without spaces, hyphens and case. `null` where nothing is left. */
export function normalizeCatalogNumber(number: string): string | null {
  return fold(number).replace(/[\s\p{Pd}]/gu, '') || null;
}

/** ISO 3901: country, registrant, year and number, in upper case without hyphens and spaces. `null` for what is none. */
export function normalizeIsrc(code: string): string | null {
  const plain = code.toUpperCase().replace(/[\s\p{Pd}]/gu, '');
  return /^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$/.test(plain) ? plain : null;
}
