/**
 * Prefixes that spreadsheets run as formulas (https://owasp.org/www-community/attacks/CSV_Injection), including already escaped
 * ones, so that a round trip is lossless.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

export const escapeFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Removes the apostrophe that {@link escapeFormula} added. */
export const unescapeFormula = (text: string): string => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text);
