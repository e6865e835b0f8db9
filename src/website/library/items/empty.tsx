import type { ComponentChildren } from 'preact';

/** In the place of a list that has nothing: a whole rest on its staff, and what can be done about it. */
export const Empty = ({ text, children }: { readonly text: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <svg viewBox="0 0 96 36" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M0 6h96M0 14h96M0 22h96M0 30h96" stroke-opacity=".45" />
      <path d="M40 14h16v5H40z" fill="currentColor" stroke="none" />
    </svg>
    <p class="prose">{text}</p>
    {children && <p class="row">{children}</p>}
  </div>
);
