import type { ComponentChildren } from 'preact';

interface EmptyStateProps {
  readonly heading?: string;
  readonly text: ComponentChildren;
  /** Above the actions. */
  readonly more?: ComponentChildren;
  /** What to do. */
  readonly children?: ComponentChildren;
}

/** A whole rest on a staff, the reason, and what to do. */
export const EmptyState = ({ heading, text, more, children }: EmptyStateProps) => (
  <div class="empty">
    <svg viewBox="0 0 96 36" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M0 6h96M0 14h96M0 22h96M0 30h96" stroke-opacity=".45" />
      <path d="M40 14h16v5H40z" fill="currentColor" stroke="none" />
    </svg>
    {heading && <h1>{heading}</h1>}
    <p class="prose">{text}</p>
    {more}
    {children && <p class="row">{children}</p>}
  </div>
);
