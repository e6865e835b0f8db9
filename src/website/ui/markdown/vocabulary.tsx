import type { ComponentChildren } from 'preact';
import type { MarkdownElement, MarkdownNode } from './tree';

/** Components by element; unknown elements show their content. */
export type MarkdownVocabulary = Readonly<Record<string, Shown>>;

type Shown = (children: ComponentChildren, element: MarkdownElement) => ComponentChildren;

export const show = (nodes: readonly MarkdownNode[], vocabulary: MarkdownVocabulary): ComponentChildren =>
  nodes.map((node) => {
    if (typeof node === 'string') return node;
    const children = show(node.children, vocabulary);
    return Object.hasOwn(vocabulary, node.name) ? vocabulary[node.name]?.(children, node) : children;
  });

/** Images show their description: nothing is loaded from elsewhere. */
export const plainVocabulary: MarkdownVocabulary = {
  p: (children) => <p>{children}</p>,
  em: (children) => <em>{children}</em>,
  strong: (children) => <strong>{children}</strong>,
  del: (children) => <del>{children}</del>,
  blockquote: (children) => <blockquote>{children}</blockquote>,
  ul: (children) => <ul>{children}</ul>,
  ol: (children, { attributes }) => <ol start={startOf(attributes.start)}>{children}</ol>,
  li: (children) => <li>{children}</li>,
  code: (children) => <code>{children}</code>,
  pre: (children) => (
    <pre>
      <code>{children}</code>
    </pre>
  ),
  br: () => <br />,
  hr: () => <hr />,
  img: (_, { attributes }) => (typeof attributes.alt === 'string' ? attributes.alt : ''),
};

/** Without referrer, and nofollow. */
export const foreignLink = (children: ComponentChildren, url: string): ComponentChildren => (
  <a href={url} rel="nofollow noopener">
    {children}
  </a>
);

/** Undefined for other schemes, such as `javascript:`. */
export function webAddress(address: unknown): string | undefined {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : undefined;
}

const startOf = (start: unknown): number | undefined => (typeof start === 'number' && start !== 1 ? start : undefined);
