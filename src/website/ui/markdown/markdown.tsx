import { parseMarkdown } from './tree';
import { foreignLink, type MarkdownVocabulary, plainVocabulary, show, webAddress } from './vocabulary';

/** Untrusted Markdown: paragraphs, emphasis, lists, code and links only. */
export const Markdown = ({ text }: { readonly text: string }) => <>{show(parseMarkdown(text), vocabulary)}</>;

/** Inline Markdown; blocks become text. */
export const MarkdownLine = ({ text }: { readonly text: string }) => <>{show(parseMarkdown(text), inline)}</>;

const emphasis = /(?<![\p{L}\p{N}*])(\*{1,2}(?=[^\s*])[^*\n]*(?<=[^\s*])\*{1,2})(?![\p{L}\p{N}*])/u;

/** Text of any source with its emphasis. Nothing else of it counts as Markdown: lines may begin with a number or a dash. */
export const EmphasizedText = ({ text }: { readonly text: string }) => (
  <>
    {text.split(emphasis).map((part, index) => {
      if (index % 2 === 0) return part;
      const plain = part.replace(/^\*+|\*+$/g, '');
      return part.startsWith('**') ? <strong key={index}>{plain}</strong> : <em key={index}>{plain}</em>;
    })}
  </>
);

const heading: MarkdownVocabulary[string] = (children) => (
  <p>
    <strong>{children}</strong>
  </p>
);

const vocabulary: MarkdownVocabulary = {
  ...plainVocabulary,
  a: (children, { attributes }) => {
    const url = webAddress(attributes.href);
    return url ? foreignLink(children, url) : children;
  },
  // Only the page has headings.
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, heading])),
  tr: (children) => <p>{children}</p>,
  td: (children) => <>{children} </>,
  th: (children) => <>{children} </>,
};

const { a, em, strong, del, code } = vocabulary;
const inline = { a, em, strong, del, code, p: (children: unknown) => children } as MarkdownVocabulary;
