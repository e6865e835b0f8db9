/** Text, or an element by HTML name. */
export type MarkdownNode = string | MarkdownElement;

export interface MarkdownElement {
  readonly name: string;
  /** Unchecked. */
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly children: readonly MarkdownNode[];
}

/**
 * Parses CommonMark with GitHub tables, treating HTML as text. Limited to 100,000 characters, because some texts take quadratic
 * time, and 24 levels, because rendering is recursive.
 */
export function parseMarkdown(text: string): readonly MarkdownNode[] {
  const root: unknown = Bun.markdown.react(text.slice(0, mostCharacters), undefined, {
    headings: { ids: true },
    autolinks: { url: true },
    tasklists: false,
  });
  return nodesOf(root, 0);
}

export function textOf(nodes: readonly MarkdownNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('');
}

const mostCharacters = 100_000;

const mostLevels = 24;

/** The parser's output. */
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
  // Fragments are flattened, and HTML blocks become paragraphs.
  if (typeof value.type !== 'string') return nodes;
  return [{ name: value.type === 'html' ? 'p' : value.type, attributes, children: nodes }];
}

/** Not recursive. */
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
