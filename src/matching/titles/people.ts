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
