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
import { editionOnly, isComposer, namesPerson, readMusicPhrase } from './phrases';
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

// A wrong or half film is worse than none, so that a title in doubt names none.

/** Words of collections, concerts and arrangements: a music of several productions. Also words of films, so that a marker outweighs them. */
const collections = [
  'films|movies|shows|themes?|musicals|soundtracks?|scores|hits|greatest (?:hits|films?|movies?)|\\S{1,20}s greatest|best (?:of|album|selection|collection)|the essential',
  'favou?rites|anthology|anthologie|classics|concert[os]?|recital|suites|suite from|symphonic|symphonica|symphony$|(?:cinema|movie) serenade|medley|rarities|bootleg',
  'outtakes|collections?|trilogy|collaboration|compilation|retrospective|songbook|music box|celebrat(?:ion|es) of|tribute|world tour|masterworks|masterpieces|westerns|thrillers|blockbusters|concertos',
  '(?:film|movie|tv|television|game) music|the music of|music (?:for|from|record|inspired by)|songs (?:of|for|from)|the world of|legends of (?:film|hollywood)|history of the',
  '(?:piano|arrangement|arranged|remix) (?:album|collection|works)|arrangements?|remix(?:es|ed)|\\d{1,4} (?:years|great|best)|years of (?:music|film)|what i call',
  'live (?:in|at|from|\\d{4})|live[:,]|the \\S{1,20} years$|a life in music|sketchbook|ghibli|\\(live\\)|(?:broadway|london|studio) cast|^(?:various|untitled|no title)$',
  "musiques? de films?|(?:le|du|the|of|do|del|il|italian[oa]?|grand[ei]?) cin[eé]ma|cinéma (?:de|français)|les? plus (?:belles|beaux|grand(?:e?s))|les? meilleure?s?|l'univers de|chansons de films?",
  '(?:\\p{L}+-)?filmmusik(?:en)?|film-?melodien|film-?hits|die (?:schönsten|größten|besten)|das beste|filme|klassiker',
  'i film di|colonne sonore|grandi temi|musiche (?:di|per)|musica per|il meglio|i western|successi',
  'bandas sonoras|grandes temas|mejores|lo mejor|cine (?:de|español)|éxitos|pel[ií]culas|música de cine|melhores|o melhor|sucessos|temas de|trilhas',
  'muzyk[ai] filmow(?:a|ej)|najpiękniejsze|najlepsze|przeboje|melodie|filmów|filmowe|filmlåtar|mooiste|(?:het|de) beste|filmmuziek|bästa|älskade|svensk filmmusik',
  'музыка (?:к|из)|кино|лучш\\p{L}{1,4}|фильмам|кинофильмов|фильмов|песни|мелодии|избранное',
].join('|');
const several = new RegExp(
  `(?:^|[^\\p{L}])(?:${collections})(?!\\p{L})|ジブリ|ベスト|コレクション|大全集|名曲|作品集|交響組曲|交響詩|コンサート|베스트|명곡|모음|精[选選]|金曲|合[辑輯]|音[乐樂][会會]`,
  'iu',
);

/** Concert works, by their catalog numbers, keys and forms. */
const concertWork =
  /\b(?:(?:op|opus|bwv|kv|hob)\.?|k\.) ?\d|\b(?:symphony|sonata|concerto|quartet|suite|sinfonia|symphonie|sinfonie)\b.{0,20}\b(?:no\.?|nr\.?|in) ?(?:\d|[a-g]\b)|\bin [a-g](?:[- ](?:flat|sharp))? (?:major|minor|dur|moll)\b/iu;

/** Between two titles, with any marker or one of several films. */
const slash = /\s\/\s|;\s/u;
const between = /\s[/+•·–—-]\s|;\s/u;
const joined = /,\s|\s(?:&|and|et|und|y|e|och|en|i|и)\s/iu;

/** A bracket with a marker that was not understood: "I Will Always Love You (From The Bodyguard Original Soundtrack)". */
const unread =
  /[([](?:[^()[\]]*[^()[\]\p{L}\p{M}])?(?:from|music|soundtrack|score|songs?|bande|musiques?|(?:original-?)?musik|colonna|banda|trilha|muzyka|музыка)(?![\p{L}\p{M}])/iu;

/** Films that a title names, once its markers are removed. */
export function filmsIn(rest: string, printed: string, phrases: readonly Phrase[]): readonly string[] {
  const isMarked = phrases.some(({ isMusic }) => isMusic);
  const isPlural = phrases.some((phrase) => phrase.isPlural && phrase.isMusic);
  const isTyped = !isPlural && phrases.some(({ isMusic, type }) => isMusic && type !== undefined);
  if (!isClosed(rest) || unread.test(rest) || isGeneric(rest, isMarked) || concertWork.test(printed)) return [];
  if (isComposer(rest) || (!isTyped && (namesPerson(rest) || several.test(rest))) || /^the music of /i.test(rest)) return [];
  const titles = rest.split(isPlural ? between : slash);
  // "Bonnie and Clyde" or two films.
  if (titles.length === 1 && isPlural && (severalFilms.test(printed) || joined.test(rest))) return [];
  const isFilm = (title: string): boolean => title === rest || (/\p{L}/u.test(title) && !isGeneric(title, isMarked));
  // "千と千尋の神隠し / Spirited Away" is one film.
  const isTranslated = titles.some((title) => isLatin.test(title)) && !titles.every((title) => isLatin.test(title));
  return titles.length <= mostFilms && !isTranslated && titles.every(isFilm) ? titles.map((title) => title.trim()) : [];
}

const isLatin = /\p{Script=Latin}/u;

/** More are a collection. */
const mostFilms = 3;

/** Plural of films, not of records. */
const severalFilms = /\b(?:des films|films|movies|filmerna|den filmen|dei film|filmes)\b|фильмам|фильмов/iu;

/** Whether a title names no production: "Film Music", "Music by John Barry". "Music" and "The Score" are films. */
function isGeneric(title: string, isMarked: boolean): boolean {
  const phrase = readPhrase(title) ?? readMusicPhrase(title);
  if (phrase === undefined) return false;
  if (phrase.isSoundtrack) return true;
  if (readPhrase(title) === undefined) return phrase.type !== undefined || !isMarked;
  if (phrase.isEdition && phrase.type !== undefined) return true;
  return phrase.isMusic && !title.includes(':') && (phrase.type !== undefined || /original/i.test(title));
}
