export type MarkedType = 'movie' | 'television' | 'episode' | 'videogame';

// Marker words in the languages printed on covers. A text is a marker only if all its words are: not "Game" in "Ender's Game".

const list = (words: string): readonly string[] => words.split(/\s+/).filter((word) => word !== '');

/** Words for the music itself; one makes a text a soundtrack marker. */
const music = list(`
  soundtrack soundtracks ost o.s.t score scores music songs theme themes recordings sessions
  bso b.s.o bof b.o.f bo b.o bande musique musiques chansons banda música musica canciones canções colonna colonne musiche temi trilha
  musik filmmusik filmmusikken originalmusik originalsoundtrack original-soundtrack originaltonspur lieder soundtracket musikken musiken
  original-filmmusik låtar muziek filmmuziek musiikki elokuvamusiikki filmzene zene müzikleri müziği muzyka ścieżka piosenki hudba
  písně písničky muzica coloana
  музыка музика саундтрек саундтреки песни мелодии μουσική 사운드트랙 음악 サウンドトラック サウンド・トラック サントラ サントラ盤
  音楽集 音楽 主題歌 主題歌集 原声带 原声大碟 原声音乐 原声 原聲帶 原聲大碟 原聲音樂 原聲 配乐 配樂
`);

/** Of these, words that appear only on soundtracks. */
const soundtracks = list(`
  soundtrack soundtracks ost o.s.t bso b.s.o bof b.o.f originalmusik originalsoundtrack original-soundtrack filmmusik original-filmmusik
  filmmuziek filmzene elokuvamusiikki
  саундтрек 사운드트랙 サウンドトラック サウンド・トラック サントラ サントラ盤 原声带 原声大碟 原聲帶 原聲大碟
`);

const typed: Readonly<Record<MarkedType, readonly string[]>> = {
  videogame: list('game games videogame videogames videospiel computerspiel spiel videojuego juego videogioco ゲーム 游戏 遊戲 게임 игры'),
  movie: list(`
    motion picture film films film's movie movie's cinema kinofilm spielfilm película pelicula filme filmen filmens filmu elokuva elokuvan
    filmi фильма фильму фильм кинофильма кинофильму ф кино фільму ταινία ταινίας 映画 劇場版 电影 電影 영화
  `),
  television: list(`
    television tv t.v series series' episodes chapters serie série miniseries mini-series miniserie telefilm novela telenovela dizi
    televisión televisione televisiva télévisée télévision fernsehserie tv-serie tv-serien serien season staffel saison temporada
    stagione телесериала сериала телефильма tvアニメ テレビ ドラマ テレビドラマ tvドラマ 大河ドラマ 连续剧 电视剧 電視劇 드라마
  `),
  episode: list('episode'),
};

const editions = list(`
  edition editions version deluxe expanded extended remaster remastered remasterisé reissue collector's collectors collectors'
  recording recorded re-recording bonus album ausgabe édition edición edizione edição explicit
  限定盤 完全盤 イメージアルバム デラックス
`);

/** Neutral words. */
const others = list(`
  the a an of from and & inspired by for to in on with as featured featuring original originals official full complete special super digital
  limited ultimate legacy definitive commemorative anniversary dramatic symphonic more new additional track tracks disc disk cd lp vinyl
  ep single selections selection highlights excerpts background orchestral orchestra's instrumental promo promotional plus world premiere international japanese american european german french italian british uk us
  sound animated animation anime feature short documentary musical mini show shows event drama programme video presentation production
  netflix hbo hulu amazon apple disney disney's disney+ disney•pixar prime bbc nbc abc fx amc cbs itv nhk tv+ paramount paramount+ max peacock showtime starz
  syfy cw fox playstation xbox nintendo marvel studios studio studios' vol volume part
  du de la le les des d'après tiré tirée originale originales originaux l'original del dal dalla dallo dei della originali sonora sonore sonoras
  tratta el los las do da dos na y e et und aus dem der den die das zum zur vom im nach originele uit het fra från ur i z ze ke k filmowa
  oryginalna oryginalny dźwiękowa eredeti orijinal alkuperäinen originální sonoră originală
  dello filmová původní intégrale inspirée inspirées inspirés française longue
  из к и оригинальный оригинальная официальный з до από την τη オリジナル オリジナル・ オリジナル版 アニメ の と より 集 盤 原创 原創 影视 影視 오리지널
`);

