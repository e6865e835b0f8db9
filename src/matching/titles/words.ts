export type MarkedType = 'movie' | 'television' | 'episode' | 'videogame';

// Marker words in the languages printed on covers. A text is a marker only if all its words are: not "Game" in "Ender's Game".

const list = (words: string): readonly string[] => words.split(/\s+/).filter((word) => word !== '');

/** Words for the music itself; one makes a text a soundtrack marker. */
const music = list(`
  soundtrack soundtracks sound-track ost o.s.t score scores music songs theme themes recordings sessions bso b.s.o bof b.o.f bo b.o bande
  bandes musique musiques chansons banda bandas banda-sonora música músicas musica canciones canções colonna colonne musiche temi trilha
  musik filmmusik filmmusikken originalmusik originalmusiken original-musik originalsoundtrack original-soundtrack originaltonspur lieder soundtracket
  musikken musiken original-filmmusik låtar muziek filmmuziek musiikki elokuvamusiikki filmzene zene müzikleri müziği muzyka muzyką
  ścieżka ścieżki piosenki hudba písně písničky muzica coloana музыка музика саундтрек саундтреки песни мелодии μουσική 사운드트랙 음악 サウンドトラック
  サウンド・トラック サントラ サントラ盤 ongakushuu ongakushu 音楽集 音楽 歌集 サウンド・ヴァージョン サウンドヴァージョン 主題歌 主題歌集 原声带 原声大碟 原声音乐 原声音乐大碟 原声 原聲帶 原聲大碟 原聲音樂 原聲 配乐 配樂
`);

/** Of these, words that appear only on soundtracks. */
const soundtracks = list(`
  soundtrack soundtracks ost o.s.t bso b.s.o bof b.o.f originalmusik original-musik originalsoundtrack original-soundtrack filmmusik
  original-filmmusik filmmuziek filmzene elokuvamusiikki саундтрек саундтреки 사운드트랙 サウンドトラック サウンド・トラック サントラ サントラ盤 原声带 原声大碟 原聲帶 原聲大碟
`);

const typed: Readonly<Record<MarkedType, readonly string[]>> = {
  videogame: list('game games videogame videogames videospiel computerspiel spiel videojuego juego videogioco ゲーム 游戏 遊戲 게임 игры'),
  movie: list(`
    motion picture pictures film films film's filmes filme filmów movies movie movie's cinema kinofilm spielfilm stummfilm zeichentrickfilm
    animationsfilm dokumentarfilm fernsehfilm película películas pelicula filmen filmerna filmens filmu elokuva elokuvan filmi фильма фильму
    фильм фильмов фильмам кинофильмов мультфильма мультфильму телефильмов кинофильма кинофильму ф кино фільму ταινία ταινίας 映画 劇場版 电影 電影 영화
  `),
  television: list(`
    television tv t.v tv-series series series' episodes chapters serie série miniseries mini-series miniserie telefilm novela telenovela
    dizi season seasons staffel staffeln saison saisons temporada temporadas stagione stagioni seizoen säsong sezon сезон シーズン televisión
    televisione televisiva télévisée télévision fernsehserie zdf-serie ard-serie tv-serie tv-serien serien serialu seriali сериала сериалу telewizyjnego
    телесериала телефильма tvアニメ アニメ テレビ ドラマ テレビドラマ 电视连续剧 電視連續劇 金曜ドラマ 土曜ドラマ 日曜劇場 連続テレビ小説 tvドラマ 大河ドラマ 连续剧 电视剧 電視劇 드라마 금토드라마 수목드라마 월화드라마
  `),
  episode: list('episode'),
};

const editions = list(`
  edition editions version deluxe expanded extended remaster remastered remasterisé remasterisée remasterizado remasterizada
  rimasterizzato reissue collector's collectors collectors' recording recorded re-recording bonus album ausgabe édition edición edizione
  edição explicit versión versão versione collection archival archive archives 限定盤 完全盤 イメージアルバム イメージ・アルバム イメージソング イメージ・ソング デラックス
`);

/** Neutral words. */
const others = list(`
  the a an of from by and & inspired for to in on with as featured featuring original originals official full complete special super
  digital limited ultimate legacy definitive commemorative anniversary dramatic symphonic more new additional track tracks disc disk cd lp
  vinyl ep single selections selection highlights excerpts background orchestral orchestra's instrumental promo promotional plus world
  premiere international vestron classic hit records walt even mgm fxp tvn ena jtbc kbs kbs2 sbs mbc tbs系 フジテレビ系 日本テレビ系 テレビ朝日系 フジテレビ系ドラマ internacional nacional compuesta compuesto composta composée tbs japanese american european
  german french italian british uk us sound animated animation anime feature short documentary musical mini show shows event drama
  programme video presentation production netflix hbo hulu amazon apple disney disney's pixar's dreamworks disney+ disney•pixar prime bbc
  nbc abc fx amc cbs itv nhk tv+ paramount paramount+ max peacock showtime starz syfy cw fox playstation xbox nintendo marvel studios
  studio studios' vol volume volumes part pt parte no deel teil tome część часть image shuu shu bgm集 español castellano português deutsch em en
  extrait extraits l'intégrale inclus spécial e i du de la le les l'album des d'après tiré tirée originale originales originaux l'original
  del dal dalla dallo dei della originali sonora sonore sonoras tratta el los las do da dos na y et und aus dem der den die das zum zur
  vom im nach originele uit het fra från ur z ze ke k filmowa oryginalna oryginalny dźwiękowa eredeti orijinal alkuperäinen originální
  sonoră originală dello van del'original filmová původní intégrale inspirée inspirées inspirés française longue из к и оригинальный
  оригинальная официальный з до από την τη オリジナル オリジナル・ オリジナル版 アニメ の と より 集 盤 原创 原創 影视 影視 오리지널
`);

