import type { ArtistType } from './artist-names';

/** What an artist is stands at the beginning: later sentences tell of others. */
const beginning = 240;

/**
 * What the text about an artist calls it: the first word that says what somebody is. "German choir from Wolfsburg" is a
 * choir; "conductor of the choir" and "former drummer of the band" are persons. `undefined` where no such word is there.
 */
export function typeOfProfile(profile: string): ArtistType | undefined {
  const text = profile
    .slice(0, 4 * beginning)
    .replace(/\[url=[^\]]*\]|\[[almrg]=?[^\]]*\]|\[\/?[a-z]+\]/gi, ' ')
    .slice(0, beginning);
  const found = kind.exec(text)?.groups;
  return found === undefined ? undefined : types.find((type) => found[type] !== undefined);
}

const types: readonly ArtistType[] = ['person', 'orchestra', 'choir', 'group'];

/** Persons first: what they lead, play in or belong to is named right behind. */
const persons = [
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
const orchestras = ['orchestra|philharmonic|philharmonia|orchestre|orchester|orquesta|orquestra|orkester|orkest|оркестр'];
const choirs = ['choir|chorus|choral (?:group|ensemble|society)|vocal ensemble|choeur|chœur|chor|coro|kör|koor|хор'];
const groups = [
  'bands?|group|duo|trio|quartet|quintet|sextet|septet|octet|ensemble|collective|act|project|brothers|sisters|supergroup|team',
  'gruppe|groupe|gruppo|grupo|conjunto|grupp|groep|zespół|группа|ансамбль|дуэт',
];

const either = (name: string, patterns: readonly string[]): string => `(?<${name}>${patterns.join('|')})`;

const kind = new RegExp(
  `(?<!\\p{L})(?:${[either('person', persons), either('orchestra', orchestras), either('choir', choirs), either('group', groups)].join('|')})(?!\\p{L})`,
  'iu',
);
