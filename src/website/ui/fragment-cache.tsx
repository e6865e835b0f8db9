import type { VNode } from 'preact';
import { jsxTemplate } from 'preact/jsx-runtime';
import { renderToString } from 'preact-render-to-string';
import { type Visit, VisitProvider } from '../http/request-context';

/** Some fifty long parts of pages with what they are made of. Those that are asked for over and over are few. */
const maximumCharacters = 4_000_000;

/** By what they are made of, those that were asked for last at the end. */
const markups = new Map<string, string>();
let characters = 0;

/**
 * A part of a page that follows from `data`, the reader's language and nothing else: of the same data it is not made again.
 * It may use no more of the visit than its texts, formats and addresses.
 */
export function kept(visit: Visit, name: string, data: object, make: () => VNode): VNode {
  const key = `${name} ${visit.format.locale} ${visit.language} ${visit.to.base} ${textOf(data)}`;
  const markup = markups.get(key) ?? renderToString(<VisitProvider value={visit}>{make()}</VisitProvider>);
  keep(key, markup);
  // preact has escaped it, when it was made.
  return jsxTemplate([markup]) as VNode;
}

const texts = new WeakMap<object, string>();

/** Answers that the API keeps are the same object each time, and need not be written again. */
function textOf(data: object): string {
  const text = texts.get(data) ?? JSON.stringify(data);
  texts.set(data, text);
  return text;
}

function keep(key: string, markup: string): void {
  if (!forget(key) && key.length + markup.length > maximumCharacters / 4) return;
  markups.set(key, markup);
  characters += key.length + markup.length;
  for (const oldest of markups.keys()) {
    if (characters <= maximumCharacters) return;
    forget(oldest);
  }
}

function forget(key: string): boolean {
  const markup = markups.get(key);
  if (markup === undefined) return false;
  characters -= key.length + markup.length;
  return markups.delete(key);
}
