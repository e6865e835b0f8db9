/** The type of an artist by its name: Discogs says only who has members. */
export function artistTypeOf(name: string, hasMembers: boolean): 'person' | 'group' | 'orchestra' | 'choir' {
  if (orchestras.test(name)) return 'orchestra';
  if (choirs.test(name)) return 'choir';
  return hasMembers || groups.test(name) ? 'group' : 'person';
}

const word = (words: string): RegExp => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');

const orchestras = word(
  'orchestra|orchestre|orchester|orkester|orquesta|orquestra|orkiestra|orkest|orkestar|\\p{L}*orchester|\\p{L}*orkester|philharmonic|philharmonia|philharmoniker|philharmonie|sinfonietta|sinfonia|symphoniker|симфонический оркестр|оркестр',
);
const choirs = word(
  "choir|choirs|chorus|chorale|choral society|coro|ch[oœ]e?ur|chor|\\p{L}+chor|kör|\\p{L}+kören|koor|kor|sbor|хор|singers|boys' choir",
);
const groups = word('band|ensemble|quartet|quartett|quintet|trio|duo|the .+s|brothers|sisters');
