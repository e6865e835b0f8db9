import { longText, shortText } from '../../../kinds/attribute';
import { isUnseen } from '../../../store/values/folding';

// Texts of others as a catalog holds them: composed (NFC), without control characters, and no longer than they may be.

/** A text that is no longer than it may be. A character of two code units is not cut in half. */
export function cut(text: string, maximum: number, ending = ''): string {
  if (text.length <= maximum) return text;
  const kept = text.slice(0, maximum - ending.length).replace(/[\ud800-\udbff]$/, '');
  return kept.trimEnd() + ending;
}

/** A text of paragraphs, without white space around it. */
export const prose = (text: string, maximum = longText): string =>
  cut(
    text
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .trim(),
    maximum,
  );

/** A text of one line, where all white space is one blank; empty where nothing of it can be seen. */
export function line(text: string, maximum = shortText): string {
  if (text.length <= maximum && plain.test(text)) return text;
  return isUnseen(text) ? '' : prose(text.replace(/\s+/g, ' '), maximum);
}

/** What most texts are, and needs nothing done. */
const plain = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** A line as it is printed, with the blanks it has; control characters are blanks. */
export const printed = (text: string): string => text.toWellFormed().normalize('NFC').replace(controls, ' ');

const controls = /\p{Cc}+/gu;
