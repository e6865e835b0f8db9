import { Code } from '../code';
import { Section } from '../section';
import { type MarkdownElement, type MarkdownNode, parseMarkdown, textOf } from './tree';
import { foreignLink, plainVocabulary, show, type Vocabulary, webAddress } from './vocabulary';

interface ChapterProps {
  /** One of our own documents: its title first, then parts with headings of the second level. */
  readonly text: string;
  /** Where an address leads that is none of the web: the page of `api.md#paging`. Without an answer there is no link. */
  readonly urlOf: (address: string) => string | undefined;
  /** Where a drawing is that the document shows; of any other picture its description stands there. */
  readonly drawingOf?: (address: string) => string | undefined;
  /** On the buttons that copy code, which are hidden until a script shows them. */
  readonly copy: string;
}

/** A chapter of the documentation: its head, and its parts with their headings in the margin. */
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

/** A heading that can be led to. */
interface Heading {
  readonly title: string;
  readonly id: string;
}

/** What a chapter has, for lists of it. */
export interface Outline {
  /** Empty where it has none. */
  readonly title: string;
  /** What it begins with, in plain words. */
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

/** What a chapter begins with, for a page that leads to several, each with a name of its own there. */
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

/** Each chapter counts its pieces of code, which the buttons beside them name. */
function vocabularyOf(urlOf: ChapterProps['urlOf'], copy: string, prefix = 'code'): Vocabulary {
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
  (drawingOf: NonNullable<ChapterProps['drawingOf']>): Vocabulary[string] =>
  (_, { attributes: { src, alt } }) => {
    const address = typeof src === 'string' ? drawingOf(src) : undefined;
    const description = typeof alt === 'string' ? alt : '';
    return address ? <img src={address} alt={description} loading="lazy" /> : description;
  };

const tables: Vocabulary = {
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
