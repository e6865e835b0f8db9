import {
  afterSeparator,
  atEnd,
  atEndUnspaced,
  beginning,
  type Finder,
  inBracketsAtEnd,
  inBracketsWithin,
  quotedName,
  type Step,
} from './title-markers';
import { type MarkedType, type Phrase, readPhrase } from './title-words';

/** What the title of a soundtrack says of the production whose music it is. */
export interface ProductionTitle {
  /** Without what says that it is music, or which edition of it. Never empty. */
  readonly title: string;
  /** Of the production, where it is printed with it: "(1960 Film)". */
  readonly year?: number;
  readonly type?: MarkedType;
  /** Whether the title says that it is the music of a production; an edition alone says nothing. */
  readonly isMarked: boolean;
}

/** A longer one is no title, and is left as it is. */
const longestTitle = 500;

/**
 * The title of a production from that of its soundtrack, in all common forms and languages: "Star Trek (Music From The
 * Motion Picture)", "Musik aus dem Film »Lola rennt«", "もののけ姫 サウンドトラック". A marker counts only as a whole, and one
 * after the other is taken away until none is left; what is nothing but markers stays as it is.
 */
export function productionTitleOf(title: string): ProductionTitle {
  if (title.length > longestTitle) return { title, isMarked: false };
  const whole = readPhrase(title);
  if (whole?.isSoundtrack && !/[([（]/.test(title)) return { title, isMarked: true };
  let rest = title;
  const phrases: Phrase[] = [];
  for (let step = next(rest); step !== undefined; step = next(rest)) {
    rest = step.rest;
    phrases.push(step.phrase);
  }
  const year = phrases.find((phrase) => phrase.year !== undefined)?.year;
  const type = phrases.find((phrase) => phrase.type !== undefined)?.type;
  const isMarked = phrases.some(({ isMusic, isKind }) => isMusic || isKind);
  return { title: rest, ...(year !== undefined && { year }), ...(type !== undefined && { type }), isMarked };
}

/** The first marker that can be taken away so that a title is left. */
function next(title: string, finders: readonly Finder[] = [volumeAtEnd, ...places]): Step | undefined {
  for (const find of finders) {
    const found = find(title);
    const rest = found === undefined ? '' : tidy(found.rest);
    if (found && rest.length < title.length && isTitle(rest)) return { rest, phrase: found.phrase };
  }
  return undefined;
}

/** Without the signs that stood between it and what is gone, and without quotes around all of it. */
function tidy(text: string): string {
  const bare = text.replace(/^[\s:,~|/・·–—-]+|(?:\s+[&+]|[\s:,;~|/・·–—-])+$/gu, '');
  const [, inner] =
    /^(?:"([^"]+)"|“([^”“]+)”|„([^“”„]+)[“”]|«\s*([^«»]+?)\s*»|»([^«»]+)«|「([^「」]+)」|『([^『』]+)』|《([^《》]+)》|〈([^〈〉]+)〉|‘([^‘’]+)’)$/
      .exec(bare)
      ?.filter((part) => part !== undefined) ?? [];
  return inner === undefined ? bare : inner.trim();
}

const isTitle = (rest: string): boolean => rest !== '' && /[\p{L}\p{N}\p{S}?!]/u.test(rest) && !readPhrase(rest)?.isSoundtrack;

const places: readonly Finder[] = [quotedName, inBracketsAtEnd, afterSeparator, atEnd, atEndUnspaced, inBracketsWithin, beginning];

/** A volume counts of the music only behind a marker: "Kill Bill Vol. 2 (Original Soundtrack)" is that of another film. */
function volumeAtEnd(title: string): Step | undefined {
  const [, before] =
    /^(.*\S)[\s,:;–—-]+[([]?(?:vol(?:\.|ume)?|disc|cd|part|no\.?)\s*(?:\d+|[ivx]+|one|two|three|four|five)[)\]]?(?:\s+of\s+\d+)?\s*$/iu.exec(
      title,
    ) ?? [];
  if (before === undefined) return undefined;
  const marked = next(before, places);
  return marked?.phrase.isMusic ? { rest: before, phrase: editionOnly } : undefined;
}

const editionOnly: Phrase = { isMusic: false, isSoundtrack: false, isEdition: true, isKind: false, year: undefined, type: undefined };
