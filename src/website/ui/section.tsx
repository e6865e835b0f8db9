import type { ComponentChildren } from 'preact';

interface SectionProps {
  readonly title: ComponentChildren;
  readonly aside?: ComponentChildren;
  readonly id?: string;
  readonly children: ComponentChildren;
}

/** A section of a page: its heading in the margin, its content beside it. */
export const Section = ({ title, aside, id, children }: SectionProps) => (
  <section class="part" id={id}>
    <header>
      {title && <h2>{title}</h2>}
      {aside && <p>{aside}</p>}
    </header>
    <div>{children}</div>
  </section>
);
