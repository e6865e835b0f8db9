import { languageOf } from '../ui/catalog-text';

export interface Stretch {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Parses the API's snippet: escaped HTML with `<mark>`. */
export function stretchesOf(snippet: string): Stretch[] {
  return snippet
    .split(/<mark>(.*?)<\/mark>/s)
    .map((text, index) => ({ text: unescaped(text), isMarked: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

/**
 * Marks the name inside a title and returns the rest of the snippet.
 * @returns undefined if the snippet is of another text
 */
export function splitAtName(stretches: readonly Stretch[], name: string): { name: Stretch[]; rest: Stretch[] } | undefined {
  if (!textOf(stretches).startsWith(name)) return undefined;
  const parts: { name: Stretch[]; rest: Stretch[] } = { name: [], rest: [] };
  let left = name.length;
  for (const { text, isMarked } of stretches) {
    const [within, beyond] = [text.slice(0, left), text.slice(left)];
    if (within !== '') parts.name.push({ text: within, isMarked });
    if (beyond !== '') parts.rest.push({ text: beyond, isMarked });
    left -= within.length;
  }
  return parts;
}

export function Marked({ stretches }: { readonly stretches: readonly Stretch[] }) {
  const { lang, dir } = languageOf(textOf(stretches));
  const parts = stretches.map(({ text, isMarked }) => (isMarked ? <mark>{text}</mark> : text));
  return lang === undefined ? (
    <>{parts}</>
  ) : (
    <span lang={lang} dir={dir}>
      {parts}
    </span>
  );
}

const textOf = (stretches: readonly Stretch[]): string => stretches.map(({ text }) => text).join('');

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

const unescaped = (text: string): string => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
