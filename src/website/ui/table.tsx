import type { ComponentChildren } from 'preact';

/** False and undefined omit the column. */
export type Head =
  | string
  | false
  | undefined
  | { readonly text: ComponentChildren; readonly class?: string | undefined; readonly sort?: 'ascending' | 'descending' | undefined }
  | { readonly hidden: string };

interface TableProps {
  readonly caption: string;
  readonly heads: readonly Head[];
  readonly class?: string;
  /** Without the horizontally scrolling box. */
  readonly isBare?: boolean;
  readonly children: ComponentChildren;
}

/** The caption is for screen readers; a heading shows it. */
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
    <th scope="col" class={head.class} aria-sort={head.sort}>
      {head.text}
    </th>
  );
}

/** Focusable, so that the keyboard can scroll it. */
export const WideTable = ({ label, children }: { readonly label: string; readonly children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and the keyboard has to reach that.
  <section class="scroll" aria-label={label} tabIndex={0}>
    {children}
  </section>
);

interface EnteredProps {
  readonly caption: string;
  readonly texts: readonly (readonly [label: string, text: string])[];
}

/** Input that could not be saved. */
export function EnteredTexts({ caption, texts }: EnteredProps) {
  return (
    <table class="versus">
      <caption class="hidden">{caption}</caption>
      <tbody>
        {texts.map(([label, text]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td class="lines">{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
