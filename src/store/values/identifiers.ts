import { fold } from './folding';

// What identifiers look like, and how those of releases and tracks are stored to be compared. Patterns are texts, for schemas.

/** In lower case, without anything around it. */
export const uuidText = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const slugPattern = '^[a-z0-9]+(-[a-z0-9]+)*$';

/** ISO 3901: country, registrant, year and number, as it is stored. */
export const isrcPattern = '^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$';

const isrc = new RegExp(isrcPattern);

/** The digits of a GTIN, and what people put between them. */
const writtenBarcode = /^\d[\d\s-]{6,24}$/;

/** Digits only; a UPC-A is an EAN-13 with a leading zero. `null` where no digit is left. */
export function normalizeBarcode(barcode: string): string | null {
  const digits = barcode.replace(/\D/g, '');
  return digits === '' ? null : digits.length === 12 ? `0${digits}` : digits;
}

/** The lengths of a GTIN as they are stored: 12 digits get a zero before them. */
const gtinLengths = [8, 13, 14];

/** All stored barcodes that are the same number as one: a GTIN is the same with zeros before it (GS1 General Specifications). */
export function sameBarcodes(barcode: string): string[] {
  const digits = barcode.replace(/^0+(?=\d)/, '');
  return [barcode, ...gtinLengths.filter((length) => length >= digits.length).map((length) => digits.padStart(length, '0'))];
}

/** {@link normalizeBarcode} of a text that is one by its looks: nothing but the digits of a GTIN-8 to GTIN-14. `null` for others. */
export function readBarcode(text: string): string | null {
  const barcode = writtenBarcode.test(text) ? normalizeBarcode(text) : null;
  return barcode !== null && barcode.length >= 8 && barcode.length <= 14 ? barcode : null;
}

/**
 * What looks wrong with a barcode: that it is not as long as one, or that its last digit does not fit the others (GS1 General
 * Specifications, section 7.9). Some are printed so, and all are kept as they are.
 */
export function barcodeFault(text: string): 'length' | 'check digit' | undefined {
  const digits = text.replace(/[\s-]/g, '');
  if (digits === '') return undefined;
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return 'length';
  const sum = [...digits].toReversed().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0 ? undefined : 'check digit';
}

/** Without spaces, hyphens and case. `null` where nothing is left. */
export function normalizeCatalogNumber(number: string): string | null {
  return fold(number).replace(/[\s\p{Pd}]/gu, '') || null;
}

/** Letters and digits alone, in upper case. `null` where nothing is left. */
export function normalizeIdentifier(value: string): string | null {
  return (
    fold(value)
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toUpperCase()
      .slice(0, 255) || null
  );
}

/** An ISRC in upper case, without hyphens and spaces. `null` for what is none. */
export function normalizeIsrc(code: string): string | null {
  const plain = code.toUpperCase().replace(/[\s\p{Pd}]/gu, '');
  return isrc.test(plain) ? plain : null;
}
