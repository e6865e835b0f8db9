import { Code } from '../code';
import { Section } from '../section';
import { type MarkdownElement, type MarkdownNode, parseMarkdown, textOf } from './tree';
import { foreignLink, type MarkdownVocabulary, plainVocabulary, show, webAddress } from './vocabulary';

interface ChapterProps {
  /** Title, then second-level sections. */
  readonly text: string;
  /** Resolves relative links such as `api.md#paging`; undefined for no link. */
  readonly urlOf: (address: string) => string | undefined;
  /** Resolves drawings; others show their description. */
  readonly drawingOf?: (address: string) => string | undefined;
  /** Hidden until a script shows them. */
  readonly copy: string;
}

export function Chapter({ text, urlOf, drawingOf, copy }: ChapterProps) {
  const [head, ...parts] = partsOf(parseMarkdown(text));
  const vocabulary = { ...vocabularyOf(urlOf, copy), ...(drawingOf && { img: drawing(drawingOf) }) };
  const [lead, ...rest] = head?.nodes ?? [];
  return (
    <>
      <div class="head">
        <h1>{head?.heading && show(head.heading.children, vocabulary)}</h1>
        {lead && show([lead], vocabulary)}
      </div>
      {rest.length > 0 && <Section title={null}>{show(rest, vocabulary)}</Section>}
      {parts.map(({ heading, nodes }) => (
        <Section id={idOf(heading)} title={heading && show(heading.children, vocabulary)}>
          {show(nodes, vocabulary)}
        </Section>
      ))}
    </>
  );
}

/** With an anchor. */
interface Heading {
  readonly title: string;
  readonly id: string;
}

export interface Outline {
  /** Empty if missing. */
  readonly title: string;
  /** Plain text. */
  readonly lead: string;
  readonly headings: readonly Heading[];
}

export function outlineOf(text: string): Outline {
  const [head, ...parts] = partsOf(parseMarkdown(text));
  const titleOf = ({ heading }: PartOfChapter): string => (heading ? textOf(heading.children) : '');
  return {
    title: head ? titleOf(head) : '',
    lead: textOf(head?.nodes.slice(0, 1) ?? []),
    headings: parts.map((part) => ({ title: titleOf(part), id: idOf(part.heading) ?? '' })),
  };
}

/** The lead under another name, for overview pages. */
export function ChapterLead({ name, text, urlOf, copy }: ChapterProps & { readonly name: string }) {
  const [head] = partsOf(parseMarkdown(text));
  return <>{show(head?.nodes.slice(0, 1) ?? [], vocabularyOf(urlOf, copy, `code-of-${name}`))}</>;
}

interface PartOfChapter {
  readonly heading: MarkdownElement | undefined;
  readonly nodes: readonly MarkdownNode[];
}

function partsOf(nodes: readonly MarkdownNode[]): readonly PartOfChapter[] {
  const starts = nodes.flatMap((node, index) => (typeof node !== 'string' && /^h[12]$/.test(node.name) ? [index] : []));
  const bounds = starts[0] === 0 ? starts : [0, ...starts];
  return bounds.map((start, index) => {
    const [first, ...others] = nodes.slice(start, bounds[index + 1]);
    if (typeof first === 'object' && /^h[12]$/.test(first.name)) return { heading: first, nodes: others };
    return { heading: undefined, nodes: first === undefined ? [] : [first, ...others] };
  });
}

const idOf = (heading: MarkdownElement | undefined): string | undefined =>
  typeof heading?.attributes.id === 'string' ? heading.attributes.id : undefined;

/** Numbers code blocks for their copy buttons. */
function vocabularyOf(urlOf: ChapterProps['urlOf'], copy: string, prefix = 'code'): MarkdownVocabulary {
  let codes = 0;
  return {
    ...plainVocabulary,
    ...tables,
    p: (children) => <p class="prose">{children}</p>,
    ul: (children) => <ul class="points">{children}</ul>,
    ol: (children) => <ol class="points">{children}</ol>,
    h3: (children, heading) => <h3 id={idOf(heading)}>{children}</h3>,
    h4: (children, heading) => <h4 id={idOf(heading)}>{children}</h4>,
    pre: (children) => {
      codes += 1;
      return <Code id={`${prefix}-${codes}`} copy={copy} code={children} />;
    },
    a: (children, { attributes: { href } }) => {
      const address = webAddress(href);
      if (address) return foreignLink(children, address);
      const url = typeof href === 'string' && !/^[a-z][a-z\d+.-]*:/i.test(href) ? urlOf(href) : undefined;
      return url ? <a href={url}>{children}</a> : children;
    },
  };
}

const drawing =
  (drawingOf: NonNullable<ChapterProps['drawingOf']>): MarkdownVocabulary[string] =>
  (_, { attributes: { src, alt } }) => {
    const address = typeof src === 'string' ? drawingOf(src) : undefined;
    const description = typeof alt === 'string' ? alt : '';
    return address ? <img src={address} alt={description} loading="lazy" /> : description;
  };

const tables: MarkdownVocabulary = {
  table: (children) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keys.
    <div class="scroll" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  thead: (children) => <thead>{children}</thead>,
  tbody: (children) => <tbody>{children}</tbody>,
  tr: (children) => <tr>{children}</tr>,
  th: (children) => <th scope="col">{children}</th>,
  td: (children) => <td>{children}</td>,
};
