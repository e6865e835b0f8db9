import type { ComponentChildren } from 'preact';
import { Code } from '../reference/components/code';

interface MarkdownProps {
  readonly text: string;
  /** Makes the address of a link; one that leads nowhere is shown as its words. */
  readonly link: (href: string) => string | undefined;
  readonly copy: string;
}

/** What Bun's parser makes of a text, in the form that React has it. Markup within the text stays text. */
interface Element {
  readonly type: unknown;
  readonly props: { readonly children?: readonly Node[]; readonly href?: string; readonly start?: number };
}

type Node = string | Element;

/** Markdown of our own, as markup in the style of the site. */
export const Markdown = ({ text, ...context }: MarkdownProps) => {
  const { props } = Bun.markdown.react(text) as unknown as Element;
  return <>{childrenOf(props.children, context)}</>;
};

type Context = Omit<MarkdownProps, 'text'>;

const childrenOf = (children: readonly Node[] = [], context: Context): ComponentChildren[] =>
  children.map((child) => (typeof child === 'string' ? child : shown(child, context)));

/** Elements that are shown as they are. */
const plain = new Set(['strong', 'em', 'code', 'ul', 'li', 'thead', 'tbody', 'tr', 'td', 'br', 'hr', 'blockquote', 'del']);

function shown({ type, props }: Element, context: Context): ComponentChildren {
  const children = childrenOf(props.children, context);
  if (type === 'p') return <p class="prose">{children}</p>;
  if (type === 'a') return linked(props.href ?? '', children, context);
  if (type === 'ol') return <ol start={props.start}>{children}</ol>;
  if (type === 'th') return <th scope="col">{children}</th>;
  if (type === 'pre') return codeBlock(textIn(props.children), context);
  if (type === 'table')
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard.
      <div class="scroll" tabIndex={0}>
        <table>{children}</table>
      </div>
    );
  if (typeof type !== 'string' || !plain.has(type)) return <>{children}</>;
  const Plain = type as 'strong';
  return <Plain>{children}</Plain>;
}

/** Only addresses that a page may lead to. */
function linked(href: string, children: ComponentChildren, { link }: Context): ComponentChildren {
  const address = link(href);
  return address !== undefined && /^(?:https?:|#|\/(?!\/))/.test(address) ? <a href={address}>{children}</a> : children;
}

function codeBlock(code: string, { copy }: Context): ComponentChildren {
  const text = code.trimEnd();
  return <Code id={`c${Bun.hash(text).toString(36)}`} code={text} texts={{ copy }} />;
}

const textIn = (children: readonly Node[] = []): string =>
  children.map((child) => (typeof child === 'string' ? child : textIn(child.props.children))).join('');
