export type ArtistType = 'person' | 'group' | 'orchestra' | 'choir';

/**
 * Guesses an artist type from a name, if nothing else tells. Only whole words count, and not those that are also surnames after
 * a single first name ("Richard Band").
 */
export function typeOfName(name: string): ArtistType {
  const known = guessed.get(name);
  if (known !== undefined) return known;
  const type = guess(name);
  if (guessed.size >= mostKept) guessed.clear();
  guessed.set(name, type);
  return type;
}

const guessed = new Map<string, ArtistType>();
const mostKept = 10_000;

function guess(name: string): ArtistType {
  if (orchestras.test(name)) return 'orchestra';
  if (choirs.test(name)) return 'choir';
  return groups.some((pattern) => pattern.test(name)) ? 'group' : 'person';
}

const either = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'iu');
const words = (list: string): string => `(?<!\\p{L})(?:${list})(?!\\p{L})`;

const orchestras = either(
  words('orchestra|orchestras|orchestre|orchester|orkester|orquesta|orquestra|orkiestra|orkest|orkestar|ork[ei]stern?|zenekar|zenekara'),
  words('\\p{L}{4,}orchester|\\p{L}{4,}orkester|\\p{L}{4,}orkest'),
  words('philharmonic|philharmonia|philharmoniker|philharmonie|philharmonique|filarmonica|filarmónica|filharmonia|filharmonie'),
  words('symphony|sinfonietta|sinfonia|symphoniker|symphonic|sinfónica|sinfonica|camerata'),
  words('оркестр|филармония'),
  '交響楽団|交響樂團|交响乐团|管弦楽団|管弦樂團|管弦乐团|楽団|乐团|樂團|フィルハーモニー|オーケストラ|吹奏楽|오케스트라|교향악단|관현악단',
);
const choirs = either(
  words('choir|choirs|chorus|chorale|choral society|choral|coro|coros|ch[oœ]e?urs?|chœurs?|kór|chór|zbor|sbor|pěvecký sbor|хор'),
  words(
    '(?:\\p{L}*(?:kinder|knaben|mädchen|frauen|männer|kammer|rundfunk|staatsopern?|opern|kirchen|jugend|dom|thomaner|gospel|bach))chor',
  ),
  words('kör|\\p{L}+kören|koor|\\p{L}{4,}koor|\\p{L}{4,}kor'),
  words("singers|boys' choir|vocal ensemble|madrigal"),
  '(?<=\\S\\s)voices$',
  '合唱団|合唱團|合唱团|コーラス|합창단',
);
const groups = [
  either(
    words(
      '(?:big|brass|jazz|marching|military|concert|dance|string|steel|jug) band|ensemble|quartets?|quartett|quartetto|quatuor|cuarteto|quintett?|quintetto|sextett?|septet|octet|trío|combo|collective|orchestrina',
    ),
  ),
  // After a first name these are surnames.
  /^(?:the|los|las|les|die|gli|i)\s.*\S\s(?:band|trio|duo|brothers|sisters|group|gang|crew|boys|girls|project)$/iu,
  /^(?:\S+\s){2,}band$/iu,
  /\S\s(?:trio|duo|brothers|sisters)$/iu,
  /^the\s\S*(?<!s)s$/iu,
  /^the\s(?:\S+\s)+\S*(?<!s)s$/iu,
  /^[^,]+\s(?:&|and)\s(?:his|her|the|son|sein|seine|ses)\s/iu,
];

/** The type is stated at the beginning; later sentences are about others. */
const beginning = 240;

/**
 * Artist type from a profile: the first word that names one. "German choir from Wolfsburg" is a choir; "conductor of the choir"
 * and "former drummer of the band" are persons. `undefined` without such a word.
 */
export function typeOfProfile(profile: string): ArtistType | undefined {
  const text = profile
    .slice(0, 4 * beginning)
    .replace(/\[url=[^\]]{0,300}\]|\[[almrg]=?[^\]]{0,300}\]|\[\/?[a-z]+\]/gi, ' ')
    .slice(0, beginning);
  const found = kind.exec(text)?.groups;
  return found === undefined ? undefined : types.find((type) => found[type] !== undefined);
}

const types: readonly ArtistType[] = ['person', 'orchestra', 'choir', 'group'];

/** Persons first: what they lead or belong to follows right after. */
const personNouns = [
  '(?:orchestra|band|choir|chorus|ensemble|group|bandsman)[\\s-]?(?:leader|conductor|director|master|manager|member)',
  '(?:band|orchest|choir|chor)(?:leader|master|chef|leiter)\\p{L}*',
  'one[\\s-](?:wo)?man[\\s-](?:band|project|group)|solo[\\s-](?:project|artist|act)',
  '(?:co-)?(?:composer|conductor|arranger|orchestrator|songwriter|lyricist|librettist|singer|vocalist|musician|producer|engineer|DJ|rapper|actor|actress|actor|director|writer|author|poet|playwright|drummer|guitarist|pianist|violinist|cellist|\\p{L}{3,}ist|\\p{L}*player|soprano|mezzo-soprano|tenor|baritone|contralto|comedian|comedienne|dancer|crooner|bandleader|narrator|presenter|performer|designer|photographer|painter|remixer|mixer|entertainer|emcee|MC|member|born|b\\.)',
  'he|she',
  'komponist\\p{L}*|sänger\\p{L}*|dirigent\\p{L}*|schauspieler\\p{L}*|musiker\\p{L}*|geboren',
  "compositeur|compositrice|chanteu(?:r|se)|chef d['’]orchestre|comédien(?:ne)?|né|née",
  'compositore|compositrice|cantante|cantautore|cantautrice|attore|attrice|direttore|nato|nata',
  'compositor|compositora|director|directora|cantautor|nacido|nacida|nascido|nascida',
  'композитор|певец|певица|дирижёр|дирижер|актёр|актер|актриса|музыкант|поэт',
];
const orchestraNouns = ['orchestra|philharmonic|philharmonia|orchestre|orchester|orquesta|orquestra|orkester|orkest|оркестр'];
const choirNouns = ['choir|chorus|choral (?:group|ensemble|society)|vocal ensemble|choeur|chœur|chor|coro|kör|koor|хор'];
const groupNouns = [
  'bands?|group|duo|trio|quartet|quintet|sextet|septet|octet|ensemble|collective|act|project|brothers|sisters|supergroup|team',
  'gruppe|groupe|gruppo|grupo|conjunto|grupp|groep|zespół|группа|ансамбль|дуэт',
];

const alternatives = (name: string, patterns: readonly string[]): string => `(?<${name}>${patterns.join('|')})`;

const kind = new RegExp(
  `(?<!\\p{L})(?:${[alternatives('person', personNouns), alternatives('orchestra', orchestraNouns), alternatives('choir', choirNouns), alternatives('group', groupNouns)].join('|')})(?!\\p{L})`,
  'iu',
);
