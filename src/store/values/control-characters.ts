/** Embeddings, overrides and isolates, which show a text in another order (Unicode Technical Report 36). */
export const bidirectionalControls = /[\u202a-\u202e\u2066-\u2069]/g;

/** Control characters (C0 and C1) but line breaks and tabs. */
const controls = /[^\P{Cc}\n\t]/gu;

/** A text without control characters, apart from line breaks and tabs. */
export const withoutControls = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(controls, '').replace(bidirectionalControls, '');

/** In JSON, escaped or not. */
const inJson = /[\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\\[bfr]|\\u(?:00[01]|007f|00[89]|202[a-e]|206[6-9])/i;

/** A parsed value whose texts have no control characters. @param json its text, which is searched faster than the value */
export function valueWithoutControls<T>(value: T, json: string): T {
  if (!inJson.test(json)) return value;
  return JSON.parse(JSON.stringify(value), (_, one) => (typeof one === 'string' ? withoutControls(one) : one)) as T;
}
