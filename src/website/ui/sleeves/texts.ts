export interface TitleParts {
  readonly main: string;
  readonly sub: string;
}

/** Splits at a bracket, colon or dash: "Jaws (Music from the Motion Picture)" becomes "Jaws" and the rest. */
export function titleParts(title: string): TitleParts {
  opening.lastIndex = shortestMain;
  const found = opening.exec(title);
  if (!found) return { main: title, sub: '' };
  const rest = title.slice(opening.lastIndex);
  return { main: title.slice(0, found.index), sub: /[([]$/.test(found[0]) ? rest.replace(/[)\]]$/, '') : rest };
}

/** Cuts text beyond what a sleeve can show, about 250 letters. */
export const drawable = (text: string): string => (text.length > mostLetters ? text.slice(0, mostLetters) : text).trim();

/** Omits what XML cannot contain. */
export const escaped = (text: string): string => text.replace(notXml, '').replace(/[&<>"]/g, (sign) => entities[sign] ?? '');

export const isRightToLeft = (text: string): boolean => /[\u0590-\u08ff]/.test(text);

const shortestMain = 3;

const opening = /(?:(?<!\s)\s+)?(?:\(|\[|: | [-–] )(?=.)/gs;

const mostLetters = 400;

/** Characters by XML 1.0, section 2.2. */
const notXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
