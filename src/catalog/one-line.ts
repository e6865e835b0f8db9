import { shortText } from '../kinds/attribute';
import { isUnseen } from '../store/values/folding';

/** A text as a catalog holds it: composed, of one line, and no longer than it may be. `undefined` where nothing of it can be seen. */
export function oneLine(text: string, maximum = shortText): string | undefined {
  const line = inOneLine(text);
  // A character of two code units is not cut in half.
  const cut =
    line.length <= maximum
      ? line
      : line
          .slice(0, maximum)
          .replace(/[\ud800-\udbff]$/, '')
          .trimEnd();
  return cut === '' || isUnseen(cut) ? undefined : cut;
}

/** The same, of any length. */
export const inOneLine = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
