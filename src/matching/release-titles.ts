import { LRUCache } from 'lru-cache';
import { isSeenBy } from '../records/edit/unreviewed';
import type { Connection } from '../store/database/connection';
import { tokensOf, wordsIn } from '../store/database/full-text';
import { parameter, textOf } from '../store/database/sql';
import { fold } from '../store/values/folding';
import { productionTitleOf } from './titles/production-title';

// Releases by any of their titles, and by those of their album and films.

/** More than any title has. */
const limit = 'LIMIT 500';

/** Titles of a release that a text names, by key. */
export interface TitledReleases {
  /** By a title of their own, blanks and punctuation aside. */
  readonly own: readonly number[];
  /** By a title without marker words such as "Original Soundtrack" or an article, or by that of the only film that their own title names. */
  readonly ofWork: readonly number[];
  /** By a title of their album. */
  readonly ofAlbum: readonly number[];
  /** By a title that their own one begins with, or by a film with music among others on the release: candidates only. */
  readonly others: readonly number[];
}

interface TitledRow {
  readonly key: number;
  readonly title: string;
}

interface ReleaseOfFilm extends TitledRow {
  /** Titles of the film, one a line. */
  readonly titles: string;
}

/** @param user key of the user who sees the releases; 0 for releases that everybody sees */
export function releasesTitled(connection: Connection, written: string, user: number): TitledReleases {
  const names = namesOf(written);
  const found = releasesNamed(connection, names, user);
  if (found.own.length + found.ofWork.length + found.ofAlbum.length > 0) return found;
  // A title in two languages names one film by both.
  const parts = (names.at(-1) ?? '').split(betweenParts).filter((part) => part.trim() !== '');
  if (parts.length < 2) return found;
  const ofParts = parts.slice(0, mostParts).map((part) => releasesNamed(connection, namesOf(part), user));
  const keys = ofParts.flatMap(({ own, ofWork }) => [...new Set([...own, ...ofWork])]);
  const twice = keys.filter((key, index) => keys.indexOf(key) < index);
  const others = [...keys, ...found.others, ...ofParts.flatMap((part) => part.others)].filter((key) => !twice.includes(key));
  return { ...found, ofWork: [...new Set(twice)], others: [...new Set(others)] };
}

/** "Princess Mononoke (もののけ姫)", "C'era una volta il West / Once Upon a Time in the West". */
const betweenParts = /\s[/=|]\s|[([（\])）]/u;
const mostParts = 4;

const articles = ['the', 'a', 'le', 'la', 'les', 'il', 'der', 'die', 'das', 'el'];

/** A folded name without its article, or with one in front. */
const withOtherArticles = (name: string): string[] => {
  const [first = '', ...rest] = name.split(' ');
  return articles.includes(first) && rest.length > 0 ? [rest.join(' ')] : articles.map((article) => `${article} ${name}`);
};

function releasesNamed(connection: Connection, names: readonly string[], user: number): TitledReleases {
  const letters = [...new Set(names.map(lettersOf))].filter((name) => name !== '');
  if (letters.length === 0) return { own: [], ofWork: [], ofAlbum: [], others: [] };
  const written = JSON.stringify([...letters, ...names.flatMap(withOtherArticles).map(lettersOf)]);
  const titled = connection.all<{ key: number; title: string | null }>(queries.titled, { letters: written, user });
  const isOwn = ({ title }: { readonly title: string | null }): boolean => title !== null && letters.includes(lettersOf(title));
  const beginning = rangesOf(names, letters).flatMap(({ query, from, to }) => {
    const rows = connection.all<TitledRow>(query, { from, to, user });
    if (query === queries.beginning || rows.length === 0) return rows;
    const whole = wordsOf(from);
    return rows.filter(({ title }) => whole.test(fold(title)));
  });
  const films = JSON.stringify(filmsNamed(connection, names, letters, written));
  const ofFilms = films === '[]' ? [] : connection.all<ReleaseOfFilm>(queries.ofFilms, { films });
  const isOfName = ({ title }: TitledRow): boolean => letters.includes(bareLetters.memo(title));
  const ofWork = [...titled.filter(({ title }) => title !== null), ...beginning.filter(isOfName), ...ofFilms.filter(isOfFilm)];
  const found = new Set<number>();
  const newAmong = (rows: readonly { readonly key: number }[]): number[] =>
    rows.flatMap(({ key }) => (!found.has(key) && found.add(key) ? key : []));
  return {
    own: newAmong(titled.filter(isOwn)),
    ofWork: newAmong(ofWork),
    ofAlbum: newAmong(titled),
    others: newAmong([...ofFilms, ...beginning]),
  };
}

/** Whether the title of a release is one of its film. */
const isOfFilm = ({ title, titles }: ReleaseOfFilm): boolean => titles.split('\n').map(lettersOf).includes(bareLetters.memo(title));

/** Keys of the productions that a text names by any of their titles. */
export function filmsTitled(connection: Connection, written: string): readonly number[] {
  const names = namesOf(written);
  const letters = names.map(lettersOf);
  return filmsNamed(connection, names, letters, JSON.stringify(letters));
}

/** Letters of titles without marker words. Rows of a file meet the same releases again and again, and reading a title takes longer than its query. */
const bareLetters = new LRUCache<string, string>({ max: 5_000, memoMethod: (title) => lettersOf(productionTitleOf(title).title) });

