import { longText } from '../../../kinds/attribute';
import { prose } from '../shared/text';
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
