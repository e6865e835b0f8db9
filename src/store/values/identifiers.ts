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

/**
 * Digits of the first barcode, without a price in brackets, as a GTIN-8, GTIN-13 or GTIN-14: leading zeros do not change one (GS1
 * General Specifications), and spreadsheets drop them. `null` if no digit is left.
 */
export function normalizeBarcode(barcode: string): string | null {
  const [first = ''] = barcodesIn(barcode);
  const bare = first.replace(/\([^()]*\)/g, '');
  const digits = (hasUsualLength(bare) ? bare : first).replace(/\D/g, '');
  if (digits.length < 9 || digits.length > 14) return digits || null;
  const significant = digits.replace(/^0+/, '');
  return significant.padStart(significant.length > 8 ? 13 : 8, '0');
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

/** {@link normalizeBarcode} of a text that a spreadsheet may have changed. */
export const typedBarcode = (text: string): string | null => normalizeBarcode(barcodeOfCell(text) ?? text);

/** {@link typedBarcode} for text that looks like a GTIN-8 to GTIN-14; otherwise `null`. */
export function readBarcode(text: string): string | null {
  const plain = barcodeOfCell(text) ?? text;
  const barcode = writtenBarcode.test(plain.normalize('NFKC')) ? normalizeBarcode(plain) : null;
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

/**
 * A barcode in a cell that a spreadsheet may have read as a number: without its leading zeros, with `.0`, or as `7.5597950625E+10`.
 * @returns undefined for a number whose last digits are lost; other text as it is
 */
export function barcodeOfCell(text: string): string | undefined {
  const plain = text.trim().replace(/^'|[.,]0+$/g, '');
  const [, whole = '', fraction = '', exponent = ''] = /^(\d)(?:[.,](\d+))?E\+?(\d\d?)$/i.exec(plain) ?? [];
  const isComplete = exponent !== '' && Number(exponent) === fraction.length;
  if (exponent !== '' && !isComplete && !hasAllDigits(whole + fraction, Number(exponent) + 1)) return undefined;
  const digits = exponent === '' ? plain : (whole + fraction).padEnd(Number(exponent) + 1, '0');
  // Seven digits are compared as they are: they are no GTIN, and more often a number of the label.
  return /^\d{8,14}$/.test(digits) ? withLostZeros(digits) : text.trim();
}

/** Whether at most a zero is missing at the end: a number of so many digits and a right check digit. */
const hasAllDigits = (digits: string, length: number): boolean =>
  digits.length >= length - 1 && length <= 14 && barcodeFault(withLostZeros(digits.padEnd(length, '0'))) === undefined;

/** A GTIN-14 of one piece is its EAN-13. The shortest usual length with a right check digit counts. */
function withLostZeros(digits: string): string {
  if (digits.length === 14 && digits.startsWith('0')) return withLostZeros(digits.slice(1));
  if (barcodeFault(digits) === undefined) return digits;
  const lengths = [8, 12, 13].filter((length) => length > digits.length);
  const padded = lengths.map((length) => digits.padStart(length, '0')).find((code) => barcodeFault(code) === undefined);
  return padded ?? digits;
}

// UUIDs as 16 bytes instead of 36, in tables with more rows than records.

/** SQL for the bytes of a textual UUID. */
export const packedId = (id: string): string => `unhex(${id}, '-')`;

/** SQL for the text of a binary UUID. */
export const writtenId = (bytes: string): string =>
  `lower(${[hex(bytes, 1, 4), hex(bytes, 5, 2), hex(bytes, 7, 2), hex(bytes, 9, 2), hex(bytes, 11, 6)].join(" || '-' || ")})`;

const hex = (bytes: string, first: number, length: number): string => `hex(substr(${bytes}, ${first}, ${length}))`;

/** SQL for the key of a record type. */
export const typeKey = (type: string): string => `(SELECT key FROM record_type WHERE name = ${type})`;

/** Namespace of Leitmotif's generated ids: a random UUID that never changes, so that all servers derive the same ids. */
const namespace = '5d0c4f8a-3b5e-4c1f-9a57-6e2b8f0d7c43';

const namespaceBytes = Buffer.from(namespace.replaceAll('-', ''), 'hex');

/** Reused buffer of namespace and name, since an import creates millions. */
const shortInput = Buffer.alloc(1024);
namespaceBytes.copy(shortInput);

/** UUID version 5 (RFC 9562, section 5.5) of a name such as `discogs:artist:733955`, in lower case. */
export function uuidOf(name: string): string {
  const hash = Bun.SHA1.hash(inputOf(name)) as Uint8Array;
  hash[6] = ((hash[6] as number) & 0x0f) | 0x50;
  hash[8] = ((hash[8] as number) & 0x3f) | 0x80;
  const hex = hash.toHex();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

function inputOf(name: string): Uint8Array {
  // A UTF-16 unit takes at most three bytes in UTF-8.
  if (namespaceBytes.length + 3 * name.length > shortInput.length) return Buffer.concat([namespaceBytes, Buffer.from(name)]);
  return shortInput.subarray(0, namespaceBytes.length + shortInput.write(name, namespaceBytes.length));
}

// Ids of Discogs releases, from dumps and collection files alike.

/** UUID of a Discogs release, the same in every catalog. */
export const ownReleaseId = (id: string): string => uuidOf(`discogs:release:${id}`);

/** Link of a release to its Discogs page: UUID and content. */
export const releaseLink = (id: string) => ({
  id: uuidOf(`discogs:release:${id}:link:discogs`),
  attributes: { provider: 'discogs', external_id: id, url: `https://www.discogs.com/release/${id}` },
});
