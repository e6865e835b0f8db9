import { textWidth } from './text-widths';

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
export const leading = 0.98;

/** The largest size that fits; else the smallest, cut off. */
export function fitted(text: string, { width, height, largest, smallest }: Room): Lines {
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
export const wrapped = (text: string, width: number, points: number, most: number): readonly string[] =>
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
