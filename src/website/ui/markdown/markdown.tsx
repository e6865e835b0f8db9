import { parseMarkdown } from './tree';
import { foreignLink, type MarkdownVocabulary, plainVocabulary, show, webAddress } from './vocabulary';

/** Untrusted Markdown: paragraphs, emphasis, lists, code and links only. */
export const Markdown = ({ text }: { readonly text: string }) => <>{show(parseMarkdown(text), vocabulary)}</>;

/** Inline Markdown; blocks become text. */
export const MarkdownLine = ({ text }: { readonly text: string }) => <>{show(parseMarkdown(text), inline)}</>;

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
