import { type Phrase, readPhrase } from './words';

/** A marker found, and the title without it. */
export interface TitleStep {
  readonly rest: string;
  readonly phrase: Phrase;
}

/** Finds a marker at one of its usual positions. */
export type Finder = (title: string) => TitleStep | undefined;

/** `Musik aus dem Film "X"`, 映画「X」オリジナル・サウンドトラック: a quoted name surrounded only by a marker. */
export function quotedName(title: string): TitleStep | undefined {
  const quoted = [
    ...title.matchAll(
      /"([^"]+)"|“([^”“]+)”|„([^“”„]+)[“”]|«([^«»]+)»|»([^«»]+)«|「([^「」]+)」|『([^『』]+)』|《([^《》]+)》|(?<=\s)'(.{1,100})'(?=$|[\s,)])/gu,
    ),
  ];
  const [one] = quoted;
  if (one === undefined || quoted.length > 1) return undefined;
  const name = one.slice(1).find((part) => part !== undefined);
  const around = `${title.slice(0, one.index)} ${title.slice(one.index + one[0].length)}`.replace(
    /[()[\]（）:–—~-]|\b(?:love|main)\s+(?=theme\b)/gi,
    ' ',
  );
  const phrase = readPhrase(around);
  return name !== undefined && phrase && (phrase.isMusic || phrase.isKind || isFrom(around))
    ? { rest: name, phrase: { ...phrase, isMusic: true } }
    : undefined;
}

const isFrom = (around: string): boolean => /^(?:(?:selections?|highlights|excerpts|single)\s*)?from$/i.test(around.trim());

const bracketed = /^(.*)[([（［【]([^()[\]（）［］【】]*)[)\]）］】]\s*$/su;

export function inBracketsAtEnd(title: string): TitleStep | undefined {
  const [, before, inner] = bracketed.exec(title) ?? [];
  if (before === undefined || inner === undefined) return undefined;
  const named = quotedName(inner);
  if (named) return named;
  const phrase = readMusicPhrase(inner) ?? readPhrase(inner) ?? readWithNames(inner) ?? readEdition(inner);
  return phrase && (phrase.isMusic || phrase.isEdition || phrase.isKind) ? { rest: before, phrase } : undefined;
}

/** Places in a title where a marker may begin. Each is read to the end of the title, again for each marker that is removed. */
const mostPlaces = 8;

/** From the end. */
const lastOf = (found: Iterable<RegExpExecArray>): readonly RegExpExecArray[] => [...found].slice(-mostPlaces).reverse();

