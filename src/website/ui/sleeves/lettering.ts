import { rounded } from './numbers';
import { margin, side } from './shapes';
import { textWidth } from './text-widths';
import { escaped, isRightToLeft } from './texts';

interface Words {
  readonly title: string;
  /** Subtitle. */
  readonly sub: Lettered;
  readonly credit: string;
  /** Label with number, and year. */
  readonly corners?: Corners;
  readonly ink: string;
  /** At the top instead of the bottom. */
  readonly isTurned: boolean;
  readonly room: number;
  readonly height: number;
  readonly sizes: Sizes;
}

interface Lettered {
  readonly text: string;
  readonly mostLines: number;
}

interface Corners {
  readonly label: string;
  readonly year: number | null;
}

/** Title size is chosen to fit. */
interface Sizes {
  readonly largest: number;
  readonly smallest: number;
  readonly small: number;
}

const width = side - 2 * margin;

export function lettering(words: Words): string {
  const { sizes, ink, isTurned } = words;
  const small = (text: string, most: number) => (text ? wrapped(text, width, sizes.small, most) : []);
  const credit = small(words.credit, 1);
  const sub = small(words.sub.text, words.sub.mostLines);
  const step = sizes.small * 1.14;
  const band = bandOf(words);
  const rest = (credit.length + sub.length) * step + band + 6;
  const title = fitted(words.title, { width, height: words.room - rest, ...sizes });
  const height = title.lines.length * title.points * leading + title.points * 0.1 + rest;
  const line = lineAt(words.title);
  let y = isTurned ? margin - 6 + band : words.height - margin + 4 - height;
  const lines: string[] = [];
  for (const text of title.lines) {
    y += title.points * leading;
    lines.push(line(text, y - title.points * 0.16, title.points, 700));
  }
  y += title.points * 0.1 - sizes.small * 0.1;
  for (const [text, weight] of [...sub.map((text) => [text, 400] as const), ...credit.map((text) => [text, 500] as const)]) {
    y += step;
    lines.push(line(text, y, sizes.small, weight));
  }
  return `<g fill="${ink}">${lines.join('')}${cornersOf(words)}</g>`;
}

/** Height of the corners, if any. */
const bandOf = ({ corners, isTurned }: Words): number => (corners?.label || corners?.year ? (isTurned ? 40 : 30) : 0);

/** Starts on the side of the title's script. */
function lineAt(title: string) {
  const rightToLeft = isRightToLeft(title);
  const x = rightToLeft ? side - margin : margin;
  const direction = rightToLeft ? ' direction="rtl"' : '';
  return (text: string, y: number, points: number, weight: number): string =>
    `<text x="${x}" y="${rounded(y)}" font-size="${points}" font-weight="${weight}"${direction}>${escaped(text)}</text>`;
}

function cornersOf({ corners, isTurned, height }: Words): string {
  if (!corners) return '';
  const y = isTurned ? margin + 12 : height - margin;
  const [label] = corners.label ? wrapped(corners.label, 350, 16.5, 1) : [];
  const left = label ? `<text x="${margin}" y="${y}" font-size="15" font-weight="600" letter-spacing=".6">${escaped(label)}</text>` : '';
  const right = `<text x="${side - margin}" y="${y}" font-size="15" font-weight="600" text-anchor="end" letter-spacing=".6">${corners.year}</text>`;
  return left + (corners.year ? right : '');
}

interface Lines {
  readonly points: number;
  readonly lines: readonly string[];
}

interface Word {
  readonly text: string;
  /** Hundredths of the font size. */
  readonly width: number;
  readonly isSpace: boolean;
}

interface Room {
  readonly width: number;
  readonly height: number;
  readonly largest: number;
  readonly smallest: number;
}

/** Line height. */
const leading = 0.98;

/** The largest size that fits; else the smallest, cut off. */
function fitted(text: string, { width, height, largest, smallest }: Room): Lines {
  const words = wordsOf(text);
  for (let points = largest; ; points -= 2) {
    const most = Math.max(1, Math.floor(height / (points * leading)));
    const lines = linesOf(words, width, points);
    const fits = lines.length * points * leading <= height && lines.every((line) => fitsIn(line, width, points));
    if (fits) return { points, lines };
    if (points <= smallest) return { points, lines: cut(lines, width, points, most) };
  }
}

/** The last line is cut off. */
const wrapped = (text: string, width: number, points: number, most: number): readonly string[] =>
  cut(linesOf(wordsOf(text), width, points), width, points, most);

/** CJK can break between characters. */
const words = /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]|[^\s\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]+|\s+/gu;

const wordsOf = (text: string): readonly Word[] =>
  (text.match(words) ?? []).map((word) => ({ text: word, width: textWidth(word), isSpace: word.trim() === '' }));

function linesOf(words: readonly Word[], width: number, points: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  let spaces = 0;
  for (const word of words) {
    const longer = word.isSpace ? used : used + spaces + word.width;
    if (used > 0 && (longer / 100) * points > width) {
      lines.push(line.trim());
      line = word.isSpace ? '' : word.text;
      used = word.isSpace ? 0 : word.width;
      spaces = 0;
    } else {
      line += word.text;
      spaces = word.isSpace ? spaces + word.width : 0;
      used = longer;
    }
  }
  return [...lines, line.trim()].filter(Boolean);
}

function cut(lines: readonly string[], width: number, points: number, most: number): readonly string[] {
  const fitting = lines.slice(0, most).map((line) => (fitsIn(line, width, points) ? line : ending(line, width, points)));
  if (lines.length > most) fitting[most - 1] = ending(lines.slice(most - 1).join(' '), width, points);
  return fitting;
}

/** Ends with an ellipsis. */
function ending(text: string, width: number, points: number): string {
  let fitting = '';
  let used = textWidth('…');
  for (const sign of text) {
    used += textWidth(sign);
    if (fitting !== '' && (used / 100) * points > width) break;
    fitting += sign;
  }
  return `${fitting.trimEnd()}…`;
}

const fitsIn = (text: string, width: number, points: number): boolean => (textWidth(text) / 100) * points <= width;