const typeOf = new Map<string, MarkedType>();
for (const [type, words] of Object.entries(typed) as [MarkedType, readonly string[]][]) for (const word of words) typeOf.set(word, type);

const pluralWords = new Set(
  list(`
  soundtracks scores themes films filmes filmów filmerna movies bandes bandas colonne películas фильмов фильмам кинофильмов саундтреки
`),
);

const musicWords = new Set(music);
const soundtrackWords = new Set(soundtracks);
const editionWords = new Set(editions);
const knownWords = new Set([...music, ...soundtracks, ...typeOf.keys(), ...editions, ...others]);

const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Words of scripts without spaces, longest first, since some are prefixes of others. */
const unspaced = [...knownWords]
  .filter((word) => unspacedScript.test(word))
  .sort((a, b) => b.length - a.length)
  .join('|');

const unspacedToken = new RegExp(
  `${unspaced}|[\\p{L}\\p{M}\\p{N}'.+&•#-]+?(?=${unspaced}|[^\\p{L}\\p{M}\\p{N}'.+&•#-]|$)|[^\\s,:;・·/]`,
  'gu',
);

/** Lower-case words of a text; `undefined` if one of them is unknown. */
function wordsOf(text: string): readonly string[] | undefined {
  const lower = text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\b(vol|part|pt|no)\.(?=\d)/g, '$1 ');
  const parts = unspacedScript.test(lower) ? (lower.match(unspacedToken) ?? []) : lower.split(/[\s,:;·/]+/);
  const words = parts
    .filter((part) => part !== '' && part !== '-')
    .map((part) => (part.length > 1 && part.endsWith('.') ? part.slice(0, -1) : part));
  return words.every((word) => knownWords.has(word) || numeral.test(word)) ? words : undefined;
}

/** A number as printed: 3, #2, 1-4, 2nd, IV, Three. */
export const printedNumber =
  '(?:#?\\d{1,4}(?:\\s?[-–&]\\s?\\d{1,3})?|\\d+(?:st|nd|rd|th)|x{0,1}(?:i{1,3}|iv|vi{0,3}|ix)|x|one|two|three|four|five|six|seven|eight|nine|ten|first|second|third|final)';

const numeral = new RegExp(`^${printedNumber}$`);

/** Parts of a series: each has music of its own, and none has a film. */
const seasons = 'seasons?|series|staffeln?|saisons?|temporadas?|stagion[ei]|seizoen|säsong|sæson|sesong|sezon|сезон|シーズン|시즌';
export const installments = `${seasons}|episodes?|chapters?|years?|cycle|book`;

/** Parts of an album, or of a film. */
export const volumes = 'volumes?|vol\\.?|disc|cd|part|pt\\.?|no\\.?|teil|deel|del|tome|parte|część|cz\\.|часть|том';

export interface Phrase {
  /** Names music: a soundtrack, a score, "Music from the Motion Picture". */
  readonly isMusic: boolean;
  /** Contains a word that appears only on soundtracks. */
  readonly isSoundtrack: boolean;
  /** Names an edition or season. */
  readonly isEdition: boolean;
  /** Speaks of several films or records: "Original Motion Picture Scores". */
  readonly isPlural: boolean;
  /** Only names a kind of production: "1960 Film". */
  readonly isKind: boolean;
  readonly year: number | undefined;
  readonly type: MarkedType | undefined;
}

/** Reads a text as a marker; `undefined` if any word is unknown. */
export function readPhrase(text: string): Phrase | undefined {
  const words = wordsOf(text);
  if (words === undefined || words.length === 0) return undefined;
  const has = (set: ReadonlySet<string>): boolean => words.some((word) => set.has(word));
  const joined = words.join(' ');
  const isEdition = has(editionWords) || seasonal.test(joined) || anniversary.test(joined);
  const type = typeIn(words);
  const year = isEdition ? undefined : words.map(Number).find((number) => number >= firstFilm && number <= lastYear);
  return {
    isMusic: has(musicWords) || soundVersion.test(joined) || (type !== undefined && fromWhat.test(joined)),
    isSoundtrack: has(soundtrackWords) || soundtrackNames.test(joined),
    isEdition,
    isPlural: has(pluralWords) || severalKinds.test(joined),
    isKind:
      (type !== undefined && !words.every((word) => word === 'season' || numeral.test(word))) || (year !== undefined && words.length === 1),
    year,
    type,
  };
}

const severalKinds = /\b(?:film (?:&|and) (?:television|tv)|(?:television|tv) (?:&|and) film|den filmen)\b/;

const seasonal = new RegExp(
  `(?:^| )(?:(?:${seasons}|episodes|chapters) ${printedNumber}|${printedNumber} (?:${seasons})|\\d+(?:st|nd|rd|th) (?:${seasons}))(?: |$)`,
);
/** Requires the number, because "Anniversary" alone may belong to the title: "Tomb Raider: Anniversary". */
const anniversary = /(?:^| )\d+(?:st|nd|rd|th) anniversary(?: |$)/;
const soundVersion = /^(?:original )?sound version$/;

const soundtrackNames =
  /\b(?:bandes? originales?|colonn[ae] sonor[ae]|bandas? sonoras?|trilhas? sonoras?|ścieżka dźwiękowa|sound tracks?)\b/;

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
