import { LRUCache } from 'lru-cache';
import type { VNode } from 'preact';
import { jsxTemplate } from 'preact/jsx-runtime';
import { renderToString } from 'preact-render-to-string';
import { type RequestContext, RequestContextProvider } from '../http/request-context';

/** Some fifty long parts of pages with what they are made of. Those that are asked for over and over are few. */
const maximumCharacters = 4_000_000;

/** By what they are made of. One that fills a quarter of the cache is not kept. */
const markups = new LRUCache<string, string>({
  maxSize: maximumCharacters,
  maxEntrySize: maximumCharacters / 4,
  sizeCalculation: (markup, key) => key.length + markup.length,
});

/**
 * A part of a page that follows from `data`, the reader's language and nothing else: of the same data it is not made again.
 * It may use no more of the visit than its texts, formats and addresses.
 */
export function cachedFragment(visit: RequestContext, name: string, data: object, make: () => VNode): VNode {
  const key = `${name} ${visit.format.locale} ${visit.language} ${visit.to.base} ${textOf(data)}`;
  const markup = markups.get(key) ?? renderToString(<RequestContextProvider value={visit}>{make()}</RequestContextProvider>);
  markups.set(key, markup);
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
