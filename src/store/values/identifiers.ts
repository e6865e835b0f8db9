import { fold } from './folding';

// Formats of identifiers, and their normalized forms. Patterns are strings, for use in schemas.

/** In lower case, unanchored. */
export const uuidText = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const slugPattern = '^[a-z0-9]+(-[a-z0-9]+)*$';

/** ISO 3901 as stored: country, registrant, year and number. */
export const isrcPattern = '^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$';

const isrc = new RegExp(isrcPattern);

/** ISO 15707 as stored. */
export const iswcPattern = '^T-[0-9]{3}\\.[0-9]{3}\\.[0-9]{3}-[0-9]$';

/** GTIN digits with the separators people use. */
const writtenBarcode = /^\d[\d\s-]{6,24}$/;

/** Digits of the first barcode, without a price in brackets; a UPC-A becomes an EAN-13 with a leading zero. `null` if no digit is left. */
export function normalizeBarcode(barcode: string): string | null {
  const [first = ''] = barcodesIn(barcode);
  const bare = first.replace(/\([^()]*\)/g, '');
  const digits = (hasUsualLength(bare) ? bare : first).replace(/\D/g, '');
  return digits === '' ? null : digits.length === 12 ? `0${digits}` : digits;
}

/** Barcodes in a text: none without a digit ("none"), and several if each has a usual length. */
export function barcodesIn(text: string): readonly string[] {
  const plain = text.normalize('NFKC');
  if (!/\d/.test(plain)) return [];
  const codes = plain.split(/[,;/|+&]|\b(?:and|or)\b/i).map((code) => code.trim());
  return codes.length > 1 && codes.every(hasUsualLength) ? codes : [plain];
}

/** Whether a barcode has the digits of an EAN-8, UPC-A or EAN-13. */
export const hasUsualLength = (barcode: string): boolean => [8, 12, 13].includes(barcode.replace(/\D/g, '').length);

/** Stored GTIN lengths: 12 digits get a leading zero. */
const gtinLengths = [8, 13, 14];

/** All stored spellings of a barcode: leading zeros do not change a GTIN (GS1 General Specifications). */
export function sameBarcodes(barcode: string): string[] {
  const digits = barcode.replace(/^0+(?=\d)/, '');
  return [barcode, ...gtinLengths.filter((length) => length >= digits.length).map((length) => digits.padStart(length, '0'))];
}

/** {@link normalizeBarcode} for text that looks like a GTIN-8 to GTIN-14; otherwise `null`. */
export function readBarcode(text: string): string | null {
  const barcode = writtenBarcode.test(text.normalize('NFKC')) ? normalizeBarcode(text) : null;
  return barcode !== null && barcode.length >= 8 && barcode.length <= 14 ? barcode : null;
}

/**
 * Warning about a barcode: unusual length or wrong check digit (GS1 General Specifications, section 7.9). Some are printed that
 * way, so all are stored.
 */
export function barcodeFault(text: string): 'length' | 'check digit' | undefined {
  const digits = text.replace(/[\s-]/g, '');
  if (digits === '') return undefined;
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return 'length';
  const sum = [...digits].toReversed().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0 ? undefined : 'check digit';
}

/** Without spaces, hyphens and case. `null` if nothing is left. */
export function normalizeCatalogNumber(number: string): string | null {
  return fold(number).replace(/[\s\p{Pd}]/gu, '') || null;
}

/** Upper-case letters and digits only. `null` if nothing is left. */
export function normalizeIdentifier(value: string): string | null {
  return (
    fold(value)
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toUpperCase()
      .slice(0, 255) || null
  );
}

/** ISRC in upper case without separators. `null` if invalid. */
export function normalizeIsrc(code: string): string | null {
  const plain = code.toUpperCase().replace(/[\s\p{Pd}]/gu, '');
  return isrc.test(plain) ? plain : null;
}

/** ISWC with its punctuation. `null` if invalid. */
export function normalizeIswc(code: string): string | null {
  const [, first, second, third, check] = /^T(\d{3})(\d{3})(\d{3})(\d)$/.exec(code.toUpperCase().replace(/[\s.\p{Pd}]/gu, '')) ?? [];
  return check === undefined ? null : `T-${first}.${second}.${third}-${check}`;
}
