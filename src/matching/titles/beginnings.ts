import { type Phrase, readPhrase } from './words';

/** What a production is called before its name, in English: "the Netflix Original Series". */
const kind =
  '(?:(?:netflix|hbo|hulu|amazon|apple|disney|bbc|marvel|original|animated|limited|classic|hit)\\s+)*(?:motion[\\s-]picture|film|movie|(?:tv|television)[\\s-](?:mini[\\s-]?)?(?:series|show|film|movie|special)|mini[\\s-]?series|series|video[\\s-]?game|game)(?:\\s+(?:soundtrack|score))?';

const musicFrom =
  '(?:the\\s+)?(?:more\\s+)?(?:(?:original|complete|official)\\s+)*(?:music|songs?|soundtrack|score|themes?|main theme|title theme|highlights|selections)(?:\\s+(?:and|&|\\+)\\s+(?:music|songs|score|dialogue))?(?:\\s+(?:album|recording))?';

// Before a name that nothing sets apart, the whole of "Music from the Motion Picture" or its like has to stand.
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

/** The name that follows a marker, with what this says: "Music From the Motion Picture Purple Rain". */
export function nameAfterMarker(title: string): { readonly rest: string; readonly phrase: Phrase } | undefined {
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
