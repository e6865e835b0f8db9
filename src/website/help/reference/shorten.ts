import { prettyJson } from './literals';

export interface ShortenedText {
  readonly text: string;
  readonly isShortened: boolean;
}

/** Tried in turn: how much remains of lists and texts. */
const measures = [
  { items: 3, letters: 300 },
  { items: 2, letters: 120 },
  { items: 1, letters: 60 },
  { items: 1, letters: 24 },
] as const;

/** Shortens JSON to a length, marking omissions; the result is still JSON. */
export function shortened(document: unknown, maximumLetters: number): ShortenedText {
  const whole = prettyJson(document);
  for (const measure of measures) {
    const text = prettyJson(without(document, measure));
    if (text.length <= maximumLetters) return { text, isShortened: text !== whole };
  }
  return cut(prettyJson(without(document, measures[3])), maximumLetters);
}

/** Cut after a line if possible. */
export function cut(text: string, maximumLetters: number): ShortenedText {
  if (text.length <= maximumLetters) return { text, isShortened: false };
  const part = text.slice(0, maximumLetters);
  const line = part.lastIndexOf('\n');
  return { text: `${line > 0 ? part.slice(0, line) : part.toWellFormed()}\n${mark}`, isShortened: true };
}

const mark = '…';

function without(value: unknown, measure: (typeof measures)[number]): unknown {
  if (typeof value === 'string')
    return value.length <= measure.letters ? value : `${value.slice(0, measure.letters).toWellFormed()} ${mark}`;
  if (Array.isArray(value)) {
    const left = value.slice(0, measure.items).map((one) => without(one, measure));
    return value.length > measure.items ? [...left, `${mark} ${value.length - measure.items} more`] : left;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, without(one, measure)]));
}
