import type { ComponentChildren } from 'preact';

interface CodeProps {
  /** Target of the copy button. */
  readonly id: string;
  readonly code: ComponentChildren;
  /** Output instead of input. */
  readonly isAnswer?: boolean;
  readonly copy: string;
}

/** The copy button needs a script. */
export const Code = ({ id, code, isAnswer = false, copy }: CodeProps) => (
  <div class={isAnswer ? 'code said' : 'code'}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard. */}
    <pre id={id} tabIndex={0}>
      <code>{code}</code>
    </pre>
    <button type="button" class="plain" data-copy={id} hidden>
      {copy}
    </button>
  </div>
);
