import { InItsLanguage } from '../ui/catalog-text';

export interface Stretch {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Parses the API's snippet: escaped HTML with `<mark>`. */
export function stretchesOf(snippet: string): Stretch[] {
  return snippet
    .split(/<mark>([^<]*)<\/mark>/)
    .map((text, index) => ({ text: unescaped(text), isMarked: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

const separator = ' · ';

/** Splits a snippet into the name, if one of its texts is the name, and its other texts. */
export function splitAtName(stretches: readonly Stretch[], name: string): { name: Stretch[]; others: Stretch[][] } {
  const text = plainText(stretches);
  const end = name.length;
  if (text === name || text.startsWith(name + separator))
    return { name: sliceOf(stretches, 0, end), others: textsOf(sliceOf(stretches, end, text.length)) };
  if (!text.endsWith(separator + name)) return { name: [], others: textsOf(stretches) };
  const at = text.length - end;
  return { name: sliceOf(stretches, at, text.length), others: textsOf(sliceOf(stretches, 0, at)) };
}

function textsOf(stretches: readonly Stretch[]): Stretch[][] {
  let from = 0;
  const texts = plainText(stretches)
    .split(separator)
    .map((text) => {
      const start = from;
      from += text.length + separator.length;
      return sliceOf(stretches, start, start + text.length);
    });
  return texts.filter((text) => text.length > 0);
}

function sliceOf(stretches: readonly Stretch[], from: number, to: number): Stretch[] {
  let start = 0;
  return stretches.flatMap(({ text, isMarked }) => {
    const part = text.slice(Math.max(0, from - start), Math.max(0, to - start));
    start += text.length;
    return part === '' ? [] : [{ text: part, isMarked }];
  });
}

export const Marked = ({ stretches }: { readonly stretches: readonly Stretch[] }) => (
  <InItsLanguage text={plainText(stretches)}>
    {stretches.map(({ text, isMarked }) => (isMarked ? <mark>{text}</mark> : text))}
  </InItsLanguage>
);

export const plainText = (stretches: readonly Stretch[]): string => stretches.map(({ text }) => text).join('');

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

const unescaped = (text: string): string => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
