import { longText } from '../../../kinds/attribute';
import { prose } from '../shared/text';
import type { ArtistType } from './artist-names';
import { nameOf } from './values';

/** Markup is longer than what comes of it; what is longer still cannot fit, and is not searched. */
const longestSource = 2 * longText;

/** The markup of Discogs as Markdown. */
export const markdownOf = (text: string): string => prose(convert(text, true));

/** The markup of Discogs as plain text. */
export const plainOf = (text: string): string => prose(convert(text, false));

const pages: Readonly<Record<string, string>> = {
  a: 'artist',
  l: 'label',
  r: 'release',
  m: 'master',
  g: 'help/guidelines',
  t: 'group/thread',
};

/**
 * `[a=Name]` is a name, `[a123]` and `[r=123]` lead to a page, `[b]`, `[i]`, `[u]` and `[url=…]` are what they are
 * elsewhere. What is none of these stays as it is written.
 */
function convert(text: string, isMarkdown: boolean): string {
  return text
    .slice(0, longestSource)
    .replace(/\[url=([^\]\s]*)\](.*?)\[\/url\]/gis, (_, url: string, label: string) => linkTo(url, label, isMarkdown))
    .replace(/\[url\](.*?)\[\/url\]/gis, '$1')
    .replace(/\[([almrgt])=?(\d+(?:\.\d+)*)\]/gi, (_, kind: string, id: string) => {
      const url = `https://www.discogs.com/${pages[kind.toLowerCase()]}/${id}`;
      return isMarkdown ? `<${url}>` : url;
    })
    .replace(/\[[almrgt]=([^\]]+)\]/gi, (_, name: string) => nameOf(name))
    .replace(/\[(\/?)([biu])\]/gi, (_, _slash: string, letter: string) => (isMarkdown ? (marks[letter.toLowerCase()] ?? '') : ''));
}

const marks: Readonly<Record<string, string>> = { b: '**', i: '*' };

function linkTo(url: string, label: string, isMarkdown: boolean): string {
  const address = url.startsWith('www.') ? `https://${url}` : url;
  if (!/^https?:\/\//i.test(address)) return label;
  if (label.trim() === '') return address;
  return isMarkdown ? `[${label}](${address.replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'))})` : `${label} (${address})`;
}

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
