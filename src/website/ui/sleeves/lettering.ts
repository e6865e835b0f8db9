import { rounded } from './numbers';
import { margin, side } from './shapes';
import { escaped, isRightToLeft } from './texts';
import { fitted, leading, wrapped } from './wrapping';

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
