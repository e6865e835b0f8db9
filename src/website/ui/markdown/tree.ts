/** A piece of Markdown: text, or an element by the name that HTML has for it. */
export type MarkdownNode = string | MarkdownElement;

export interface MarkdownElement {
  readonly name: string;
  /** As the parser says them; none has been checked. */
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly children: readonly MarkdownNode[];
}

/**
 * Reads Markdown (CommonMark with GitHub's tables) as a tree, in which HTML is text like any other. It takes the first
 * 100,000 characters, since the time for some texts grows with the square of their length, and 24 levels, since what
 * renders the tree goes as deep as it.
 */
export function parseMarkdown(text: string): readonly MarkdownNode[] {
  const root: unknown = Bun.markdown.react(text.slice(0, mostCharacters), undefined, {
    headings: { ids: true },
    autolinks: { url: true },
    tasklists: false,
  });
  return nodesOf(root, 0);
}

/** What a tree says, without what it is made of. */
export function textOf(nodes: readonly MarkdownNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('');
}

const mostCharacters = 100_000;

const mostLevels = 24;

/** As React has its elements, which the parser makes. */
interface ReactElement {
  readonly type: unknown;
  readonly props: Readonly<Record<string, unknown>>;
}

function nodesOf(value: unknown, level: number): readonly MarkdownNode[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((child) => nodesOf(child, level));
  if (!isElement(value)) return [];
  if (level > mostLevels) return [flattened(value)];
  const { children, ...attributes } = value.props;
  const nodes = nodesOf(children, level + 1);
  // A fragment is what is in it. A block of HTML is a paragraph of text.
  if (typeof value.type !== 'string') return nodes;
  return [{ name: value.type === 'html' ? 'p' : value.type, attributes, children: nodes }];
}

/** The text within an element, however deep, and without going as deep. */
function flattened(element: ReactElement): string {
  const texts: string[] = [];
  const waiting: unknown[] = [element];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') texts.push(next);
    else if (Array.isArray(next)) waiting.push(...next.toReversed());
    else if (isElement(next)) waiting.push(next.props.children);
  }
  return texts.join('');
}

const isElement = (value: unknown): value is ReactElement =>
  typeof value === 'object' && value !== null && 'type' in value && 'props' in value && typeof value.props === 'object';
