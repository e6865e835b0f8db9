import type { ComponentChildren } from 'preact';

interface SectionProps {
  readonly title: ComponentChildren;
  readonly aside?: ComponentChildren;
  readonly id?: string;
  readonly children: ComponentChildren;
}

/** The heading is in the margin. */
export const Section = ({ title, aside, id, children }: SectionProps) => (
  <section class="part" id={id}>
    <header>
      {title && <h2>{title}</h2>}
      {aside && <p>{aside}</p>}
    </header>
    <div>{children}</div>
  </section>
);

export const PageHead = ({ title, lead }: { readonly title: ComponentChildren; readonly lead?: ComponentChildren }) => (
  <div class="head">
    <h1>{title}</h1>
    {lead !== undefined && <p>{lead}</p>}
  </div>
);
