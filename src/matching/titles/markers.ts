import { editionOnly, isComposer, isEnsemble, lastOf, mostPlaces, readEdition, readMusicPhrase, readWithNames } from './phrases';
import { type Phrase, printedNumber, readPhrase, volumes } from './words';

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
    /[()[\]（）:–—~-]|\b(?:love|main)\s+(?=theme\b)|第[\d一二三四五六]+[期季部]/gi,
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
  if (isComposer(inner) || isEnsemble(inner)) return { rest: before, phrase: editionOnly };
  const phrase = readMusicPhrase(inner) ?? readPhrase(inner) ?? readWithNames(inner) ?? readEdition(inner);
  const after = phrase ? undefined : nameAfterMarker(inner);
  if (after) return genitive.test(inner) ? { ...after, rest: before } : after;
  return phrase && (phrase.isMusic || phrase.isEdition || phrase.isKind) ? { rest: before, phrase } : undefined;
}

/** Languages that name the director without a preposition: "Музыка к фильму Андрея Тарковского". */
const genitive = /\s(?:filmu|filmów|serialu|фильма|фильму|кинофильма|сериала)\s/iu;

// The lookbehinds keep a long gap from being tried from each of its blanks.
const separators = /(?:(?<!\s)\s+)?[:：;]\s+|(?<!\s)\s+[-–—~|/·•:‒―]\s*|(?:(?<!\s)\s+)?[–—~]\s*|,\s+|\.\s+/gu;

/** After a colon, dash or similar: "Psycho - Original Soundtrack". */
export function afterSeparator(title: string): TitleStep | undefined {
  for (const separator of lastOf(title.matchAll(separators))) {
    const last = title.slice(separator.index + separator[0].length).replace(/(?<![~\s])[~\s]+$/, '');
    const rest = title.slice(0, separator.index);
    const named = separator[0].includes('/') ? undefined : quotedName(last);
    if (named) return named;
    if (mix.test(last) || isComposer(last) || /\sconducts\s/i.test(last)) return { rest, phrase: editionOnly };
    const phrase = readMusicPhrase(last) ?? readPhrase(last) ?? (isClosed(last) ? readWithNames(last) : undefined);
    const isMarker = phrase && (phrase.isMusic || phrase.isEdition) && (phrase.isSoundtrack || !/^an? /i.test(last));
    if (isMarker) return { rest, phrase };
  }
  return undefined;
}

/** Name of an album after a separator: "Awesome Mix, Vol. 1", "The Sessions". */
const mix = new RegExp(`^(?:[\\p{L}\\p{N}'’]+ ){0,3}(?:mix|mixtape|album|sessions)(?:,? (?:(?:${volumes}) ?)?${printedNumber})?$`, 'iu');

/** Whether every bracket closes. */
export const isClosed = (text: string): boolean => (text.match(/[([（［【]/gu)?.length ?? 0) === (text.match(/[)\]）］】]/gu)?.length ?? 0);

/** Start of a marker without a separator: in "The Lego Movie Soundtrack", "Movie" belongs to the title. */
const begins =
  /^(?:(?:the\s+)?(?:original|official|complete)\s|motion picture (?:soundtrack|score)|(?:video ?game|television|tv) (?:original )?(?:soundtrack|score|series)|(?:the\s+)?soundtracks?(?:\s|$)|o\.?s\.?t\.?(?:\s|$)|(?:music|songs) (?:from|inspired)|(?:super |ultra )?deluxe (?:expanded )?(?:edition|version)|expanded (?:edition|version)|special edition|\d+th anniversary|image album|bandes? originales?|colonna sonora|banda sonora|trilha sonora|b\.?s\.?o\.?(?:\s|$)|b\.?o\.?f\.?(?:\s|$)|filmmusik|musik aus|музыка (?:из|к)|саундтрек|muzyka z|the album$)/iu;

export function atEnd(title: string): TitleStep | undefined {
  const gaps = [...title.matchAll(/\s+/gu)].filter((gap) => begins.test(title.slice(gap.index + gap[0].length)));
  for (const gap of gaps.slice(0, mostPlaces)) {
    const last = title.slice(gap.index + gap[0].length);
    const before = title.slice(0, gap.index);
    const phrase = readMusicPhrase(last) ?? readPhrase(last);
    const isWhole = phrase && (phrase.isSoundtrack || phrase.isEdition || (phrase.isMusic && /\s/.test(last)));
    if (isWhole && readPhrase(before) === undefined) return { rest: before, phrase };
  }
  return undefined;
}

const cjkWord = /(オリジナル版?|映画|电影|電影|影视|影視|电视剧|電視劇|游戏|遊戲|原创|原創|영화|드라마|오리지널|TV|ゲーム)/u;

const cjkMarker =
  /(?:サウンド・?トラック|サントラ盤?|音楽集|主題歌集|イメージ・?アルバム|イメージ・?ソング|原[声聲](?:带|帶|(?:音[乐樂])?大碟|音乐|音樂)|歌集|サウンド・?ヴァージョン|[电電]影原[声聲]|사운드트랙)(?:集|盤)?$/u;

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