/** Credits at the end of a marker: "Original Score by Hans Zimmer", "Bande originale du film de Luc Besson". */
const attributions =
  /(?<!\s)\s+(?:(?:(?:composed|performed|conducted|written|produced|arranged|orchestrated)(?:\s*(?:,|&|\band\b)\s*\w+ed\b){0,5}\s+)?(?<maker>(?<!inspired\s)by|von|par|featuring|feat\.?|av|afgespeeld door)|de|du|di|del|della|do|da|van|af|του|της)\s+(?=\S)|(?<!\s)\s+d['’](?=\S)/giu;

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
function readWithNames(text: string): Phrase | undefined {
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

/** Reads a named edition or a language: "Best Weekend Ever Edition", "Sing-A-Long Version", "Hindi". */
const readEdition = (text: string): Phrase | undefined =>
  /\s(?:edition|version|special collection)$|^(?:hindi|tamil|telugu|malayalam|kannada|english|without dialogue)$/iu.test(text)
    ? editionOnly
    : undefined;

export const editionOnly: Phrase = {
  isMusic: false,
  isSoundtrack: false,
  isEdition: true,
  isKind: false,
  year: undefined,
  type: undefined,
};

// The lookbehinds keep a long gap from being tried from each of its blanks.
const separators = /(?:(?<!\s)\s+)?[:：;]\s+|(?<!\s)\s+[-–—~|/·•:‒―]\s*|(?:(?<!\s)\s+)?[–—~]\s*|,\s+|\.\s+/gu;

/** After a colon, dash or similar: "Psycho - Original Soundtrack". */
export function afterSeparator(title: string): TitleStep | undefined {
  for (const separator of lastOf(title.matchAll(separators))) {
    const last = title.slice(separator.index + separator[0].length).replace(/(?<![~\s])[~\s]+$/, '');
    const phrase = readMusicPhrase(last) ?? readPhrase(last);
    const isMarker = phrase && (phrase.isMusic || phrase.isEdition) && (phrase.isSoundtrack || !/^an? /i.test(last));
    if (isMarker) return { rest: title.slice(0, separator.index), phrase };
    const named = quotedName(last);
    if (named) return named;
  }
  return undefined;
}

/** Start of a marker without a separator: in "The Lego Movie Soundtrack", "Movie" belongs to the title. */
const begins =
  /^(?:(?:the\s+)?(?:original|official|complete)\s|motion picture (?:soundtrack|score)|(?:video ?game|television|tv) (?:original )?(?:soundtrack|score|series)|(?:the\s+)?soundtracks?(?:\s|$)|o\.?s\.?t\.?(?:\s|$)|(?:music|songs) (?:from|inspired)|(?:super |ultra )?deluxe (?:expanded )?(?:edition|version)|expanded (?:edition|version)|special edition|\d+th anniversary|bande originale|colonna sonora|banda sonora|trilha sonora|b\.?s\.?o\.?(?:\s|$)|b\.?o\.?f\.?(?:\s|$)|filmmusik|musik aus|музыка (?:из|к)|саундтрек|muzyka z|the album$)/iu;

export function atEnd(title: string): TitleStep | undefined {
  for (const gap of title.matchAll(/\s+/gu)) {
    const last = title.slice(gap.index + gap[0].length);
    if (!begins.test(last)) continue;
    const before = title.slice(0, gap.index);
    const phrase = readMusicPhrase(last) ?? readPhrase(last);
    const isWhole = phrase && (phrase.isSoundtrack || phrase.isEdition || (phrase.isMusic && /\s/.test(last)));
    if (isWhole && readPhrase(before) === undefined) return { rest: before, phrase };
  }
  return undefined;
}

const cjkWord = /(オリジナル版?|映画|电影|電影|影视|影視|电视剧|電視劇|游戏|遊戲|原创|原創|영화|드라마|오리지널|TV|ゲーム)/u;

const cjkMarker =
  /(?:サウンド・?トラック|サントラ盤?|音楽集|主題歌集|イメージアルバム|原[声聲](?:带|帶|大碟|音乐|音樂)|[电電]影原[声聲]|사운드트랙)(?:集|盤)?$/u;

export function atEndUnspaced(title: string): TitleStep | undefined {
  const text = title.trimEnd();
  const marker = cjkMarker.exec(text);
  if (!marker) return undefined;
  const parts = text.slice(0, marker.index).split(cjkWord);
  while (parts.length > 1 && /^[\s・·]*$/u.test(parts.at(-1) ?? '')) parts.splice(-2);
  const before = parts.join('');
  const phrase = readPhrase(text.slice(before.length));
  return before.trim() !== '' && phrase && readPhrase(before) === undefined ? { rest: before, phrase } : undefined;
}

/** "Batman (Original Motion Picture Score) Music by Danny Elfman": what follows only adds credits. */
export function inBracketsWithin(title: string): TitleStep | undefined {
  const [, before, inner, after] = /^(.+?)[([（]([^()[\]（）]+)[)\]）](?:\s*[:,–—-])?\s*(\S.*)$/su.exec(title) ?? [];
  if (before === undefined || inner === undefined || after === undefined) return undefined;
  const phrase = readMusicPhrase(inner);
  return phrase?.isMusic && (readMusicPhrase(after) ?? readPhrase(after)) ? { rest: before, phrase } : undefined;
}

export function titleBeginning(title: string): TitleStep | undefined {
  const separator = /(?<=\S)(?:\s*[:：]|\s+[-–—|/])\s+(?=\S)/u.exec(title);
  const phrase = separator ? readPhrase(title.slice(0, separator.index)) : undefined;
  const after = separator ? title.slice(separator.index + separator[0].length) : '';
  if (phrase && (phrase.isSoundtrack || (phrase.isMusic && phrase.type)) && readPhrase(after) === undefined) return { rest: after, phrase };
  return nameAfterMarker(title);
}

/** English kind of production before a name: "the Netflix Original Series". */
const kind =
  '(?:(?:netflix|hbo|hulu|amazon|apple|disney|bbc|marvel|original|animated|limited|classic|hit)\\s+)*(?:motion[\\s-]picture|film|movie|(?:tv|television)[\\s-](?:mini[\\s-]?)?(?:series|show|film|movie|special)|mini[\\s-]?series|series|video[\\s-]?game|game)(?:\\s+(?:soundtrack|score))?';

const musicFrom =
  '(?:the\\s+)?(?:more\\s+)?(?:(?:original|complete|official)\\s+)*(?:music|songs?|soundtrack|score|themes?|main theme|title theme|highlights|selections)(?:\\s+(?:and|&|\\+)\\s+(?:music|songs|score|dialogue))?(?:\\s+(?:album|recording))?';

// Before an unseparated name, a full phrase such as "Music from the Motion Picture" is required.
const beginnings: readonly RegExp[] = [
  new RegExp(
    `^(?:${musicFrom}\\s+)?(?:from|of|to|for|featured in|(?:from\\s+)?(?:and|&)\\s+inspired by|from (?:and|&) inspired by|inspired by)\\s+(?:the\\s+)(?:original\\s+)?${kind}(?:\\s*[:,–—-]\\s*|\\s+)(?!of\\b|and\\b|or\\b|in\\b|for\\b|lovers\\b|festival\\b)`,
    'iu',
  ),
  new RegExp(`^(?:${musicFrom})\\s+from\\s+(?:and|&)\\s+inspired\\s+by\\s+`, 'iu'),
  /^original (?:motion picture|television|game|film|movie) (?:soundtrack|score)\s+(?:from|of|to|for)\s+/iu,
  /^(?:(?:la\s+)?(?:musique|bande|b\.?o\.?)(?:\s+sonore)?(?:\s+originale)?|extraits? de la bande originale|chansons?)\s+(?:du film|de la série(?:\s+(?:télévisée|tv))?|du jeu(?: vidéo)?)\s*:?\s+/iu,
  /^(?:dalla\s+)?(?:colonna sonora|musiche|le musiche|temi)(?:\s+original[ei])?\s+(?:del film|dal film|della serie(?:\s+(?:tv|televisiva))?|tratta dal film)\s*:?\s+/iu,
  /^(?:la\s+)?(?:banda sonora|música|canciones)(?:\s+original)?\s+(?:de la (?:película|pelicula|serie)|del film|del videojuego)\s*:?\s+/iu,
  /^(?:trilha sonora|banda sonora|música)(?:\s+original)?\s+(?:do filme|da novela|da série)\s*:?\s+/iu,
  /^(?:die\s+)?(?:original[\s-]?)?(?:musik|filmmusik|soundtrack|lieder|songs)\s+(?:aus (?:dem|der)|zum|zur|vom)\s+(?:original[\s-]?)?(?:film|kinofilm|spielfilm|fernsehfilm|fernsehserie|tv-serie|serie)\s*:?\s+/iu,
  /^(?:originele\s+)?(?:muziek|soundtrack)\s+(?:uit|van|bij) de (?:film|serie|tv-serie)\s*:?\s+/iu,
  /^(?:musik(?:en|ken)?|låtar|sanger)\s+(?:från|ur|fra|til|till) (?:filmen|tv-serien)\s*:?\s+/iu,
  /^(?:музыка|мелодии|песни|саундтрек)\s+(?:и песни\s+)?(?:из|к)\s+(?:кинофильм[ау]|фильм[ау]|телефильма|сериала|мультфильма)\s*:?\s+/iu,
  /^(?:muzyka|piosenki|ścieżka dźwiękowa)\s+(?:z|do) (?:filmu|serialu)\s*:?\s+/iu,
  /^(?:hudba|písničky|písně)\s+(?:z|k) filmu\s*:?\s+/iu,
];

/** Name after a marker: "Music From the Motion Picture Purple Rain". */
function nameAfterMarker(title: string): TitleStep | undefined {
  for (const beginning of beginnings) {
    const marker = beginning.exec(title)?.[0];
    const rest = marker === undefined ? '' : title.slice(marker.length);
    const phrase = marker === undefined ? undefined : readPhrase(marker.replace(/[:–—-]/g, ' '));
    if (rest.trim() !== '' && !attribution.test(rest) && readPhrase(rest) === undefined)
      return { rest, phrase: { ...(phrase ?? bare), isMusic: true, isSoundtrack: true } };
  }
  return undefined;
}

/** Introduces the director rather than the title: "Musik aus dem Film von Wim Wenders". */
const attribution = /^(?:(?:by|von|par|de|du|di|del|della|do|da|van|av|af|του|της)\s|d['’])/iu;

const bare: Phrase = { isMusic: true, isSoundtrack: true, isEdition: false, isKind: false, year: undefined, type: undefined };
