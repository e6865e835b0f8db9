import {
  afterSeparator,
  atEnd,
  atEndUnspaced,
  beginning,
  editionOnly,
  type Finder,
  inBracketsAtEnd,
  inBracketsWithin,
  quotedName,
  readMusic,
  type Step,
} from './markers';
import { type MarkedType, type Phrase, readPhrase } from './words';

export interface ProductionTitle {
  /** Without what says that it is music, or which edition of it. Never empty. */
  readonly title: string;
  /** Of the production, where it is printed with it: "(1960 Film)". */
  readonly year?: number;
  readonly type?: MarkedType;
  /** Whether the title says that it is the music of a production; an edition alone says nothing. */
  readonly isMarked: boolean;
  /** Whether the title names no production: "Original Motion Picture Soundtrack". */
  readonly isGeneric: boolean;
}

/** A longer one is no title, and is left as it is. */
const longestTitle = 500;

/**
 * The title of a production from that of its soundtrack, in all common forms and languages: "Star Trek (Music From The
 * Motion Picture)", "Musik aus dem Film »Lola rennt«", "もののけ姫 サウンドトラック". A marker counts only as a whole, and one
 * after the other is taken away until none is left; what is nothing but markers stays as it is.
 */
export function productionTitleOf(title: string): ProductionTitle {
  if (title.length > longestTitle) return { title, isMarked: false, isGeneric: false };
  const whole = readPhrase(title);
  if (whole?.isSoundtrack && !/[([（]/.test(title)) {
    const name = nameAmongMarkers(title);
    return { title: name ?? title, isMarked: true, isGeneric: name === undefined };
  }
  let rest = title.replace(/[®™℠]/g, '');
  const phrases: Phrase[] = [];
  for (let step = next(rest, phrases); step !== undefined; step = next(rest, phrases)) {
    rest = step.rest;
    phrases.push(step.phrase);
  }
  const year = phrases.find((phrase) => phrase.year !== undefined)?.year;
  const type = phrases.find((phrase) => phrase.type !== undefined)?.type;
  const isMarked = phrases.some(({ isMusic, isKind }) => isMusic || isKind);
  return {
    title: rest,
    ...(year !== undefined && { year }),
    ...(type !== undefined && { type }),
    isMarked,
    isGeneric: isGeneric(rest, isMarked),
  };
}

/**
 * Whether a title without its markers names no production. "Film Music" and "Music by John Barry" are generic; "Music" and "The
 * Score" are films, and so is "Music by Prudence (Original Soundtrack)", whose marker is apart from it.
 */
function isGeneric(title: string, isMarked: boolean): boolean {
  const phrase = readPhrase(title) ?? readMusic(title);
  if (phrase === undefined) return false;
  if (phrase.isSoundtrack) return true;
  if (readPhrase(title) === undefined) return phrase.type !== undefined || !isMarked;
  return phrase.isMusic && !title.includes(':') && (phrase.type !== undefined || /original/i.test(title));
}

/** The name in a title that consists of marker words alone: "The Score: Original Motion Picture Soundtrack". */
function nameAmongMarkers(title: string): string | undefined {
  const [, name = ''] = /^((?:(?:the|more)\s+)?\p{L}+)(?::\s|\s[-–—]\s)/iu.exec(title) ?? [];
  const phrase = readPhrase(name);
  return phrase?.isMusic && !phrase.isSoundtrack ? name : undefined;
}

/** Removes the next marker, unless nothing would remain. */
function next(title: string, before: readonly Phrase[]): Step | undefined {
  return firstStep(title, [before.some(({ type }) => type === 'television') ? volumeOfSeries : volumeAtEnd, ...places]);
}

function firstStep(title: string, finders: readonly Finder[]): Step | undefined {
  for (const find of finders) {
    const step = find(title);
    const rest = step === undefined ? '' : tidy(step.rest);
    if (step && rest.length < title.length && isTitle(rest)) return { rest, phrase: step.phrase };
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

const volume =
  /^(.*\S)[\s,:;–—-]+[([]?(?:vol(?:\.|ume)?|disc|cd|part|no\.?)\s*(?:\d+|[ivx]+|one|two|three|four|five)[)\]]?(?:\s+of\s+\d+)?\s*$/iu;

/** A volume counts of the music only behind a marker: "Kill Bill Vol. 2 (Original Soundtrack)" is that of another film. */
function volumeAtEnd(title: string): Step | undefined {
  const before = volume.exec(title)?.[1];
  return before !== undefined && firstStep(before, places)?.phrase.isMusic ? { rest: before, phrase: editionOnly } : undefined;
}

/** For a series, a volume is always one of the album: "Stranger Things, Vol. 1 (A Netflix Original Series Soundtrack)". */
function volumeOfSeries(title: string): Step | undefined {
  const before = volume.exec(title)?.[1];
  return before === undefined ? undefined : { rest: before, phrase: editionOnly };
}
