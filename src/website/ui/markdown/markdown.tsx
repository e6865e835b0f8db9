import { parseMarkdown } from './tree';
import { foreignLink, plainVocabulary, show, type Vocabulary, webAddress } from './vocabulary';

/** A text of the catalog: whoever wrote it, it has paragraphs, emphasis, lists, code, and links to the web, and nothing else. */
export const Markdown = ({ text }: { readonly text: string }) => <>{show(parseMarkdown(text), vocabulary)}</>;

/** The same within a line: its emphasis and links, and of blocks their words. */
export const MarkdownLine = ({ text }: { readonly text: string }) => <>{show(parseMarkdown(text), inline)}</>;

const heading: Vocabulary[string] = (children) => (
  <p>
    <strong>{children}</strong>
  </p>
);

const vocabulary: Vocabulary = {
  ...plainVocabulary,
  a: (children, { attributes }) => {
    const url = webAddress(attributes.href);
    return url ? foreignLink(children, url) : children;
  },
  // The headings of a page are the page's.
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, heading])),
  tr: (children) => <p>{children}</p>,
  td: (children) => <>{children} </>,
  th: (children) => <>{children} </>,
};

const { a, em, strong, del, code } = vocabulary;
const inline = { a, em, strong, del, code, p: (children: unknown) => children } as Vocabulary;
