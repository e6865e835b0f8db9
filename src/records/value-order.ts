import type { Value } from '../database/prepare';

// Of two values that are as well said the smaller one stands: which is the smaller must not depend on anything else.

/** Numbers by what they are, text by its code points. */
export function isSmallerValue(a: Value, b: Value): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b;
  return isSmallerText(String(a), String(b));
}

/** Lists by their rows, each as JSON. */
export const isSmallerList = (a: readonly string[], b: readonly string[]): boolean =>
  isSmallerText([...a].sort().join('\n'), [...b].sort().join('\n'));

/** As bytes of UTF-8, which are in the order of code points; UTF-16, in which strings compare, is not. */
const isSmallerText = (a: string, b: string): boolean => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;
