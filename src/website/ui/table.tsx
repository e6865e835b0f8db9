import type { ComponentChildren } from 'preact';

/** The head of a column; `false` and `undefined` are no column. */
type Head = string | false | undefined | { readonly text: string; readonly class: string } | { readonly hidden: string };

interface TableProps {
  readonly caption: string;
  readonly heads: readonly Head[];
  readonly class?: string;
  /** Whether it stands without the box that scrolls sideways on a narrow screen. */
  readonly isBare?: boolean;
  /** Its rows. */
  readonly children: ComponentChildren;
}

/** A table whose caption is read out alone: the heading above it says the same. */
export function Table({ caption, heads, class: className, isBare = false, children }: TableProps) {
  const table = (
    <table class={className}>
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>{heads.map(headCell)}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
  return isBare ? table : <div class="scroll">{table}</div>;
}

function headCell(head: Head) {
  if (head === false || head === undefined) return null;
  if (typeof head === 'string') return <th scope="col">{head}</th>;
  if ('hidden' in head)
    return (
      <th scope="col">
        <span class="hidden">{head.hidden}</span>
      </th>
    );
  return (
    <th scope="col" class={head.class}>
      {head.text}
    </th>
  );
}

/** A table of texts alone that may be wider than the page: what it holds takes no focus, so the keyboard needs it to scroll. */
export const WideTable = ({ label, children }: { readonly label: string; readonly children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and the keyboard has to reach that.
  <section class="scroll" aria-label={label} tabIndex={0}>
    {children}
  </section>
);