const typeOf = new Map<string, MarkedType>();
for (const [type, words] of Object.entries(typed) as [MarkedType, readonly string[]][]) for (const word of words) typeOf.set(word, type);

const musicWords = new Set(music);
const soundtrackWords = new Set(soundtracks);
const editionWords = new Set(editions);
const knownWords = new Set([...music, ...soundtracks, ...typeOf.keys(), ...editions, ...others]);

/** Words of scripts without spaces, longest first, since some are prefixes of others. */
const unspaced = [...knownWords]
  .filter((word) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word))
  .sort((a, b) => b.length - a.length)
  .join('|');

const token = new RegExp(
  `(?<word>${unspaced}|[\\p{L}\\p{M}\\p{N}'’.+&•-]+?(?=${unspaced}|[^\\p{L}\\p{M}\\p{N}'’.+&•-]|$))|(?<gap>[\\s,:;・·/]+)`,
  'uy',
);

/** Lower-case words of a text; `undefined` if it has characters that markers lack. */
function wordsOf(text: string): string[] | undefined {
  const lower = text.toLowerCase();
  const words: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < lower.length) {
    const found = token.exec(lower)?.groups;
    if (found === undefined) return undefined;
    if (found.word !== undefined) words.push(found.word.replaceAll('’', "'").replace(/\.$/, ''));
  }
  return words;
}

const numeral =
  /^(?:\d{1,4}|\d{1,3}-\d{1,3}|\d+(?:st|nd|rd|th)|i{1,3}|iv|vi{0,3}|ix|x|one|two|three|four|five|six|seven|eight|nine|ten|first|second|third)$/;

export interface Phrase {
  /** Names music: a soundtrack, a score, "Music from the Motion Picture". */
  readonly isMusic: boolean;
  /** Contains a word that appears only on soundtracks. */
  readonly isSoundtrack: boolean;
  /** Names an edition or season. */
  readonly isEdition: boolean;
  /** Only names a kind of production: "1960 Film". */
  readonly isKind: boolean;
  readonly year: number | undefined;
  readonly type: MarkedType | undefined;
}

/** Reads a text as a marker; `undefined` if any word is unknown. */
export function readPhrase(text: string): Phrase | undefined {
  const words = wordsOf(text);
  if (words === undefined || words.length === 0 || !words.every((word) => knownWords.has(word) || numeral.test(word))) return undefined;
  const isEdition = words.some((word) => editionWords.has(word)) || seasonal.test(words.join(' ')) || anniversary.test(words.join(' '));
  const type = typeIn(words);
  const isMusic =
    words.some((word) => musicWords.has(word)) ||
    soundVersion.test(words.join(' ')) ||
    (type !== undefined && fromWhat.test(words.join(' ')));
  const year = isEdition ? undefined : words.map(Number).find((number) => number >= firstFilm && number <= lastYear);
  return {
    isMusic,
    isSoundtrack: words.some((word) => soundtrackWords.has(word)) || soundtrackNames.test(words.join(' ')),
    isEdition,
    isKind:
      (type !== undefined && !words.every((word) => word === 'season' || numeral.test(word))) || (year !== undefined && words.length === 1),
    year,
    type,
  };
}

const seasonal =
  /(?:^| )(?:season|series|staffel|saison|temporada|stagione) (?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|[ivx]+)(?: |$)/;
/** Requires the number, because "Anniversary" alone may belong to the title: "Tomb Raider: Anniversary". */
const anniversary = /(?:^| )\d+(?:st|nd|rd|th) anniversary(?: |$)/;
const soundVersion = /^(?:original )?sound version$/;

const soundtrackNames = /\b(?:bande originale|colonna sonora|banda sonora|trilha sonora|sound track)\b/;

/** "From the Netflix Film": the origin without a word for the music. */
const fromWhat = /(?:^| )(?:from|inspired by|aus|dal|dalla|du|из) /;

/** Earlier years cannot be of a film. */
const firstFilm = 1888;
const lastYear = 2100;

function typeIn(words: readonly string[]): MarkedType | undefined {
  const types = new Set(words.flatMap((word) => typeOf.get(word) ?? []));
  // A television film is a movie, and "video" alone means nothing.
  return (['videogame', 'movie', 'episode', 'television'] as const).find((type) => types.has(type));
}
