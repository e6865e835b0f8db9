import type { ComponentChildren } from 'preact';

interface CodeProps {
  /** Of its own on the page: the button copies what has it. */
  readonly id: string;
  readonly code: ComponentChildren;
  /** Whether it is what a machine said, and nothing to be typed. */
  readonly isAnswer?: boolean;
  readonly copy: string;
}

/** Code in a block that scrolls by itself. The button is shown by the script that copies. */
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
