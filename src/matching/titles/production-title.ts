import {
  afterSeparator,
  atEnd,
  atEndUnspaced,
  editionOnly,
  type Finder,
  inBracketsAtEnd,
  inBracketsWithin,
  quotedName,
  readMusicPhrase,
  type TitleStep,
  titleBeginning,
} from './markers';
import { type MarkedType, type Phrase, readPhrase } from './words';

export interface ProductionTitle {
  /** Without music and edition markers; never empty. */
  readonly title: string;
  /** Printed year of the production: "(1960 Film)". */
  readonly year?: number;
  readonly type?: MarkedType;
  /** Whether the title is marked as music of a production; an edition alone does not count. */
  readonly isMarked: boolean;
  /** Whether the title names no production: "Original Motion Picture Soundtrack". */
  readonly isGeneric: boolean;
}

/** Longer texts are returned unchanged. */
const longestTitle = 500;

/** Real titles have up to four. */
const mostMarkers = 8;

/**
 * Production title from a soundtrack title, in all common forms and languages: "Star Trek (Music From The Motion Picture)",
 * "Musik aus dem Film »Lola rennt«", "もののけ姫 サウンドトラック". Complete markers are removed repeatedly; a title made of markers alone is
 * unchanged.
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
  for (let step = next(rest, phrases); step !== undefined && phrases.length < mostMarkers; step = next(rest, phrases)) {
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
 * Score" are films, and so is "Music by Prudence (Original Soundtrack)", whose marker is separate.
 */
function isGeneric(title: string, isMarked: boolean): boolean {
  const phrase = readPhrase(title) ?? readMusicPhrase(title);
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
function next(title: string, before: readonly Phrase[]): TitleStep | undefined {
  return firstStep(title, [before.some(({ type }) => type === 'television') ? volumeOfSeries : volumeAtEnd, ...places]);
}

function firstStep(title: string, finders: readonly Finder[]): TitleStep | undefined {
  for (const find of finders) {
    const step = find(title);
    const rest = step === undefined ? '' : tidy(step.rest);
    if (step && rest.length < title.length && isTitle(rest)) return { rest, phrase: step.phrase };
  }
  return undefined;
}

/** Removes leftover separators and enclosing quotes. */
function tidy(text: string): string {
  let end = text.length;
  while (/[\s:,;~|/・·–—-]$|\s[&+]$/u.test(text.slice(Math.max(0, end - 2), end))) end--;
  const bare = text.slice(0, end).replace(/^[\s:,~|/・·–—-]+/u, '');
  const [, inner] =
    /^(?:"([^"]+)"|“([^”“]+)”|„([^“”„]+)[“”]|«([^«»]+)»|»([^«»]+)«|「([^「」]+)」|『([^『』]+)』|《([^《》]+)》|〈([^〈〉]+)〉|‘([^‘’]+)’)$/
      .exec(bare)
      ?.filter((part) => part !== undefined) ?? [];
  return inner === undefined ? bare : inner.trim();
}

const isTitle = (rest: string): boolean => rest !== '' && /[\p{L}\p{N}\p{S}?!]/u.test(rest) && !readPhrase(rest)?.isSoundtrack;

const places: readonly Finder[] = [quotedName, inBracketsAtEnd, afterSeparator, atEnd, atEndUnspaced, inBracketsWithin, titleBeginning];

const volume =
  /(?<![\s,:;–—-])[\s,:;–—-]+[([]?(?:vol(?:\.|ume)?|disc|cd|part|no\.?)\s*(?:\d+|[ivx]+|one|two|three|four|five)[)\]]?(?:\s+of\s+\d+)?\s*$/iu;

const beforeVolume = (title: string): string | undefined => title.slice(0, volume.exec(title)?.index ?? 0) || undefined;

/** A volume belongs to the music only after a marker: "Kill Bill Vol. 2 (Original Soundtrack)" is a film. */
function volumeAtEnd(title: string): TitleStep | undefined {
  const before = beforeVolume(title);
  return before !== undefined && firstStep(before, places)?.phrase.isMusic ? { rest: before, phrase: editionOnly } : undefined;
}

/** For a series, a volume always belongs to the album: "Stranger Things, Vol. 1 (A Netflix Original Series Soundtrack)". */
function volumeOfSeries(title: string): TitleStep | undefined {
  const before = beforeVolume(title);
  return before === undefined ? undefined : { rest: before, phrase: editionOnly };
}
