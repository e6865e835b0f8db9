import { filmsIn } from './films';
import {
  afterSeparator,
  atEnd,
  atEndUnspaced,
  type Finder,
  inBracketsAtEnd,
  isClosed,
  markerWithin,
  quotedName,
  type TitleStep,
  titleBeginning,
} from './markers';
import { editionOnly } from './phrases';
import { installments, type MarkedType, type Phrase, printedNumber, readPhrase, volumes } from './words';

export interface ProductionTitle {
  /** Without music and edition markers; never empty. */
  readonly title: string;
  /** Printed year of the production: "(1960 Film)". */
  readonly year?: number;
  readonly type?: MarkedType;
  /** Whether the title is marked as music of a production; an edition alone does not count. */
  readonly isMarked: boolean;
  /** Films, series or games that the music is from: none of "The Best of John Barry", both of "Psycho / Vertigo". */
  readonly films: readonly string[];
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
  if (title.length > longestTitle) return { title, isMarked: false, films: [] };
  const whole = readPhrase(title);
  if (whole?.isSoundtrack && !/[([（]/.test(title)) {
    const name = nameAmongMarkers(title);
    return { title: name ?? title, isMarked: true, films: name === undefined ? [] : [name] };
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
    // Most callers need only the title.
    get films() {
      return filmsIn(rest, title, phrases);
    },
  };
}

/** The name in a title that consists of marker words alone: "The Score: Original Motion Picture Soundtrack". */
function nameAmongMarkers(title: string): string | undefined {
  const [, name = ''] = /^((?:(?:the|more)\s+)?\p{L}+)(?::\s|\s[-–—]\s)/iu.exec(title) ?? [];
  const phrase = readPhrase(name);
  return phrase?.isMusic && !phrase.isSoundtrack ? name : undefined;
}

/** Removes the next marker, unless nothing would remain. */
function next(title: string, before: readonly Phrase[]): TitleStep | undefined {
  const isSeries = before.some(({ type }) => type === 'television');
  const isMovie = before.some(({ type }) => type === 'movie');
  const numbers = isSeries ? [numberOfSeries] : isMovie || !before.some(({ isMusic }) => isMusic) ? [] : [chapterAtEnd];
  return firstStep(title, [...numbers, ...(isSeries ? [] : [volumeAtEnd]), ...places]);
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

const places: readonly Finder[] = [quotedName, inBracketsAtEnd, afterSeparator, atEnd, atEndUnspaced, markerWithin, titleBeginning];

const volume = new RegExp(
  `(?<![\\s,:;–—-])[\\s,:;–—-]+[([]?(?:${volumes})(?<=\\p{L}\\.?)\\s*${printedNumber}[)\\]]?(?:\\s+of\\s+\\d+)?\\s*$|(?<=\\S)\\s+(?:${printedNumber}|#\\d+)$`,
  'iu',
);

/** Cuts a title where a pattern matches, not within a bracket. */
const cutAt =
  (pattern: RegExp, phrase: Phrase = editionOnly): Finder =>
  (title) => {
    const rest = title.slice(0, pattern.exec(title)?.index ?? 0);
    return rest !== '' && isClosed(rest) ? { rest, phrase } : undefined;
  };

/** A volume belongs to the music only after a marker: "Kill Bill Vol. 2 (Original Soundtrack)" is a film. */
function volumeAtEnd(title: string): TitleStep | undefined {
  const step = cutAt(volume)(title);
  return step && firstStep(step.rest, places)?.phrase.isMusic ? step : undefined;
}

/** For a series, a volume or a number belongs to the album: "Stranger Things 2, Vol. 1 (A Netflix Original Series Soundtrack)". */
const numberOfSeries = cutAt(
  new RegExp(
    `(?<![\\s,:;–—-])[\\s,:;–—-]+[([]?(?:(?:${volumes}|${installments})\\s*${printedNumber}|the final season|最終章)[)\\]]?\\s*$|第[\\d一二三四五六]+[期季部]$|(?<=\\p{L}) [2-4]$`,
    'iu',
  ),
);

/** "The Mandalorian: Chapter 3 (Original Score)"; "John Wick: Chapter 2 (Original Motion Picture Soundtrack)" is a film. */
const chapterAtEnd = cutAt(new RegExp(`(?<![\\s,:–—-])(?:,|\\s?:|\\s[-–—]) ?(?:${installments}) ${printedNumber}$`, 'iu'), {
  ...editionOnly,
  type: 'television',
});