/** "Batman (Original Motion Picture Score) Music by Danny Elfman", "Ponyo サウンドトラック 海": what follows names the album. */
export function markerWithin(title: string): TitleStep | undefined {
  const [, before, inner, after] = /^(.+?)[([（]([^()[\]（）]+)[)\]）](?:\s*[:,–—-])?\s*(\S.*)$/su.exec(title) ?? [];
  if (before !== undefined && inner !== undefined && after !== undefined) {
    const phrase = readMusicPhrase(inner);
    if (phrase?.isMusic && (phrase.isSoundtrack || phrase.type) && isClosed(after)) return { rest: before, phrase };
    if (phrase?.isMusic && (readMusicPhrase(after) ?? readPhrase(after))) return { rest: before, phrase };
  }
  const marker = soundtrackWithin.exec(title);
  const phrase = marker ? readPhrase(marker[0].replace(/[:–—-]/g, ' ')) : undefined;
  return marker && phrase && readPhrase(title.slice(0, marker.index)) === undefined
    ? { rest: title.slice(0, marker.index), phrase }
    : undefined;
}

const soundtrackWithin = new RegExp(
  `,? (?:volume|vol\\.?) ${printedNumber}(?:: | [-–—] )(?=\\S)|(?:[:,]? | [-–—] )(?:original (?:(?:motion picture|television|game) )?(?:soundtrack|score)|o\\.?s\\.?t\\.?|soundtrack|オリジナル・?サウンドトラック|サウンドトラック|イメージアルバム)(?: (?:(?:${volumes}) ?)?${printedNumber})?(?:(?: ?:| [-–—])(?= )|(?<=[ムク])(?= ))`,
  'iu',
);

export function titleBeginning(title: string): TitleStep | undefined {
  const separator = /(?<=\S)(?:\s*[:：]|\s+[-–—|/])\s+(?=\S)/u.exec(title);
  if (separator === null) {
    const [kind = '', rest = ''] = kindBefore.exec(title) ?? [];
    return rest === '' ? nameAfterMarker(title) : { rest, phrase: readPhrase(kind.slice(0, -rest.length)) ?? editionOnly };
  }
  const start = title.slice(0, separator.index);
  const rest = title.slice(separator.index + separator[0].length);
  if (isComposer(start) || isEnsemble(start)) return { rest, phrase: editionOnly };
  const phrase = readMusicPhrase(start) ?? readPhrase(start);
  const isMarker = phrase && (phrase.isSoundtrack || (phrase.isMusic && phrase.type) || phrase.isEdition || /\bby\b/i.test(start));
  return isMarker && readPhrase(rest) === undefined ? { rest, phrase } : nameAfterMarker(title);
}

/** "영화 괴물". */
const kindBefore = /^(?:영화|드라마|映画|电影|電影|电视剧|電視劇|連続テレビ小説|大河ドラマ|ドラマ|TVアニメ|アニメ)\s+(\S.*)$/u;

/** Name after a marker: "Music From the Motion Picture Purple Rain", "Even More Songs From Grease". */
export function nameAfterMarker(title: string): TitleStep | undefined {
  const more = moreMusic.exec(title)?.[0];
  if (more !== undefined && readPhrase(title.slice(more.length)) === undefined)
    return { rest: title.slice(more.length), phrase: { ...editionOnly, isMusic: true } };
  let found: TitleStep | undefined;
  for (const { index, 0: gap } of [...title.matchAll(/\s*:\s+|(?<![\s:])\s+/gu)].slice(0, maxMarkerWords)) {
    const phrase = readPhrase(title.slice(0, index));
    if (phrase === undefined) break;
    const rest = title.slice(index + gap.length);
    const isWhole = (phrase.isMusic || isFromKind.test(title)) && phrase.type !== undefined && endsWithKind(title.slice(0, index));
    if (isWhole && !phrase.isPlural && !continued.test(rest) && readPhrase(rest) === undefined)
      found = { rest, phrase: { ...phrase, isMusic: true } };
  }
  return found;
}

const maxMarkerWords = 14;

const moreMusic =
  /^(?:even )?more (?:music|songs) from (?!the (?:original |hit )?(?:motion|film|movie|series|tv|television|game))(?=\S)|^even more (?!music|songs|themes)(?=\S)|^(?:music|songs|soundtrack) from (?:and|&) inspired by (?!the )(?=\S)|^b\.?(?:o\.?f|s\.?o)\.? (?=\S)|^(?:original (?:motion picture )?)?(?:soundtrack|score) from (?!the .* (?:series|film|movie)$)(?=\S)/iu;

/** "From the Netflix Series Narcos", "Featured in the Film". */
const isFromKind = /^(?:from|featured in|inspired by|aus|dal|dalla|du|из) /iu;

const endsWithKind = (text: string): boolean => {
  const last = text.split(/\s+/).at(-1) ?? '';
  return readPhrase(last)?.type !== undefined || /^(?:soundtrack|score|netflix)$/i.test(last);
};

/** Introduces more of the marker, or the director, rather than the title: "Musik aus dem Film von Wim Wenders". */
const continued =
  /^(?:(?:of|and|or|in|for|to|from|as|composed|conducted|written|performed|lovers|festival|by|von|par|por|de|du|des|di|del|dei|della|do|da|van|av|af|του|της|и|et|y|e|und|i)\s|d['’]|(?:motion|picture|soundtrack|score)\b)/iu;
