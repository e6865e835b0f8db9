import { type Phrase, readPhrase } from './words';

// Markers with more than marker words: credits, proper names, named editions.

/** Places in a title where a marker may begin. Each is read to the end of the title, again for each marker that is removed. */
export const mostPlaces = 8;

/** From the end. */
export const lastOf = (found: Iterable<RegExpExecArray>): readonly RegExpExecArray[] => [...found].slice(-mostPlaces).reverse();

/** Credits at the end of a marker: "Original Score by Hans Zimmer", "Bande originale du film de Luc Besson". */
const attributions =
  /(?<!\s)\s+(?:(?:(?:composed|performed|conducted|written|produced|arranged|orchestrated)(?:\s*(?:,|&|\band\b)\s*\w+ed\b){0,5}\s+)?(?<maker>(?<!inspired\s)by|von|par|por|featuring|feat\.?|av|afgespeeld door)|de|du|di|del|della|do|da|van|af|του|της)\s+(?=\S)|(?<!\s)\s+d['’](?=\S)/giu;

/**
 * Reads a music marker, ignoring a credited composer or director at its end. "De" and its equivalents introduce a credit only
 * after unambiguous soundtrack words: "Musique de nuit" is a title.
 */
export function readMusicPhrase(text: string): Phrase | undefined {
  const phrase = readPhrase(text);
  if (phrase?.isMusic) return phrase;
  for (const attribution of lastOf(text.matchAll(attributions))) {
    const [, maker = ''] = /^(?:l['’]|(?:la|el|il|lo|o|a)\s+)?(\S+)/iu.exec(text.slice(attribution.index + attribution[0].length)) ?? [];
    const before = readPhrase(maker)?.type === undefined ? readPhrase(text.slice(0, attribution.index)) : undefined;
    if (before?.isMusic && (attribution.groups?.maker || before.isSoundtrack || before.type)) return before;
  }
  return undefined;
}

/** Limit of unknown words in a marker; longer runs are likely to be a title. */
const maxUnknownWords = 4;

/**
 * Reads a marker that contains proper names: "Original MGM Soundtrack", "Music from the Luca Guadagnino Film". Its first and
 * last words must be marker words. Themes and songs are excluded, because the name after them is often another film.
 */
export function readWithNames(text: string): Phrase | undefined {
  const words = text
    .replace(/^(?:an?|the)\s+/i, '')
    .replace(/^(?:\S+\s+){1,2}?\S*['’]s\s+(?=original\b)/iu, '')
    .split(/\s+/);
  const known = words.filter((word) => readPhrase(word) !== undefined);
  const first = readPhrase(words[0] ?? '');
  const last = readPhrase(words.at(-1) ?? '');
  if (!(first?.isMusic || /^(?:original|official|complete)$/i.test(words[0] ?? '')) || words.length - known.length > maxUnknownWords)
    return undefined;
  if (!(last?.isMusic || last?.type) || /["“”„«»]|^(?:main |love )?(?:themes?|songs?)\b/iu.test(text)) return undefined;
  const phrase = readPhrase(known.join(' '));
  return phrase?.isMusic ? phrase : undefined;
}

/** Reads a named edition or a language: "Best Weekend Ever Edition", "Versión en Español", "Hindi". */
export const readEdition = (text: string): Phrase | undefined =>
  /(?:^|\s)(?:edition|version|special collection|remaster(?:ed)?)$|^(?:versi(?:on|ón|one)|versão)\s|^(?:hindi|tamil|telugu|malayalam|kannada|english|without dialogue)$/iu.test(
    text,
  )
    ? editionOnly
    : undefined;

export const editionOnly: Phrase = {
  isMusic: false,
  isSoundtrack: false,
  isEdition: true,
  isPlural: false,
  isKind: false,
  year: undefined,
  type: undefined,
};
