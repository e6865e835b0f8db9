import { LRUCache } from 'lru-cache';
import type { VNode } from 'preact';
import { jsxTemplate } from 'preact/jsx-runtime';
import { renderToString } from 'preact-render-to-string';
import { type RequestContext, RequestContextProvider } from '../http/request-context';

/** About fifty large fragments. */
const maximumCharacters = 4_000_000;

/** By input. Very large fragments are not cached. */
const markups = new LRUCache<string, string>({
  maxSize: maximumCharacters,
  maxEntrySize: maximumCharacters / 4,
  sizeCalculation: (markup, key) => key.length + markup.length,
});

/**
 * Caches markup that depends only on `data` and the language. It may use texts, formats and addresses of the request, nothing
 * else.
 */
export function cachedFragment(context: RequestContext, name: string, data: object, make: () => VNode): VNode {
  const key = `${name} ${context.format.locale} ${context.language} ${context.to.base} ${textOf(data)}`;
  const markup = markups.get(key) ?? renderToString(<RequestContextProvider value={context}>{make()}</RequestContextProvider>);
  markups.set(key, markup);
  // Escaped when rendered.
  return jsxTemplate([markup]) as VNode;
}

const texts = new WeakMap<object, string>();

/** The API returns cached responses as the same object, so their text is cached too. */
function textOf(data: object): string {
  const text = texts.get(data) ?? JSON.stringify(data);
  texts.set(data, text);
  return text;
}
