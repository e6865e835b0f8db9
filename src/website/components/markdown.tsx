import { type ComponentChild, type ComponentChildren, h } from 'preact';
import { webAddress } from '../web-address';

/** What a text may be marked up with. Anything else, headings and pictures among it, is shown as its text. */
const elements: ReadonlySet<string> = new Set(['p', 'em', 'strong', 'del', 'code', 'pre', 'ul', 'ol', 'li', 'blockquote', 'br', 'hr']);

/** A text in Markdown. HTML in it is text, and links lead to pages of the web alone. */
export const Markdown = ({ text }: { readonly text: string }) => (
  <div class="prose">{built(Bun.markdown.react(text, undefined, { noHtmlBlocks: true, noHtmlSpans: true }))}</div>
);

/** An element as the parser makes it: for another library, of which ours takes nothing as it is. */
interface Parsed {
  readonly type: unknown;
  readonly props: { readonly children?: unknown; readonly href?: unknown };
}

const isParsed = (node: unknown): node is Parsed => typeof node === 'object' && node !== null && 'props' in node;

function built(node: unknown): ComponentChildren {
  if (Array.isArray(node)) return node.map((child) => built(child) as ComponentChild);
  if (!isParsed(node)) return typeof node === 'string' || typeof node === 'number' ? node : null;
  const { type, props } = node;
  const children = built(props.children);
  if (type === 'a') return <Link address={String(props.href)}>{children}</Link>;
  if (typeof type !== 'string' || !elements.has(type)) return children;
  return children === null ? h(type, {}) : h(type, {}, children);
}

function Link({ address, children }: { readonly address: string; readonly children: ComponentChildren }) {
  const href = webAddress(address);
  return href === undefined ? (
    <>{children}</>
  ) : (
    <a href={href} rel="external noopener nofollow">
      {children}
    </a>
  );
}
