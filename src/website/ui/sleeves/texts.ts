/** A title, and what stands behind it. */
export interface TitleParts {
  readonly main: string;
  readonly sub: string;
}

/** Split at a bracket, a colon or a dash: "Jaws (Music from the Motion Picture)" is "Jaws", with "Music from the Motion Picture". */
export function titleParts(title: string): TitleParts {
  const { main, opening = '', rest = '' } = parts.exec(title)?.groups ?? {};
  if (!main) return { main: title, sub: '' };
  return { main, sub: /[([]/.test(opening) ? rest.replace(/[)\]]$/, '') : rest };
}

/**
 * As much of a text as is ever drawn, so that a long one takes no longer than others: a sleeve has room for some 250 letters,
 * and where there are more, the last line ends in an ellipsis.
 */
export const drawable = (text: string): string => (text.length > mostLetters ? text.slice(0, mostLetters) : text).trim();

/** As text of XML: what it cannot say, control characters and halves of signs, is left out. */
export const escaped = (text: string): string => text.replace(notXml, '').replace(/[&<>"]/g, (sign) => entities[sign] ?? '');

export const isRightToLeft = (text: string): boolean => /[\u0590-\u08ff]/.test(text);

const parts = /^(?<main>.{3,}?)\s*(?<opening>\(|\[|: | [-–] )(?<rest>.+)$/s;

const mostLetters = 400;

/** XML 1.0, section 2.2: characters are these alone. */
const notXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
