import { type Phrase, readPhrase } from './words';

// Markers with more than marker words: credits, proper names, named editions.

/** Places in a title where a marker may begin. Each is read to the end of the title, again for each marker that is removed. */
export const mostPlaces = 8;

/** From the end. */
export const lastOf = (found: Iterable<RegExpExecArray>): readonly RegExpExecArray[] => [...found].slice(-mostPlaces).reverse();

/** Credits at the end of a marker: "Original Score by Hans Zimmer", "Bande originale du film de Luc Besson". */
const attributions =
  /(?<!\s)\s+(?:(?:(?:composed|performed|conducted|written|produced|arranged|orchestrated)(?:\s*(?:,|&|\band\b)\s*\w+ed\b){0,5}\s+)?(?<maker>(?<!inspired\s)by|von|par|por|featuring|feat\.?|av|afgespeeld door)|de|du|di|del|della|do|da|van|af|του|της)\s+(?=\S)|(?<!\s)\s+d['’](?=\S)/giu;

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
export function readWithNames(text: string): Phrase | undefined {
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

/** Reads a named edition or a language: "Best Weekend Ever Edition", "Versión en Español", "Hindi". */
export const readEdition = (text: string): Phrase | undefined =>
  /(?:^|\s)(?:edition|version|special collection|remaster(?:ed)?)$|^(?:versi(?:on|ón|one)|versão)\s|^(?:hindi|tamil|telugu|malayalam|kannada|english|without dialogue)$/iu.test(
    text,
  )
    ? editionOnly
    : undefined;

export const editionOnly: Phrase = {
  isMusic: false,
  isSoundtrack: false,
  isEdition: true,
  isPlural: false,
  isKind: false,
  year: undefined,
  type: undefined,
};

/**
 * Composers whose name stands before the titles of re-recordings ("Herrmann: Vertigo") or on collections ("The Best of John
 * Barry"). A surname with an asterisk is printed alone; others are also titles or common words.
 */
const composers = `
  Richard Addinsell*, Malcolm Arnold, Edward Artemiev*, Эдуард Артемьев, Craig Armstrong, David Arnold, Klaus Badelt,
  Georges Auric*, Angelo Badalamenti*, John Barry, Marco Beltrami, Elmer Bernstein*, Arthur Bliss,
  Claude Bolling*, Martin Böttcher, Jon Brion, Bruce Broughton*, Carter Burwell*, Bill Conti, Aaron Copland*, Vladimir Cosma*,
  Mychael Danna, Georges Delerue*, Alexandre Desplat*, Ramin Djawadi*, Patrick Doyle, Cliff Eidelman*, Danny Elfman*, George Fenton,
  Benjamin Frankel*, Hugo Friedhofer*, Philip Glass, Ernest Gold, Jerry Goldsmith*, Ludwig Göransson*, Ron Goodwin*,
  Michael Giacchino*, Harry Gregson-Williams, Hildur Guðnadóttir*, Dave Grusin*, Lee Holdridge*, Bernard Herrmann*, Joe Hisaishi*, 久石譲,
  James Horner*, James Newton Howard, Arthur Honegger*, Jacques Ibert*, Alberto Iglesias, Akira Ifukube*, 伊福部昭, Mark Isham, Maurice Jarre*,
  Jóhann Jóhannsson*, Trevor Jones, Michael Kamen*, Yoko Kanno*, 菅野よう子, Bronisław Kaper*, Kenji Kawai*, 川井憲次, Wojciech Kilar*,
  Krzysztof Komeda*, Erich Wolfgang Korngold*, Francis Lai, Michel Legrand*, Henry Mancini*, Clint Mansell, Armando Trovajoli*,
  Peter Thomas, Cliff Martinez, Ennio Morricone*, Jerome Moross*, Stelvio Cipriani*, Bruno Nicolai*, Piero Piccioni*, Riz Ortolani*,
  Luis Bacalov*, Mark Mothersbaugh*, Alfred Newman*, David Newman, Randy Newman, Thomas Newman, Alex North, Michael Nyman*,
  Basil Poledouris*, Zbigniew Preisner*, John Powell, Sergei Prokofiev*, André Previn*, David Raksin*, Satyajit Ray, Graeme Revell,
  Nino Rota*, Miklós Rózsa*, Ryuichi Sakamoto*, 坂本龍一, Hans J. Salter, Gustavo Santaolalla*, Philippe Sarde*, Lalo Schifrin*, Howard Shore,
  Dmitri Shostakovich*, Alan Silvestri*, Max Steiner*, Toru Takemitsu*, 武満徹, Микаэл Таривердиев, Dimitri Tiomkin*, Vangelis,
  Ralph Vaughan~Williams*, William Walton*, Franz Waxman*, Roy Webb, John Williams, Gabriel Yared*, Christopher Young, Victor Young,
  Hans Zimmer*, Koji Kondo*, Nobuo Uematsu*, 植松伸夫, Yasunori Mitsuda*, Yuki Kajiura*, 梶浦由記, Hiroyuki Sawano*, 澤野弘之, Shigeru Umebayashi,
  Quincy Jones, Burt Bacharach, Max Richter, Yann Tiersen*, Éric Serra, Gabriel Fauré*, Serge Gainsbourg, Antoine Duhamel,
  François de~Roubaix, Исаак Дунаевский, Андрей Петров, Ludwig van Beethoven, Johann Sebastian Bach, Wolfgang Amadeus Mozart*,
  Gustav Holst*, Gustav Mahler*, Richard Wagner*, Pyotr Tchaikovsky*, Igor Stravinsky*`;

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const names = new Set<string>();
const surnames = new Set<string>();
for (const composer of fold(composers).split(/,\s+/)) {
  const name = composer.trim().replace('*', '').replaceAll('~', ' ');
  names.add(name);
  const surname = composer.split(' ').at(-1) ?? '';
  if (surname.endsWith('*')) surnames.add(surname.slice(0, -1).replaceAll('~', ' '));
}

const listed = (words: Iterable<string>): string => [...words].map((word) => word.replaceAll('.', '\\.')).join('|');

const someone = `(?:${listed(names)}|${listed(surnames)})`;
const firstNames = "(?:[\\p{L}.'-]+ ){0,2}";
const person = new RegExp(`^${firstNames}${someone}(?:(?:,| &| and) ${firstNames}${someone}){0,3}$`, 'u');
const personWithin = new RegExp(`(?:^|[^\\p{L}])${someone}(?!\\p{L})`, 'u');

/** Orchestras and choirs. */
const ensemble = /(?:^|\s)(?:orchestra|philharmonic|sinfonietta|ensemble|quartet|choir|orchester|orchestre|orkest|filharmonia)$/u;

/** Longer texts are no list of names. */
const longestNames = 100;

/** Whether a text only names composers. */
export const isComposer = (text: string): boolean => text.length <= longestNames && person.test(fold(text).trim());

/** Whether a title is about a composer or an ensemble: "Hans Zimmer Live". */
export const namesPerson = (text: string): boolean => personWithin.test(fold(text)) || isEnsemble(text);

export const isEnsemble = (text: string): boolean => text.length <= longestNames && ensemble.test(fold(text).trim());
