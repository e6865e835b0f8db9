import type { ComponentChildren } from 'preact';

interface PartProps {
  readonly title: ComponentChildren;
  /** What stands below the title in the margin. */
  readonly aside?: ComponentChildren;
  readonly id?: string;
  readonly children: ComponentChildren;
}

/** A part of a page: its heading in the margin, its matter beside it. */
export const Part = ({ title, aside, id, children }: PartProps) => (
  <section class="part" id={id}>
    <header>
      <h2>{title}</h2>
      {aside && <p>{aside}</p>}
    </header>
    <div>{children}</div>
  </section>
);