const articleBehind = /^(.+), (the|an?|der|die|das|le|la|les|l'|il|lo|gli|el|los|las)$/iu;
const formatBehind = /[([](?:\d{1,2} ?x? ?)?(?:cd|lp|vinyl|mc|cassette|dvd|sacd)s?[)\]]$/iu;

/** A folded title, also without its format or marker words, and with its article in front. */
function namesOf(written: string): string[] {
  const plain = written.trim().replace(formatBehind, '').trimEnd();
  const titles = [written, plain, productionTitleOf(plain).title].flatMap((title) => {
    const [, rest, article] = articleBehind.exec(title.trim()) ?? [];
    return article === undefined ? [title] : [title, `${article} ${rest}`];
  });
  return [...new Set(titles.map((title) => fold(title).trim()))];
}

/** A longer prefix begins few other words. */
const shortestLetters = 5;

/** Titles that go on after a name: with a blank or punctuation, and however the name is written. Initials may have periods. */
function rangesOf(names: readonly string[], letters: readonly string[]): { query: string; from: string; to: string }[] {
  const initials = letters.filter((name) => /^[a-z]{2,4}$/.test(name)).map((name) => `${[...name].join('.')}.`);
  return [
    ...[...new Set([...names, ...initials])].map((name) => ({ query: queries.beginning, from: `${name} `, to: `${name};` })),
    ...letters
      .filter((name) => name.length >= shortestLetters)
      .map((name) => ({ query: queries.beginningOfLetters, from: name, to: `${name}\u{10ffff}` })),
  ];
}

/** Letters at the beginning of a text, followed by another word. */
const wordsOf = (letters: string): RegExp => {
  const between = '[^\\p{L}\\p{N}]*';
  return new RegExp(`^${between}${[...letters].map((letter) => RegExp.escape(letter)).join(between)}(?![\\p{L}\\p{N}])`, 'u');
};

/** @param written letters of titles, as JSON */
function filmsNamed(connection: Connection, names: readonly string[], letters: readonly string[], written: string): number[] {
  const titled = connection.all<{ key: number }>(queries.films, { letters: written });
  // Each word takes a hundredth of a millisecond to find.
  const shortest = names.filter((name) => !names.some((other) => other !== name && name.startsWith(other)));
  const phrases = shortest.map((name) => wordsIn(name).flatMap(tokensOf).join(' ')).filter((phrase) => phrase.length >= shortestOther);
  const match = `other_names : (${phrases.map((phrase) => `"${phrase}"`).join(' OR ')})`;
  const others = phrases.length === 0 ? [] : connection.all<{ key: number; akas: string }>(queries.otherFilms, { match });
  const isNamedOtherwise = ({ akas }: { readonly akas: string }): boolean =>
    akas.split('\n').some((aka) => letters.includes(lettersOf(aka)));
  return [...new Set([...titled, ...others.filter(isNamedOtherwise)].map(({ key }) => key))];
}

/** Shorter words are those of too many titles. */
const shortestOther = 3;

const ignored = ` !"#%'()*+,-./:;<=>?@[\\]^_\`{|}~¡¿«»·‐–—―‘’‚“”„′‹›⁄•★☆、。〈〉《》「」『』【】〜・`;

const anyIgnored = new RegExp(`[${ignored.replace(/[\\\]^-]/g, '\\$&')}]`, 'gu');

/** A folded text without blanks and punctuation: "Ben Hur" is "Ben-Hur", and "Bladerunner" "Blade Runner". */
const lettersOf = (text: string): string => fold(text).replaceAll('&', 'and').replace(anyIgnored, '');

/** The same in SQL, as in the indexes of migration 0027. */
const lettersIn = (column: string): string =>
  [...ignored].reduce((text, mark) => `replace(${text}, '${mark === "'" ? "''" : mark}', '')`, `replace(${column}, '&', 'and')`);

const isVisible = textOf(isSeenBy('release', parameter('user')));

const isNamed = (column: string): string => `${lettersIn(column)} IN (SELECT value FROM json_each(:letters))`;

const queries = {
  // Without a title, of an album.
  titled: `
    SELECT key, title_folded AS title FROM "release" WHERE ${isNamed('title_folded')} AND ${isVisible}
    UNION SELECT release_key, title_folded FROM release_other_title WHERE ${isNamed('title_folded')}
    UNION ALL SELECT r.key, NULL FROM (
      SELECT key FROM album WHERE ${isNamed('title_folded')} UNION SELECT album_key FROM album_other_title WHERE ${isNamed('title_folded')}
    ) AS album CROSS JOIN "release" AS r ON r.album_key = album.key ${limit}`,
  // From "psycho " to "psycho;": followed by a space, bracket, dash or colon.
  beginning: `
    SELECT key, title FROM "release" WHERE title_folded >= :from AND title_folded < :to AND ${isVisible} ORDER BY title_folded, id ${limit}`,
  beginningOfLetters: `
    SELECT key, title FROM "release" WHERE ${lettersIn('title_folded')} > :from AND ${lettersIn('title_folded')} < :to AND ${isVisible} ${limit}`,
  films: `SELECT key FROM production WHERE ${isNamed('title_folded')} LIMIT 100`,
  otherFilms: `
    SELECT p.key, p.akas FROM (SELECT rowid AS key FROM production_search WHERE production_search MATCH :match LIMIT 100) AS hit
    CROSS JOIN production AS p ON p.key = hit.key WHERE p.akas IS NOT NULL`,
  ofFilms: `
    SELECT r.key, r.title, p.title || coalesce(char(10) || p.akas, '') AS titles FROM production AS p
    CROSS JOIN production_entry AS e ON e.production_key = p.key CROSS JOIN "release" AS r ON r.key = e.release_key
    WHERE p.key IN (SELECT value FROM json_each(:films)) ${limit}`,
};
