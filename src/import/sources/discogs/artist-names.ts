export type ArtistType = 'person' | 'group' | 'orchestra' | 'choir';

/**
 * What an artist of this name would be: a guess, for where nothing else says it. Only whole words tell, and one that is a
 * family name as well ("Richard Band") tells nothing behind a first name alone.
 */
export function typeOfName(name: string): ArtistType {
  const known = guessed.get(name);
  if (known !== undefined) return known;
  const type = guess(name);
  if (guessed.size >= mostKept) guessed.clear();
  guessed.set(name, type);
  return type;
}

/** The same names come again and again. */
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
  // Behind a first name these are a family name.
  /^(?:the|los|las|les|die|gli|i)\s.*\S\s(?:band|trio|duo|brothers|sisters|group|gang|crew|boys|girls|project)$/iu,
  /^(?:\S+\s){2,}band$/iu,
  /\S\s(?:trio|duo|brothers|sisters)$/iu,
  /^the\s\S*(?<!s)s$/iu,
  /^the\s(?:\S+\s)+\S*(?<!s)s$/iu,
  /^[^,]+\s(?:&|and)\s(?:his|her|the|son|sein|seine|ses)\s/iu,
];
