import { shortText } from '../../kinds/attribute';
import { isUnseen } from '../../store/values/folding';

/** Normalizes text to one composed line of limited length; `undefined` if invisible. */
export function oneLine(text: string, maximum = shortText): string | undefined {
  const line = inOneLine(text);
  // Does not split surrogate pairs.
  const cut =
    line.length <= maximum
      ? line
      : line
          .slice(0, maximum)
          .replace(/[\ud800-\udbff]$/, '')
          .trimEnd();
  return cut === '' || isUnseen(cut) ? undefined : cut;
}

/** The same without a length limit. Few lines need a change, and each is read several times. */
export const inOneLine = (text: string): string =>
  /[^ -~]|^ | $| {2}/.test(text)
    ? text
        .toWellFormed()
        .normalize('NFC')
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
    : text;
