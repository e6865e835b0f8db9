import type { Wanted } from './elements';
import { listed, ownText, type Value } from './xml';

const genre = 'Stage & Screen';

/** The styles that are music for films, series and games whatever the genre. */
const filmStyles = ['Soundtrack', 'Score', 'Video Game Music'];

/** The styles of the genre that are music for films, series, games and musicals; there are operas and cabaret as well. */
const stylesOfGenre: ReadonlySet<string> = new Set([...filmStyles, 'Theme', 'Musical', 'Bollywood']);

/**
 * Whether a release or a master is of the catalog. About a third of those of the genre carry no style at all, true
 * soundtracks among them: only another style tells against one.
 */
export function isFilmMusic(element: Value): boolean {
  const texts = (list: string, one: string) => listed(element, list, one).map((value) => ownText(value).trim());
  const styles = texts('styles', 'style');
  if (styles.some((style) => filmStyles.includes(style))) return true;
  return texts('genres', 'genre').includes(genre) && (styles.length === 0 || styles.some((style) => stylesOfGenre.has(style)));
}

/**
 * The ends of the elements that say it: `&` may be escaped in several ways; what follows it is the same in all of them,
 * and stands in no other genre.
 */
const needles = ['Screen</genre>', ...filmStyles.map((style) => `${style}</style>`)].map((text) => Buffer.from(text));

/** By the bytes alone. Each window is searched once for each of the words. */
export function mentionsFilmMusic(): Wanted {
  const all = needles.map(mentions);
  return (window, start, end) => all.some((one) => one(window, start, end));
}

function mentions(needle: Buffer): Wanted {
  let searched: Buffer | undefined;
  let next = -1;
  return (window, start, end) => {
    if (window !== searched || (next >= 0 && next < start)) {
      searched = window;
      next = window.indexOf(needle, start);
    }
    return next >= 0 && next < end;
  };
}
